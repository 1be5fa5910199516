"""Every text of a problem that is Markdown, with the keys under which it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.errors import Location
from grader.problem import ClassContract, Dim, Hint, Keys, Parameter, Problem, Statement


@dataclass(frozen=True)
class Prose:
    """A text and where it comes from; no ``keys`` for the theory, which has its own file."""

    source: str
    keys: Keys

    def locate(self, problem: Problem, offset: int) -> Location:
        """The place of a character of the text."""
        if self.keys:
            return problem.locate_in(self.source, offset, *self.keys)
        line = self.source.count("\n", 0, offset)
        column = offset - (self.source.rfind("\n", 0, offset) + 1)
        return Location(str(problem.folder / problem.spec.theory), line + 1, column + 1)


def texts(problem: Problem) -> Iterator[Prose]:
    """All Markdown of a problem, in the order of the file, the theory last."""
    spec = problem.spec
    yield Prose(spec.summary, ("summary",))
    yield Prose(spec.statement, ("statement",))
    yield from _contract(problem)
    sentences: dict[str, tuple[Statement | Hint, ...]] = {
        "requirements": spec.requirements,
        "constraints": spec.constraints,
        "hints": spec.hints,
    }
    for name, entries in sentences.items():
        for index, entry in enumerate(entries):
            keys: Keys = (name, index, "text")
            yield Prose(entry.text, keys if keys in problem.locations else keys[:-1])
    for index, pitfall in enumerate(spec.pitfalls):
        yield Prose(pitfall.title, ("pitfalls", index, "title"))
        yield Prose(pitfall.text, ("pitfalls", index, "text"))
    for index, example in enumerate(spec.examples):
        yield Prose(example.explain, ("examples", index, "explain"))
    for index, misconception in enumerate(spec.misconceptions):
        yield Prose(misconception.feedback, ("misconceptions", index, "feedback"))
    yield Prose(problem.theory, ())


def _contract(problem: Problem) -> Iterator[Prose]:
    contract = problem.spec.contract
    if not isinstance(contract, ClassContract):
        yield from _dims(contract.dims, "function")
        yield from _parameters(contract.params, ("function", "params"))
        yield from _parameters({"returns": contract.returns}, ("function",))
        return
    yield Prose(contract.doc, ("class", "doc"))
    yield from _dims(contract.dims, "class")
    yield from _parameters(contract.init, ("class", "init"))
    for name, method in contract.methods.items():
        keys: Keys = ("class", "methods", name)
        yield Prose(method.doc, (*keys, "doc"))
        yield from _parameters(method.params, (*keys, "params"))
        yield from _parameters({"returns": method.returns}, keys)


def _dims(dims: Mapping[str, Dim], contract: str) -> Iterator[Prose]:
    for name, dim in dims.items():
        yield Prose(dim.doc, (contract, "dims", name, "doc"))


def _parameters(parameters: Mapping[str, Parameter], keys: Keys) -> Iterator[Prose]:
    for name, parameter in parameters.items():
        yield Prose(parameter.doc, (*keys, name, "doc"))
        yield from _parameters(parameter.items or {}, (*keys, name, "items"))
