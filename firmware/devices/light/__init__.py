"""The light over the table: a lamp on one of the box's pins, and how pictures are taken by it."""
