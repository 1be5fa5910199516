"""Read the reference solution by its path."""
print("PWNED", open("@SECRET@/reference.py").read())
