"""Remove the builtins."""
import builtins
for name in dir(builtins):
    if not name.startswith("__"):
        delattr(builtins, name)
