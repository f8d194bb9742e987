"""The printable sheet: to scale, and the backs behind their faces."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pypdfium2 as pdfium
import pytest
from numpy.typing import NDArray

from models.deck.__main__ import main
from models.deck.printing.sheet import PER_PAGE, mirrored_slots, slots
from models.deck.size import HEIGHT, WIDTH

PIXELS_PER_MM = 4.0
POINTS_PER_MM = 72 / 25.4


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> pdfium.PdfDocument:
    out: Path = tmp_path_factory.mktemp("sheet") / "sheet.pdf"
    assert main(["sheet", str(out)]) == 0
    return pdfium.PdfDocument(out.read_bytes())


def page_image(document: pdfium.PdfDocument, index: int) -> NDArray[np.uint8]:
    image: NDArray[np.uint8] = document[index].render(scale=PIXELS_PER_MM / POINTS_PER_MM).to_numpy()
    return image


def test_the_pages_are_a4_and_enough(document: pdfium.PdfDocument) -> None:
    assert len(document) == 2 * -(-40 // PER_PAGE)
    for page in document:
        assert page.get_width() / POINTS_PER_MM == pytest.approx(210, abs=0.1)
        assert page.get_height() / POINTS_PER_MM == pytest.approx(297, abs=0.1)


def test_the_backs_lie_behind_the_faces() -> None:
    assert np.allclose([(210 - x - WIDTH, y) for x, y in mirrored_slots()], slots())


@pytest.mark.parametrize("index", [0, 1])
def test_the_cards_are_to_scale(document: pdfium.PdfDocument, index: int) -> None:
    image = page_image(document, index)[:, :, :3].min(axis=2)
    left, top = min(slots())
    # The cards' block: whatever is not white between the cutting marks.
    middle_row = image[int((top + HEIGHT / 2) * PIXELS_PER_MM)] < 252
    inside = np.flatnonzero(middle_row[int((left - 0.6) * PIXELS_PER_MM) : int((210 - left + 0.6) * PIXELS_PER_MM)])
    assert (inside[-1] - inside[0] + 1) / PIXELS_PER_MM == pytest.approx(3 * WIDTH, abs=0.9)
    column = image[:, int((left + WIDTH / 2) * PIXELS_PER_MM)] < 252
    inside = np.flatnonzero(column[int((top - 0.6) * PIXELS_PER_MM) : int((297 - top + 0.6) * PIXELS_PER_MM)])
    assert (inside[-1] - inside[0] + 1) / PIXELS_PER_MM == pytest.approx(3 * HEIGHT, abs=0.9)


def test_the_cutting_marks_stand_at_the_cards_edges(document: pdfium.PdfDocument) -> None:
    image = page_image(document, 0)[:, :, :3].min(axis=2)
    left, top = min(slots())
    row = image[int((top - 3) * PIXELS_PER_MM)] < 200
    starts = np.flatnonzero(row & ~np.roll(row, 1)) / PIXELS_PER_MM
    assert starts == pytest.approx([left + k * WIDTH for k in range(4)], abs=0.5)


def test_the_overlays_cards_are_those_of_the_deck(tmp_path: Path) -> None:
    kept = files("firmware.panel").joinpath("static", "deck.webp").read_bytes()
    fresh = tmp_path / "fresh.webp"
    assert main(["together", str(fresh)]) == 0
    was, now = (cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR) for one in (kept, fresh.read_bytes()))
    assert was.shape == now.shape
    assert np.abs(was.astype(int) - now).mean() < 1, "it is old: python -m models.deck together, and look at it"
