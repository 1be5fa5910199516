"""Theme a name up, which sends it to a server."""
import socket
socket.getaddrinfo("example.org", 80)
print("PWNED dns")
