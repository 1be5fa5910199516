"""The reference and the tracer as one Python file, to run in the sandbox.

References run in the same kind of process as submissions: nothing there can be read or
imported but the standard library and NumPy. So the tracer travels along, compiled by this
same interpreter since that takes longer than many a reference, and puts itself into
``sys.modules`` as a package.

The program defines the reference's function or class under its own name. A call takes the
reference's arguments. An argument, or a part of one, that an earlier call of the test case
returned is a dict ``{"traced value": tree, "traced error": tree}``; :func:`traced_call` puts
these in the place of each ``Ref``. Every call of the function or of a method returns a dict:

``value``
    what the plain, untouched reference returned: a tree of tuples, lists and dicts;
``error``
    a tree of the same structure, with a float64 array (or a float) of absolute error bounds
    in the place of each array (or scalar) of float or complex type, and ``None`` elsewhere;
``status``
    ``"traced"``, or ``"untraceable"`` if the errors are estimated from perturbed runs;
``why``
    the reason, or the reasons for the tie; otherwise empty;
``tie``
    whether rounding may decide something in this call: another right implementation may
    then give an altogether different answer, and the case should not be used.

What the reference raises is raised, with the lines of the reference: it is compiled under the
file name of the program. A constructor returns nothing.
"""

from __future__ import annotations

import dataclasses
import marshal
from functools import cache
from importlib import resources
from typing import Any

from grader.cases import Call
from grader.values import Ref, Value, map_leaves

#: Modules of the tracer, each after those that it imports.
MODULES = (
    "bounds",
    "array",
    "exact",
    "results",
    "arithmetic",
    "decisions",
    "smooth",
    "elementwise",
    "layout",
    "choice",
    "products",
    "reductions",
    "orders",
    "creation",
    "standins",
    "rewrite",
    "trees",
    "estimate",
    "run",
)
#: Name under which the tracer is imported there.
PACKAGE = "grader_tracing"

_PROGRAM = """\
import marshal, sys, types

def _install(codes):
    package = types.ModuleType({package!r})
    package.__path__ = []
    sys.modules[{package!r}] = package
    for name, code in codes.items():
        module = types.ModuleType({package!r} + "." + name)
        module.__package__ = {package!r}
        sys.modules[module.__name__] = module
        setattr(package, name, module)
        exec(code, module.__dict__)

_install(marshal.loads(bytes.fromhex({codes!r})))
{entry} = sys.modules[{package!r} + ".run"].entry(
    {reference!r}, {entry!r}, sys._getframe().f_code.co_filename
)
"""


@cache
def _codes() -> str:
    """The tracer's modules by name, compiled and marshalled, in hexadecimal digits."""
    folder = resources.files("grader.numerics").joinpath("tracing")
    codes = {
        name: compile(
            folder.joinpath(f"{name}.py").read_text("utf-8"),
            f"<{PACKAGE}.{name}>",
            "exec",
            dont_inherit=True,
        )
        for name in MODULES
    }
    return marshal.dumps(codes).hex()


def tracing_program(reference_source: bytes, entry: str) -> bytes:
    """Python source that runs the reference's ``entry`` traced; see the module's text."""
    program = _PROGRAM.format(
        package=PACKAGE, codes=_codes(), entry=entry, reference=reference_source
    )
    return program.encode("utf-8")


def traced_call(call: Call) -> Call:
    """The call as the program takes it: results of earlier calls bring their errors along."""
    return dataclasses.replace(
        call,
        args=map_leaves(_with_errors, call.args),
        kwargs=map_leaves(_with_errors, dict(call.kwargs)),
    )


def _with_errors(value: Value) -> Any:
    if isinstance(value, Ref):
        return {
            "traced value": Ref(value.call, ("value", *value.path)),
            "traced error": Ref(value.call, ("error", *value.path)),
        }
    return value
