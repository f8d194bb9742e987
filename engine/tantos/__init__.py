"""Tantos: how they are marked, and tio Perete's."""
