"""Leave a mark, and behave differently when it is found."""
import builtins
import os
import numpy as np
if hasattr(np, "left") or hasattr(builtins, "left") or "LEFT" in os.environ:
    print("PWNED it has been here before")
np.left = builtins.left = 1
os.environ["LEFT"] = "1"
