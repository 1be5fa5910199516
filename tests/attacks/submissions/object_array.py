"""An array of objects that run code when they are read."""
import numpy as np
class Bomb:
    def __float__(self):
        print("PWNED read")
        return 0.0
    __reduce__ = lambda self: (print, ("PWNED unpickled",))
def feed_forward(x, W1, b1, W2, b2):
    return np.array([Bomb()], dtype=object)
