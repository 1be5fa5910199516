"""Takes d_model out of everything it is a factor of."""


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
    inner = sum(d_model // num_heads if width is None else width for width in (d_k, d_v))
    attention = 2 * num_heads * inner
    encoder = num_layers * (d_model * (attention + 2 * d_ff + 5) + d_ff)
    decoder = encoder + num_layers * d_model * (attention + 2)
    embedding = vocab_size * d_model
    if not shared:
        embedding += 2 * embedding
    counts = {"embedding": embedding, "encoder": encoder, "decoder": decoder}
    return {**counts, "total": sum(counts.values())}
