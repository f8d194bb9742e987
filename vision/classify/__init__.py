"""What each card shows: evidence of the networks, and nothing decided."""
