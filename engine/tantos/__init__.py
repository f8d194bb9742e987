"""Tantos: how they are marked, how they lie on the table as hamarrekoak and beans, and tio Perete's."""
