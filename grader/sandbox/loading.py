"""From a submission's source to the function or class that is called."""

from __future__ import annotations

import builtins
import sys
import types
from typing import Any

from grader.sandbox.exceptions import FILE_NAME

globals()["__builtins__"] = dict(vars(builtins))

_NAMES_LIMIT = 50
_FUNCTION = types.FunctionType
_METHOD = types.MethodType
_VARARGS = 0x04
_type_mro = type.__dict__["__mro__"].__get__
_type_dict: Any = type.__dict__["__dict__"].__get__


class Unusable(Exception):
    """Loaded, but not what is asked for; all parts are plain values."""

    def __init__(
        self,
        problem: str,
        name: str,
        names: tuple[str, ...],
        accepts: tuple[int, int | None] | None = None,
        needs: int | None = None,
    ) -> None:
        super().__init__(problem)
        self.facts = (problem, name, names, accepts, needs)


def compile_source(source: bytes) -> types.CodeType:
    """The source as code; mostly a ``SyntaxError`` when it is not Python."""
    return compile(source, FILE_NAME, "exec", dont_inherit=True)


def execute(code: types.CodeType) -> types.ModuleType:
    """Run the code as the module ``submission``; whatever it raises, raises."""
    module = types.ModuleType("submission")
    module.__dict__["__builtins__"] = builtins
    sys.modules["submission"] = module
    exec(code, module.__dict__)
    return module


def find_entry(
    module: types.ModuleType, name: str, parameters: int, methods: dict[str, int] | None
) -> Any:
    """The function, or the class with all its methods, that takes these many arguments.

    Raises:
        Unusable: it is missing, is something else, or cannot take them.
    """
    namespace = module.__dict__
    found = namespace.get(name)
    names = _names(namespace, methods is not None)
    if name not in namespace:
        raise Unusable("missing", name, names)
    if methods is None:
        if not callable(found):
            raise Unusable("not callable", name, names)
        _check(accepts(found), parameters, name, names)
        return found
    if not issubclass(type(found), type):
        raise Unusable("not a class", name, names)
    init = _lookup(found, "__init__")
    if init is not object.__init__ or _lookup(found, "__new__") is object.__new__:
        limits = (0, 0) if init is object.__init__ else _without_self(_limits(init))
        _check(limits, parameters, name, names)
    own = tuple(m for m in _methods_of(found) if not m.startswith("_"))
    for method, count in methods.items():
        function = _lookup(found, method)
        if function is None:
            raise Unusable("method missing", f"{name}.{method}", own[:_NAMES_LIMIT])
        if type(function) is _FUNCTION:
            _check(_without_self(_limits(function)), count, f"{name}.{method}", own)
    return found


def accepts(found: Any) -> tuple[int, int | None] | None:
    """Fewest and most positional arguments of something callable; None where unknown.

    Read from code objects alone: nothing of the student's is called, and a decorator is
    taken for what it is, not for what it says it wraps.
    """
    if type(found) is _FUNCTION:
        return _limits(found)
    if type(found) is _METHOD:
        return _without_self(_limits(found.__func__))
    if issubclass(type(found), type):
        init = _lookup(found, "__init__")
        return _without_self(_limits(init)) if type(init) is _FUNCTION else None
    call = _lookup(type(found), "__call__")
    return _without_self(_limits(call)) if type(call) is _FUNCTION else None


def _limits(function: Any) -> tuple[int, int | None] | None:
    if type(function) is not _FUNCTION:
        return None
    code = function.__code__
    count = code.co_argcount
    defaults = function.__defaults__ or ()
    keyword_only = code.co_varnames[count : count + code.co_kwonlyargcount]
    if set(keyword_only) - set(function.__kwdefaults__ or ()):
        return (count + 1, count)  # a keyword that nobody will give: no call can succeed
    return (count - len(defaults), None if code.co_flags & _VARARGS else count)


def _without_self(limits: tuple[int, int | None] | None) -> tuple[int, int | None] | None:
    if limits is None:
        return None
    fewest, most = limits
    return (max(fewest - 1, 0), None if most is None else most - 1)


def _check(limits: Any, parameters: int, name: str, names: tuple[str, ...]) -> None:
    if limits is None:
        return
    fewest, most = limits
    if parameters < fewest or (most is not None and parameters > most):
        raise Unusable("signature", name, names, limits, parameters)


def _lookup(cls: Any, name: str) -> Any:
    """An attribute of a class, found without its metaclass."""
    for base in _type_mro(cls):
        found = _type_dict(base).get(name)
        if found is not None:
            return found
    return None


def _methods_of(cls: Any) -> list[str]:
    namespace = _type_dict(cls)
    return [key for key, value in namespace.items() if type(value) is _FUNCTION]


def _names(namespace: dict[str, Any], classes: bool) -> tuple[str, ...]:
    """What the submission defines itself: names that a typing error may be among."""
    found = []
    for key, value in list(namespace.items()):
        own = type(value) is _FUNCTION and value.__code__.co_filename == FILE_NAME
        if classes:
            own = own or issubclass(type(value), type)
        if own and type(key) is str and not key.startswith("__"):
            found.append(key[:100])
    return tuple(found[:_NAMES_LIMIT])
