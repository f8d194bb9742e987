"""The appliance: command line, session at the table, journal, display, buttons and web panel."""

__version__ = "0.1.0"
