"""A match to take away: its files, and the score sheet that is printed."""
