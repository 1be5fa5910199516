"""Behave for some cases, then hang."""
calls = 0
def feed_forward(x, W1, b1, W2, b2):
    global calls
    calls += 1
    while calls > 3:
        pass
    return right(x, W1, b1, W2, b2)
