"""Setting up on the panel: the camera's mount, decks, phones."""
