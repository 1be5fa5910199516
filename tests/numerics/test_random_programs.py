"""Random programs over many functions and shapes, against extended precision.

What one function does right another may undo: views that are written to, numbers that become
arrays without dimensions, sums that are kept open through moves. Each program is drawn
statement by statement, and kept as far as NumPy itself accepts it.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from traced import exact, run, worst

UNARY = """
np.exp(-np.abs({t})) | np.tanh({t}) | {t} - {t}.max() | {t}[None] | {t}[..., None] | {t}.T
{t}.ravel() | np.sum({t}, axis=-1) | np.mean({t}, axis=0) | {t}.sum() | {t}.copy() | -{t}
np.asarray({t}) | np.array({t}) * 2 | {t}.reshape(-1) | {t}[0] | {t}[-1] | {t}[..., 0]
{t}[::-1] | np.sqrt(np.abs({t}) + 1) | np.log(np.abs({t}) + 0.5) | {t} ** 2 | np.abs({t})
np.cumsum({t}, axis=-1) | np.sort({t}, axis=-1) | np.square({t}) | np.sin({t}) | np.flip({t})
np.squeeze({t}) | np.atleast_2d({t}) | np.expand_dims({t}, 0) | np.maximum({t}, 0.1) | {t} / 3
np.clip({t}, -1, 1) | np.std({t}, axis=-1, keepdims=True) | np.var({t}) | np.linalg.norm({t})
np.stack([{t}, {t} * 2]) | np.repeat({t}, 2) | np.tile({t}, 2) | np.triu(np.atleast_2d({t}))
np.prod(1 + 0.1 * np.tanh({t})) | np.median({t}) | np.ptp({t}) | np.diff({t}, axis=-1)
np.outer({t}, {t}) | np.einsum('...i->...', {t}) | np.where({t} > 0, {t}, -0.5 * {t})
np.array([v for v in {t}]) | np.array({t}.tolist()) | sum(v for v in {t}) | {t}.mean()
np.zeros_like({t}) + {t} | np.full_like({t}, 0.3) * {t} | np.roll({t}, 1) | np.pad({t}, 1)
np.moveaxis(np.atleast_2d({t}), 0, -1) | np.append({t}, {t}.sum()) | np.nan_to_num({t})
np.logaddexp({t}, 0.3) | np.arctan2({t}, 2.0) | np.min({t}, axis=0) | {t}.astype(float)
np.float64({t}.sum()) | float({t}.sum()) * {t} | max({t}.sum(), 0.2) + {t}
np.broadcast_to({t}, (2,) + {t}.shape) | np.take({t}, [0, 0], axis=0) | ({t} * 1j).imag
np.abs({t} + 1j) | np.exp(1j * {t}).real
"""
BINARY = """
{t} + {u} | {t} - {u} | {t} * {u} | {t} / (1 + {u} * {u}) | np.maximum({t}, {u}) | {t} @ {u}
np.where({t} > 0, {t}, {u}) | np.where({u} > 100, {t}, {u}) | np.dot({t}, {u})
np.concatenate([{t}.ravel(), {u}.ravel()]) | {t} + {u}.sum() | {t} * {u}.mean()
np.hypot({t}, {u}) | np.minimum({t}, {u}.max()) | np.fmax({t}, {u}) | np.outer({t}, {u})
np.tensordot({t}, {u}, 0) | np.stack([{t}, {u}]) | np.where(np.isfinite({t}), {u}, 0.3)
np.inner({t}, {u}) | np.array([{t}.sum(), {u}.sum(), 1])
"""
IN_PLACE = """
{t} += {u} | {t} *= 0.3 | {t}[0] = {u}.sum() | {t}[..., 0] += 0.7 * {u}.mean() | {t} /= 7
{t}[{t} > 0.5] = 0.25 | {t}.fill({u}.sum()) | np.add({t}, {u}, out={t}) | {t}[...] = {u}
w = {t}[:1]; w *= 1.1 | w = {t}.reshape(-1); w[0] = 0.1 * {u}.sum() | np.exp({t}, out={t})
{t} -= {t}.mean() | np.multiply({t}, {u}, out={t}, where={u} > 0) | w = {t}.T; w += 0.1
"""
SHAPES = [(3,), (2, 3), (3, 3), (), (1,), (2, 1, 3)]
EXTENDED = np.finfo(np.longdouble).eps < np.finfo(float).eps


def templates(text: str) -> list[str]:
    return [part.strip() for line in text.strip().splitlines() for part in line.split(" | ")]


STATEMENTS = st.one_of(
    *(st.sampled_from(templates(text)) for text in (UNARY, UNARY, BINARY, IN_PLACE))
)


def accepted(line: str, names: dict[str, Any]) -> bool:
    """Whether NumPy takes the statement, without growing too large."""
    trial = {"np": np} | copy.deepcopy({k: v for k, v in names.items() if k != "np"})
    try:
        with np.errstate(all="ignore"):
            exec(line, trial)
            if any(np.size(value) > 300 for value in trial.values()):
                return False
            exec(line, names)
    except (ValueError, TypeError, IndexError):
        return False
    return True


@st.composite
def programs(draw: Any) -> tuple[str, Any, Any]:
    numbers = np.random.default_rng(draw(st.integers(0, 10**6)))
    a, b = (numbers.standard_normal(draw(st.sampled_from(SHAPES))) for _ in range(2))
    names: dict[str, Any] = {"np": np, "a": np.array(a), "b": np.array(b)}
    known, lines = ["a", "b"], []
    for number in range(draw(st.integers(1, 7))):
        template = draw(STATEMENTS)
        line = template.format(t=draw(st.sampled_from(known)), u=draw(st.sampled_from(known)))
        if template not in templates(IN_PLACE):
            line = f"t{number} = {line}"
        if accepted(line, names):
            lines.append(line)
            known += [f"t{number}"] if line.startswith(f"t{number} =") else []
    body = "".join(f"    {line}\n" for line in ["a, b = np.array(a), np.array(b)", *lines])
    return f"def f(a, b):\n{body}    return {', '.join(known)}\n", a, b


@pytest.mark.skipif(not EXTENDED, reason="no longer type to compare with")
@settings(max_examples=200, deadline=None, derandomize=True)
@given(programs())
def test_random_programs_are_traced_within_their_bounds(program: tuple[str, Any, Any]) -> None:
    body, a, b = program
    result = run(body, a, b)
    assert result["status"] == "traced", result["why"]
    if not result["tie"]:
        assert worst(result, exact(body, a, b)) <= 1
