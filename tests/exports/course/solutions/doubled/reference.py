"""The secret reference of doubled."""


def doubled(x):
    """Secret words."""
    return 2 * x
