"""What an exercise is: plain, frozen data.

The classes down to :class:`ProblemSpec` mirror ``problem.yaml`` key for key; pydantic
reads them as they stand (``problem/load.py``), and the JSON Schema for editors is made
from them. :class:`Problem` is a spec together with the files around it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import annotated_types as at
from pydantic import Field

from grader.errors import Location

Difficulty = Literal["easy", "medium", "hard"]
Visibility = Literal["full", "diagnosis", "verdict", "hidden"]
Severity = Literal["allow", "warn", "forbid"]
Scoring = Literal["each", "all"]
#: A path in problem.yaml: ``("tests", "groups", 0, "id")``.
Keys = tuple[str | int, ...]


def _strict() -> dict[str, Any]:
    """Unknown keys are refused; the strings under the fields describe them in the schema."""
    return {"extra": "forbid", "use_attribute_docstrings": True}


@dataclass(frozen=True, kw_only=True)
class Source:
    """The work that an exercise comes from."""

    __pydantic_config__ = _strict()
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    section: str | None = None
    """Quoted: a bare 3.10 would be the number 3.1."""
    url: str | None = None


@dataclass(frozen=True, kw_only=True)
class Dim:
    """A symbol of the shapes; the range is what random sizes are drawn from."""

    __pydantic_config__ = _strict()
    min: Annotated[int, at.Ge(0)] = 1
    max: Annotated[int, at.Ge(0)] = 16
    doc: str = ""


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """An argument, a result, or a part of either."""

    __pydantic_config__ = _strict()
    type: str = "array"
    """``array``, ``int``, ``float``, ``complex``, ``bool``, ``str``, ``none``,
    ``list[...]`` of one of these, ``tuple`` or ``dict`` (with ``items``)."""
    shape: str | None = None
    """For arrays: ``"*batch d_model"``, ``"num_heads*d_k 2"``; empty means 0-d."""
    dtype: str | None = None
    """For arrays: ``float64``, ``int64``, ``bool``, ``complex128``; the function's by default."""
    doc: str = ""
    optional: bool = False
    """``None`` is a legal value."""
    default: Any = None
    """Only with ``has_default``-style use: a literal that the starter code shows."""
    values: str | None = None
    """The recipe that makes it in a random case, such as ``"ints 0 vocab-1"``."""
    items: Mapping[str, Parameter] | None = None
    """The parts of a ``tuple`` (in order, named for messages) or a ``dict``."""


@dataclass(frozen=True, kw_only=True)
class Function:
    """The contract: it drives starter code, constraints, cases and shape errors."""

    __pydantic_config__ = _strict()
    name: str
    dims: Mapping[str, Dim] = field(default_factory=dict)
    params: Mapping[str, Parameter]
    """In positional order."""
    returns: Parameter
    dtype: str = "float64"
    """For arrays whose parameter does not say."""
    strict_dtype: bool = True
    """Whether a result of another dtype is wrong."""


@dataclass(frozen=True, kw_only=True)
class Method:
    """One method of a class that the student writes."""

    __pydantic_config__ = _strict()
    params: Mapping[str, Parameter] = field(default_factory=dict)
    returns: Parameter = field(default_factory=lambda: Parameter(type="none"))
    doc: str = ""


@dataclass(frozen=True, kw_only=True)
class ClassContract:
    """The contract of an exercise whose solution is a class."""

    __pydantic_config__ = _strict()
    name: str
    dims: Mapping[str, Dim] = field(default_factory=dict)
    init: Mapping[str, Parameter] = field(default_factory=dict)
    """Parameters of the constructor."""
    methods: Mapping[str, Method]
    dtype: str = "float64"
    strict_dtype: bool = True
    doc: str = ""


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A requirement, constraint or pitfall: a sentence, and why no wrong solution breaks it."""

    __pydantic_config__ = _strict()
    text: str
    untested: str | None = None
    """Why no wrong solution breaks it, if none does."""


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A help, shown one after the other; ``cost`` in percent of the problem's points."""

    __pydantic_config__ = _strict()
    text: str
    cost: Annotated[float, at.Ge(0), at.Le(100)] = 0
    untested: str | None = None


