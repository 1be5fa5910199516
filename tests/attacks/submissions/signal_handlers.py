"""Handle every signal there is."""
import signal
for number in range(1, 65):
    try:
        signal.signal(number, lambda *_: None)
    except (OSError, ValueError, RuntimeError):
        pass
