"""Tools for who writes problems."""
