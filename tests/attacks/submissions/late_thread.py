"""Go on in a thread after the last result was returned."""
import threading
import time
def late():
    time.sleep(0.3)
    print("PWNED late thread")
threading.Thread(target=late, daemon=True).start()
