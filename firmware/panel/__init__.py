"""The web panel: the display and the buttons in a browser."""
