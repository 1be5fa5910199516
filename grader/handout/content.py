"""What a handout may say, taken from a problem once: the only gate to every format.

Renderers get a :class:`Handout` and never a :class:`~grader.problem.model.Problem`, so that
nothing secret can reach a format by oversight: no solution, misconception, secret case,
seed, recipe or tolerance is in here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.handout.constraints import constraint_sentences
from grader.handout.examples import example_code
from grader.handout.figures import figures_of
from grader.pages import Messages, Theme
from grader.problem import (
    UNSET,
    ArrayType,
    NothingType,
    Parameter,
    Problem,
    ProblemSpec,
    Signature,
    Source,
    entry_name,
    max_points,
    shape_text,
    signature_text,
    signatures,
)

#: Of every format.
TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Row:
    """A parameter, a result or a part of either, for the table of the contract."""

    name: str
    type: str
    """``float64 array``, ``int``, ``list[str]``, ..."""
    shape: str
    """``(*batch, d_model)``; empty where there is none."""
    doc: str
    """Markdown."""
    depth: int = 0
    """How many tuples or dicts it is inside of."""


@dataclass(frozen=True)
class Contract:
    """Something that is called: the function, the constructor or a method."""

    signature: str
    doc: str
    parameters: tuple[Row, ...]
    returns: tuple[Row, ...]
    """Empty where nothing comes back; more than one row for a tuple or dict."""


@dataclass(frozen=True)
class Symbol:
    """A symbol of the shapes."""

    name: str
    doc: str


@dataclass(frozen=True)
class ShownExample:
    """A literal case that can be checked by hand."""

    name: str
    code: str
    """Python that can be pasted; what comes back stands in comments."""
    explain: str


@dataclass(frozen=True)
class ShownHint:
    """A help and its cost in percent of the points."""

    text: str
    cost: float


@dataclass(frozen=True)
class ShownPitfall:
    """A mistake that people make."""

    title: str
    text: str


@dataclass(frozen=True)
class ShownGroup:
    """A test group that students may see into, or one that they only know of."""

    title: str
    points: float
    cases: tuple[str, ...]
    """Names of the cases; empty for a secret group."""


@dataclass(frozen=True)
class Handout:
    """Everything that any format shows; texts are Markdown unless said otherwise."""

    id: str
    title: str
    """Plain text."""
    name: str
    """What the submission defines."""
    summary: str
    statement: str
    source: Source | None
    difficulty: str
    tags: tuple[str, ...]
    license: str | None
    prerequisites: tuple[str, ...]
    contract: tuple[Contract, ...]
    symbols: tuple[Symbol, ...]
    requirements: tuple[str, ...]
    constraints: tuple[str, ...]
    pitfalls: tuple[ShownPitfall, ...]
    hints: tuple[ShownHint, ...]
    starter: str
    """Python."""
    examples: tuple[ShownExample, ...]
    groups: tuple[ShownGroup, ...]
    points: float
    theory: str
    figures: Mapping[str, bytes]
    """Pictures by the address that the Markdown has for them."""
    theme: Theme

    @property
    def messages(self) -> Messages:
        """The language's strings."""
        return self.theme.messages


def handout_of(problem: Problem, theme: Theme) -> Handout:
    """What a handout of this problem may say.

    Raises:
        ProblemError: where a picture is not there or may not be shown.
    """
    spec = problem.spec
    return Handout(
        id=spec.id,
        title=spec.title,
        name=entry_name(spec),
        summary=spec.summary.strip(),
        statement=spec.statement.strip(),
        source=spec.source,
        difficulty=spec.difficulty,
        tags=spec.tags,
        license=spec.license,
        prerequisites=spec.prerequisites,
        contract=tuple(_contract(spec, each, theme.messages) for each in signatures(spec)),
        symbols=_symbols(problem),
        requirements=tuple(sentence.text for sentence in spec.requirements),
        constraints=(
            *constraint_sentences(spec, theme.messages),
            *(sentence.text for sentence in spec.constraints),
        ),
        pitfalls=tuple(ShownPitfall(pitfall.title, pitfall.text) for pitfall in spec.pitfalls),
        hints=tuple(ShownHint(hint.text, hint.cost) for hint in spec.hints),
        starter=spec.starter.strip() + "\n",
        examples=tuple(
            ShownExample(example.name, example_code(spec, example), example.explain.strip())
            for example in spec.examples
        ),
        groups=_groups(problem),
        points=max_points(spec.tests.groups),
        theory=problem.theory.strip(),
        figures=figures_of(problem),
        theme=theme,
    )


def _contract(spec: ProblemSpec, signature: Signature, messages: Messages) -> Contract:
    dtype = spec.contract.dtype
    rows = [
        row
        for name, parameter in signature.params.items()
        for row in _rows(name, parameter, dtype, messages)
    ]
    nothing = isinstance(signature.returns.value_type, NothingType)
    return Contract(
        signature=signature_text(spec, signature.name),
        doc=signature.doc.strip(),
        parameters=tuple(rows),
        returns=() if nothing else tuple(_rows("", signature.returns, dtype, messages)),
    )


def _rows(
    name: str, parameter: Parameter, dtype: str, messages: Messages, depth: int = 0
) -> list[Row]:
    kind, shape = parameter.type, ""
    if isinstance(parameter.value_type, ArrayType):
        kind = messages.get("type_array", dtype=parameter.dtype or dtype)
        shape = shape_text(parameter.shape) if parameter.shape is not None else ""
    if parameter.optional:
        kind = messages.get("type_or_none", type=kind)
    if parameter.default is not UNSET:
        kind = messages.get("type_default", type=kind, default=repr(parameter.default))
    rows = [Row(name, kind, shape, parameter.doc.strip(), depth)]
    for part, inner in (parameter.items or {}).items():
        rows += _rows(part, inner, dtype, messages, depth + 1)
    return rows


def _symbols(problem: Problem) -> tuple[Symbol, ...]:
    return tuple(
        Symbol(name, dim.doc.strip()) for name, dim in problem.spec.contract.dims.items() if dim.doc
    )


def _groups(problem: Problem) -> tuple[ShownGroup, ...]:
    """The groups; of those that are not shown in full, only that there are some.

    Titles and names of secret cases say what is tested: they stay out.
    """
    public = [group for group in problem.spec.tests.groups if group.visible == "full"]
    secret = [group for group in problem.spec.tests.groups if group.visible != "full"]
    shown = [
        ShownGroup(group.title or group.id, group.points, tuple(case.name for case in group.cases))
        for group in public
    ]
    if secret:
        shown.append(ShownGroup("", max_points(secret), ()))
    return tuple(shown)
