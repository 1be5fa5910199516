"""Recurse in C until the stack is used up."""
import sys
sys.setrecursionlimit(10**9)
class Endless:
    def __repr__(self):
        return repr(self)
repr(Endless())
