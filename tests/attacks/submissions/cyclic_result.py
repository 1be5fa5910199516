"""A result that contains itself, twice."""
def feed_forward(x, W1, b1, W2, b2):
    value = []
    value += [value, value]
    return value
