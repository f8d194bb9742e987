"""What a desk keeps: the acts of tournaments, the boxes' events, codes and keys, in SQLite or PostgreSQL."""
