"""How bright the cards' paper is in a picture."""

from __future__ import annotations

import numpy as np

from vision.arrays import U8

DARK = 30.0
"""Grey level of the cards' paper below which it is too dark: drawn tables, noise and all, were all read at 21, half of
them at 15."""


def level(grey: U8, mask: U8) -> float:
    """The grey level (0 to 255) of the paper of the cards where `mask` is set."""
    return float(np.percentile(grey[mask > 0], 90))
