"""Results in the form that people and other tools read."""
