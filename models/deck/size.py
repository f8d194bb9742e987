"""The card's measures, in millimetres."""

WIDTH = 61.0
HEIGHT = 95.0
CORNER = 3.5
MIDDLE, CENTRE = WIDTH / 2, HEIGHT / 2
FINE = 11.0
"""What is too fine to be seen on a pip of this size is drawn on larger ones alone."""
