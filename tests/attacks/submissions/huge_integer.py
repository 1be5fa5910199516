"""An integer that takes long to print."""
def feed_forward(x, W1, b1, W2, b2):
    return 1 << 10_000_000
