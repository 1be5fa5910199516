"""Become a real-time process, which nothing preempts."""
import os
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
print("PWNED scheduler")
