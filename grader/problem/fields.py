"""Types of single fields: numbers that are no text, text with a unit, a sentence or a mapping."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any

import annotated_types as at
from pydantic import AllowInfNan, BeforeValidator, Field, Strict
from pydantic_core import PydanticCustomError

# Strict: in YAML the text "5" is not the number 5, and "yes" is not true.
Int = Annotated[int, Strict()]
Bool = Annotated[bool, Strict()]
Float = Annotated[float, Strict(), AllowInfNan(False)]

MAX_SECONDS = 3600
MAX_BYTES = 2**40

_QUANTITY = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+) ?([A-Za-z]+)", re.ASCII)
_SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0}
_BYTES = {
    "B": 1,
    **{prefix + "B": 1000**power for power, prefix in enumerate("kMG", 1)},
    **{prefix + "iB": 1024**power for power, prefix in enumerate("KMG", 1)},
}


def read_seconds(value: Any) -> Any:
    """``"500ms"`` to 0.5; numbers stay as they are."""
    return _quantity(value, _SECONDS, "a time such as 2s or 500ms")


def read_bytes(value: Any) -> Any:
    """``"64kB"`` to 64,000 and ``"1GiB"`` to 2^30; numbers stay as they are."""
    read = _quantity(value, _BYTES, "a size such as 64kB, 512MB or 1GiB")
    return round(read) if isinstance(read, float) and isinstance(value, str) else read


def _quantity(value: Any, units: dict[str, Any], wanted: str) -> Any:
    if not isinstance(value, str):
        return value
    found = _QUANTITY.fullmatch(value.strip(" "))
    amount = float(found[1]) * units.get(found[2], math.nan) if found else math.nan
    if not math.isfinite(amount):
        raise PydanticCustomError("ours", "must be {wanted}", {"wanted": wanted})
    return amount


# For the schema; what a text may say, the functions above know.
_Seconds = Annotated[float, at.Gt(0), at.Le(MAX_SECONDS)]
_Bytes = Annotated[int, at.Gt(0), at.Le(MAX_BYTES)]
_Text = Annotated[str, Field(pattern=f"^ *{_QUANTITY.pattern} *$")]
Seconds = Annotated[
    Float,
    at.Gt(0),
    at.Le(MAX_SECONDS),
    BeforeValidator(read_seconds, json_schema_input_type=_Seconds | _Text),
]
Bytes = Annotated[
    Int,
    at.Gt(0),
    at.Le(MAX_BYTES),
    BeforeValidator(read_bytes, json_schema_input_type=_Bytes | _Text),
]


def text_alone(value: Any) -> Any:
    """A sentence may stand for a mapping that holds nothing but its ``text``."""
    return {"text": value} if isinstance(value, str) else value


def alone(value: Any) -> Any:
    """One text may stand for a list of one."""
    return (value,) if isinstance(value, str) else value
