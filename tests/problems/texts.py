r"""Numbers in the texts of problems, read as a student reads them.

``Theory("softmax")`` is a theory that can be asked for its sections, tables and formulas;
``array(r"2\,[1,\; 2] + [0,\; 3]")`` and ``number(r"12 \cdot 512")`` are what stands in a formula.
"""

import math
import re

import numpy as np
import pytest

from tests.course import PROBLEMS

# How Python writes what may stand in a formula that is a number.
_ARITHMETIC = {
    r"\cdot": "*", r"\times": "*", "{,}": "", "^": "**", "{": "(", "}": ")", r"\;": " ",
    r"\,": " ", r"\bigl": "", r"\bigr": "", r"\left": "", r"\right": "", "\\": "",
}  # fmt: skip
_FUNCTIONS = {name: getattr(math, name) for name in ("sqrt", "exp", "sin", "cos", "e", "pi")}
_FUNCTIONS |= {"ln": math.log, "max": max, "min": min, "frac": lambda a: lambda b: a / b}
_TERM = re.compile(rf"(?:[-+*/(),. 0-9]|\b(?:{'|'.join(_FUNCTIONS)})\b)*")
_VECTOR = re.compile(r"([+-]?)\s*([0-9.]*)\s*\[([^\]]*)\]")


class Theory:
    """The theory of a problem."""

    def __init__(self, problem_id):
        self.text = (PROBLEMS / problem_id / "theory.md").read_text(encoding="utf-8")

    def section(self, title):
        """The text from a heading to the next one of its level or above."""
        level, start = next(
            (len(match[1]), match.end())
            for match in re.finditer(r"^(#+) (.+)$", self.text, re.M)
            if match[2] == title
        )
        end = re.search(rf"^#{{1,{level}}} ", self.text[start:], re.M)
        return self.text[start : start + end.start()] if end else self.text[start:]

    def stated(self, title):
        """Every array in the formulas of a section, by what stands left of its ``=``."""
        found = {}
        for formula in formulas(self.section(title)):
            name, *parts = re.split(r"=|\\approx", formula)
            for part in parts:
                if (value := array(part)) is not None:
                    found.setdefault(name.strip(), []).append(value)
        return found

    def mistakes(self, title="What Mistakes Look Like"):
        """The table of what mistakes return: an array, or the text of the cell, by its words."""
        rows = table(self.section(title))
        return {what: _cell(given) for given, what in rows}

    def equations(self):
        """``(left, right, tolerance)`` of every equation between numbers, as test parameters."""
        for formula in formulas(self.text):
            parts = re.split(r"(=|\\approx)", formula)
            for left, relation, right in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
                values = number(left), number(right)
                if None not in values:
                    tolerance = rounding(right) if relation == r"\approx" else 0
                    yield pytest.param(*values, tolerance, id=formula.strip())


def _cell(given):
    value = array(given.strip("$"))
    return given if value is None else value


def formulas(text):
    """The TeX of all formulas of a text, in order."""
    return [
        display or inline for display, inline in re.findall(r"\$\$(.+?)\$\$|\$(.+?)\$", text, re.S)
    ]


def table(text):
    """Rows of the first table, without its head."""
    rows = re.search(r"(^\|.*\n)+", text + "\n", re.M)
    lines = rows[0].splitlines() if rows else []
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in lines[2:]]


def array(text):
    r"""The array in ``[1,\; 2]``, ``2\,[1,\; 2] + [0,\; 3]`` or a bmatrix; None if it is none."""
    text = text.strip().rstrip(".,").replace(r"\;", " ").replace(r"\,", " ")
    text = text.replace(r"-\infty", "-inf")
    matrix = re.fullmatch(r"\\begin\{bmatrix\}(.*)\\end\{bmatrix\}", text, re.S)
    if matrix:
        return np.array([[float(n) for n in row.split("&")] for row in matrix[1].split(r"\\")])
    if _VECTOR.sub("", text).strip() or not text:
        return None
    try:
        return sum(
            float(f"{sign}{factor or 1}") * np.array([float(n) for n in numbers.split(",")])
            for sign, factor, numbers in _VECTOR.findall(text)
        )
    except ValueError:  # letters between the brackets: no numbers
        return None


def number(text):
    r"""The value of a term such as ``12 \cdot 512`` or ``\frac{e^2}{1 + e}``, or None."""
    for tex, python in _ARITHMETIC.items():
        text = text.replace(tex, python)
    text = text.strip().rstrip(".,")
    if not _TERM.fullmatch(text) or not re.search("[0-9]", text):
        return None
    try:
        value = eval(text, {"__builtins__": {}}, _FUNCTIONS)
    except (SyntaxError, TypeError):  # such as "4 5": no term
        return None
    return value if isinstance(value, int | float) else None


def rounding(text):
    """Half a unit in the last place of a number as it is written: what ``\\approx`` may be off."""
    digits = re.fullmatch(r"\s*-?[0-9]*\.?([0-9]*)[\s.,]*(\\times 10\^\{?(-?[0-9]+)\}?)?.*", text)
    power = int(digits[3] or 0) if digits else 0
    return 0.5000001 * 10.0 ** (power - len(digits[1] if digits else ""))
