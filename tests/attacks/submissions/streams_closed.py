"""Close the streams of Python."""
import sys
sys.stdout.close()
sys.stderr.close()
sys.stdout = sys.stderr = sys.__stdout__ = None
