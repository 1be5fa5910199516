"""Put the folder of the reference onto sys.path and import it."""
import sys
sys.path.insert(0, "@SECRET@")
sys.path_importer_cache.clear()
import reference
print("PWNED", reference.TOKEN)
