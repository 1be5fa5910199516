"""Raise what a person's Ctrl-C raises."""
def feed_forward(x, W1, b1, W2, b2):
    raise KeyboardInterrupt
