"""A pickle that recurses in C when it is destroyed."""
import pickle
pickle.loads(b"\x80\x04" + b"]" * 10**6 + b"a" * (10**6 - 1) + b".")
