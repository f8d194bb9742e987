"""The table of a scene: what it is made of, how the hands lie on it, and what else does."""
