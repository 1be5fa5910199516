"""Why a submission fails: known mistakes, conditions, the smallest input that shows it."""
