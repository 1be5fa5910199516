"""Run a reference given as text, traced and in extended precision."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.numerics.tracing.run import entry

HEAD = "import numpy as np\nimport math\nimport functools\n"


def run(body: str, *args: Any, name: str = "f") -> dict[str, Any]:
    """The dict that one traced call returns; ``body`` defines ``f``."""
    result: dict[str, Any] = entry(HEAD + body, name)(*args)
    return result


def extended(value: Any) -> Any:
    """Arguments in extended precision."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return value.astype(np.longdouble)
    return np.longdouble(value) if isinstance(value, float) else value


def exact(body: str, *args: Any, name: str = "f") -> Any:
    """What the same code gives in extended precision."""
    names: dict[str, Any] = {}
    exec(HEAD + body, names)
    with np.errstate(all="ignore"):
        return names[name](*(extended(argument) for argument in args))


def leaves(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        return [leaf for item in tree.values() for leaf in leaves(item)]
    if isinstance(tree, (list, tuple)):
        return [leaf for item in tree for leaf in leaves(item)]
    return [tree]


def worst(result: dict[str, Any], truth: Any) -> float:
    """Largest distance of the values from the truth, in error bounds."""
    share = 0.0
    for value, error, right in zip(
        leaves(result["value"]), leaves(result["error"]), leaves(truth), strict=True
    ):
        if error is None:
            assert np.array_equal(value, right)
            continue
        with np.errstate(all="ignore"):
            same = (value == right) | (np.isnan(value) & np.isnan(right))
            distance = np.where(same, 0.0, np.abs(right - value).astype(np.float64))
            ratio = np.where(same, 0.0, distance / np.asarray(error))
        share = max(share, float(np.max(ratio, initial=0.0)))
    return share
