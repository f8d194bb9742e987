"""The voice: what of the match is said aloud, how much of it, and by whom."""
