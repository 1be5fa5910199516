"""Create a file where everybody may."""
with open("@DROP@/made", "w") as file:
    file.write("x")
print("PWNED wrote")
