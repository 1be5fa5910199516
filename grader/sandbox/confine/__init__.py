"""The layers of the wall, each on its own, and the probe that finds them."""
