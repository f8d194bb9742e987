"""The session at the table: events, the state they fold to, and what a button press means in it."""
