"""Tantos: how they are marked, and how they lie on the table as hamarrekoak and beans."""
