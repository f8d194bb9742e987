"""The five rule books, one TOML table each, and what the fields of such a table may hold."""
