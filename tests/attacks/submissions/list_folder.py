"""List the folder that holds the grader and the problems."""
import os
print("PWNED", os.listdir("@GRADER@"))
