"""Adds up one sublayer after the other, in the order in which data flows."""


def _attention(d_model, num_heads, d_k, d_v):
    for _ in range(num_heads):
        yield d_model * d_k  # queries
        yield d_model * d_k  # keys
        yield d_model * d_v  # values
    yield num_heads * d_v * d_model


def _norm(d_model):
    yield from (d_model, d_model)


def _network(d_model, d_ff):
    yield (d_model + 1) * d_ff
    yield (d_ff + 1) * d_model


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
    heads = d_model, num_heads, d_k or d_model // num_heads, d_v or d_model // num_heads
    embedding = encoder = decoder = 0
    for _ in ("source", "target", "output")[: 1 if shared else None]:
        embedding += vocab_size * d_model
    for _ in range(num_layers):
        encoder += sum(_attention(*heads)) + sum(_norm(d_model))
        encoder += sum(_network(d_model, d_ff)) + sum(_norm(d_model))
        for _ in ("self", "source"):
            decoder += sum(_attention(*heads)) + sum(_norm(d_model))
        decoder += sum(_network(d_model, d_ff)) + sum(_norm(d_model))
    total = encoder + decoder + embedding
    return {"total": total, "decoder": decoder, "encoder": encoder, "embedding": embedding}
