"""Print more than is allowed."""
for _ in range(2000):
    print("A" * 100_000)
