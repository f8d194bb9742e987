"""Tests of Mus por Equipos: `engine.equipos`."""
