"""Connect to a Unix socket in the file system."""
import socket
socket.socket(socket.AF_UNIX).connect("@DROP@/socket")
print("PWNED path")
