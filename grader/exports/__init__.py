"""Bundles with which other tools grade a problem, and the results files that these tools read."""
