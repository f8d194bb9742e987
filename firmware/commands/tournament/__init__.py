"""The subcommands around a tournament: lots, deals and standings."""
