"""Use no processor time, and all of the clock's."""
import time
while True:
    try:
        time.sleep(1000)
    except BaseException:
        pass
