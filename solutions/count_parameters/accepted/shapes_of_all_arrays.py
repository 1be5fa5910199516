"""Writes down the shape of every array of the model and multiplies."""

from math import prod


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
    d_k = d_model // num_heads if d_k is None else d_k
    d_v = d_model // num_heads if d_v is None else d_v
    per_head = [(d_model, d_k), (d_model, d_k), (d_model, d_v)]
    attention = num_heads * per_head + [(num_heads * d_v, d_model)]
    network = [(d_model, d_ff), (d_ff,), (d_ff, d_model), (d_model,)]
    norm = [(d_model,), (d_model,)]
    shapes = {
        "embedding": [(vocab_size, d_model)] * (1 if shared else 3),
        "encoder": num_layers * (attention + norm + network + norm),
        "decoder": num_layers * (attention + norm + attention + norm + network + norm),
    }
    counts = {part: sum(map(prod, listed)) for part, listed in shapes.items()}
    counts["total"] = sum(counts.values())
    return counts
