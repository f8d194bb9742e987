"""Tantos: how they are marked, what they come to, how they are counted in hamarrekoak, and tio Perete's."""
