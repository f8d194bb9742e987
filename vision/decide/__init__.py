"""What is certain: one posterior over the table, one risk."""
