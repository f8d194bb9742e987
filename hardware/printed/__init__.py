"""The printed parts: how they are rendered, and whether they fit what is bought and each other."""
