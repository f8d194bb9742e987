"""The forms in which a match is written down: JSON lines and a text."""
