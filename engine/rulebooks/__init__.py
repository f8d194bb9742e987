"""The five rule books, one TOML table each."""
