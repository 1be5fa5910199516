"""What an exercise is: plain, frozen data.

The classes down to :class:`ProblemSpec` mirror ``problem.yaml`` key for key; pydantic
reads them as they stand (``problem/load.py``), and the JSON Schema for editors is made
from them. :class:`Problem` is a spec together with the files around it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import annotated_types as at
from pydantic import Field

from grader.errors import Keys, Location
from grader.problem.fields import Bytes, Float, Int, Seconds
from grader.problem.parameters import (
    UNSET,
    ClassContract,
    Dim,
    Function,
    Method,
    Parameter,
    Unset,
    strict,
)
from grader.problem.prose import Help, Hint, Misconception, Pitfall, Sentence, Source, Statement
from grader.problem.testing import (
    CallSpec,
    CaseSpec,
    Example,
    Scoring,
    TestGroup,
    Tests,
    Visibility,
)

Difficulty = Literal["easy", "medium", "hard"]
Severity = Literal["allow", "warn", "forbid"]

__all__ = [
    "UNSET",
    "CallSpec",
    "CaseSpec",
    "ClassContract",
    "Compare",
    "Difficulty",
    "Dim",
    "Example",
    "Function",
    "Hint",
    "Intermediate",
    "Keys",
    "Limits",
    "Method",
    "Misconception",
    "Parameter",
    "Pitfall",
    "Policy",
    "Problem",
    "ProblemSpec",
    "Property",
    "Scoring",
    "Severity",
    "Source",
    "Statement",
    "TestGroup",
    "Tests",
    "Unset",
    "Visibility",
]


@dataclass(frozen=True, kw_only=True)
class Policy:
    """What the syntax tree of a submission is checked for before anything runs."""

    __pydantic_config__ = strict()
    imports: tuple[str, ...] | None = None
    """Top-level modules that may be imported; NumPy and the pure standard ones by default."""
    forbid_calls: tuple[str, ...] = ()
    """Dotted names that may not be used, such as ``np.linalg`` or ``np.load``."""
    loops: Severity = "allow"
    """Python's own loops: ``allow``, ``warn`` or ``forbid``."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one whole run of a submission may use; numbers, or text with a unit."""

    __pydantic_config__ = strict()
    wall: Seconds = 10.0
    """Seconds on the clock: ``2s``, ``500ms``."""
    cpu: Seconds = 10.0
    """Seconds of processor time."""
    memory: Bytes = 512 * 2**20
    """Bytes beyond what the interpreter with NumPy has: ``512MB``, ``1GiB``."""
    output: Bytes = 64 * 2**10
    """Bytes of what it prints: ``64kB``."""


@dataclass(frozen=True, kw_only=True)
class Compare:
    """How outputs are compared; usually nothing needs to be said."""

    __pydantic_config__ = strict()
    slack: Annotated[Float, at.Gt(0)] = 4.0
    """Safety factor on the traced error bound."""
    rtol: Annotated[Float, at.Ge(0)] | None = None
    """Only where the traced tolerance is not wanted: replaces it, with ``atol``."""
    atol: Annotated[Float, at.Ge(0)] | None = None
    """With ``rtol``; 0 if only that is given."""


@dataclass(frozen=True, kw_only=True)
class Property:
    """A relation that holds for every right answer, checked on the reference by ``validate``."""

    __pydantic_config__ = strict()
    kind: Literal["equivariant", "invariant", "batchwise", "homogeneous"]
    """``equivariant``: permuting along ``axis`` permutes the result likewise; ``invariant``: it
    leaves the result; ``batchwise``: each part along ``axis`` by itself gives that part of the
    result; ``homogeneous``: a factor before ``arg`` comes out of the result."""
    arg: str
    """The argument it is about."""
    axis: Int = 0
    """Of that argument."""
    doc: str = ""
    """What it says, in words."""


@dataclass(frozen=True, kw_only=True)
class Intermediate:
    """A value in between, for explaining a counterexample: a NumPy expression of the arguments."""

    __pydantic_config__ = strict()
    name: str
    """As it is shown; later expressions may use it."""
    expression: str
    """Such as ``x @ W1 + b1``."""


