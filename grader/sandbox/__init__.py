"""Code nobody trusts runs here."""
