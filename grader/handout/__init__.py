"""Pages, notebooks and kits, all from one source."""
