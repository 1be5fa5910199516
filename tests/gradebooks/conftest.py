"""Fixtures shared with the tests of runs."""

from tests.runs.conftest import store

__all__ = ["store"]
