"""Small test cases made for the purpose of showing a mistake: never one of the suite's.

They are made like all cases, from the contract and its recipes, with names of their own: the
values differ from those of every case of the suite. Arrays that no recipe of the problem speaks
of are then filled with small whole numbers.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from grader.cases import (
    CaseErrors,
    Contract,
    Size,
    Testcase,
    arrange,
    build_suite,
    count_numbers,
    parse_layout,
    parse_shape,
    read_contract,
    resolve,
)
from grader.errors import ProblemError
from grader.problem import ArrayType, CaseSpec, Parameter, Problem, TestGroup

Array = np.ndarray[Any, Any]
_STARS: tuple[tuple[int, ...], ...] = ((), (1,), (2,), (1, 2), (2, 2))
_SIZES = (1, 2, 3)
#: How many sizes the corpus has, and how often values are drawn for each.
_MOST, _DRAWS = 45, 3
_GRID = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048)
GROUP = "small"


def corpus(problem: Problem, most: int = _MOST) -> tuple[Testcase, ...]:
    """Return cases of small sizes and small whole numbers, those with fewest numbers first."""
    contract = read_contract(problem, CaseErrors(problem))
    spec = _template(problem)
    smallest = sorted(_all_sizes(contract), key=lambda sizes: _weight(contract, sizes))[:most]
    specs = [
        # The name is what the values are drawn from, so it stays as it was.
        replace(spec, name=f"ladder {index}.{draw}", sizes=sizes)
        for index, sizes in enumerate(smallest)
        for draw in range(_DRAWS)
    ]
    cases = [_whole_numbers(problem, contract, case) for case in make(problem, specs)]
    return tuple(sorted(cases, key=lambda case: (count_numbers(case), roughness(case))))


def make(problem: Problem, specs: Iterable[CaseSpec]) -> list[Testcase]:
    """Make cases as a suite of their own; those that cannot be made are left out."""
    wanted = tuple(specs)
    if not wanted:
        return []
    try:
        return list(build_suite(_only(problem, wanted)).cases)
    except ProblemError:
        if len(wanted) == 1:
            return []
        half = len(wanted) // 2
        return make(problem, wanted[:half]) + make(problem, wanted[half:])


def smaller_sizes(sizes: Mapping[str, Size]) -> Iterator[dict[str, Size]]:
    """Yield sizes to try instead of ``sizes``: one symbol smaller, equal symbols together."""
    plain = {name: size for name, size in sizes.items() if isinstance(size, int)}
    for chosen in _together(plain):
        now = plain[chosen[0]]
        for size in sorted({*_GRID, *_below(now)}):
            if size >= now:
                break
            yield {**sizes, **dict.fromkeys(chosen, size)}
    for name, axes in sizes.items():
        if not isinstance(axes, int):
            for fewer in _smaller_axes(axes):
                yield {**sizes, name: fewer}


def _together(plain: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Symbols that are made smaller at once: all, those that are equal, and each by itself."""
    groups: list[tuple[str, ...]] = [(name,) for name in plain]
    for size in set(plain.values()):
        equal = tuple(name for name in plain if plain[name] == size)
        if len(equal) > 1:
            groups.insert(0, equal)
    return groups


