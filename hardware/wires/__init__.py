"""The wiring and the perfboard, from `pins.toml`."""
