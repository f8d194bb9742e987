"""Pictures of the table that are shown: of what lies there now, of what was read, and of a card in doubt."""
