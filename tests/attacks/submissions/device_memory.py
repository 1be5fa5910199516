"""Open devices."""
for name in ("/dev/mem", "/dev/kmsg", "/dev/shm/left", "/dev/tty", "/dev/fuse"):
    try:
        open(name, "r+b" if name != "/dev/shm/left" else "wb")
        print("PWNED", name)
    except OSError as error:
        last = error
raise last
