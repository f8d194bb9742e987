"""A table that has joined a tournament's desk: its journal is the outbox, and the desk says what is played."""
