"""What is heard: who makes speech of a text, and what plays it."""
