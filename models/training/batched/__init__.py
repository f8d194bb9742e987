"""Cards photographed many at once, by the device that trains."""
