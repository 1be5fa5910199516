"""NumPy expressions that a reference may use, with the arguments named in ``ARGUMENTS``."""

from __future__ import annotations

from typing import Any

import numpy as np


def arguments() -> dict[str, Any]:
    """Fresh arguments, by the names that the expressions use."""
    draw = np.random.default_rng(11)
    return {
        "x": draw.standard_normal((3, 4)),
        "y": draw.standard_normal((3, 4)),
        "w": draw.standard_normal((4, 5)),
        "v": draw.standard_normal(4),
        "p": draw.random((3, 4)) + 0.5,
        "q": draw.standard_normal((2, 3, 4)),
        "s": float(draw.standard_normal()),
        "n": 3,
        "ids": np.array([2, 0, 1, 2]),
        "mask": np.array([[True, False, True, True], [False] * 4, [True] * 4]),
        "rows": np.array([0, 2]),
    }


#: Expressions that are traced, and whose value in extended precision is the exact one, nearly.
TRACED = """
x + y
x - y
-x
+x
abs(x)
x * y
x / p
x * 2
2 * x
x / 3
1 / p
1.0 - x
x ** 2
x ** 3
p ** 0.5
p ** -0.5
p ** y
2.0 ** y
x @ w
x @ v
v @ v
q @ w
x.T @ y
x.dot(w)
np.dot(x, w)
np.dot(v, v)
np.dot(x, 2.5)
np.dot(q, w)
np.matmul(q, w)
np.inner(x, y)
np.outer(v, v)
np.vdot(v, v)
np.kron(v, v)
np.convolve(v, x[0])
np.correlate(x[0], v, mode='full')
np.tensordot(q, w, axes=1)
np.tensordot(q, w, axes=([-1], [0]))
np.einsum('ij,jk->ik', x, w)
np.einsum('...d,df->...f', q, w)
np.einsum('ij,ij->', x, y)
np.einsum('ij->ji', x)
np.einsum('ii', x[:, :3])
np.einsum('ij,jk', x, w)
np.einsum('bij,jk,k->bi', q, w, w[0])
np.cross(x[:, :3], y[:, :3])
np.linalg.multi_dot([x, w, w.T])
np.linalg.matrix_power(x[:, :3], 3)
np.linalg.norm(x)
np.linalg.norm(x, axis=-1, keepdims=True)
np.linalg.norm(v, 1)
np.linalg.norm(v, np.inf)
np.sum(x)
np.sum(x, axis=0)
np.sum(q, axis=(0, -1), keepdims=True)
x.sum(-1)
x.sum(axis=1, keepdims=True)
sum(v)
sum([s, s, 1.5])
np.mean(x)
x.mean(axis=-1, keepdims=True)
np.average(x, axis=0)
np.average(x, axis=1, weights=p[0])
np.var(x, axis=-1)
x.var(axis=0, ddof=1, keepdims=True)
np.std(x)
x.std(-1, keepdims=True)
np.median(x)
np.median(x, axis=1)
np.median(x, axis=0, keepdims=True)
np.prod(p)
np.prod(p, axis=0)
np.cumsum(x, axis=1)
np.cumsum(x)
np.cumprod(p, axis=1)
np.diff(x)
np.diff(x, axis=0)
np.trace(x)
np.max(x)
x.max(axis=-1, keepdims=True)
np.min(x, axis=0)
np.amax(x, 1)
np.ptp(x, axis=1)
np.maximum(x, 0)
np.maximum(x @ w, 0.0)
np.minimum(x, y)
np.clip(x, 0, None)
np.clip(x, -0.5, 0.5)
x.clip(min=0)
np.fmax(x, y)
np.exp(x)
np.exp(x - x.max(-1, keepdims=True))
np.expm1(x)
np.exp2(x)
np.log(p)
np.log2(p)
np.log10(p)
np.log1p(p)
np.sqrt(p)
np.cbrt(x)
np.square(x)
np.reciprocal(p)
np.sin(x)
np.cos(x)
np.tan(x)
np.arcsin(x / 4)
np.arccos(x / 4)
np.arctan(x)
np.arctan2(x, y)
np.hypot(x, y)
np.sinh(x)
np.cosh(x)
np.tanh(x)
np.arcsinh(x)
np.arccosh(p + 1)
np.arctanh(x / 4)
np.logaddexp(x, y)
np.logaddexp.reduce(x, axis=-1)
np.power(10000.0, x)
np.power(p, 2)
np.float_power(p, 1.5)
np.deg2rad(x)
np.sign(x) * y
np.copysign(y, x)
np.absolute(x)
np.fabs(x)
np.add.reduce(x)
np.add.reduce(x, axis=1)
np.add.accumulate(x)
np.multiply.outer(v, v)
np.subtract.outer(v, v)
np.maximum.reduce(x, axis=1)
np.maximum.accumulate(x, axis=1)
np.multiply(x, y)
np.add(x, y)
np.negative(x)
np.divide(x, p)
np.true_divide(x, p)
np.mod(x, 1.0)
x % 0.7
9.75 % p
np.fmod(9.75, p)
np.remainder(-9.75, p)
np.where(np.isneginf(np.where(mask, x, -np.inf)), y, x)
np.where(mask, x, 0)
np.where(x > 0, x, 0.01 * x)
np.where(x > 0, x, np.exp(x) - 1)
np.where(mask, x, -np.inf).max(-1)[::2]
np.select([x > 0.5, x < -0.5], [x, -x], 0.25)
x * (x > 0)
(x > 0) * x
x * mask
np.nan_to_num(x)
np.piecewise_free(x)
x[0]
x[:, 1]
x[..., None]
x[None]
x[::2, 1:]
x[-1, -1]
x[ids % 3]
x[rows[:, None], ids]
x[mask]
x[np.arange(3), ids[:3]]
x[x[:, 0] > 0]
x[[0, 2]]
np.take(x, ids, axis=1)
np.take_along_axis(x, np.argsort(x, axis=-1), axis=-1)
x.take(rows, axis=0)
x.reshape(4, 3)
x.reshape((2, -1))
x.reshape(-1)
np.reshape(x, (6, 2))
x.ravel()
x.flatten()
x.T
q.transpose(0, 2, 1)
q.transpose((2, 0, 1))
q.transpose()
np.transpose(q, (1, 0, 2))
np.swapaxes(q, -1, -2)
q.swapaxes(0, 1)
np.moveaxis(q, 0, -1)
q.mT
np.squeeze(x[None])
np.expand_dims(x, (0, -1))
np.broadcast_to(v, (3, 4))
np.repeat(x, 2, axis=0)
np.tile(v, (2, 2))
np.roll(x, 1, axis=1)
np.flip(x, -1)
np.rot90(x)
np.concatenate([x, y])
np.concatenate([x, y, x], axis=-1)
np.concatenate(np.split(x, 2, axis=-1), axis=0)
np.stack([x, y])
np.stack([x @ w, x @ w + 1], axis=1)
np.vstack([x, v])
np.hstack([x, y])
np.column_stack([v, v])
np.block([[x, y], [y, x]])
np.append(v, 1.5)
np.append(x, y, axis=0)
np.array([x, y])
np.array([v[0], v[1] + 1, 2])
np.array([[s, 1.0], [2.5, s * s]])
np.asarray(x) + 1
np.asarray(x, dtype=np.float64)
np.array(x, dtype=float)
np.array([row.sum() for row in x])
np.pad(x, ((1, 1), (0, 2)))
np.pad(v, 2, mode='edge')
np.diag(v)
np.diag(x[:, :3])
np.diagonal(x)
np.triu(x)
np.tril(x, -1)
np.sort(x, axis=-1)
np.sort(x @ w)[..., ::-1]
np.meshgrid(v, x[0])[1]
np.zeros((2, 3))
np.zeros_like(x) + 1
np.ones_like(x) * s
np.full((2, 3), s)
np.full_like(x, s)
np.eye(3)[ids[:3]]
np.eye(4) @ x.T
np.linspace(0, 1, 7) * s
np.linspace(-s, s, 5)
np.arange(5) / 7
np.arange(0.0, 1.0, 0.25)
np.arange(4)[:, None] / np.power(10000, 2 * (np.arange(4) // 2) / 4)
np.round(x, 3)
x.round(2)
np.floor(x * 10) / 10
x.astype(np.float64)
x.astype(np.float32).astype(float) if False else x
x.copy() * 2
float(s) * 2
float(x[0, 0]) / 3
x[0, 0].item() + 1
x.item(3)
np.float64(s) / 7
np.float64(3) / 7
s ** 2 / n
s / n
n / 7
n ** -0.5
n ** 0.5
1 - 0.999 ** n
abs(s)
min(s, 0.25)
max(s, 0.25, v[0])
min(n ** -0.5, n * 4000 ** -1.5)
pow(2.0, s)
round(s, 3)
divmod(s, 0.3)[1]
math.sqrt(n)
math.sqrt(4)
math.exp(s)
math.log(n) * s
math.log(10000.0) / 512
math.sin(s) + math.cos(n)
math.tanh(s)
math.pi * s
math.e ** s
math.fsum(v)
math.fsum([0.1] * 10)
math.prod([s, 0.3, 7])
math.pow(2, 0.5)
math.erf(s)
math.hypot(s, 1.0)
math.atan2(s, 0.5)
np.pi * x
np.sqrt(2 / np.pi) * x
np.sqrt(x.shape[-1]) * x
np.sqrt(np.mean(np.square(x), axis=-1, keepdims=True) + 1e-6)
np.exp(-x) / (1 + np.exp(-x))
x / np.sqrt(np.sum(x ** 2, axis=1, keepdims=True))
(x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
np.array([math.exp(t) for t in v])
np.array(v.tolist()) * 3
np.array([max(t, 0) for t in v])
np.apply_along_axis(lambda r: r / r.sum(), -1, p)
np.apply_along_axis(np.sum, 0, x)
np.vectorize(lambda t: math.exp(t) + 1)(x)
np.vectorize(math.erf)(x / np.sqrt(2))
np.log(np.sum(np.exp(x), axis=-1))
np.add.reduce([x, y])
functools.reduce(lambda a, b: a * b, list(p[0]))
np.real(x)
np.imag(x) + s
(x + 2j * y).imag
np.imag((x + 1j * y) * (2 + 1j))
np.abs(x + 1j * y)
np.asarray(x.sum()).reshape(1) * 3
np.array(x.sum())
np.expand_dims(np.array(x.sum()), 0)
x.sum()[None] * x.mean()[..., None]
np.float64(s / 3)[None]
np.where(mask[:, :1], x, s / 3)[1, 2]
np.where(x[:, :1] > 0, x, y.sum())
np.fmax(np.where(mask, np.nan, x / 3), s / 7)
np.fmin(x / 3, np.where(mask, np.nan, y / 7))
np.pad(x / 3, 1, constant_values=2.5)
np.pad(x @ w, ((0, 1), (0, 0)), mode='constant', constant_values=-1)
np.nan_to_num(np.where(mask, x / 3, np.nan), nan=0.5)
np.broadcast_arrays(x, v)[1] * 2
np.insert_free(v)
np.triu(np.ones((3, 3)), 1) * -1e9 + x[:, :3]
np.lib.stride_tricks.sliding_window_view(v, 2) @ np.array([1.0, 2.0])
np.average(v, weights=p[0])
np.bincount(ids) / 3
np.count_nonzero(mask) * s
len(x) * s
x.size * s
sum(1 for t in v if t > 0) * s
np.sum(x > 0) * s
np.mean(x > 0)
np.array([1, 2, 3]) / 3
np.array([1, 2, 3]).mean()
int(2.5 * 2) * s
sorted(v)[0] * 2
np.sum(x, axis=1) / np.sum(mask, axis=1).clip(1)
np.sum(x, where=mask)
np.mean(x, axis=0, where=mask)
np.max(x, where=mask, initial=-9.0, axis=1)
np.divide(x, y, out=np.zeros_like(x), where=mask)
np.exp(x, where=mask, out=np.ones((3, 4)))
np.sum(np.where(mask, x, 0), axis=-1) / np.maximum(mask.sum(-1), 1)
""".strip().splitlines()
TRACED = [line for line in TRACED if "_free(" not in line]

