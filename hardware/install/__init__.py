"""Installation on a Raspberry Pi: what belongs onto the machine, releases side by side, the way back.

`python3 -m hardware.install install` runs on the system's own Python before anything else is there, so this package
imports the standard library and `firmware.devices.pins` alone.
"""
