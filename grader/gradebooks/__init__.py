"""Grades into the tables of learning systems."""
