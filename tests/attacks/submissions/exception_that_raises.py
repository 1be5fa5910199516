"""An exception that raises when it is printed."""
class Again(Exception):
    def __str__(self):
        raise Again
    __repr__ = __str__
def feed_forward(x, W1, b1, W2, b2):
    raise Again
