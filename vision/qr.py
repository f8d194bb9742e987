"""QR codes in a picture of the table."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.picture import Picture

_LEAST: Final = 4000
"""Pixels of a picture's width below which it is looked at twice as large: OpenCV wants some six for a code's square."""


def qr_text(picture: Picture) -> str | None:
    """What a QR code in the picture says; None where none can be read."""
    grey = cv2.cvtColor(picture.pixels, cv2.COLOR_BGR2GRAY)
    if grey.shape[1] < _LEAST:
        grey = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    try:
        text, *_ = cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(grey))
    except (cv2.error, UnicodeDecodeError):  # corners that make no square; a code that is no UTF-8
        return None
    return text or None
