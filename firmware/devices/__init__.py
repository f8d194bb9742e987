"""What the appliance touches: camera, eyes, buttons and display, each behind a small interface."""
