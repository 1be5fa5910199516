"""The judge inside other tools: notebooks and pytest."""
