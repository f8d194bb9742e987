"""Mus por Equipos at the desk: what of a match may be known, and its pages."""
