"""The table at work: presses become events, the camera is looked through, the display shows the state."""
