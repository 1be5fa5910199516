"""Append to a file that everybody may write to."""
with open("@DROP@/victim", "a") as file:
    file.write("x")
print("PWNED appended")
