"""What somebody names on a command line: rule books, records, matches, pictures."""
