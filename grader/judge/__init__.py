"""From a run to a verdict."""