#: Expressions whose results are exact: their errors are ``None``.
DISCRETE = """
np.argmax(x, axis=-1)
np.argmin(x)
x.argmax()
np.argsort(x, axis=-1)
np.argsort(-(x @ w), axis=-1, kind='stable')
x > 0
x == np.max(x, axis=-1, keepdims=True)
(x > 0) & (y > 0)
~mask
mask | (x > 0)
np.logical_not(mask)
np.any(x > 0, axis=1)
np.all(mask, axis=1)
(x > 0).any()
x.shape
len(x)
np.nonzero(mask)
np.where(mask)
np.argwhere(mask)
np.flatnonzero(x > 0)
np.unique(ids)
np.bincount(ids, minlength=4)
np.isin(ids, rows)
np.triu(np.ones((4, 4), dtype=bool), k=1)
np.tril(np.ones((4, 4))) == 1
np.arange(n)[:, None] >= np.arange(n)
ids + 1
ids // 2
ids % 2
ids.sum()
ids * 2 ** 3
int(np.floor(s * 10))
int(s)
math.floor(s * 3)
math.ceil(2.5)
np.ceil(x).astype(int)
np.floor(x / 0.3).astype(int)
np.isnan(x)
np.isfinite(x).all()
np.isinf(np.where(mask, x, -np.inf))
np.isneginf(np.where(mask, x, -np.inf))
np.isposinf(np.where(mask, x, -np.inf))
isinstance(s, float)
isinstance(x, np.ndarray)
isinstance(n, int)
isinstance(x[0, 0], (float, np.floating))
x.dtype == np.float64
np.issubdtype(x.dtype, np.floating)
x.ndim
s > 0
bool(s > 0)
[int(i) for i in ids]
ids.tolist()
{int(i): n for i in ids}
{'a': n, 'b': 'text'}
(n, None, 'x')
max(ids.tolist())
max(range(4), key=lambda i: v[i])
sorted(range(4), key=lambda i: v[i])
np.searchsorted(np.sort(ids), 1)
'%d items' % n
f'{n} items'
' '.join(['a', 'b'])
x.astype(bool)
np.array_equal(ids, ids)
math.comb(5, 2)
n ** 2
n // 2
np.prod(x.shape)
np.size(x)
np.int64(n) + 1
int(np.prod([2, 3]))
np.cumsum(ids)
np.sign(x).astype(int)
np.argpartition(ids, 1)[:1] >= 0
""".strip().splitlines()
