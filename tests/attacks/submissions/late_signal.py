"""Go on in a signal handler after the last result was returned."""
import signal
def late(*_):
    print("PWNED late signal")
signal.signal(signal.SIGALRM, late)
signal.setitimer(signal.ITIMER_REAL, 0.3)
