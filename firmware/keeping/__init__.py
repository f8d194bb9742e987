"""What lasts: the journal and its copy, the matches in it, pictures of the hands, the USB stick."""
