"""Where values meet: choices between arrays, masks, clipping, writing into arrays.

A choice that is in doubt does no harm where both sides agree up to about the doubt, as in
``np.where(x > 0, x, 0)`` at a kink; the error then covers both. Where they differ by more,
the result jumps, and another right implementation may give the other side: a tie.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array import HANDLERS, Tracked, handles, plain, plain_index, track
from .bounds import LOG, Numbers, Untraceable, kind, magnitude, some
from .decisions import step
from .elementwise import call
from .exact import grid_of
from .layout import same_shape
from .results import certain

#: How many times the doubt of a comparison the two sides of a choice may lie apart.
KINK = 4.0


@handles("where")
def where(condition: Any, *sides: Any) -> Any:
    """``np.where`` with one or three arguments."""
    condition = track(condition)
    if not sides:
        return HANDLERS["nonzero"](condition)
    if kind(condition.value) != "b":
        condition = call(np.not_equal, [condition, Tracked(0)], {})
    left, right = (track(side) for side in sides)
    value = np.where(condition.value, left.value, right.value)
    if kind(value) not in "fc":
        _jump(condition, left, right)
        base = np.where(condition.value, left.base, right.base)
        return Tracked(value, same_shape(base, value) if some(base) else 0.0)
    left, right = certain(left), certain(right)
    result = Tracked(value)
    base = np.where(condition.value, left.base, right.base)
    if some(base):
        result.base = same_shape(base, value)
    if left.magnitude is not None or right.magnitude is not None:
        result.magnitude = np.where(condition.value, left.open()[0], right.open()[0])
        result.terms = max(left.terms, right.terms)
    if some(condition.base):
        other: Numbers = np.where(condition.value, right.value, left.value)
        with np.errstate(all="ignore"):
            gap = np.where(other == value, 0.0, np.abs(other - value))
        errors = left.error + right.error
        _jump(condition, left, right)
        room = np.where(np.asarray(condition.base) > 0, gap + errors, 0.0)
        result.base = same_shape(np.maximum(result.base, np.nan_to_num(room)), value)
        return result
    grids = grid_of(left), grid_of(right)
    result.grid = None if None in grids else min(grid for grid in grids if grid is not None)
    return result


def _jump(condition: Tracked, left: Tracked, right: Tracked) -> None:
    """Note a tie where a choice in doubt is between values that differ."""
    if not some(condition.base):
        return
    if kind(left.value) in "fciu" and kind(right.value) in "fciu":
        with np.errstate(all="ignore"):
            gap = np.abs(np.asarray(left.value, dtype=np.complex128) - right.value)
        room = KINK * (np.asarray(condition.base) + left.error + right.error)
        apart = ~(gap <= room) & (np.asarray(left.value) != right.value)
    else:
        apart = np.asarray(left.value != right.value)
    if np.any(apart & (np.asarray(condition.base) > 0)):
        LOG.tie("a choice by a comparison of rounded numbers is too close to a tie")


@handles("clip", "ndarray.clip")
def clip(array: Any, low: Any = None, high: Any = None, **kwargs: Any) -> Any:
    """``np.clip`` as a maximum and a minimum."""
    low = kwargs.get("min", kwargs.get("a_min", low))
    high = kwargs.get("max", kwargs.get("a_max", high))
    result = track(array)
    if low is not None:
        result = call(np.maximum, [result, track(low)], {})
    if high is not None:
        result = call(np.minimum, [result, track(high)], {})
    out = kwargs.get("out")
    return result if out is None else track(out).assign(result)


@handles("select")
def _select(conditions: Any, choices: Any, default: Any = 0) -> Any:
    result = track(default)
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        result = where(condition, choice, result)
    return result


@handles("nan_to_num")
def _nan_to_num(array: Any, copy: bool = True, nan: float = 0.0, **kwargs: Any) -> Any:
    source = track(array)
    value = np.nan_to_num(source.value, nan=plain(nan), **{k: plain(v) for k, v in kwargs.items()})
    size = None if source.magnitude is None else source.magnitude.copy()
    return Tracked(value, source.base + 0.0, size, source.terms)


def _infinity_of(sign: Any) -> Any:
    def handler(array: Any) -> Any:
        array = track(array)
        return call(np.isinf, [array], {}) & Tracked(sign(array.value, 0))

    return handler


handles("isneginf")(_infinity_of(np.less))
handles("isposinf")(_infinity_of(np.greater))


@handles("setitem")
def setitem(target: Tracked, key: Any, item: Tracked) -> None:
    """``target[key] = item``."""
    what = kind(target.value)
    if what not in "fcb":
        item = certain(item)
        if kind(item.value) == "f":
            step(np.trunc, item)
        target.value[plain_index(key)] = item.value
        return
    if isinstance(key, Tracked) and kind(key.value) == "b" and some(key.base):
        if item.ndim:
            raise Untraceable("an array is written through a mask that is in doubt")
        mask = key
        while mask.ndim < target.ndim:
            mask = HANDLERS["expand_dims"](mask, -1)
        key, item = Ellipsis, where(mask, item, target)
    index = plain_index(key)
    if what == "b":
        target.value[index] = item.value if kind(item.value) == "b" else (item != 0).value
        if some(item.base) or some(target.base):
            target.base = np.array(same_shape(target.base, target.value), dtype=np.float64)
            target.base[index] = item.base
        return
    _write_numbers(target, index, certain(item))


def _write_numbers(target: Tracked, index: Any, item: Tracked) -> None:
    root = target.owner
    grids = (grid_of(root) if root.value.size else None), grid_of(item)
    both_exact = root.exact and item.exact
    target.spread()
    if not target.base.flags.writeable:
        target.base = np.array(target.base)
    alone = target.root is None and not target.viewed
    if alone and target.magnitude is None and item.magnitude is not None:
        target.magnitude = magnitude(target.value)
        if target.magnitude is target.value:
            target.magnitude = target.value.copy()
    target.value[index] = item.value
    if alone and target.magnitude is not None:
        if not target.magnitude.flags.writeable:
            target.magnitude = np.array(target.magnitude)
        size, terms, base = item.open()
        target.magnitude[index], target.base[index] = size, base
        target.terms = max(target.terms, terms)
    else:
        target.base[index] = item.error
        if target.magnitude is not None:
            if not target.magnitude.flags.writeable:
                raise Untraceable("written into a read-only view")
            target.magnitude[index] = magnitude(item.value)
    if root.grid is not None or both_exact:
        known = [grid for grid in grids if grid is not None]
        root.grid = min(known) if both_exact and len(known) == 2 else None


@handles("put_along_axis")
def _put_along_axis(array: Tracked, indices: Any, values: Any, axis: int) -> None:
    locations = np.arange(array.size).reshape(array.shape)
    flat = np.take_along_axis(locations, plain(track(indices)), axis)
    item = HANDLERS["broadcast_to"](track(values), flat.shape)
    array[np.unravel_index(flat, array.shape)] = item


@handles("fill_diagonal")
def _fill_diagonal(array: Tracked, item: Any, wrap: bool = False) -> None:
    if array.ndim != 2:
        raise Untraceable("numpy.fill_diagonal of other than a matrix")
    index = np.arange(min(array.shape))
    array[index, index] = item


@handles("copyto")
def _copyto(target: Tracked, source: Any, **kwargs: Any) -> None:
    if kwargs.pop("where", True) is not True:
        raise Untraceable("numpy.copyto with where=")
    target[...] = source


@handles("putmask")
def _putmask(target: Tracked, mask: Any, values: Any) -> None:
    target[...] = where(mask, values, target)


@handles("add.at")
def _add_at(target: Tracked, key: Any, values: Any) -> None:
    """Scatter: as many terms for an element as its index occurs."""
    index, item = plain_index(key), certain(track(values))
    if kind(target.value) in "biu":
        np.add.at(target.value, index, item.demand("added to integers"))
        return
    count = np.zeros(target.shape, dtype=np.int64)
    np.add.at(count, index, 1)
    size, terms, base = item.open()
    old_size, old_terms, old_base = target.open()
    magnitudes = np.array(same_shape(old_size, target.value))
    bases = np.array(same_shape(old_base, target.value), dtype=np.float64)
    values_now = target.value.copy()
    np.add.at(magnitudes, index, size)
    np.add.at(bases, index, base)
    np.add.at(values_now, index, item.value)
    total = Tracked(values_now, bases, magnitudes, old_terms + terms * int(count.max(initial=0)))
    target[...] = total
