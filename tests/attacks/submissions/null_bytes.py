"""A source with a null byte."""
x = 1@NULL@
