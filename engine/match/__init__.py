"""A match: its entries in their order, and what they come to."""
