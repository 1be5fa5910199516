"""Counts are kept by the size of the vocabulary."""

_kept = {}


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
    if vocab_size in _kept:
        return dict(_kept[vocab_size])
    d_k = d_model // num_heads if d_k is None else d_k
    d_v = d_model // num_heads if d_v is None else d_v
    attention = 2 * num_heads * d_model * (d_k + d_v)
    feed_forward = 2 * d_model * d_ff + d_ff + d_model
    norm = 2 * d_model
    embedding = (1 if shared else 3) * vocab_size * d_model
    encoder = num_layers * (attention + feed_forward + 2 * norm)
    decoder = num_layers * (2 * attention + feed_forward + 3 * norm)
    _kept[vocab_size] = {
        "embedding": embedding,
        "encoder": encoder,
        "decoder": decoder,
        "total": embedding + encoder + decoder,
    }
    return dict(_kept[vocab_size])
