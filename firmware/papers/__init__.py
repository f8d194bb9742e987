"""What is printed: a match's score sheet, and the sheets that replicas are laid out by."""
