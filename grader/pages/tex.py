"""TeX to MathML Core, and what is wrong with a formula that cannot be set.

math-core does the work and refuses what it cannot set, with an offset. It does not refuse
a formula that lost a part when text was copied: an empty one, or one that starts with a
relation (``= 512``, where ``d`` is gone). Those are found here.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from xml.etree import ElementTree

from math_core import LatexError, LatexToMathML

#: Signs that need something on their left and that prose does not use on their own.
_RELATIONS = frozenset("=≠≔≡∝∈∉⊂⊆⊃⊇→⟶↦⇒⟹⇔⟺")
_PRODUCTS = frozenset("×⋅·÷∘⊗⊙/")
#: Prose does write "a length $\le n$": worth a question, not a refusal.
_COMPARISONS = frozenset("<>≤≥≪≫≈∼≃≅")
_NAMED_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)[A-Za-z]+;")
_ERROR = re.compile(r"(\d+): (.*)", re.DOTALL)
_UNKNOWN_COMMAND = re.compile(r'Unknown command "\\([A-Za-z]+)"')


class TexError(ValueError):
    """A formula that cannot be set; ``offset`` counts characters from its first."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


_converter = LatexToMathML(fancy_error=False)


@lru_cache(maxsize=8192)
def mathml(tex: str, *, display: bool = False) -> str:
    """One formula as a ``<math>`` element for HTML.

    Raises:
        TexError: where the formula cannot be set.
    """
    try:
        return _converter.convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        raise _explained(str(error)) from None


def _explained(text: str) -> TexError:
    match = _ERROR.fullmatch(text)
    offset, message = (int(match[1]), match[2].rstrip(".")) if match else (0, text)
    unknown = _UNKNOWN_COMMAND.search(message)
    if unknown:
        message += rf"; the name of a function is written \operatorname{{{unknown[1]}}}"
    return TexError(offset, message)


@lru_cache(maxsize=8192)
def mathml_tree(tex: str, *, display: bool = False) -> ElementTree.Element:
    """One formula as a tree of MathML elements, for other formats than HTML.

    Raises:
        TexError: where the formula cannot be set.
    """
    markup = mathml(tex, display=display)
    return ElementTree.fromstring(_NAMED_ENTITY.sub(lambda m: html.unescape(m[0]), markup))


def lost_part(tex: str) -> tuple[str, bool] | None:
    """What a formula that can be set seems to have lost, and whether that is sure.

    Raises:
        TexError: where the formula cannot be set.
    """
    leaves = [text for text in (_visible(leaf) for leaf in mathml_tree(tex).iter()) if text]
    if not leaves:
        return "the formula is empty: nothing stands between its dollar signs", True
    first, alone = leaves[0], len(leaves) == 1
    if alone or first not in _RELATIONS | _PRODUCTS | _COMPARISONS:
        return None
    what = f"the formula starts with {first!r}: what stood on the left of it is missing"
    return what, first not in _COMPARISONS


def _visible(element: ElementTree.Element) -> str:
    return "" if len(element) else (element.text or "").strip("\u2061\u2062\u2063\u2064 \n")
