"""Handle the signal of the processor limit, and go on."""
import signal
signal.signal(signal.SIGXCPU, lambda *_: None)
while True:
    pass
