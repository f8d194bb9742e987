"""What stands at the ends of a card: the numeral, and the frame with la pinta."""
