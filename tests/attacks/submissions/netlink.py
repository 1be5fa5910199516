"""Talk to the kernel's network configuration."""
import socket
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
print("PWNED netlink")
