"""The subcommands of `hamarreko`, one module each."""
