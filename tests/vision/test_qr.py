"""QR codes in a picture of the table."""

from __future__ import annotations

import numpy as np
import pytest
import segno

from vision.picture import Picture
from vision.qr import qr_text


@pytest.mark.parametrize(("text", "said"), [("HTTP://DESK/I/48", "HTTP://DESK/I/48"), ("日本語", None)])
def test_a_code_is_read_and_one_that_is_no_utf_8_is_none(text: str, said: str | None) -> None:
    code = np.array([[255 * (1 - dark) for dark in row] for row in segno.make(text, micro=False).matrix], np.uint8)
    shown = np.pad(np.kron(code, np.ones((8, 8), np.uint8)), 200, constant_values=255)
    assert qr_text(Picture(np.repeat(shown[:, :, np.newaxis], 3, axis=2))) == said
