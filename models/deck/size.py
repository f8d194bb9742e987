"""The card's measures, in millimetres."""

WIDTH = 61.0
HEIGHT = 95.0
CORNER = 3.5
