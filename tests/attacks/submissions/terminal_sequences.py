"""Print sequences that clear the terminal, set its title and hide text."""
print("\x1b[2J\x1b]0;title\x07\x9b31m\r\x08\x00\u202eabc\u200b")
def feed_forward(x, W1, b1, W2, b2):
    raise ValueError("\x1b[2J\u202e")
