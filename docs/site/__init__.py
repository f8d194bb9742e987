"""The documentation as a small site of plain pages, made from the Markdown files of this repository."""
