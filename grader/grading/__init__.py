"""One submission from its bytes to its verdict."""
