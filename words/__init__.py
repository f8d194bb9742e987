"""Everything that people read, in four languages."""
