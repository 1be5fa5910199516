"""Use the temporary folder as memory between runs."""
import tempfile
tempfile.NamedTemporaryFile(delete=False, dir="@DROP@")
print("PWNED temporary file")
