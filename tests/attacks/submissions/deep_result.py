"""A result that is nested too deeply."""
def feed_forward(x, W1, b1, W2, b2):
    value = []
    for _ in range(100_000):
        value = [value]
    return value
