"""The square of the rate is a fraction, which is exact; only its root is rounded."""

from fractions import Fraction
from math import sqrt


def learning_rate(step, d_model, warmup_steps=4000):
    square = min(Fraction(1, step), Fraction(step**2, warmup_steps**3)) / d_model
    return sqrt(square)
