"""An exception whose text is as large as memory allows."""
class Huge(Exception):
    def __repr__(self):
        return "x" * 30_000_000
    __str__ = __repr__
def feed_forward(x, W1, b1, W2, b2):
    raise Huge