def _below(size: int) -> set[int]:
    """Smaller sizes, closer together near ``size``: a threshold is found in a few rounds."""
    steps = {1, 2, 3, size // 2, *(size - size // 2**k for k in range(2, 8)), size - 1}
    return {step for step in steps if 0 < step < size}


def _smaller_axes(axes: tuple[int, ...]) -> list[tuple[int, ...]]:
    found: dict[tuple[int, ...], None] = {}
    for size in (1, 2, 3):
        found[tuple(min(n, size) for n in axes)] = None
    for index, length in enumerate(axes):
        before, after = axes[:index], axes[index + 1 :]
        found[(*before, *after)] = None
        for shorter in _below(length):
            found[(*before, shorter, *after)] = None
    found.pop(axes, None)
    return list(found)


def simpler_values(problem: Problem, case: Testcase) -> list[Testcase]:
    """Return the same case with simpler numbers in one or all of its free arrays."""
    contract = read_contract(problem, CaseErrors(problem))
    free = _free_names(problem, contract, case.calls[0].target)
    names = list(_parameters(contract, case.calls[0].target))
    changes: list[dict[str, Array]] = []
    arrays = {
        name: value
        for name, value in zip(names, case.calls[0].args, strict=False)
        if name in free and isinstance(value, np.ndarray) and value.size
    }
    for simplify in _SIMPLER:
        everything = {name: simplify(array) for name, array in arrays.items()}
        changes.append(everything)
        changes += [{name: array} for name, array in everything.items()]
    return [_with_arrays(case, names, change) for change in changes if change]


def _ones_in_turn(array: Array) -> Array:
    return 1.0 + np.arange(array.size, dtype=np.float64).reshape(array.shape) % 4


def _one_digit(array: Array) -> Array:
    """Return numbers of one significant digit, such as 3e-35."""
    rounded = [float(f"{value:.0e}") for value in array.ravel().tolist()]
    return np.array(rounded).reshape(array.shape)


_SIMPLER: tuple[Callable[[Array], Array], ...] = (
    lambda array: np.clip(np.round(array), -9, 9),
    lambda array: np.round(array),
    _ones_in_turn,
    lambda array: np.ones_like(array),
    lambda array: np.zeros_like(array),
    _one_digit,
    lambda array: np.sign(array),
)


def roughness(case: Testcase) -> float:
    """Return how hard the numbers of a case are to read; zeros count as dull."""
    arrays = [a for call in case.calls for a in call.args if isinstance(a, np.ndarray)]
    texts = [repr(v) for a in arrays for v in a.ravel()[:64].tolist()]
    dull = sum(text in ("0.0", "-0.0") for text in texts)
    return sum(len(text) for text in texts) + 1.5 * dull


def _template(problem: Problem) -> CaseSpec:
    """A case without sizes or values; for classes with the calls of the first such case."""
    if problem.spec.class_ is None:
        return CaseSpec(name=GROUP)
    cases = (case for group in problem.spec.tests.groups for case in group.cases)
    return CaseSpec(name=GROUP, calls=next((case.calls for case in cases if case.calls), None))


def _only(problem: Problem, specs: tuple[CaseSpec, ...]) -> Problem:
    group = TestGroup(id=GROUP, cases=specs)
    tests = replace(problem.spec.tests, groups=(group,))
    return replace(problem, spec=replace(problem.spec, examples=(), tests=tests))


def _all_sizes(contract: Contract) -> Iterator[dict[str, Size]]:
    symbols, stars = sorted(contract.symbols), sorted(contract.stars)
    options: list[Sequence[Size]] = [_SIZES] * len(symbols) + [_STARS] * len(stars)
    for combination in itertools.islice(itertools.product(*options), 20_000):
        yield dict(zip([*symbols, *stars], combination, strict=True))


def _weight(contract: Contract, sizes: Mapping[str, Size]) -> tuple[int, str]:
    """Numbers in all arguments; of equally many, symbols of different sizes come first."""
    return planned_numbers(contract, sizes), repr(sorted(sizes.items()))


def planned_numbers(contract: Contract, sizes: Mapping[str, Size]) -> int:
    """Return how many numbers all that can be passed would hold, also what may be left out.

    Raises:
        CaseError: no array can have these sizes.
    """
    return sum(
        math.prod(resolve(parse_shape(leaf.parameter.shape), sizes))
        for entry in contract.entries
        for leaf in entry.leaves()
        if leaf.parameter.shape is not None
    )


def _parameters(contract: Contract, target: str) -> Mapping[str, Parameter]:
    """Of what a call calls, in positional order."""
    return next(e.params for e in contract.entries if e.signature.python_name == target)


def _free_names(problem: Problem, contract: Contract, target: str) -> set[str]:
    """Float arrays of a call that no recipe of the problem speaks of."""
    return {
        name
        for name, parameter in _parameters(contract, target).items()
        if isinstance(parameter.value_type, ArrayType)
        and parameter.values is None
        and name not in problem.spec.tests.values
        and contract.dtype_of(parameter).kind == "f"
    }


def _whole_numbers(problem: Problem, contract: Contract, case: Testcase) -> Testcase:
    """The case with its free arrays filled with small whole numbers, distinct where possible."""
    chance = random.Random(case.name)
    for index, call in enumerate(case.calls):
        names = list(_parameters(contract, call.target))
        free = _free_names(problem, contract, call.target)
        arrays = {
            name: _draw(chance, value.shape)
            for name, value in zip(names, call.args, strict=False)
            if name in free and isinstance(value, np.ndarray)
        }
        case = _with_arrays(case, names, arrays, index)
    return case


def _draw(chance: random.Random, shape: tuple[int, ...]) -> Array:
    size = int(np.prod(shape))
    choice = [-3, -2, -1, 1, 2, 3, 4]
    numbers = chance.sample(choice, size) if size <= len(choice) else chance.choices(choice, k=size)
    return np.array(numbers, dtype=np.float64).reshape(shape)


def _with_arrays(
    case: Testcase, names: Sequence[str], arrays: Mapping[str, Array], index: int = 0
) -> Testcase:
    """The case with other arrays, laid out in memory like those they replace."""
    call = case.calls[index]
    args = tuple(
        _like(arrays[name], value) if name in arrays else value
        for name, value in zip(names, call.args, strict=False)
    )
    changed = replace(call, args=args + call.args[len(args) :])
    return replace(case, calls=(*case.calls[:index], changed, *case.calls[index + 1 :]))


def _like(array: Array, model: Array) -> Array:
    """``array`` with the strides of ``model``, as far as one of our layouts has them."""
    values = array.astype(model.dtype)
    for text in ("C", "F", "strided", "reversed", "transposed", "unaligned"):
        for extra in ("", "+readonly"):
            placed = arrange(values, parse_layout(text + extra))
            if placed.strides == model.strides and (
                placed.flags.writeable,
                placed.flags.aligned,
            ) == (model.flags.writeable, model.flags.aligned):
                return placed
    return arrange(values, parse_layout("C"))


def layout_name(array: Array) -> str:
    """Return the layout of an array in words, ``C`` for the usual one."""
    if array.flags.c_contiguous:
        return "C"
    if array.flags.f_contiguous:
        return "column-major"
    return "not contiguous in memory"
