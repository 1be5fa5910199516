"""Formulas that lost a part, that cannot be set, and as text."""

from __future__ import annotations

import pytest

from grader.pages import tex
from grader.pages.unicode_math import text_of


@pytest.mark.parametrize(
    ("formula", "said", "sure"),
    [
        ("= 512", "starts with '='", True),
        (r"= \frac{8}{3} \cdot d_{\text{model}}", "starts with '='", True),
        (r"\times 1", "starts with '×'", True),
        (r"\begin{aligned} &= b \end{aligned}", "starts with '='", True),
        (r"\,\to 0", "starts with '→'", True),
        (r"\leq n", "starts with '≤'", False),
        (r"\approx 25", "starts with '≈'", False),
        ("", "is empty", True),
        (r"\,", "is empty", True),
    ],
)
def test_a_formula_that_lost_its_left_side(formula: str, said: str, sure: bool) -> None:
    found = tex.lost_part(formula)
    assert found is not None
    assert said in found[0]
    assert found[1] is sure


@pytest.mark.parametrize(
    "formula",
    ["=", r"\times", r"\leq", "-x", r"\pm 1", "(a = b)", r"\neg p", "x = 512", r"{d} = 512"],
)
def test_a_whole_formula(formula: str) -> None:
    assert tex.lost_part(formula) is None


@pytest.mark.parametrize(
    ("formula", "offset", "said"),
    [
        (r"\frac{1}{2", 10, "Expected closing token"),
        (r"a + \softmax(x)", 4, r"is written \operatorname{softmax}"),
        ("α + }", 4, "Unmatched closing token"),
        ("a & b", 2, "table-like environment"),
        (r"\href{javascript:alert(1)}{x}", 0, "Unknown command"),
    ],
)
def test_a_formula_that_cannot_be_set(formula: str, offset: int, said: str) -> None:
    with pytest.raises(tex.TexError) as caught:
        tex.mathml(formula)
    assert caught.value.offset == offset
    assert said in caught.value.message


def test_tags_in_a_formula_are_text() -> None:
    assert "<script" not in tex.mathml(r"\text{<script>alert(1)</script>}")


#: Formulas of the exercise that the project started from, and of its paper.
FORMULAS = {
    r"\text{FFN}(x) = \max(0,\, xW_1 + b_1)W_2 + b_2": "FFN(x) = max(0, xW₁ + b₁)W₂ + b₂",
    r"d_{\text{model}} = 512": "d_model = 512",
    r"x \in \mathbb{R}^{d_{ff} \times d_{\text{model}}}": "x ∈ ℝ^(d_ff × d_model)",
    r"512 \times 2048 = 1{,}048{,}576": "512 × 2048 = 1,048,576",
    r"\frac{8}{3} \cdot d_{\text{model}}": "8/3 ⋅ d_model",
    r"h = [2.1,\; -0.7,\; 1.4]": "h = [2.1, −0.7, 1.4]",
    r"b_1 = \mathbf{0}": "b₁ = 0",
    r"2 \cdot d_{\text{model}} \cdot d_{ff} = 8 \cdot d_{\text{model}}^2": (
        "2 ⋅ d_model ⋅ d_ff = 8 ⋅ d_model²"
    ),
    r"j \neq i": "j ≠ i",
    r"\text{LayerNorm}(x + \text{Sublayer}(x))": "LayerNorm(x + Sublayer(x))",
    r"\operatorname{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right)V": "softmax(QKᵀ/√(dₖ))V",
    r"\frac{e^{x_i - \max_j x_j}}{\sum_{k=1}^{n} e^{x_k}}": ("(e^(xᵢ − maxⱼ xⱼ))/(∑ₖ₌₁ⁿ e^xₖ)"),
    r"\gamma \odot \frac{x-\mu}{\sqrt{\sigma^2+\varepsilon}} + \beta": (
        "γ ⊙ (x − μ)/(√(σ² + ε)) + β"
    ),
    r"q'(k) = (1-\epsilon_{ls})\,\delta_{k,y} + \frac{\epsilon_{ls}}{K}": (
        "q′(k) = (1 − ϵₗₛ) δ_(k,y) + ϵₗₛ/K"
    ),
    r"d_{\text{model}}^{-0.5} \cdot \min(\mathit{step}^{-0.5},\, \mathit{step})": (
        "d_model^(−0.5) ⋅ min(step^(−0.5), step)"
    ),
    r"PE_{(pos,2i)} = \sin(pos / 10000^{2i/d_{\text{model}}})": (
        "PE_(pos,2i) = sin(pos/10000^(2i/d_model))"
    ),
    r"\hat{m}_t = \frac{m_t}{1-\beta_1^t}": "m̂ₜ = mₜ/(1 − β₁ᵗ)",
    r"\log p(y\mid x)": "log p(y ∣ x)",
    r"\operatorname*{arg\,max}_i p_i": "arg maxᵢ pᵢ",
    r"\lVert x\rVert_2^2": "‖x‖₂²",
    r"|a - b| \le |c| + 1": "|a − b| ≤ |c| + 1",
    r"a = -b,\quad x^{-1}": "a = −b, x⁻¹",
    r"(a+b)^2 + {\frac{a}{b}}^2": "(a + b)² + (a/b)²",
    r"\sqrt[3]{x} + \sqrt{x+1}": "∛x + √(x + 1)",
    r"\binom{n}{k}": "(n over k)",
    r"\bar{x} \vec{y} \overline{ab}": "x̄y⃗a̅b̅",
    r"\begin{cases} 1 & x>0 \\ 0 & \text{else} \end{cases}": "{1 x > 0; 0 else}",
}


@pytest.mark.parametrize(("formula", "text"), FORMULAS.items())
def test_a_formula_in_a_line_of_text(formula: str, text: str) -> None:
    assert text_of(formula) == text


def test_a_formula_on_lines_of_its_own() -> None:
    drawn = text_of(
        r"f(x) = \begin{cases} x & x>0 \\ 0 & x=0 \\ -x & \text{else} \end{cases}", display=True
    )
    assert drawn.split("\n") == [
        "       ⎧ x   x > 0",
        "f(x) = ⎨ 0   x = 0",
        "       ⎩ −x  else",
    ]


def test_a_matrix_lines_up_its_numbers() -> None:
    drawn = text_of(r"W = \begin{bmatrix} 1 & -20 \\ 0 & 3 \end{bmatrix}", display=True)
    assert drawn.split("\n") == ["W = ⎡ 1  −20 ⎤", "    ⎣ 0    3 ⎦"]


def test_aligned_equations_line_up() -> None:
    drawn = text_of(r"\begin{aligned} h &= x \\ ab &= y \end{aligned}", display=True)
    assert drawn.split("\n") == ["h  = x", "ab = y"]
