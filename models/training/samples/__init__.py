"""What the networks are shown: drawn crops, windows and hands."""
