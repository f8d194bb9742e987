"""What the networks' outputs mean, apart from PyTorch."""

RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
SUITS = ("o", "c", "e", "b")
"""The order of the networks' outputs."""

NO_RANK, NO_SUIT = len(RANKS), len(SUITS)
"""The labels of an end that shows no numeral, and no pinta."""
