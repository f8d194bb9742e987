"""A hand without the table's camera: its cards tapped on the page, or read in a picture that a phone took."""
