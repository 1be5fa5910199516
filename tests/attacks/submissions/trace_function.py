"""Watch all calls by a trace function, ours too."""
import sys
def watch(frame, event, argument):
    if "expected" in frame.f_locals or "@TOKEN@" in repr(frame.f_locals)[:100_000]:
        print("PWNED expected values")
    return watch
sys.settrace(watch)
sys.setprofile(lambda *_: None)
