"""A regular expression that never ends, in C."""
import re
re.match("(a+)+$", "a" * 60 + "b")
