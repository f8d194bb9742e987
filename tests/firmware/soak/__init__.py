"""One long trial of the whole table: everything that may go wrong on an evening, all of it at once."""
