"""A Spanish deck of the project's own, drawn by code: forty faces, strange ones, backs, and decks of other looks."""
