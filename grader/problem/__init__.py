"""What an exercise is, and how it is read."""
