"""Take memory until there is no more."""
kept = []
while True:
    kept.append(bytearray(1 << 20))
