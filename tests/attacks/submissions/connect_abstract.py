"""Connect to an abstract Unix socket."""
import socket
socket.socket(socket.AF_UNIX).connect("\0@NAME@")
print("PWNED abstract")
