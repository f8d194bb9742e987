"""Pictures, mounts and decks looked at for what is wrong with them."""
