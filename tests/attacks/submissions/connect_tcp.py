"""Connect to a server on this host."""
import socket
socket.create_connection(("127.0.0.1", @PORT@), 1)
print("PWNED tcp")
