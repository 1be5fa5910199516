"""Let the traceback machinery read a file for its source lines."""
import linecache
lines = linecache.getlines("@SECRET@/reference.py")
if lines:
    print("PWNED", lines)
