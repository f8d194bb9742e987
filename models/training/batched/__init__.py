"""Ends of cards printed and photographed many at once, by the device that trains."""
