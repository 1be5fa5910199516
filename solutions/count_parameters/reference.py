"""The parameters of the Transformer, counted: what every submission is compared with."""


def count_parameters(
    vocab_size: int,
    d_model: int = 512,
    d_ff: int = 2048,
    num_layers: int = 6,
    num_heads: int = 8,
    d_k: int | None = None,
    d_v: int | None = None,
    shared: bool = True,
) -> dict[str, int]:
    """Return how many numbers are learnt in the embedding, encoder, decoder, and in all."""
    if d_k is None:
        d_k = d_model // num_heads
    if d_v is None:
        d_v = d_model // num_heads
    attention = 2 * d_model * num_heads * (d_k + d_v)
    feed_forward = 2 * d_model * d_ff + d_ff + d_model
    norm = 2 * d_model
    encoder_layer = attention + feed_forward + 2 * norm
    decoder_layer = 2 * attention + feed_forward + 3 * norm
    embedding = vocab_size * d_model
    if not shared:
        embedding *= 3
    encoder = num_layers * encoder_layer
    decoder = num_layers * decoder_layer
    return {
        "embedding": embedding,
        "encoder": encoder,
        "decoder": decoder,
        "total": embedding + encoder + decoder,
    }
