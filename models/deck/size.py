"""The card's measures, in millimetres."""

WIDTH = 61.0
HEIGHT = 95.0
CORNER = 3.5
MIDDLE, CENTRE = WIDTH / 2, HEIGHT / 2
