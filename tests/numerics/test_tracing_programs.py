"""Whole references, as people write them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from traced import exact, run, worst

D = np.random.default_rng(4)
X, Y, W = D.standard_normal((3, 4)), D.standard_normal((3, 4)), D.standard_normal((4, 4))
MASK = np.tril(np.ones((3, 3), dtype=bool))

PROGRAMS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "in place on its own array": (
        """
def f(x, w):
    h = x @ w
    h += 1.5
    np.maximum(h, 0, out=h)
    h *= 0.3
    h -= h.mean()
    h /= 7
    h **= 2
    return h
""", (X, W)),
    "in place on a view": (
        """
def f(x, w):
    h = x @ w
    row = h[1]
    row += 2.0
    row[2:] *= 3.0
    h[:, 0] = x.sum(axis=1)
    h[0] /= 3
    flat = h.reshape(-1)
    flat[5] = 0.1 * flat[4]
    return h
""", (X, W)),
    "a scalar that looks in place": (
        """
def f(x, w):
    first = x[0, 0]
    s = first
    s += 1.0
    t = 0.0
    for i in range(4):
        t += x[1, i] * w[i, 0]
    n = 3
    n /= 7
    return np.array([first, s, t, n])
""", (X, W)),
    "filled by loops": (
        """
def f(x, w):
    out = np.zeros((x.shape[0], w.shape[1]))
    for i in range(x.shape[0]):
        for j in range(w.shape[1]):
            s = 0.0
            for k in range(x.shape[1]):
                s = s + x[i, k] * w[k, j]
            out[i, j] = s
    return out + 1
""", (X, W)),
    "lists and comprehensions": (
        """
def f(x, w):
    rows = [[sum(a * b for a, b in zip(r, c)) for c in w.T] for r in x]
    return np.array(rows)
""", (X, W)),
    "plain lists out of it": (
        """
def f(x, w):
    return [[float(v) / 3 for v in row] for row in x], {"a": (x[0] @ w, None, "t", 3)}
""", (X, W)),
    "helpers, a global and a default": (
        """
from numpy import exp, sum as total
import numpy.linalg as la
from numpy.linalg import norm
EPS = 1e-5
SCALE = 2 / 3

def softmax(z, axis=-1, temperature=0.7):
    z = z / temperature
    e = exp(z - z.max(axis=axis, keepdims=True))
    return e / total(e, axis=axis, keepdims=True)

def f(x, w, scale=SCALE):
    return softmax(x @ w) * scale / (norm(x) + EPS) + la.norm(w)
""", (X, W)),
    "attention with a mask": (
        """
def f(q, k, v, mask=None):
    d = q.shape[-1]
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(d)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    s = s - np.max(s, axis=-1, keepdims=True)
    e = np.exp(s)
    w = e / e.sum(axis=-1, keepdims=True)
    return w @ v, w
""", (X, Y, X, MASK)),
    "attention with an added mask": (
        """
def f(q, k, v, mask):
    s = q @ k.T / math.sqrt(q.shape[-1]) + (1.0 - mask) * -1e9
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v
""", (X, Y, X, MASK)),
    "attention with fully masked rows set to zero": (
        """
