"""Mus por Equipos at one table."""
