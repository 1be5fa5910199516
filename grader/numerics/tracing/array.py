"""The tracked array: values as NumPy computes them, and a bound on their error.

For every element the bound is ``base + gamma(terms + 1) * magnitude``:

* ``base`` is error that is there already, whatever happens next;
* ``magnitude`` is the sum of the absolute values of the terms of a sum that is still
  *open*, and ``terms`` how many there are at most. Another implementation may add the same
  terms in any order, pairwise, blocked, with fused multiply-add, or interleaved with terms
  that are added later. Every such order is within ``gamma(n - 1) * magnitude`` of the exact
  sum (Higham, section 4.2), so two open sums that are added stay one open sum, and are
  never closed into ``|value|`` too early.

Python's floats take part as tracked scalars, integers and booleans as values without error.
A boolean that comes from a comparison may be in doubt: its ``base`` is then not an error but
how far apart the compared numbers would have to be for the comparison to be certain.

Views share memory with what they look at, as in NumPy: writing into one of them writes its
errors too. Only an array that nobody else looks at may become an open sum by being written.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from .bounds import CAUTION, LOG, Numbers, Untraceable, gamma, kind, magnitude, some, unit

Handler = TypeVar("Handler", bound=Callable[..., Any])

#: How NumPy's functions act on tracked arrays, by dotted name below ``numpy``. The modules
#: beside this one fill it in.
HANDLERS: dict[str, Callable[..., Any]] = {}


def handles(*names: str) -> Callable[[Handler], Handler]:
    """Decorator: register a function as the handler of NumPy functions, by name."""

    def register(function: Handler) -> Handler:
        for name in names:
            HANDLERS[name] = function
        return function

    return register


class Tracked(NDArrayOperatorsMixin):
    """Values with their error bounds. Made with :func:`track` or by an operation."""

    __slots__ = ("base", "grid", "magnitude", "root", "terms", "value", "viewed")
    __array_priority__ = 1000

    def __init__(
        self,
        value: Numbers,
        base: Numbers = 0.0,
        magnitude: Numbers | None = None,
        terms: int = 1,
        grid: int | None = None,
    ) -> None:
        self.value = value
        self.base = base
        """The float 0.0 where there is none, else float64 in the shape of the values."""
        self.magnitude = magnitude
        self.terms = terms
        self.grid = grid
        """Where known, all values are exact multiples of 2 to this power (``exact.py``)."""
        self.root: Tracked | None = None
        """The array that this one is a view of."""
        self.viewed = False

    # -- what it is -----------------------------------------------------------------------

    @property
    def error(self) -> Numbers:
        """The bound: 0.0, or float64 in the shape of the values."""
        if self.magnitude is None:
            return self.base
        return self.base + gamma(self.terms + 1, unit(self.value)) * self.magnitude

    @property
    def doubt(self) -> Numbers:
        """How far a value may move before a decision on it counts as certain; 0 if exact."""
        return 0.0 if self.exact else CAUTION * self.error

    @property
    def exact(self) -> bool:
        """Whether every implementation of the same arithmetic gets these very values."""
        if self.root is not None:
            return self.root.exact
        if self.grid is not None:
            return True
        return self.magnitude is None and not some(self.base)

    @property
    def owner(self) -> Tracked:
        """The array whose memory this one shows: itself, or what it is a view of."""
        return self if self.root is None else self.root

    @property
    def scalar(self) -> bool:
        """Whether it stands for a number, which is never changed in place."""
        return not isinstance(self.value, np.ndarray)

    shape = property(lambda self: np.shape(self.value))
    ndim = property(lambda self: np.ndim(self.value))
    size = property(lambda self: np.size(self.value))
    nbytes = property(lambda self: self.value.nbytes)
    itemsize = property(lambda self: self.value.itemsize)
    dtype = property(lambda self: self.value.dtype)
    flags = property(lambda self: self.value.flags)
    strides = property(lambda self: self.value.strides)
    T = property(lambda self: HANDLERS["transpose"](self))
    mT = property(lambda self: HANDLERS["swapaxes"](self, -1, -2))
    real = property(lambda self: HANDLERS["real"](self))
    imag = property(lambda self: HANDLERS["imag"](self))
    flat = property(lambda self: iter(HANDLERS["ravel"](self)))

    def open(self) -> tuple[Numbers, int, Numbers]:
        """The terms of the open sum: their magnitude, how many, and the error beside it."""
        if self.magnitude is not None:
            return self.magnitude, self.terms, self.base
        return magnitude(self.value), 1, self.base

    # -- reading --------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Tracked:
        plain = plain_index(key)
        part = Tracked(self.value[plain], terms=self.terms)
        if isinstance(part.value, np.ndarray) and np.may_share_memory(part.value, self.value):
            self.spread()
            part.root = self.owner
            self.viewed = part.root.viewed = True
        if some(self.base) or isinstance(self.base, np.ndarray):
            part.base = np.asarray(self.base)[plain]
        if self.magnitude is not None:
            part.magnitude = np.asarray(self.magnitude)[plain]
        if part.root is None:
            part.grid = self.owner.grid
        return part

    def __iter__(self) -> Iterator[Tracked]:
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[index] for index in range(len(self.value)))

    def __len__(self) -> int:
        return len(self.value)

    def __bool__(self) -> bool:
        if kind(self.value) == "b":
            if some(self.base):
                LOG.tie("a comparison of rounded numbers is too close to a tie")
            return bool(self.value)
        return bool(self != 0)

    def __float__(self) -> float:
        return float(self.demand("converted to a plain float"))

    def __complex__(self) -> complex:
        return complex(self.demand("converted to a plain complex number"))

    def __int__(self) -> int:
        return int(HANDLERS["trunc"](self).demand("converted to an integer"))

    def __round__(self, digits: Any = None) -> Any:
        rounded = HANDLERS["round"](self, digits or 0)
        return int(rounded) if digits is None else rounded

    def __index__(self) -> int:
        return operator.index(self.demand("used as an index"))

    def __hash__(self) -> int:
        return hash(self.demand("used as a key"))

    def __format__(self, spec: str) -> str:
        return format(self.demand("turned into text"), spec)

    def __str__(self) -> str:
        return str(self.demand("turned into text"))

    def __repr__(self) -> str:
        return f"Tracked({self.value!r}, error={self.error!r})"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self.demand("handed to a function that is not traced"), dtype=dtype)

    def demand(self, use: str) -> Numbers:
        """The plain values, where they are exact; ``use`` says what they are needed for."""
        if kind(self.value) == "b" and some(self.base):
            LOG.tie(f"a comparison that is too close to a tie is {use}")
        elif not self.exact:
            raise Untraceable(f"a rounded value is {use}")
        return self.value

    # -- writing --------------------------------------------------------------------------

    def spread(self) -> None:
        """Give every element a place for its error, so that views can share it."""
        if kind(self.value) in "fc" and not isinstance(self.base, np.ndarray):
            zeros = np.zeros_like(self.value, dtype=np.float64, subok=False)
            self.base = zeros + self.base if some(self.base) else zeros

    def __setitem__(self, key: Any, item: Any) -> None:
        HANDLERS["setitem"](self, key, track(item))

    def assign(self, result: Tracked) -> Tracked:
        """Become the result of an operation in place, as ``out=`` and ``+=`` do."""
        self[...] = result
        return self

    def fill(self, item: Any) -> None:
        """``ndarray.fill``; of a scalar it does nothing, as in NumPy."""
        if not self.scalar:
            self[...] = item

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method == "__call__" and not kwargs and all(map(is_python, inputs)):
            return HANDLERS["python operator"](ufunc, *inputs)
        return HANDLERS["ufunc"](ufunc, method, *inputs, **kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        name = getattr(function, "__name__", "")
        if name not in HANDLERS:
            raise Untraceable(f"numpy.{name} is not traced")
        return HANDLERS[name](*args, **kwargs)


def is_python(item: Any) -> bool:
    """Whether this is, or stands for, one of Python's own numbers."""
    value = item.value if isinstance(item, Tracked) else item
    return isinstance(value, (int, float, complex)) and not isinstance(value, np.generic)


