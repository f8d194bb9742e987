"""Angles as a command line gives them."""

from __future__ import annotations

import argparse
import math


def degrees(text: str) -> float:
    """A finite number of degrees; ArgumentTypeError where the text is none."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isfinite(value):
        return value
    raise argparse.ArgumentTypeError(f"not an angle in degrees: {text!r}")
