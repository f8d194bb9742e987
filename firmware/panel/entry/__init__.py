"""Who comes in to the panel, and what each may do there."""
