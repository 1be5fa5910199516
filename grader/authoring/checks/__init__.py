"""Checks of a problem: each looks at one thing and says what it found."""
