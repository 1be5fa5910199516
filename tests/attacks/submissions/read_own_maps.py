"""Read its own address map, to find what it should not find."""
print("PWNED", open("/proc/self/maps").read()[:100])
