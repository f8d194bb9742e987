"""Enrolled decks: where they are kept, and how one is laid out to be learned."""
