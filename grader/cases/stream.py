"""Random numbers that are the same bytes on every machine and under every NumPy.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014): word *i* of a stream is a mix of ``key + (i + 1) * GAMMA``, in
64-bit integer arithmetic alone. It passes BigCrush, can be computed at any place in any
order, and needs no ``numpy.random``, which takes longer to import than most suites to make.

Everything above it uses integers, ``+``, ``-``, ``*`` and ``/`` of float64 one element at a
time, which IEEE 754 rounds the same way everywhere.
"""

from __future__ import annotations

import hashlib
import math
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Words: TypeAlias = npt.NDArray[np.uint64]
Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Array: TypeAlias = npt.NDArray[Any]
Sizes: TypeAlias = tuple[int, ...]

_GAMMA = 0x9E3779B97F4A7C15
_MASK = 2**64 - 1
#: Elements worked on at a time: the block and its scratch stay in a core's own cache.
_BLOCK = 1 << 14
_STEPS: Words = np.arange(1, _BLOCK + 1, dtype=np.uint64) * np.uint64(_GAMMA)


def stream_key(*names: str | int) -> int:
    """Key of the stream for some names, 64 bits of their SHA-256.

    Each name is preceded by its length, so that no two lists of names run together.
    """
    text = "".join(f"{len(str(name))}:{name}" for name in names)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


class Stream:
    """The words of one key, taken from the front."""

    def __init__(self, *names: str | int) -> None:
        self._state = stream_key(*names)

    def words(self, count: int) -> Words:
        """The next ``count`` words of 64 random bits, shape (count,)."""
        out = np.empty(count, np.uint64)
        scratch = np.empty(min(count, _BLOCK), np.uint64)
        for start in range(0, count, _BLOCK):
            _mix(self._state, out[start : start + _BLOCK], scratch)
            self._state = (self._state + min(_BLOCK, count - start) * _GAMMA) & _MASK
        return out

    def uniform(self, shape: Sizes) -> Floats:
        """Multiples of 2^-53 in [0, 1)."""
        words = self.words(math.prod(shape))
        words >>= np.uint64(11)
        out = words.view(np.int64).astype(np.float64)  # much faster than from unsigned integers
        out *= 2.0**-53
        return out.reshape(shape)

    def integers(self, low: int, high: int, shape: Sizes) -> Integers:
        """Whole numbers from ``low`` to ``high``, both included; the range is below 2^63.

        The remainder of a division prefers small numbers by at most (high - low + 1) / 2^64.
        """
        words = self.words(math.prod(shape))
        words %= np.uint64(high - low + 1)
        return (words.view(np.int64) + np.int64(low)).reshape(shape)

    def normal(self, shape: Sizes) -> Floats:
        """Nearly normal numbers of mean 0 and variance 1, all within 3.47.

        The sum of four uniforms of 32 bits (Irwin-Hall), the halves of words 2i and 2i + 1 for
        element i, centred and scaled: no logarithm, which C libraries round differently.
        """
        out = np.empty(math.prod(shape), np.float64)
        for start in range(0, out.size, _BLOCK):
            part = out[start : start + _BLOCK]
            words = self.words(2 * part.size)
            total = words >> np.uint64(32)
            words &= np.uint64(0xFFFFFFFF)
            total += words
            lanes = total.view(np.int64)
            np.add(lanes[::2], lanes[1::2], out=part, casting="unsafe")
            part -= 2 * (2**32 - 1)
            part *= 1.7320508075688772 * 2.0**-32  # a sum of four has variance 2^64 / 3
        return out.reshape(shape)

    def order(self, count: int) -> Integers:
        """The numbers below ``count`` in random order."""
        return np.argsort(self.words(count), kind="stable").astype(np.int64)


def _mix(state: int, out: Words, scratch: Words) -> None:
    """Fill ``out`` with the words after ``state``; ``scratch`` is at least as long."""
    scratch = scratch[: out.size]
    # Arrays of uint64 wrap around silently; that is the arithmetic wanted here.
    np.add(_STEPS[: out.size], np.uint64(state), out=out)
    np.right_shift(out, np.uint64(30), out=scratch)
    out ^= scratch
    out *= np.uint64(0xBF58476D1CE4E5B9)
    np.right_shift(out, np.uint64(27), out=scratch)
    out ^= scratch
    out *= np.uint64(0x94D049BB133111EB)
    np.right_shift(out, np.uint64(31), out=scratch)
    out ^= scratch
