"""Tests of tournaments: `engine.tournament`."""
