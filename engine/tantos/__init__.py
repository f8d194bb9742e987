"""Tantos: how they are marked, how they are counted in hamarrekoak, and tio Perete's."""
