"""What the pages of the table and of the tournament desk share: door and gate, guests, server, templates, themes."""
