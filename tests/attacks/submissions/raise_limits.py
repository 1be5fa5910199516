"""Raise its own limits."""
import resource
for name in ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_NPROC", "RLIMIT_FSIZE"):
    try:
        resource.setrlimit(getattr(resource, name), (resource.RLIM_INFINITY,) * 2)
        print("PWNED", name)
    except (OSError, ValueError):
        pass
