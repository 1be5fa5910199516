"""Be interrupted by a timer all the time."""
import signal
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 1e-5, 1e-5)
while True:
    pass
