"""The box as data, and the code that checks and draws it. The appliance reads `pins.toml` and nothing else of it."""
