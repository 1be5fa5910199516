"""One operation of Python that never ends."""
b = 10
x = b**b**b
