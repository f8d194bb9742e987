"""What the networks are shown: drawn cards, ends of cards, hands and tables."""
