"""The documentation, and what makes its pictures, lists and site."""
