"""What is chosen in grids, one press a choice: the menu, corrections, the first dealer."""
