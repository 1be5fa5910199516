"""Forbid everything by an audit hook."""
import sys
def refuse(event, arguments):
    raise RuntimeError(event)
sys.addaudithook(refuse)
