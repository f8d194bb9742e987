"""What is drawn and written of the box: labels, drawings, pictures, tables."""
