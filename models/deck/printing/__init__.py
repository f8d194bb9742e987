"""Cards on paper and as pixels."""
