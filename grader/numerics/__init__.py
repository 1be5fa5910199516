"""What float64 allows: traced tolerances and comparison."""
