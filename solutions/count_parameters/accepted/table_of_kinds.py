"""A matrix of how often each kind of sublayer occurs, times the sizes of the kinds."""

import numpy as np

NAMES = "embedding", "encoder", "decoder", "total"


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
    if d_k is None:
        d_k = d_model // num_heads
    if d_v is None:
        d_v = d_model // num_heads
    sizes = np.array(
        [
            vocab_size * d_model,
            2 * d_model * num_heads * d_k + 2 * d_model * num_heads * d_v,
            d_ff * (2 * d_model + 1) + d_model,
            2 * d_model,
        ],
        dtype=object,
    )
    tables = 1 if shared else 3
    n = num_layers
    occurrences = np.array([[tables, 0, 0, 0], [0, n, n, 2 * n], [0, 2 * n, n, 3 * n]], object)
    parts = occurrences.dot(sizes)
    return dict(zip(NAMES, [*parts, parts.sum()], strict=True))
