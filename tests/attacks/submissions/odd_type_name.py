"""A type whose name holds terminal sequences."""
def feed_forward(x, W1, b1, W2, b2):
    return type("\x1b]0;PWNED\x07\u202e" * 100, (), {})()
