"""The self-test: whether everything that the box is made of does what it should, and what to do where it does not."""