def f(q, k, v, mask):
    s = q @ k.T / np.sqrt(q.shape[-1])
    s[~mask] = -np.inf
    top = np.max(s, axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    e = np.exp(s - top)
    total = e.sum(-1, keepdims=True)
    w = np.divide(e, np.where(total == 0, 1.0, total))
    return w @ v, w
""", (X, Y, X, MASK & (np.arange(3) != 1)[:, None])),
    "fully masked rows as NaN": (
        """
def f(q, k, mask):
    s = np.where(mask, q @ k.T, -np.inf)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return w, np.where(np.isnan(w), 0, w), np.nan_to_num(w)
""", (X, Y, MASK & (np.arange(3) != 1)[:, None])),
    "multi-head": (
        """
def split(x, h):
    b, n, d = x.shape
    return x.reshape(b, n, h, d // h).transpose(0, 2, 1, 3)

def f(x, w, h):
    q = split((x @ w)[None], h)
    s = np.einsum('bhid,bhjd->bhij', q, q) * (w.shape[0] // h) ** -0.5
    a = np.exp(s - s.max(-1, keepdims=True))
    a /= a.sum(-1, keepdims=True)
    o = (a @ q).transpose(0, 2, 1, 3).reshape(1, x.shape[0], -1)
    return np.concatenate([o, o @ w], axis=-1)
""", (X, W, 2)),
    "sinusoidal positions": (
        """
def f(length, d):
    pe = np.zeros((length, d))
    position = np.arange(length)[:, np.newaxis]
    div = np.exp(np.arange(0, d, 2) * -(math.log(10000.0) / d))
    pe[:, 0::2] = np.sin(position * div)
    pe[:, 1::2] = np.cos(position * div)
    return pe
""", (60, 8)),
    "embedding": (
        """
def f(ids, table):
    return table[ids] * math.sqrt(table.shape[1])
""", (np.array([[0, 3], [3, 1]]), W)),
    "label smoothing and its loss": (
        """
def f(logits, target, eps=0.1):
    n, v = logits.shape
    q = np.full((n, v), eps / (v - 1))
    q[np.arange(n), target] = 1.0 - eps
    lp = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    return float(-(q * lp).sum() / n), q
""", (X, np.array([1, 0, 3]))),
    "Adam": (
        """
def f(p, g, m, v, t, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    m = beta1 * m + (1 - beta1) * g
    v = beta2 * v + (1 - beta2) * g ** 2
    mh = m / (1 - beta1 ** t)
    vh = v / (1 - beta2 ** t)
    return p - lr * mh / (np.sqrt(vh) + eps), m, v
""", (X, Y, np.zeros((3, 4)), np.zeros((3, 4)), 1)),
    "warm-up": (
        """
def f(step, d_model=512, warmup=4000):
    return d_model ** -0.5 * min(step ** -0.5, step * warmup ** -1.5)
""", (4000,)),
    "beam search": (
        """
import heapq
def f(logp, width, alpha):
    beams = [((), 0.0)]
    for t in range(logp.shape[0]):
        grown = [(seq + (int(j),), score + logp[t, j]) for seq, score in beams
                 for j in range(logp.shape[1])]
        grown.sort(key=lambda b: -b[1])
        beams = grown[:width]
    best = max(beams, key=lambda b: b[1] / ((5 + len(b[0])) / 6) ** alpha)
    two = heapq.nlargest(2, beams, key=lambda b: b[1])
    return list(best[0]), float(best[1]), [score for _, score in two]
""", (np.log(np.abs(X) + 0.1), 2, 0.6)),
    "dict of weights": (
        """
def norm(x, p):
    mu = x.mean(-1, keepdims=True)
    return p['g'] * (x - mu) / np.sqrt(x.var(-1, keepdims=True) + 1e-6) + p['b']

def f(x, weights):
    return norm(x + np.maximum(x @ weights['w'], 0), weights['norm'])
""", (X, {"w": W, "norm": {"g": W[0], "b": W[1]}})),
    "power iteration with a stop": (
        """
def f(a):
    v = np.ones(a.shape[0])
    for _ in range(500):
        u = a @ v
        u = u / np.linalg.norm(u)
        if np.linalg.norm(u - v) < 1e-3:
            break
        v = u
    return u @ a @ u
""", (W @ W.T,)),
    "scatter": (
        """
def f(ids, g):
    out = np.zeros((5, 4))
    np.add.at(out, ids, g)
    return out
""", (np.array([1, 1, 4]), X)),
    "dataclass and recursion": (
        """
from dataclasses import dataclass, field

@dataclass
class Node:
    value: float
    parts: list = field(default_factory=list)

def total(node: Node) -> float:
    return node.value + sum(total(part) / 3 for part in node.parts)

def f(x):
    return total(Node(x[0, 0], [Node(v) for v in x[1]]))
""", (X,)),
    "complex numbers": (
        """
def f(x, w):
    z = x + 1j * w[:3]
    y = (z @ w) * np.exp(1j * 0.3) / (1 + 2j)
    return y, np.abs(y), y.real, np.conj(z).T @ z
""", (X, W)),
    "match and f-string": (
        """
def f(x, kind):
    match kind:
        case "half":
            scale = 0.5
        case 2.5:
            scale = 3.0
        case _:
            raise ValueError(f"unknown {kind}")
    return x * scale / 3
""", (X, "half")),
    "an iterator and a while loop": (
        """
def f(x):
    total, rest = 0.0, iter(x.ravel())
    while (v := next(rest, None)) is not None:
        if v > 0:
            total += math.sqrt(v)
        elif v < -1:
            continue
        else:
            total -= v / 3
    return total
""", (X,)),
    "exceptions of Python's own numbers": (
        """
def f(x):
    found = []
    for attempt in (
        lambda: 1.0 / 0, lambda: 1 / len(x[1:1]), lambda: 2.5 % 0.0, lambda: 2.5 // 0,
        lambda: math.sqrt(-1.0), lambda: math.log(0), lambda: 10.0 ** 400, lambda: int("a"),
        lambda: x[99], lambda: float("one"), lambda: math.exp(1000),
    ):
        try:
            attempt()
        except (ArithmeticError, ValueError, IndexError) as error:
            found.append(type(error).__name__)
    return found, x[0] / 0.0 > 0, x * len(found) / 3
""", (np.abs(X[0]),)),
    "Newton": (
        """
def f(a):
    r = a
    while abs(r * r - a) > 1e-6 * a:
        r = 0.5 * (r + a / r)
    return r
""", (7.0,)),
}  # fmt: skip


@pytest.mark.parametrize(("body", "args"), PROGRAMS.values(), ids=PROGRAMS.keys())
def test_traced_within_its_bound(body: str, args: tuple[Any, ...]) -> None:
    result = run(body, *args)
    assert (result["status"], result["why"], result["tie"]) == ("traced", "", False)
    assert worst(result, exact(body, *args)) <= 1


def test_python_and_numpy_numbers_stay_what_they_are() -> None:
    """A trace that took one for the other would return other values than the plain run."""
    body = """
def f(x, n):
    a, b = 0.1 + 0.2, np.float64(0.1) + 0.2
    kinds = [isinstance(v, float) for v in (a, b, n / 3, n ** -1, x[0], math.sqrt(n), n)]
    kinds += [isinstance(v, np.floating) for v in (a, b, float(x[0]), np.sqrt(2.0), x[0])]
    whole, rest = divmod(np.arange(n * 2), n)
    return kinds, a * b, whole, rest, divmod(7, 2), float(x[0]) / 3, np.finfo(float).eps * x
"""
    result = run(body, X[0], 3)
    assert (result["status"], result["why"], result["tie"]) == ("traced", "", False)


def test_writing_through_a_view_reaches_the_array() -> None:
    """An error written into a view is the error of the whole array there."""
    body = """
def f(x):
    out = np.zeros((2, 3))
    row = out[1]
    other = out[1:]
    row[0] = np.exp(x[0])
    other[0, 1] += np.exp(x[1])
    out.T[2] += x[:2] / 3
    return out, row, other
"""
    result = run(body, np.array([20.0, 30.0, 40.0]))
    out, row, other = result["error"]
    assert np.array_equal(out[1], row)
    assert np.array_equal(out[1], other[0])
    assert np.all(out[1] > 1e-17)
    assert out[0, 0] == 0
    assert worst(result, exact(body, np.array([20.0, 30.0, 40.0]))) <= 1


def test_arguments_are_not_changed_and_their_errors_not_shared() -> None:
    body = "def f(x):\n    y = -x\n    y[0] = np.exp(3.0)\n    z = x.copy()\n    return y, x, z\n"
    x = np.array([1.0, 2.0])
    result = run(body, x)
    assert x.tolist() == [1.0, 2.0]
    errors = result["error"]
    assert errors[0][0] > 0
    assert not errors[1].any()
    assert not errors[2].any()


@pytest.mark.parametrize(("base", "exponent"), [(1.0003, 1000), (0.999, 700), (1e4, -0.4375)])
def test_other_ways_to_a_power_are_covered(base: float, exponent: float) -> None:
    result = run("def f(x, p):\n    return x ** p, np.power(x, p)\n", base, exponent)
    others = [float(np.exp(exponent * np.log(base)))]
    if exponent > 1:
        product = 1.0
        for _ in range(exponent):
            product *= base
        others.append(product)
    exactly = np.longdouble(base) ** np.longdouble(exponent)
    for bound in result["error"]:
        assert all(abs(float(other - exactly)) <= bound for other in others)
        assert bound <= 1e-12 * exactly


@pytest.mark.parametrize(
    "body",
    [
        "def f(t):\n    return 1 / (1 - 0.999 ** t)\n",
        "def f(t, beta=0.999):\n    return 1 / (1 - beta ** t)\n",
        "BETA = 0.999\ndef f(t):\n    return 1 / (1 - pow(BETA, t))\n",
        "def f(t):\n    return 1 / (1 - (999 / 1000) ** t)\n",
        "def f(t):\n    q = 999\n    q /= 1000\n    return 1 / (1 - q ** t)\n",
        "def f(t):\n    return 1 / (1 - float('0.999') ** t)\n",
        "def f(t):\n    return 1 / (1 - math.pow(0.999, t))\n",
    ],
)
def test_plain_python_numbers_are_tracked_too(body: str) -> None:
    """The correction of Adam's second moment cancels three digits."""
    result = run(body, 2)
    other = 1 / (1 - 0.999 * 0.999)
    truth = 1 / (1 - Fraction(0.999) ** 2)
    for value in (result["value"], other):
        assert abs(Fraction(float(value)) - truth) <= Fraction(float(result["error"]))
    assert result["error"] > 1e-14 * result["value"]


def test_a_view_that_was_taken_before_sees_what_is_written_later() -> None:
    for view in ("out[:]", "out.T", "out.reshape(2)", "np.ravel(out)"):
        body = f"def f(x):\n    out = np.zeros(2)\n    view = {view}\n"
        body += "    out[0] = x.sum()\n    out += x[0] @ x[1]\n    return out, view\n"
        result = run(body, X)
        assert np.array_equal(*result["value"])
        assert np.array_equal(*result["error"])
        assert worst(result, exact(body, X)) <= 1


#: Sums of the products of ``x`` with ones, as NumPy's many functions take them.
SUMS = [
    "x.sum()", "np.mean(x) * x.size", "x @ one", "np.dot(x, one)", "np.inner(x, one)",
    "np.vdot(x, one)", "np.einsum('i,i->', x, one)", "np.tensordot(x, one, 1)",
    "np.cumsum(x)[-1]", "np.convolve(x, one, 'valid')[0]", "np.trace(np.diag(x))",
    "np.add.reduce(x)", "np.linalg.norm(x, 1)", "sum(x)", "math.fsum(x)", "(x[None] @ one)[0]",
    "np.matmul(x, one[:, None])[0]", "np.average(x, weights=one) * x.size",
]  # fmt: skip


@pytest.mark.parametrize("expression", SUMS)
def test_long_sums_cover_the_worst_order(expression: str) -> None:
    """Adding one term after the other loses more than NumPy does in pairs or blocks."""
    body = f"def f(x, one):\n    return {expression}\n"
    terms = np.full(700, 0.1)
    result = run(body, terms, np.ones(700))
    one_by_one = 0.0
    for term in terms:
        one_by_one += term
    exactly = 700 * np.longdouble(terms[0])
    assert abs(float(one_by_one - exactly)) > 1e-13
    assert abs(float(one_by_one - exactly)) <= result["error"]
    assert result["error"] < 1e-10


def test_views_of_arrays_without_dimensions_share_their_errors() -> None:
    body = "def f(x):\n    b = np.array(x)\n    v = np.squeeze(b)\n    v /= 7\n    return v, b\n"
    errors = run(body, np.array(0.7))["error"]
    assert errors[0] == errors[1] > 0


def test_only_narrower_types_round() -> None:
    body = "def f(x, i):\n    return i.astype(float), x.astype(np.float32).astype(float), x + 0j\n"
    whole, narrowed, widened = run(body, X, np.arange(3))["error"]
    assert not whole.any()
    np.testing.assert_allclose(narrowed, 2.0**-24 * np.abs(X), rtol=1e-6)
    assert widened.max() < 1e-14


def test_open_sums_cover_other_orders() -> None:
    """A large term that is added last may as well have come first."""
    terms = np.full(1000, 0.1)
    body = "def f(x, b):\n    h = np.zeros(2)\n    h[0] = x.sum()\n    return h[:1] + b\n"
    result = run(body, terms, 1e6)
    first = 1e6
    for term in terms:
        first += term
    exactly = 1e6 + 1000 * np.longdouble(0.1)
    assert abs(float(first - exactly)) > 1e-10  # this order is bad
    assert abs(float(first - exactly)) <= result["error"][0]
