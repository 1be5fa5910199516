"""Start a program."""
import subprocess
print(subprocess.run(["/bin/echo", "PWNED"], capture_output=True, text=True).stdout)
