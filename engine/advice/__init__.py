"""What went wrong at the table? Which article says what happens now, and what that is."""
