"""Inputs of test cases, from the spec and a seed."""