@dataclass(frozen=True, kw_only=True)
class ProblemSpec:
    """``problem.yaml``, key for key."""

    __pydantic_config__ = strict()
    spec: Literal[1]
    """Version of this format."""
    id: str
    """The folder's name: small letters, digits and _."""
    title: str
    """For people."""
    summary: str
    """One sentence, for lists."""
    statement: str
    """Markdown with TeX between dollar signs: what the student is to do."""
    source: Source | None = None
    """The work that the exercise comes from."""
    difficulty: Difficulty = "medium"
    """``easy``, ``medium`` or ``hard``."""
    tags: tuple[str, ...] = ()
    """For diagnostic it."""
    license: str | None = None
    """Of the problem's text, such as ``CC-BY-4.0``."""
    prerequisites: tuple[str, ...] = ()
    """Ids of problems that come first."""
    function: Function | None = None
    """The contract, if the student writes a function."""
    class_: Annotated[ClassContract | None, Field(alias="class")] = None
    """The contract, if the student writes a class."""
    theory: str = "theory.md"
    """A Markdown file beside this one."""
    requirements: tuple[Sentence, ...] = ()
    """What a solution has to do."""
    constraints: tuple[Sentence, ...] = ()
    """What holds of inputs and solutions, besides what follows from the contract."""
    pitfalls: tuple[Pitfall, ...] = ()
    """Mistakes that people make."""
    hints: tuple[Help, ...] = ()
    """In the order in which they are shown."""
    starter: str
    """Python with the exact signature and an empty body."""
    policy: Policy = field(default_factory=Policy)
    """What is checked before anything runs."""
    limits: Limits = field(default_factory=Limits)
    """What a run may use."""
    compare: Compare = field(default_factory=Compare)
    """How outputs are compared."""
    examples: tuple[Example, ...] = ()
    """Literal cases that can be checked by hand."""
    tests: Tests
    """The generated cases."""
    properties: tuple[Property, ...] = ()
    """Relations that hold for every right answer."""
    intermediates: tuple[Intermediate, ...] = ()
    """Values in between, in order."""
    misconceptions: tuple[Misconception, ...] = ()
    """Wrong solutions with words for the student."""

    @property
    def contract(self) -> Function | ClassContract:
        """What the student writes: exactly one of the two is given."""
        contract = self.function or self.class_
        assert contract is not None, "the loader refuses a problem without a contract"
        return contract


@dataclass(frozen=True)
class Problem:
    """A problem and the files around it, read and checked."""

    spec: ProblemSpec
    folder: Path
    """``problems/<id>``."""
    solutions: Path
    """``solutions/<id>``; may not exist (a student bundle)."""
    theory: str
    locations: Mapping[Keys, Location]
    """Where each value of problem.yaml stands."""
    hash: str
    """Of the spec, the theory and every solution: results say which problem they are of."""
    key_locations: Mapping[Keys, Location] = field(default_factory=dict)
    """Where the key of each value stands."""
    text_locations: Mapping[Keys, Location] = field(default_factory=dict)
    """Where the first character of a text stands, if it is written line for line as it is read."""
    public_cases: Path | None = None
    """In a student bundle, the file that holds the cases and what is expected of them."""

    @property
    def id(self) -> str:
        """The problem's immutable name."""
        return self.spec.id

    def locate(self, *keys: str | int) -> Location:
        """The place of a value in problem.yaml, or of the nearest thing around it."""
        path = keys
        while path not in self.locations and path:
            path = path[:-1]
        return self.locations.get(path, Location(str(self.folder / "problem.yaml")))

    def locate_key(self, *keys: str | int) -> Location:
        """The place of the key of a value, or of the value where it has none."""
        return self.key_locations.get(keys) or self.locate(*keys)

    def locate_in(self, text: str, offset: int, *keys: str | int) -> Location:
        """The place of character ``offset`` of the text at ``keys``.

        Where the file folds its lines, the place of the whole text.
        """
        start = self.text_locations.get(keys)
        if start is None:
            return self.locate(*keys)
        lines = text.count("\n", 0, offset)
        column = offset - (text.rfind("\n", 0, offset) + 1)
        return Location(start.file, start.line + lines, start.column + column)
