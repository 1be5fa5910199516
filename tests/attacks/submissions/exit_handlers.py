"""Loop in an exit handler."""
import atexit
def loop():
    print("PWNED exit handler")
    while True:
        pass
atexit.register(loop)
