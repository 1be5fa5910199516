"""Print and loop when objects are destroyed at the end."""
import weakref
class Last:
    def __del__(self):
        print("PWNED finalizer")
        while True:
            pass
kept = [Last()]
weakref.finalize(kept[0], print, "PWNED weak reference")
