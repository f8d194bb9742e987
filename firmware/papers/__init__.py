"""What is printed: a match's score sheet."""
