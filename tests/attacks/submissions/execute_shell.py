"""Become a shell."""
import os
os.execv("/bin/sh", ["sh", "-c", "echo PWNED exec"])
