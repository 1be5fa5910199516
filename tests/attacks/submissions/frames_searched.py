"""Look for secrets in the frames above, and in everything the collector knows."""
import gc
import sys
token = "@TOKEN@"
found = 0
frame = sys._getframe()
while frame:
    for name, value in list(frame.f_locals.items()):
        if name in ("expected", "reference") or (frame is not sys._getframe() and token in repr(value)[:100_000]):
            found += name not in ("token", "source")
    frame = frame.f_back
for value in gc.get_objects():
    if type(value) is dict and "expected" in value and "tolerance" in value:
        found += 1
if found:
    print("PWNED", found)
