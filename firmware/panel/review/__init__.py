"""The match on the panel: every hand with its picture, corrections, earlier matches, files."""
