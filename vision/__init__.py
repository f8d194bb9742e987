"""A picture of the table in; cards with seats, corners and honest confidence out."""
