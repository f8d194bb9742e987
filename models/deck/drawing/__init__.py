"""How a card is drawn: shapes, colours, strokes, letters."""
