"""Print its inputs, which may be secret."""
def feed_forward(x, W1, b1, W2, b2):
    print("inputs:", x.ravel()[:3])
    return right(x, W1, b1, W2, b2)
