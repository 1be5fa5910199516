"""Remove every module."""
import sys
sys.modules.clear()
