"""Bids: one round of them, and the rounds of a karta aldia."""
