"""Take the fault handler away before crashing."""
import ctypes
import faulthandler
import signal
faulthandler.disable()
faulthandler.unregister(signal.SIGSYS)
ctypes.string_at(0)
