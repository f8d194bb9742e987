"""Cameras: where pictures of the table come from, and whether anything moves on them."""
