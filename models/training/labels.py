"""What the networks' outputs mean, apart from PyTorch."""

RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
SUITS = ("o", "c", "e", "b")
"""The order of the namer's first twelve outputs, and of its next four."""
