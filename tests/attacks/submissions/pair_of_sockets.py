"""Make a pair of sockets, to pass descriptors."""
import socket
socket.socketpair()
print("PWNED socketpair")
