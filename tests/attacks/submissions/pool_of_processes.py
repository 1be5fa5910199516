"""Use multiprocessing."""
import multiprocessing
with multiprocessing.Pool(2) as pool:
    print("PWNED", pool.map(abs, [-1]))
