"""A list that grows while it is read, as a subclass would."""
class Endless(list):
    def __iter__(self):
        while True:
            yield 0.0
    def __len__(self):
        return 1 << 60
def feed_forward(x, W1, b1, W2, b2):
    return Endless()
