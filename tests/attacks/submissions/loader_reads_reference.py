"""Let the import system read a file: a loader takes any path."""
import importlib.machinery
print("PWNED", importlib.machinery.SourceFileLoader("r", "@SECRET@/reference.py").get_data("@SECRET@/reference.py"))
