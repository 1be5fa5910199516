"""Functions that move values without changing them: errors move along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .array import HANDLERS, Tracked, handles, plain, track
from .bounds import Numbers, Untraceable, kind, some, unit
from .decisions import step
from .exact import grid_of
from .results import certain, settle

#: Functions of one array (and parameters) that only move values.
MOVES = (
    "reshape transpose swapaxes moveaxis rollaxis ravel squeeze expand_dims broadcast_to repeat "
    "tile roll rot90 flip flipud fliplr take take_along_axis diagonal diag diagflat triu tril "
    "delete resize atleast_1d atleast_2d atleast_3d permute_dims matrix_transpose "
    "lib.stride_tricks.sliding_window_view"
)
#: Functions of one array that give a list of its parts.
SPLITS = "split array_split hsplit vsplit dsplit unstack"
#: Functions of a nested list of arrays that put them together.
JOINS = "concatenate concat stack vstack hstack dstack column_stack block"


def lookup(name: str) -> Callable[..., Any] | None:
    """NumPy's own function with a dotted name, if this NumPy has it."""
    found: Any = np
    for part in name.split("."):
        found = getattr(found, part, None)
    function: Callable[..., Any] | None = found
    return function


def same_shape(base: Numbers, value: Numbers) -> Numbers:
    """The errors, one for each value."""
    return base if np.shape(base) == np.shape(value) else np.broadcast_to(base, np.shape(value))


def moved(array: Tracked, move: Callable[[Numbers], Numbers]) -> Tracked:
    """Apply a move to values and errors alike; a view stays a view."""
    result = Tracked(move(array.value), terms=array.terms)
    if isinstance(result.value, np.ndarray) and np.may_share_memory(result.value, array.value):
        array.spread()
        result.root = array.owner
        array.viewed = result.root.viewed = True
    else:
        result.grid = array.owner.grid
    if isinstance(array.base, np.ndarray) or array.base:
        result.base = move(same_shape(array.base, array.value))
    if array.magnitude is not None:
        result.magnitude = move(array.magnitude)
    return result


def _one(function: Callable[..., Any]) -> Callable[..., Any]:
    def handler(array: Any, *args: Any, **kwargs: Any) -> Tracked:
        rest, named = plain(args), {key: plain(value) for key, value in kwargs.items()}
        return moved(track(array), lambda values: function(values, *rest, **named))

    return handler


def _split(function: Callable[..., Any]) -> Callable[..., Any]:
    def handler(array: Any, *args: Any, **kwargs: Any) -> list[Tracked]:
        rest, named = plain(args), {key: plain(value) for key, value in kwargs.items()}
        whole = track(array)

        def part(index: int) -> Tracked:
            return moved(whole, lambda values: function(values, *rest, **named)[index])

        return [part(index) for index in range(len(function(whole.value, *rest, **named)))]

    return handler


def _join(function: Callable[..., Any]) -> Callable[..., Any]:
    def handler(parts: Any, *args: Any, **kwargs: Any) -> Tracked:
        rest, named = plain(args), {key: plain(value) for key, value in kwargs.items()}
        return joined(parts, lambda tree: function(tree, *rest, **named))

    return handler


for _names, _maker in ((MOVES, _one), (SPLITS, _split), (JOINS, _join)):
    for _name in _names.split():
        _function = lookup(_name)
        if _function is not None:
            handles(_name)(_maker(_function))


def joined(parts: Any, join: Callable[[Any], Numbers]) -> Tracked:
    """Put the arrays of a nested list together: values, errors and open sums alike."""
    leaves: list[Tracked] = []

    def collect(item: Any) -> Any:
        if isinstance(item, (list, tuple)):
            return [collect(part) for part in item]
        leaves.append(track(item))
        return leaves[-1]

    def rebuilt(item: Any, part: Callable[[Tracked], Numbers]) -> Any:
        return [rebuilt(each, part) for each in item] if isinstance(item, list) else part(item)

    tree = collect(list(parts))
    result = Tracked(join(rebuilt(tree, lambda leaf: leaf.value)))
    if kind(result.value) not in "fcb":
        return result
    if kind(result.value) != "b":
        leaves[:] = [certain(leaf) for leaf in leaves]
    if any(some(leaf.base) for leaf in leaves):
        result.base = join(rebuilt(tree, lambda leaf: same_shape(leaf.base, leaf.value)))
    if any(leaf.magnitude is not None for leaf in leaves):
        result.magnitude = join(rebuilt(tree, lambda leaf: leaf.open()[0]))
        result.terms = max(leaf.terms for leaf in leaves)
    grids = [grid_of(leaf) for leaf in leaves]
    known = [grid for grid in grids if grid is not None]
    result.grid = min(known) if known and len(known) == len(grids) else None
    return result


# -- arrays of arrays, copies and conversions -----------------------------------------------


def _tracked_inside(item: Any) -> bool:
    if isinstance(item, (list, tuple)):
        return any(_tracked_inside(part) for part in item)
    return isinstance(item, Tracked)


@handles("array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray")
def array(item: Any, dtype: Any = None, *, copy: bool | None = None, **kwargs: Any) -> Tracked:
    """``np.array`` and its relatives; they copy only when they must, or are asked to."""
    if isinstance(item, Tracked):
        as_array = item if not item.scalar else moved(item, np.asarray)
        if dtype is not None and np.dtype(dtype) != as_array.dtype:
            return astype(as_array, dtype)
        return copied(as_array) if copy else as_array
    if hasattr(item, "__next__"):
        raise Untraceable("an iterator is made into an array")
    if not _tracked_inside(item):
        return Tracked(np.array(item, dtype=dtype))
    result = joined(item, np.array)
    return result if dtype is None else astype(result, dtype)


