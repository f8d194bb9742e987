"""Whole tournaments of simulated boxes, which send with the box's own client, through every fault that can be made."""
