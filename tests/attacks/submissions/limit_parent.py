"""Lower the limits of the parent."""
import os
import resource
resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (4, 4))
print("PWNED prlimit")
