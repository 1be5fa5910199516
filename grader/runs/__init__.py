"""Many submissions: collecting, running, keeping."""
