"""Means of the stacks in exact fractions, taken apart again at the end."""

from fractions import Fraction


def count_parameters(
    vocab_size,
    d_model=512,
    d_ff=2048,
    num_layers=6,
    num_heads=8,
    d_k=None,
    d_v=None,
    shared=True,
):
    head = Fraction(d_model, num_heads)
    keys = num_heads * (head if d_k is None else d_k)
    values = num_heads * (head if d_v is None else d_v)
    attention = 2 * d_model * (keys + values)
    rest = 2 * d_model * d_ff + d_ff + d_model
    mean = num_layers * (3 * attention + 2 * rest + 10 * d_model) / Fraction(2)
    half_of_difference = num_layers * (attention + 2 * d_model) / Fraction(2)
    embedding = vocab_size * d_model * (3 - 2 * shared)
    return {
        "embedding": embedding,
        "encoder": int(mean - half_of_difference),
        "decoder": int(mean + half_of_difference),
        "total": int(embedding + 2 * mean),
    }
