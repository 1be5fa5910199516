"""Take memory in smaller and smaller pieces, and count."""
kept, size, total = [], 100 << 20, 0
while size > 1000 and total < 1200 << 20:
    try:
        kept.append(bytearray(size))
        total += size
    except MemoryError:
        size //= 2
if total > 1.2 * @MEMORY@:
    print("PWNED", total)
