"""Drawn pictures of a mus table with the truth beside them: for training, measuring and demonstrating the reader."""
