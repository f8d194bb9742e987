"""The cards of a scene: decks of faces, and how worn they are."""