@handles("copy", "ndarray.copy")
def copied(array: Any, *args: Any, **kwargs: Any) -> Tracked:
    """An array of its own, that nobody looks at."""
    source = track(array)
    base = source.base.copy() if isinstance(source.base, np.ndarray) else source.base
    size = None if source.magnitude is None else source.magnitude.copy()
    grid = source.owner.grid
    return Tracked(np.array(source.value), base, size, source.terms, grid)


@handles("astype", "ndarray.astype")
def astype(array: Any, dtype: Any, *args: Any, copy: bool = True, **kwargs: Any) -> Tracked:
    """Conversions: rounding to a narrower type, truncation to integers, truth values."""
    source = track(array)
    target = np.dtype(dtype)
    if target == source.dtype:
        return copied(source) if copy else source
    if target.kind == "b":
        truth: Tracked = source != 0
        return truth
    source = certain(source)
    value = source.value.astype(target)
    if target.kind in "iu":
        if kind(source.value) == "f":
            step(np.trunc, source)
        return Tracked(value)
    if target.kind not in "fc":
        raise Untraceable(f"converted to {target}")
    rounding = unit(value) * np.abs(value).astype(np.float64)
    if kind(source.value) in "biu" or target.itemsize >= source.dtype.itemsize:
        rounding = 0.0  # widened
    result = settle(value, source.error + rounding, [source])
    if source.exact:
        result.grid = grid_of(source)
    return result


@handles("ndarray.reshape")
def _reshape(array: Tracked, *shape: Any, **kwargs: Any) -> Any:
    size = shape[0] if len(shape) == 1 else shape
    return HANDLERS["reshape"](array, size, **kwargs)


@handles("ndarray.transpose")
def _transpose(array: Tracked, *axes: Any) -> Any:
    order = axes[0] if len(axes) == 1 else axes or None
    return HANDLERS["transpose"](array, order)


@handles("ndarray.flatten")
def _flatten(array: Tracked, *args: Any, **kwargs: Any) -> Tracked:
    return copied(HANDLERS["ravel"](array, *args, **kwargs))


@handles("ndarray.item")
def _item(array: Tracked, *index: Any) -> Any:
    position = index[0] if len(index) == 1 else index
    if isinstance(position, tuple) and position:
        return array[position]
    flat = HANDLERS["ravel"](array)
    if not index and flat.size != 1:
        raise ValueError("can only convert an array of size 1 to a Python scalar")
    return flat[position or 0]


@handles("ndarray.tolist")
def _tolist(array: Tracked) -> Any:
    """Nested lists; exact integers and truth values are plain."""
    if kind(array.value) in "biuU" and not some(array.base):
        return array.value.tolist()
    return [_tolist(part) for part in array] if array.ndim else array


@handles("append")
def _append(array: Any, values: Any, axis: int | None = None) -> Any:
    parts = [track(array), track(values)]
    if axis is None:
        parts = [HANDLERS["ravel"](part) for part in parts]
    return HANDLERS["concatenate"](parts, axis=axis or 0)


@handles("pad")
def _pad(array: Any, width: Any, mode: Any = "constant", **kwargs: Any) -> Tracked:
    if mode not in {"constant", "edge", "reflect", "symmetric", "wrap"}:
        raise Untraceable(f"numpy.pad with mode {mode}")
    source, sides, constants = track(array), plain(width), plain_dict(kwargs)

    def pad(values: Numbers) -> Numbers:
        return np.pad(values, sides, mode, **(constants if values is source.value else {}))

    padded = moved(source, pad)
    if constants.get("constant_values") is not None:
        padded.grid = None
        if padded.magnitude is not None:
            padded.base, padded.magnitude = pad(source.error), None
    return padded


@handles("real")
def _real(array: Any) -> Tracked:
    source = track(array)
    return _component(source, np.real) if kind(source.value) == "c" else source


@handles("imag")
def _imag(array: Any) -> Tracked:
    return _component(track(array), np.imag)


def _component(array: Tracked, part: Callable[[Numbers], Numbers]) -> Tracked:
    """A part of a complex number is off by no more than the number."""
    value = np.array(part(array.value))[()]
    if kind(array.value) != "c":
        return Tracked(value)
    return settle(value, array.error + np.zeros(np.shape(value)), [array])


@handles("meshgrid")
def _meshgrid(*arrays: Any, **kwargs: Any) -> list[Tracked]:
    tracked = [track(array) for array in arrays]

    def axis(index: int) -> Tracked:
        def move(values: Numbers) -> Numbers:
            plain_arrays = [array.value for array in tracked]
            plain_arrays[index] = values
            return np.meshgrid(*plain_arrays, **plain_dict(kwargs))[index]

        return moved(tracked[index], move)

    return [axis(index) for index in range(len(tracked))]


def plain_dict(named: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments without tracked parts."""
    return {key: plain(value) for key, value in named.items()}


@handles("broadcast_arrays")
def _broadcast_arrays(*arrays: Any) -> list[Tracked]:
    tracked = [track(array) for array in arrays]
    shape = np.broadcast_shapes(*(array.shape for array in tracked))
    return [HANDLERS["broadcast_to"](array, shape) for array in tracked]
