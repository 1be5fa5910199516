"""The layers of the sandbox, each on its own, and the probe that finds them."""
