"""The law of mus: text in, data out; no files, no clock, no third-party imports."""
