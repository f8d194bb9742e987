"""The order of the namer's outputs."""

RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
SUITS = ("o", "c", "e", "b")
