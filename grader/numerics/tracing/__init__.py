"""Running error analysis of an unchanged reference solution.

The reference is run once on *tracked* arrays (``array.py``): each carries the values that
NumPy computes and, element by element, a bound on how far any legal float64 evaluation of
the same real arithmetic may lie from the exact result. The names ``np``, ``math`` and a few
builtins in the reference's own module are stand-ins (``standins.py``) that know how every
operation passes such bounds on.

The modules of this package import the standard library, NumPy and each other only, and
each other only relatively: ``grader.numerics.program`` ships them as text into the
sandboxed process in which the reference runs.
"""
