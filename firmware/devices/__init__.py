"""What the appliance touches: camera, buttons and display, each behind a small interface, and what reads pictures."""