@dataclass(frozen=True, kw_only=True)
class Pitfall:
    """A mistake that people make, with what it does and how to see it."""

    __pydantic_config__ = _strict()
    title: str
    text: str
    untested: str | None = None


@dataclass(frozen=True, kw_only=True)
class Policy:
    """What the syntax tree of a submission is checked for before anything runs."""

    __pydantic_config__ = _strict()
    imports: tuple[str, ...] | None = None
    """Top-level modules that may be imported; NumPy and the pure standard ones by default."""
    forbid_calls: tuple[str, ...] = ()
    """Dotted names that may not be used, such as ``np.linalg`` or ``np.load``."""
    loops: Severity = "allow"


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one whole run of a submission may use. Text such as ``2s`` or ``512MB`` is read."""

    __pydantic_config__ = _strict()
    wall: float = 10.0
    """Seconds on the clock."""
    cpu: float = 10.0
    """Seconds of processor time."""
    memory: int = 512 * 2**20
    """Bytes beyond what the interpreter with NumPy has."""
    output: int = 64 * 2**10
    """Bytes of what it prints."""


@dataclass(frozen=True, kw_only=True)
class Compare:
    """How outputs are compared; usually nothing needs to be said."""

    __pydantic_config__ = _strict()
    slack: Annotated[float, at.Gt(0)] = 4.0
    """Safety factor on the traced error bound."""
    rtol: Annotated[float, at.Ge(0)] | None = None
    """Only where the traced tolerance is not wanted: replaces it, with ``atol``."""
    atol: Annotated[float, at.Ge(0)] | None = None


@dataclass(frozen=True, kw_only=True)
class Example:
    """A literal case that can be checked by hand; shown in every handout, run as a public case."""

    __pydantic_config__ = _strict()
    name: str
    args: Mapping[str, Any] | None = None
    returns: Any = None
    calls: tuple[CallSpec, ...] | None = None
    """Instead of ``args`` and ``returns``: several calls in a row, each with its own."""
    explain: str = ""


@dataclass(frozen=True, kw_only=True)
class CallSpec:
    """One of several calls in a row. Arguments that are not given are made from recipes.

    An argument may be ``{result: [0, m]}``: what call 0 returned, then a path into it.
    """

    __pydantic_config__ = _strict()
    method: str | None = None
    """For classes; ``init`` is the constructor. A function needs none."""
    args: Mapping[str, Any] = field(default_factory=dict)
    returns: Any = None
    """In examples only."""


@dataclass(frozen=True, kw_only=True)
class CaseSpec:
    """A generated test case, or several with ``repeat``."""

    __pydantic_config__ = _strict()
    name: str
    sizes: Mapping[str, Any] = field(default_factory=dict)
    """``{batch: [2, 3], d_model: 4}``; what is not given is drawn from the dim's range."""
    values: Mapping[str, str] = field(default_factory=dict)
    """A recipe by argument; ``"*"`` for all others."""
    layout: Mapping[str, str] = field(default_factory=dict)
    """``C``, ``F``, ``strided``, ``reversed``, ``transposed``, ``unaligned`` or ``readonly`` by
    argument; ``"*"`` for all others."""
    args: Mapping[str, Any] = field(default_factory=dict)
    """Literal arguments; they win over recipes."""
    calls: tuple[CallSpec, ...] | None = None
    """Several calls in a row on the same function or object."""
    repeat: Annotated[int, at.Ge(1)] = 1
    reuse: str | None = None
    """Name of an earlier case of equal shapes: its array objects are refilled with these values."""
    seed: int | None = None
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class TestGroup:
    """Cases that share points and a visibility."""

    __pydantic_config__ = _strict()
    __test__ = False
    id: str
    title: str = ""
    visible: Visibility = "diagnosis"
    points: Annotated[float, at.Ge(0)] = 0
    scoring: Scoring = "each"
    """``each``: points in proportion to the cases that pass; ``all``: all or none."""
    cases: tuple[CaseSpec, ...]


