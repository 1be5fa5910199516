"""References of many kinds, each with other right ways and with near misses.

The first function of an animal is its reference, and stands for itself: its source alone is
traced. ``right`` computes the same real function by another method, ``wrong`` nearly the same.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Function = Callable[..., Any]
LONG = np.longdouble
D = np.random.default_rng(5)
N = D.standard_normal


@dataclass(frozen=True)
class Animal:
    reference: Function
    inputs: list[tuple[Any, ...]]
    right: list[Function]
    wrong: list[Function]
    estimated: bool = False

    @property
    def source(self) -> str:
        return "import math\nfrom typing import Any\nimport numpy as np\n\n" + inspect.getsource(
            self.reference
        )


# -- softmax -------------------------------------------------------------------------------


def softmax(x: Any) -> Any:
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def softmax_by_logaddexp(x: Any) -> Any:
    return np.exp(x - np.logaddexp.reduce(x, axis=-1, keepdims=True))


def softmax_extended(x: Any) -> Any:
    e = np.exp(x.astype(LONG) - x.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True)).astype(float)


def softmax_in_python(x: Any) -> Any:
    out = np.empty_like(x)
    for i in np.ndindex(*x.shape[:-1]):
        top = max(x[i].tolist())
        terms = [math.exp(value - top) for value in x[i]]
        out[i] = [term / math.fsum(terms) for term in terms]
    return out


def softmax_float32(x: Any) -> Any:
    e = np.exp((x - x.max(-1, keepdims=True)).astype(np.float32)).astype(float)
    return e / e.sum(-1, keepdims=True)


def softmax_with_epsilon(x: Any) -> Any:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / (e.sum(-1, keepdims=True) + 1e-9)


def softmax_of_the_whole(x: Any) -> Any:
    e = np.exp(x - x.max())
    return e / e.sum()


# -- layer normalisation ---------------------------------------------------------------------


def layer_norm(x: Any, g: Any, b: Any) -> Any:
    mean = np.mean(x, axis=-1, keepdims=True)
    var = np.var(x, axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var + 1e-5) * g + b


def layer_norm_by_reciprocal(x: Any, g: Any, b: Any) -> Any:
    d = x - x.mean(-1, keepdims=True)
    return g * d * (1 / np.sqrt((d * d).mean(-1, keepdims=True) + 1e-5)) + b


def layer_norm_extended(x: Any, g: Any, b: Any) -> Any:
    x = x.astype(LONG)
    d = x - x.mean(-1, keepdims=True)
    return (d / np.sqrt(x.var(-1, keepdims=True) + LONG(1e-5)) * g + b).astype(float)


def layer_norm_by_power(x: Any, g: Any, b: Any) -> Any:
    n = x.shape[-1]
    d = x - x.sum(-1, keepdims=True) / n
    return d * ((d**2).sum(-1, keepdims=True) / n + 1e-5) ** -0.5 * g + b


def layer_norm_unbiased(x: Any, g: Any, b: Any) -> Any:
    var = x.var(-1, keepdims=True, ddof=1)
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(var + 1e-5) * g + b


def layer_norm_epsilon_outside(x: Any, g: Any, b: Any) -> Any:
    return (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + 1e-5) * g + b


def layer_norm_small_epsilon(x: Any, g: Any, b: Any) -> Any:
    var = x.var(-1, keepdims=True)
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(var + 1e-12) * g + b


# -- attention -------------------------------------------------------------------------------


def attention(q: Any, k: Any, v: Any) -> Any:
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    s = s - np.max(s, axis=-1, keepdims=True)
    w = np.exp(s)
    w = w / np.sum(w, axis=-1, keepdims=True)
    return w @ v


def attention_by_einsum(q: Any, k: Any, v: Any) -> Any:
    s = np.einsum("...id,...jd->...ij", q / np.sqrt(q.shape[-1]), k)
    w = np.exp(s - s.max(-1, keepdims=True))
    return np.einsum("...ij,...jd->...id", w, v) / w.sum(-1, keepdims=True)


def attention_online(q: Any, k: Any, v: Any) -> Any:
    out = np.zeros((*q.shape[:-1], v.shape[-1]))
    top, total = np.full(q.shape[:-1], -np.inf), np.zeros(q.shape[:-1])
    for j in range(k.shape[-2]):
        s = (q * k[..., j : j + 1, :]).sum(-1) * q.shape[-1] ** -0.5
        new = np.maximum(top, s)
        fade, p = np.exp(top - new), np.exp(s - new)
        total = total * fade + p
        out = out * fade[..., None] + p[..., None] * v[..., j : j + 1, :]
        top = new
    return out / total[..., None]


def attention_scaled_wrong(q: Any, k: Any, v: Any) -> Any:
    return attention(q / np.sqrt(q.shape[-1]), k, v)


def attention_float32(q: Any, k: Any, v: Any) -> Any:
    return attention_by_einsum(q.astype(np.float32).astype(float), k, v)


def masked_attention(q: Any, k: Any, v: Any, mask: Any) -> Any:
    s = np.where(mask, q @ k.T / np.sqrt(q.shape[-1]), -np.inf)
    w = np.exp(s - s.max(axis=-1, keepdims=True))
    w /= w.sum(axis=-1, keepdims=True)
    return w @ v


def masked_attention_rows(q: Any, k: Any, v: Any, mask: Any) -> Any:
    rows = [attention(q[i : i + 1], k[mask[i]], v[mask[i]])[0] for i in range(len(q))]
    return np.array(rows)


def masked_attention_by_product(q: Any, k: Any, v: Any, mask: Any) -> Any:
    w = np.exp(q @ k.T / math.sqrt(q.shape[-1])) * mask
    return w @ v / w.sum(-1, keepdims=True)


def masked_attention_weak_mask(q: Any, k: Any, v: Any, mask: Any) -> Any:
    return attention_with(q @ k.T / np.sqrt(q.shape[-1]) + np.where(mask, 0, -15.0), v)


def attention_with(s: Any, v: Any) -> Any:
    w = np.exp(s - s.max(-1, keepdims=True))
    return w / w.sum(-1, keepdims=True) @ v


# -- activations, losses, distances ------------------------------------------------------------


def gelu(x: Any) -> Any:
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def gelu_by_sigmoid(x: Any) -> Any:
    return x / (1 + np.exp(-2 * np.sqrt(2 / np.pi) * (x + 0.044715 * x * x * x)))


def gelu_exact(x: Any) -> Any:
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / np.sqrt(2)))


def logsumexp(x: Any) -> Any:
    m = np.max(x, axis=-1, keepdims=True)
    return np.log(np.sum(np.exp(x - m), axis=-1)) + m[..., 0]


def logsumexp_by_logaddexp(x: Any) -> Any:
    return np.logaddexp.reduce(x, axis=-1)


def logsumexp_with_epsilon(x: Any) -> Any:
    return np.log(np.sum(np.exp(x), -1) + 1e-8)


def cross_entropy(z: Any, y: Any) -> Any:
    z = z - np.max(z, axis=-1, keepdims=True)
    lp = z - np.log(np.sum(np.exp(z), axis=-1, keepdims=True))
    return -np.mean(np.sum(y * lp, axis=-1))


def cross_entropy_by_index(z: Any, y: Any) -> Any:
    p = np.take_along_axis(softmax(z), y.argmax(-1)[..., None], -1)
    return -np.mean(np.log(p))


def cross_entropy_mean_of_all(z: Any, y: Any) -> Any:
    return -np.sum(np.log(softmax(z)) * y) / y.size


def cross_entropy_with_epsilon(z: Any, y: Any) -> Any:
    return -np.mean(np.sum(y * np.log(softmax(z) + 1e-12), axis=-1))


def smoothed_targets(ids: Any, size: int, eps: float) -> Any:
    q = np.full((len(ids), size), eps / (size - 1))
    q[np.arange(len(ids)), ids] = 1 - eps
    return q


def smoothed_targets_by_eye(ids: Any, size: int, eps: float) -> Any:
    one_hot = np.eye(size)[ids]
    return one_hot * (1 - eps) + (1 - one_hot) * eps / (size - 1)


def smoothed_targets_over_all(ids: Any, size: int, eps: float) -> Any:
    return np.eye(size)[ids] * (1 - eps) + eps / size


def distances(a: Any, b: Any) -> Any:
    d = a[:, None, :] - b[None, :, :]
    return np.sum(d * d, axis=-1)


def distances_by_dot(a: Any, b: Any) -> Any:
    return np.array([[float(np.dot(p - q, p - q)) for q in b] for p in a])


def distances_rooted(a: Any, b: Any) -> Any:
    return np.sqrt(distances(a, b))


def cosine(a: Any, b: Any) -> Any:
    norms = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return np.sum(a * b, axis=-1) / norms


def cosine_rows(a: Any, b: Any) -> Any:
    return np.array([p @ q / math.sqrt((p @ p) * (q @ q)) for p, q in zip(a, b, strict=True)])


def cosine_with_epsilon(a: Any, b: Any) -> Any:
    norms = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return (a * b).sum(-1) / (norms + 1e-8)


def variance(x: Any) -> Any:
    return np.var(x, axis=-1)


def variance_two_pass(x: Any) -> Any:
    return ((x - x.mean(-1, keepdims=True)) ** 2).sum(-1) / x.shape[-1]


def variance_one_pass(x: Any) -> Any:
    return (x * x).mean(-1) - x.mean(-1) ** 2


def one_hot_of_largest(x: Any) -> Any:
    return np.where(x == np.max(x, axis=-1, keepdims=True), 1.0, 0.0)


def one_hot_by_argmax(x: Any) -> Any:
    out = np.zeros(x.shape)
    np.put_along_axis(out, x.argmax(-1)[..., None], 1.0, -1)
    return out


def one_hot_of_smallest(x: Any) -> Any:
    return one_hot_by_argmax(-x)


# -- positions, schedules, optimisers -----------------------------------------------------------


def positions(pos: Any) -> Any:
    i = np.arange(8)
    angle = pos[:, None] / np.power(10000.0, 2 * (i // 2) / 8)
    return np.where(i % 2 == 0, np.sin(angle), np.cos(angle))


def positions_in_python(pos: Any) -> Any:
    out = np.zeros((len(pos), 8))
    for row, p in enumerate(pos):
        for i in range(4):
            angle = p * math.exp(-math.log(10000) * 2 * i / 8)
            out[row, 2 * i], out[row, 2 * i + 1] = math.sin(angle), math.cos(angle)
    return out


def positions_every_frequency(pos: Any) -> Any:
    i = np.arange(8)
    angle = pos[:, None] / 10000.0 ** (i / 8)
    return np.where(i % 2 == 0, np.sin(angle), np.cos(angle))


def schedule(step: int, d_model: int, warmup: int) -> Any:
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def schedule_by_roots(step: int, d_model: int, warmup: int) -> Any:
    slope = step / (warmup * math.sqrt(warmup))
    return min(1 / math.sqrt(step), slope) / math.sqrt(d_model)


def schedule_off_by_one(step: int, d_model: int, warmup: int) -> Any:
    return schedule(step + 1, d_model, warmup)


def adam(p: Any, g: Any, m: Any, v: Any, t: int) -> Any:
    beta1, beta2 = 0.9, 0.999
    m = beta1 * m + (1 - beta1) * g
    v = beta2 * v + (1 - beta2) * g**2
    return p - 1e-3 * (m / (1 - beta1**t)) / (np.sqrt(v / (1 - beta2**t)) + 1e-8)


def adam_by_products(p: Any, g: Any, m: Any, v: Any, t: int) -> Any:
    power1 = power2 = 1.0
    for _ in range(t):
        power1, power2 = power1 * 0.9, power2 * 0.999
    m = m + (1 - 0.9) * (g - m)
    v = v + (1 - 0.999) * (g * g - v)
    return p - 1e-3 / (1 - power1) * m / (np.sqrt(v) / np.sqrt(1 - power2) + 1e-8)


def adam_by_exponentials(p: Any, g: Any, m: Any, v: Any, t: int) -> Any:
    m, v = 0.9 * m + (1 - 0.9) * g, 0.999 * v + (1 - 0.999) * g * g
    c1, c2 = 1 - math.exp(t * math.log(0.9)), 1 - math.exp(t * math.log(0.999))
    return p - 1e-3 * (m / c1) / ((v / c2) ** 0.5 + 1e-8)


def adam_epsilon_inside(p: Any, g: Any, m: Any, v: Any, t: int) -> Any:
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return p - 1e-3 * (m / (1 - 0.9**t)) / np.sqrt(v / (1 - 0.999**t) + 1e-16)


def adam_uncorrected(p: Any, g: Any, m: Any, v: Any, t: int) -> Any:
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return p - 1e-3 * m / (np.sqrt(v) + 1e-8)


def runge_kutta(y: Any, t: Any) -> Any:
    h = 0.1
    for _ in range(10):
        k1 = -y + np.sin(t)
        k2 = -(y + h / 2 * k1) + np.sin(t + h / 2)
        k3 = -(y + h / 2 * k2) + np.sin(t + h / 2)
        k4 = -(y + h * k3) + np.sin(t + h)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t = t + h
    return y


def runge_kutta_fixed_times(y: Any, t: Any) -> Any:
    h, start = 0.1, t

    def slope(y: Any, t: Any) -> Any:
        return np.sin(t) - y

    for i in range(10):
        t = start + i * h
        k1 = slope(y, t)
        k2 = slope(y + 0.5 * h * k1, t + 0.5 * h)
        k3 = slope(y + 0.5 * h * k2, t + 0.5 * h)
        k4 = slope(y + h * k3, t + h)
        y = y + (h * k1 + 2 * h * k2 + 2 * h * k3 + h * k4) / 6
    return y


def euler(y: Any, t: Any) -> Any:
    for _ in range(10):
        y, t = y + 0.1 * (np.sin(t) - y), t + 0.1
    return y


# -- loops and linear algebra --------------------------------------------------------------------


def convolution(x: Any, w: Any) -> Any:
    n, k = x.shape[0], w.shape[0]
    out = np.zeros(n - k + 1)
    for i in range(n - k + 1):
        s = 0.0
        for j in range(k):
            s = s + x[i + j] * w[j]
        out[i] = s
    return out


def convolution_by_numpy(x: Any, w: Any) -> Any:
    return np.convolve(x, w[::-1], "valid")


def convolution_by_windows(x: Any, w: Any) -> Any:
    return np.lib.stride_tricks.sliding_window_view(x, len(w)) @ w


def convolution_by_fourier(x: Any, w: Any) -> Any:
    n = len(x) + len(w) - 1
    return np.fft.irfft(np.fft.rfft(x, n) * np.fft.rfft(w[::-1], n), n)[len(w) - 1 : len(x)]


def convolution_flipped(x: Any, w: Any) -> Any:
    return np.convolve(x, w, "valid")


def heads(x: Any, w: Any, h: int) -> Any:
    b, n, d = x.shape
    y = (x @ w).reshape(b, n, h, d // h).transpose(0, 2, 1, 3)
    s = y @ y.transpose(0, 1, 3, 2) / np.sqrt(d // h)
    p = np.exp(s - s.max(-1, keepdims=True))
    p = p / p.sum(-1, keepdims=True)
    return (p @ y).transpose(0, 2, 1, 3).reshape(b, n, d)


def heads_one_by_one(x: Any, w: Any, h: int) -> Any:
    size = x.shape[-1] // h
    parts = [np.einsum("bnd,de->bne", x, w[:, i * size : (i + 1) * size]) for i in range(h)]
    return np.concatenate([attention_by_einsum(part, part, part) for part in parts], axis=-1)


def heads_interleaved(x: Any, w: Any, h: int) -> Any:
    d = x.shape[-1]
    order = np.arange(d).reshape(d // h, h).T.ravel()
    return heads_one_by_one(x, w[:, order], h)


def solve(a: Any, b: Any) -> Any:
    return np.linalg.solve(a, b)


def solve_by_inverse(a: Any, b: Any) -> Any:
    return np.linalg.inv(a) @ b


def solve_by_qr(a: Any, b: Any) -> Any:
    q, r = np.linalg.qr(a)
    return np.linalg.solve(r, q.T @ b)


def solve_transposed(a: Any, b: Any) -> Any:
    return np.linalg.solve(a.T, b)


def solve_regularised(a: Any, b: Any) -> Any:
    return np.linalg.solve(a + 1e-9 * np.eye(len(a)), b)


CLOUD = N((6, 5))
GAMMA, BETA = N(8), N(8)
CAUSAL = np.tril(np.ones((6, 6), dtype=bool))
ZOO = [
    Animal(softmax, [(N((4, 7)) * 5,), (N((3, 200)) * 30,), (N((3, 5)) * 700,)],
           [softmax_by_logaddexp, softmax_extended, softmax_in_python],
           [softmax_float32, softmax_with_epsilon, softmax_of_the_whole]),
    Animal(layer_norm,
           [(N((4, 8)), GAMMA, BETA), (N((4, 512)) + 1, N(512), N(512)),
            (N((4, 8)) * 1e-3, GAMMA, BETA), (N((4, 8)) + 1e6, GAMMA, BETA)],
           [layer_norm_by_reciprocal, layer_norm_extended, layer_norm_by_power],
           [layer_norm_unbiased, layer_norm_epsilon_outside, layer_norm_small_epsilon]),
    Animal(attention, [(N((2, 5, 4)), N((2, 5, 4)), N((2, 5, 4))),
                       (N((60, 64)) * 3, N((60, 64)) * 3, N((60, 64)))],
           [attention_by_einsum, attention_online], [attention_scaled_wrong, attention_float32]),
    Animal(masked_attention, [(N((6, 4)), N((6, 4)), N((6, 4)), CAUSAL)],
           [masked_attention_rows, masked_attention_by_product], [masked_attention_weak_mask]),
    Animal(gelu, [(N((5, 6)),), (np.linspace(-6, 3, 50),), (np.linspace(-40, -5, 50),)],
           [gelu_by_sigmoid], [gelu_exact]),
    Animal(logsumexp, [(N((4, 7)) * 5,), (N((3, 200)) * 30,), (N((3, 4)) - 4,)],
           [logsumexp_by_logaddexp], [logsumexp_with_epsilon]),
    Animal(cross_entropy, [(N((9, 6)) * 3, np.eye(6)[D.integers(0, 6, 9)])],
           [cross_entropy_by_index], [cross_entropy_mean_of_all, cross_entropy_with_epsilon]),
    Animal(smoothed_targets, [(np.array([0, 3, 1]), 7, 0.1), (np.array([2]), 3700, 0.1)],
           [smoothed_targets_by_eye], [smoothed_targets_over_all]),
    Animal(distances, [(N((5, 4)), N((6, 4))), (CLOUD + 1e6, CLOUD + 1e6 + 1e-3 * N((6, 5)))],
           [distances_by_dot], [distances_rooted]),
    Animal(cosine, [(N((5, 8)), N((5, 8))), (N((5, 8)) * 1e-5, N((5, 8)) * 1e5)],
           [cosine_rows], [cosine_with_epsilon]),
    Animal(variance, [(N((4, 50)),), (N((4, 50)) + 1e7,)],
           [variance_two_pass], [variance_one_pass]),
    Animal(one_hot_of_largest, [(N((4, 6)),)], [one_hot_by_argmax], [one_hot_of_smallest]),
    Animal(positions, [(np.arange(50.0),), (np.arange(0.0, 5000.0, 97),)],
           [positions_in_python], [positions_every_frequency]),
    Animal(schedule, [(1, 512, 4000), (4000, 512, 4000), (100000, 64, 10)],
           [schedule_by_roots], [schedule_off_by_one]),
    Animal(adam, [(N(5), N(5), np.zeros(5), np.zeros(5), 1),
                  (N(5), N(5), N(5) * 0.1, N(5) ** 2, 7), (N(5), N(5), N(5), N(5) ** 2, 1000)],
           [adam_by_products, adam_by_exponentials], [adam_epsilon_inside, adam_uncorrected]),
    Animal(runge_kutta, [(N(4), N(4))], [runge_kutta_fixed_times], [euler]),
    Animal(convolution, [(N(30), N(5)), (N(60), N(9))],
           [convolution_by_numpy, convolution_by_windows, convolution_by_fourier],
           [convolution_flipped]),
    Animal(heads, [(N((2, 5, 8)), N((8, 8)), 2), (N((1, 12, 64)), N((64, 64)) / 8, 8)],
           [heads_one_by_one], [heads_interleaved]),
    Animal(solve, [(N((5, 5)), N(5)), (N((30, 30)), N(30)),
                   (np.vander(np.linspace(1, 2, 8)), N(8))],
           [solve_by_inverse, solve_by_qr], [solve_transposed, solve_regularised], estimated=True),
]  # fmt: skip
