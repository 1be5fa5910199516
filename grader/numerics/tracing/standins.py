"""Stand-ins for ``numpy``, ``math`` and some builtins in the reference's own module.

The reference says ``np.exp(x)``, ``float(n)`` or ``min(a, b)`` as ever; the names lead here,
so that what starts as a plain number is tracked from its first rounding on.
"""

from __future__ import annotations

import builtins
import math
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from . import choice, creation, layout, orders, products, reductions  # noqa: F401  # they fill HANDLERS
from .array import HANDLERS, Tracked, plain, track
from .bounds import Untraceable
from .decisions import step
from .elementwise import call
from .elementwise import ufunc as apply_ufunc
from .smooth import smooth

#: Parts of NumPy that neither take nor give numbers that are rounded.
_PURE = (
    "finfo iinfo dtype ndindex errstate seterr geterr set_printoptions get_printoptions isscalar "
    "issubdtype can_cast promote_types min_scalar_type broadcast_shapes s_ index_exp newaxis "
    "typename isfortran version result_type common_type ndenumerate random typing testing "
    "exceptions"
)
PURE = frozenset(_PURE.split())


class TypeStandIn(type):
    """A type such as ``float`` or ``np.float64``: callable, and good for ``isinstance``."""

    real: type

    def __instancecheck__(cls, item: Any) -> bool:
        return isinstance(item.value if isinstance(item, Tracked) else item, cls.real)

    def __subclasscheck__(cls, other: Any) -> bool:
        return issubclass(getattr(other, "real", other), cls.real)

    def __eq__(cls, other: Any) -> bool:
        return cls.real is getattr(other, "real", other)

    def __hash__(cls) -> int:
        return hash(cls.real)

    def __getattr__(cls, name: str) -> Any:
        return getattr(cls.real, name)


def type_stand_in(real: type, convert: Callable[..., Any]) -> type:
    """A class that NumPy takes for the type ``real`` and whose calls go to ``convert``."""

    def new(cls: type, *args: Any, **kwargs: Any) -> Any:
        return convert(*args, **kwargs)

    body: dict[str, Any] = {"__new__": new, "real": real, "__doc__": real.__doc__}
    if real is not str:
        body["dtype"] = np.dtype(real)
    return TypeStandIn(real.__name__, (), body)


def _float(item: Any = 0.0) -> Tracked:
    if isinstance(item, Tracked):
        if item.size != 1:
            raise TypeError("only arrays of one element can be converted to Python scalars")
        number: Tracked = HANDLERS["ndarray.item"](item)
        return Tracked(float(number.value), number.error, grid=number.grid)
    return Tracked(float(item))


def _int(item: Any = 0, *base: Any) -> int:
    return int(step(np.trunc, item).value) if isinstance(item, Tracked) else int(item, *base)


def _complex(real: Any = 0.0, imag: Any = 0.0) -> Any:
    if isinstance(real, Tracked) or isinstance(imag, Tracked):
        return real + Tracked(1j) * imag
    return Tracked(complex(real, imag))


def _extreme(name: str) -> Callable[..., Any]:
    """``min`` and ``max`` of numbers are continuous: no tie at equal arguments."""
    original = getattr(builtins, name)
    function = np.minimum if name == "min" else np.maximum

    def extreme(*args: Any, **kwargs: Any) -> Any:
        items = list(args[0]) if len(args) == 1 else list(args)
        if kwargs or not any(isinstance(item, Tracked) and not item.ndim for item in items):
            return original(items, **kwargs)
        result = track(items[0])
        for item in items[1:]:
            result = call(function, [result, track(item)], {})
        return result

    return extreme


def _isinstance(item: Any, classes: Any) -> bool:
    return isinstance(item.value if isinstance(item, Tracked) else item, classes)


def _pow(base: Any, exponent: Any, *modulus: Any) -> Any:
    return pow(base, exponent, *modulus) if modulus else power(base, exponent)


def divide(left: Any, right: Any) -> Any:
    """``left / right``; a quotient of plain numbers starts to be tracked here."""
    plain_numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
    if plain_numbers and right != 0:
        return Tracked(float(left)) / Tracked(float(right))
    return left / right


def power(base: Any, exponent: Any) -> Any:
    """``base ** exponent``; a power of integers that is not an integer starts to be tracked."""
    if isinstance(base, int) and isinstance(exponent, int) and exponent < 0:
        return Tracked(float(base)) ** Tracked(exponent)
    return base**exponent


def _import(name: str, glob: Any = None, loc: Any = None, names: Any = (), level: int = 0) -> Any:
    """``__import__`` of the reference's module."""
    module = builtins.__import__(name, glob, loc, names, level)
    root = name.partition(".")[0]
    if root == "numpy":
        return numpy_stand_in if not names else _submodule(name)
    return math_stand_in if name == "math" else module


def _submodule(name: str) -> Any:
    found: Any = numpy_stand_in
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found


