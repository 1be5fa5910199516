"""Values by recipe: ``"normal 0.1"``, ``"ints 0 vocab-1"``, ``"causal 0 -inf"``.

A recipe is a pure function of a target (shape, dtype, random stream) and of its arguments; it
is registered by the decorator ``recipe`` in ``numbers.py``, ``patterns.py`` or ``texts.py``.
What it computes has to be the same bytes on every machine: whole numbers, and ``+ - * /`` of
float64 element by element; no ``pow``, ``exp``, ``log``, matrix product or sum, whose last bit
or whose order differs between builds of NumPy.

``none`` is a recipe too, for optional arguments; it makes no array and is handled where
arguments are made.
"""

from grader.cases.recipes import numbers, patterns, texts
from grader.cases.recipes.registry import RECIPES, Recipe, RecipeCall, Target, fill, parse_recipe

__all__ = [
    "RECIPES",
    "Recipe",
    "RecipeCall",
    "Target",
    "fill",
    "numbers",
    "parse_recipe",
    "patterns",
    "texts",
]
