"""An array that is computed when somebody looks at it."""
def feed_forward(x, W1, b1, W2, b2):
    return (value for value in x)
