"""Questions that many parts ask of a contract and its theory, answered without side effects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from grader.problem.model import UNSET, CaseSpec, Function, Parameter, ProblemSpec

#: What ``method:`` calls the constructor in a problem file.
CONSTRUCTOR = "init"


@dataclass(frozen=True)
class Signature:
    """Something that is called: the function, the constructor or a method."""

    name: str
    """As in the problem file: the function's name, ``init``, or the method's."""
    params: Mapping[str, Parameter]
    returns: Parameter
    doc: str = ""
    python_name: str = ""
    """As in Python: ``__init__`` for the constructor, otherwise ``name``."""

    @property
    def required(self) -> tuple[str, ...]:
        """Parameters that a call must give."""
        return tuple(name for name, param in self.params.items() if param.default is UNSET)


class Heading(NamedTuple):
    """A heading of a Markdown text."""

    level: int
    title: str
    anchor: str


def entry_name(spec: ProblemSpec) -> str:
    """The name that a submission must define."""
    return spec.contract.name


def signatures(spec: ProblemSpec) -> tuple[Signature, ...]:
    """All that is called, in order: the function alone, or the constructor and the methods."""
    contract = spec.contract
    if isinstance(contract, Function):
        name = contract.name
        return (Signature(name, contract.params, contract.returns, python_name=name),)
    nothing = Parameter(type="none")
    constructor = Signature(CONSTRUCTOR, contract.init, nothing, contract.doc, "__init__")
    methods = (
        Signature(name, method.params, method.returns, method.doc, name)
        for name, method in contract.methods.items()
    )
    return (constructor, *methods)


def signature_of(spec: ProblemSpec, method: str | None = None) -> Signature:
    """The signature of one call: ``method`` as in the problem file, None for a function.

    KeyError if the contract has none of that name.
    """
    for signature in signatures(spec):
        if method is None or signature.name == method:
            return signature
    raise KeyError(method)


def signature_text(spec: ProblemSpec, method: str | None = None) -> str:
    """``feed_forward(x, W1, b1, W2, b2)``; a class by its constructor, ``Counter(size=3)``."""
    signature = signature_of(spec, method)
    name = entry_name(spec) if signature.python_name == "__init__" else signature.python_name
    parts = (parameter_text(key, param) for key, param in signature.params.items())
    return f"{name}({', '.join(parts)})"


def parameter_text(name: str, param: Parameter) -> str:
    """A parameter as Python writes it: ``x``, ``eps=1e-06``."""
    return name if param.default is UNSET else f"{name}={param.default!r}"


def parameters_of(spec: ProblemSpec) -> dict[str, Parameter]:
    """Every parameter by name; methods of a class may share one, the first describes it."""
    found: dict[str, Parameter] = {}
    for signature in signatures(spec):
        for name, param in signature.params.items():
            found.setdefault(name, param)
    return found


def case_names(case: CaseSpec) -> tuple[str, ...]:
    """The names of the cases that one entry of a group makes: its own, or numbered from 1."""
    if case.repeat == 1:
        return (case.name,)
    return tuple(f"{case.name} {number}" for number in range(1, case.repeat + 1))


def walk(name: str, param: Parameter) -> Iterator[tuple[str, Parameter]]:
    """A parameter and all its parts, by dotted name: ``weights``, ``weights.W1``."""
    yield name, param
    for key, part in (param.items or {}).items():
        yield from walk(f"{name}.{key}", part)


def shape_text(shape: str) -> str:
    """``"*batch d_model"`` as Python writes a shape: ``(*batch, d_model)``."""
    dims = shape.split()
    return f"({dims[0]},)" if len(dims) == 1 else f"({', '.join(dims)})"


def anchors(markdown: str) -> list[Heading]:
    """The headings that are written with ``#``, with anchors as GitHub makes them.

    A title that comes again gets ``-1``, ``-2``; headings in fenced code are none.
    """
    found: list[Heading] = []
    taken: dict[str, int] = {}
    fence = ""
    for line in markdown.splitlines():
        mark = _FENCE.match(line)
        if fence:
            closes = mark and mark[1].startswith(fence) and not mark[2].strip()
            fence = "" if closes else fence
        elif mark and not ("`" in mark[2] and mark[1][0] == "`"):
            fence = mark[1]
        elif heading := _HEADING.match(line):
            title = _CLOSING.sub("", heading[2] or "").strip()
            anchor = slug(title)
            again = taken.get(anchor, 0)
            taken[anchor] = again + 1
            found.append(Heading(len(heading[1]), title, f"{anchor}-{again}" if again else anchor))
    return found


def slug(title: str) -> str:
    """The anchor of a heading: small letters, ``-`` for spaces, no punctuation or markup."""
    text = _LINK.sub(r"\1", title).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_CLOSING = re.compile(r"(^|[ \t]+)#+[ \t]*$")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
