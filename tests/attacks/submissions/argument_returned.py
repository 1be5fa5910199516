"""Return an argument, and change it later."""
kept = []
def feed_forward(x, W1, b1, W2, b2):
    for array in kept:
        array[...] = 0
    kept.append(x)
    return x
