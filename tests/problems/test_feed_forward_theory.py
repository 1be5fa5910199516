"""The numbers in the theory of feed_forward, recomputed from the text that a student reads."""

import re

import numpy as np
import pytest

from tests.course import COURSE

TEXT = (COURSE / "problems" / "feed_forward" / "theory.md").read_text(encoding="utf-8")

# What may stand in a formula that is a number, and how Python writes it.
_ARITHMETIC = {r"\cdot": "*", r"\times": "*", "{,}": "", "^": "**", "{": "(", "}": ")"}
_VECTOR = re.compile(r"([+-]?)\s*([0-9.]*)\s*\[([^\]]*)\]")


# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "there is no ReLU": "act_none",
    "ReLU comes after the second layer, not after the first": "act_relu_after_second_layer",
    "a second ReLU follows the second layer": "act_relu_after_both_layers",
    "$b_1$ is missing": "bias_no_b1",
    "$b_1$ is added after the ReLU": "bias_b1_after_relu",
    "$b_2$ is missing": "bias_no_b2",
    "the residual connection is included": "struct_residual",
}
ARGUMENTS = ("x", "W_1", "b_1", "W_2", "b_2")


def formulas(text):
    return [
        display or inline for display, inline in re.findall(r"\$\$(.+?)\$\$|\$(.+?)\$", text, re.S)
    ]


def section(title):
    """The text from a heading to the next one of its level or above."""
    level, start = next(
        (len(match[1]), match.end())
        for match in re.finditer(r"^(#+) (.+)$", TEXT, re.M)
        if match[2] == title
    )
    end = re.search(rf"^#{{1,{level}}} ", TEXT[start:], re.M)
    return TEXT[start : start + end.start()] if end else TEXT[start:]


def table(text):
    """Rows of the first table, without its head."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def array(text):
    r"""The array in ``[1,\; 2]``, ``2\,[1,\; 2] + [0,\; 3]`` or a bmatrix; None if it is none."""
    text = text.strip().rstrip(".,").replace(r"\;", " ").replace(r"\,", " ")
    matrix = re.fullmatch(r"\\begin\{bmatrix\}(.*)\\end\{bmatrix\}", text, re.S)
    if matrix:
        return np.array([[float(n) for n in row.split("&")] for row in matrix[1].split(r"\\")])
    if _VECTOR.sub("", text).strip() or not text:
        return None
    return sum(
        float(f"{sign}{factor or 1}") * np.array([float(n) for n in numbers.split(",")])
        for sign, factor, numbers in _VECTOR.findall(text)
    )


def number(text):
    """The value of an arithmetic term, or None if it holds anything but numbers."""
    for tex, python in _ARITHMETIC.items():
        text = text.replace(tex, python)
    text = text.strip().rstrip(".,")
    if not re.fullmatch(r"[-+*(). 0-9]*[0-9][-+*(). 0-9]*", text):
        return None
    return eval(text, {"__builtins__": {}})


def mistakes_table():
    return {
        what: array(given.strip("$")) for given, what in table(section("What Mistakes Look Like"))
    }


@pytest.fixture(scope="module")
def stated():
    """Every array of the worked example, by what stands on its left: several where it recurs."""
    found = {}
    for formula in formulas(section("An Example by Hand")):
        name, *parts = re.split("=", formula)
        for part in parts:
            if (value := array(part)) is not None:
                found.setdefault(name.strip(), []).append(value)
    return found


@pytest.fixture(scope="module")
def arguments(stated):
    return [stated[name][0] for name in ARGUMENTS]


def test_the_worked_example_is_complete_and_right(stated, arguments):
    x, W1, b1, W2, b2 = arguments
    assert [a.shape for a in arguments] == [(4,), (4, 8), (8,), (8, 4), (4,)]
    h = x @ W1 + b1
    a = np.maximum(0, h)
    y = a @ W2 + b2
    block = x + y
    computed = {
        "x W_1": x @ W1,
        "h": h,
        "a": a,
        "a W_2": a @ W2,
        r"\text{FFN}(x)": y,
        r"x + \text{FFN}(x)": block,
        r"\text{LayerNorm}(x + \text{FFN}(x))": (block - block.mean()) / block.std(),
    }
    assert set(stated) == {*computed, *ARGUMENTS}
    for name, value in computed.items():
        for text in stated[name]:
            np.testing.assert_array_equal(text, value, err_msg=name)
    assert len(stated["a W_2"]) == 2
    assert np.count_nonzero(a) == 4
    assert (block.mean(), block.std()) == (1, 2)


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_numbers_of_its_row(arguments, functions, what):
    given = functions[f"wrong/{MISTAKES[what]}.py"](*arguments)
    np.testing.assert_array_equal(given, mistakes_table()[what])


def test_the_table_of_mistakes_has_no_other_row():
    assert set(mistakes_table()) == set(MISTAKES)


def equations():
    for formula in formulas(TEXT):
        parts = re.split(r"(=|\\approx)", formula)
        for left, relation, right in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
            values = number(left), number(right)
            if None not in values:
                yield pytest.param(
                    *values, 0.06 if relation == r"\approx" else 0, id=formula.strip()
                )


@pytest.mark.parametrize(("left", "right", "tolerance"), list(equations()))
def test_arithmetic_in_the_text_holds(left, right, tolerance):
    assert left == pytest.approx(right, rel=tolerance, abs=0)


def test_arithmetic_is_found():
    assert len(list(equations())) >= 6


def test_the_parameter_table_adds_up():
    *parts, (_, _, total) = table(section("Sizes in the Original Transformer"))
    counts = [int(count.replace(",", "")) for _, _, count in parts]
    assert [number(shape.strip("$")) for _, shape, _ in parts] == counts
    assert sum(counts) == int(total.replace(",", ""))
    assert round(sum(counts) / (counts[1] + counts[3])) == 820


def test_the_widths_have_the_ratios_that_are_stated():
    text = section("Four Is an Empirical Choice")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    widths = [
        [float(n) for n in row[1:]] for row in rows if len(row) == 4 and row[1].strip().isdigit()
    ]
    assert len(widths) == 6
    for d_model, d_ff, ratio in widths:
        assert d_ff / d_model == ratio


def test_the_share_of_the_base_model_is_as_stated():
    share = re.search(
        r"([0-9.]+) million of about ([0-9]+) million parameters, or\s+([0-9]+) %", TEXT
    )
    part, whole, percent = map(float, share.groups())
    assert part == round(12 * 2_099_712 / 1e6, 1)
    assert percent == round(100 * part / whole)