@dataclass(frozen=True, kw_only=True)
class Tests:
    """Seed, defaults and groups of the cases."""

    __pydantic_config__ = _strict()
    __test__ = False
    seed: int = 0
    values: Mapping[str, str] = field(default_factory=dict)
    """Default recipe by argument."""
    groups: tuple[TestGroup, ...]


@dataclass(frozen=True, kw_only=True)
class Property:
    """A relation that holds for every right answer, checked on the reference by ``validate``."""

    __pydantic_config__ = _strict()
    kind: Literal["equivariant", "invariant", "batchwise", "homogeneous"]
    arg: str
    axis: int = 0
    doc: str = ""


@dataclass(frozen=True, kw_only=True)
class Intermediate:
    """A value on the way, for explaining a counterexample: a NumPy expression of the arguments."""

    __pydantic_config__ = _strict()
    name: str
    expression: str


@dataclass(frozen=True, kw_only=True)
class Misconception:
    """A wrong solution with words for the student who made the same mistake."""

    __pydantic_config__ = _strict()
    solution: str
    """File below ``solutions/<id>/``, such as ``wrong/no_b1.py``."""
    feedback: str
    breaks: tuple[str, ...] = ()
    """What it violates: ``requirements[2]``, ``hints[0]``, ``pitfalls[1]``, ``constraints[0]``."""
    see: str | None = None
    """A heading of the theory, as its anchor."""


@dataclass(frozen=True, kw_only=True)
class ProblemSpec:
    """``problem.yaml``, key for key."""

    __pydantic_config__ = _strict()
    spec: Literal[1]
    """Version of this format."""
    id: str
    title: str
    summary: str
    """One sentence, for lists."""
    statement: str
    """Markdown with TeX between dollar signs: what the student is to do."""
    source: Source | None = None
    difficulty: Difficulty = "medium"
    tags: tuple[str, ...] = ()
    license: str | None = None
    prerequisites: tuple[str, ...] = ()
    """Ids of problems that come first."""
    function: Function | None = None
    class_: Annotated[ClassContract | None, Field(alias="class")] = None
    theory: str = "theory.md"
    """A Markdown file beside this one."""
    requirements: tuple[str | Statement, ...] = ()
    constraints: tuple[str | Statement, ...] = ()
    pitfalls: tuple[Pitfall, ...] = ()
    hints: tuple[str | Hint, ...] = ()
    starter: str
    """Python with the exact signature and an empty body."""
    policy: Policy = field(default_factory=Policy)
    limits: Limits = field(default_factory=Limits)
    compare: Compare = field(default_factory=Compare)
    examples: tuple[Example, ...] = ()
    tests: Tests
    properties: tuple[Property, ...] = ()
    intermediates: tuple[Intermediate, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()


@dataclass(frozen=True)
class Problem:
    """A problem and the files around it, read and checked."""

    spec: ProblemSpec
    folder: Path
    """``problems/<id>``."""
    solutions: Path
    """``solutions/<id>``; may not exist (a student's kit)."""
    theory: str
    places: Mapping[Keys, Location]
    """Where each value of problem.yaml stands."""
    hash: str
    """Of the spec, the theory and every solution: results say which problem they are of."""

    @property
    def id(self) -> str:
        """The problem's immutable name."""
        return self.spec.id

    def locate(self, *keys: str | int) -> Location:
        """The place of a value in problem.yaml, or of the nearest thing around it."""
        path = keys
        while path not in self.places and path:
            path = path[:-1]
        return self.places.get(path, Location(str(self.folder / "problem.yaml")))
