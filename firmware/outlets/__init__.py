"""What goes out to whoever looks on: the session as JSON for other programs, and the ways it is handed on by itself."""