def plain_index(key: Any) -> Any:
    """An index without tracked parts."""
    if isinstance(key, Tracked):
        return key.demand("used as an index")
    if isinstance(key, tuple):
        return tuple(plain_index(part) for part in key)
    if isinstance(key, list):
        return [plain_index(part) for part in key]
    if isinstance(key, slice):
        return slice(*(plain_index(part) for part in (key.start, key.stop, key.step)))
    return key


def track(item: Any) -> Tracked:
    """Any number, array or nested list of them as a tracked array; plain ones are exact."""
    if isinstance(item, Tracked):
        return item
    if isinstance(item, (list, tuple)):
        array: Tracked = HANDLERS["array"](item)
        return array
    return Tracked(item)


def plain(item: Any, use: str = "a parameter of a function") -> Any:
    """An argument without tracked parts, for functions that only take exact values."""
    if isinstance(item, Tracked):
        return item.demand(use)
    if isinstance(item, (list, tuple)):
        parts = (plain(part, use) for part in item)
        return list(parts) if isinstance(item, list) else tuple(parts)
    return item


def _method(name: str) -> Callable[..., Any]:
    def method(self: Tracked, *args: Any, **kwargs: Any) -> Any:
        handler = HANDLERS.get(f"ndarray.{name}") or HANDLERS[name]
        return handler(self, *args, **kwargs)

    method.__name__ = name
    return method


_METHODS = (
    "all any argmax argmin argsort astype clip conj conjugate copy cumprod cumsum diagonal dot "
    "flatten item max mean min nonzero prod ravel repeat reshape round sort squeeze std sum "
    "swapaxes take tolist trace transpose var"
)
for _name in _METHODS.split():
    setattr(Tracked, _name, _method(_name))


_IN_PLACE = "add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift"


def _in_place(symbol: str) -> Callable[[Tracked, Any], Any]:
    function = getattr(operator, symbol)

    def method(self: Tracked, other: Any) -> Any:
        result = function(self, other)
        return result if self.scalar else self.assign(result)

    return method


for _symbol in _IN_PLACE.split():
    setattr(Tracked, f"__i{_symbol.rstrip('_')}__", _in_place(_symbol))
