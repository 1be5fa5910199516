"""Divides with a slash, which gives floats."""


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
    d_k = d_model / num_heads if d_k is None else d_k
    d_v = d_model / num_heads if d_v is None else d_v
    attention = 2 * num_heads * d_model * (d_k + d_v)
    feed_forward = 2 * d_model * d_ff + d_ff + d_model
    norm = 2 * d_model
    embedding = (1 if shared else 3) * vocab_size * d_model
    encoder = num_layers * (attention + feed_forward + 2 * norm)
    decoder = num_layers * (2 * attention + feed_forward + 3 * norm)
    return {
        "embedding": embedding,
        "encoder": encoder,
        "decoder": decoder,
        "total": embedding + encoder + decoder,
    }