def builtin_stand_ins() -> dict[str, Any]:
    """``__builtins__`` of the reference's module."""
    return {
        **vars(builtins),
        "float": type_stand_in(float, _float),
        "int": type_stand_in(int, _int),
        "complex": type_stand_in(complex, _complex),
        "min": _extreme("min"),
        "max": _extreme("max"),
        "pow": _pow,
        "isinstance": _isinstance,
        "__import__": _import,
    }


class UfuncStandIn:
    """A ufunc by its name; its methods too."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self.__name__ = function.__name__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The ufunc itself."""
        positional = args[: self._function.nin]
        if len(args) > len(positional):
            kwargs["out"] = args[len(positional) :]
        return apply_ufunc(self._function, "__call__", *positional, **kwargs)

    def __getattr__(self, name: str) -> Any:
        if name in {"reduce", "accumulate", "outer", "at", "reduceat"}:
            return lambda *args, **kwargs: apply_ufunc(self._function, name, *args, **kwargs)
        return getattr(self._function, name)


class ModuleStandIn(types.ModuleType):
    """``numpy`` or one of its submodules; names are looked up once."""

    def __init__(self, real: Any, prefix: str = "") -> None:
        super().__init__(real.__name__)
        self._real, self._prefix = real, prefix

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._real, name)
        found = self._stand_in(self._prefix + name, real)
        setattr(self, name, found)
        return found

    def _stand_in(self, name: str, real: Any) -> Any:
        if name.startswith("__") or name.split(".")[0] in PURE:
            return real
        if isinstance(real, types.ModuleType):
            return ModuleStandIn(real, name + ".") if real.__name__.startswith("numpy") else real
        if name in HANDLERS:
            return HANDLERS[name]
        if isinstance(real, np.ufunc):
            return UfuncStandIn(real)
        if isinstance(real, type):
            return _numpy_type(real)
        if isinstance(real, float):
            return Tracked(real)
        return _untraced(f"numpy.{name}") if callable(real) else real


_CONCRETE = frozenset(kind for kind in np.sctypeDict.values() if np.dtype(kind).kind in "biufc")


def _numpy_type(real: type) -> Any:
    """A concrete scalar type is callable; abstract ones and ``ndarray`` stay what they are."""
    if real not in _CONCRETE:
        return real
    target = np.dtype(real)

    def convert(item: Any = 0) -> Any:
        array = HANDLERS["array"](item, dtype=target)
        return array[()] if array.ndim == 0 else array

    return type_stand_in(real, convert)


def _untraced(name: str) -> Callable[..., Any]:
    def function(*args: Any, **kwargs: Any) -> Any:
        raise Untraceable(f"{name} is not traced")

    return function


class MathStandIn(types.ModuleType):
    """``math``: functions of real numbers go the way of NumPy's."""

    def __getattr__(self, name: str) -> Any:
        real = getattr(math, name)
        if not callable(real):
            return Tracked(real) if isinstance(real, float) else real
        found = _math_function(name, real)
        setattr(self, name, found)
        return found


#: ``math`` by NumPy's names, where they differ.
_MATH = {"pow": "power", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh",
         "atan2": "arctan2", "acosh": "arccosh", "atanh": "arctanh"}  # fmt: skip
_ROUNDING = {"floor": np.floor, "ceil": np.ceil, "trunc": np.trunc}
_SUMS = {"fsum": "sum", "prod": "prod", "sumprod": "dot"}
_INTEGER = frozenset(["comb", "factorial", "gcd", "lcm", "perm", "isqrt"])


def _math_function(name: str, real: Any) -> Any:
    if name in _INTEGER:
        return lambda *args: real(*plain(args))
    if name in _ROUNDING:
        return lambda item: int(step(_ROUNDING[name], track(item)).value)
    if name in {"isnan", "isinf", "isfinite"}:
        return lambda item: bool(apply_ufunc(getattr(np, name), "__call__", item))
    if name in _SUMS:
        handler = HANDLERS[_SUMS[name]]
        return lambda *args: handler(*(list(arg) for arg in args))
    function = getattr(np, _MATH.get(name, name), None)
    if isinstance(function, np.ufunc):
        return _checked(real, function)
    if name in {"erf", "erfc", "gamma", "lgamma"}:
        return lambda item: smooth(_scalar(real), [track(item)], {})
    return _untraced(f"math.{name}")


def _checked(real: Any, function: Any) -> Callable[..., Tracked]:
    """``math``'s own function is called too: it knows where it is not defined."""

    def apply(*args: Any) -> Tracked:
        numbers = [_float(item) for item in args]
        real(*(number.value for number in numbers))
        result: Tracked = call(function, numbers, {})
        result.value = float(result.value)
        return result

    return apply


def _scalar(real: Callable[[float], float]) -> Callable[[Any], Any]:
    """A function of one float, for the arrays of no dimension that the tracer works on."""

    def function(value: Any) -> Any:
        return np.float64(real(float(value)))

    function.__name__ = real.__name__
    return function


numpy_stand_in = ModuleStandIn(np)
math_stand_in = MathStandIn("math")
