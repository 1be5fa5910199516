"""Run a reference twice, plainly and traced, behind the name that the sandbox calls.

See ``grader/numerics/program.py`` for what a call takes and returns.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from .bounds import LOG, Untraceable
from .estimate import estimate
from .rewrite import rewrite
from .standins import builtin_stand_ins
from .trees import errors_of, mapped, tracked, without_errors


def _module(name: str) -> types.ModuleType:
    module = types.ModuleType(name)
    sys.modules[name] = module
    return module


def load_plain(source: bytes | str) -> dict[str, Any]:
    """The reference's module as it is."""
    module = _module("reference")
    exec(compile(source, LOG.file, "exec", dont_inherit=True), module.__dict__)
    return module.__dict__


def load_traced(source: bytes | str) -> dict[str, Any]:
    """The reference's module with stand-ins for NumPy, ``math`` and the builtins."""
    code, names = rewrite(source)
    module = _module("traced_reference")
    module.__dict__.update(names)
    module.__dict__["__builtins__"] = builtin_stand_ins()
    with np.errstate(all="ignore"):
        exec(code, module.__dict__)
    return module.__dict__


class Traced:
    """One function of the reference, or one object with its methods, run both ways."""

    def __init__(self, plain: Callable[..., Any], traced: Any, lost: str = "") -> None:
        self.plain = plain
        self.traced = traced
        self.lost = lost
        """Why nothing can be traced any more."""

    def __call__(
        self,
        args: tuple[Any, ...],
        named: dict[str, Any],
        replay: Callable[[Callable[[Any], Any]], Any],
    ) -> dict[str, Any]:
        """Call both; where the trace fails, ``replay`` gives perturbed plain results."""
        LOG.clear()
        tracked_args, tracked_named = tracked(args), tracked(named)
        with np.errstate(all="ignore"):
            value = self.plain(*without_errors(args), **without_errors(named))
            errors = self._trace(value, tracked_args, tracked_named)
            if self.lost:
                LOG.clear()
                errors = estimate(replay, value, _longest((args, named)))
        status = "untraceable" if self.lost else "traced"
        why = "; ".join(dict.fromkeys([self.lost, *LOG.ties] if self.lost else LOG.ties))
        return {
            "value": value,
            "error": errors,
            "status": status,
            "why": why,
            "tie": bool(LOG.ties),
        }

    def _trace(self, value: Any, args: Any, named: Any) -> Any:
        if self.lost:
            return None
        try:
            return errors_of(value, self.traced(*args, **named))
        except Untraceable as why:
            self.lost = str(why)
        except Exception as error:  # a reference may use what the tracer does not imitate
            self.lost = f"the traced run ended with {type(error).__name__}: {error}"
        return None


def _longest(tree: Any) -> int:
    """The longest axis of all arrays among the arguments, at least 1."""
    longest = [1]
    mapped(lambda leaf, _: longest.extend(np.shape(leaf)), tree)
    return max(longest)


def entry(source: bytes | str, name: str, file: str = "<reference>") -> Any:
    """The function or class ``name`` of the reference, with results that tell their errors.

    ``file`` is the name under which it is compiled, for the lines of its exceptions.
    """
    LOG.file = file
    module = load_plain(source)
    if name not in module:
        raise NameError(f"the reference defines no {name!r}")
    plain = module[name]
    lost, traced = "", None
    try:
        traced = load_traced(source)[name]
    except Untraceable as why:
        lost = str(why)
    except Exception as error:  # as above
        lost = f"the traced module ended with {type(error).__name__}: {error}"
    if isinstance(plain, type):
        return _class(plain, traced, lost)

    def function(*args: Any, **named: Any) -> dict[str, Any]:
        def replay(change: Callable[[Any], Any]) -> Any:
            return plain(*change(args), **change(named))

        return Traced(plain, traced, lost)(args, named, replay)

    function.__name__ = name
    return function


def _class(plain: type, traced: Any, lost: str) -> type:
    """A class whose objects hold one of the reference's objects of each kind."""

    def init(self: Any, *args: Any, **named: Any) -> None:
        self.calls = [("__init__", args, named)]
        with np.errstate(all="ignore"):
            self.plain = plain(*without_errors(args), **without_errors(named))
        self.traced, self.lost = None, lost
        if lost:
            return
        try:
            with np.errstate(all="ignore"):
                self.traced = traced(*tracked(args), **tracked(named))
        except Exception as error:  # as above
            self.lost = f"the traced constructor ended with {type(error).__name__}: {error}"

    def method(method_name: str) -> Callable[..., Any]:
        def run(self: Any, *args: Any, **named: Any) -> dict[str, Any]:
            self.calls.append((method_name, args, named))
            traced_method = getattr(self.traced, method_name, None)
            step = Traced(getattr(self.plain, method_name), traced_method, self.lost)
            try:
                return step(args, named, lambda change: _replay(plain, self.calls, change))
            finally:
                self.lost = step.lost

        run.__name__ = method_name
        return run

    names = [name for name in dir(plain) if name == "__call__" or not name.startswith("__")]
    methods = {name: method(name) for name in names if callable(getattr(plain, name))}
    return type(plain.__name__, (), {"__init__": init, **methods})


def _replay(plain: type, calls: list[Any], change: Callable[[Any], Any]) -> Any:
    """The last of the calls on a fresh object, with changed arguments all along."""
    (_, args, named), *rest = calls
    target = plain(*change(args), **change(named))
    result = None
    for name, args, named in rest:
        result = getattr(target, name)(*change(args), **change(named))
    return result
