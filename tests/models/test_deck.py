"""The deck of the project's own: every face, the frame's gaps, the card's shape."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import RANKS
from models.deck import backs
from models.deck.__main__ import main
from models.deck.ends import frame
from models.deck.printing import raster
from models.deck.printing.pdf import Document
from models.deck.size import CORNER, HEIGHT, WIDTH
from models.deck.style import HOUSE

CARD_HEIGHT = 380


@pytest.fixture(scope="module")
def house() -> dict[str, raster.Image]:
    return raster.deck(HOUSE, CARD_HEIGHT)


def test_each_face_differs_from_each_other(house: dict[str, raster.Image]) -> None:
    small = {name: cv2.resize(image[:, :, :3], (51, 80), interpolation=cv2.INTER_AREA) for name, image in house.items()}
    names = list(small)
    for k, one in enumerate(names):
        for other in names[k + 1 :]:
            difference = np.abs(small[one].astype(int) - small[other].astype(int)).max(axis=2)
            # Far more than a digit's worth of pixels, even at eighty pixels' height.
            assert (difference > 60).mean() > 0.02, (one, other)


def gaps(image: raster.Image, y: float) -> int:
    """Gaps of the frame's line at a height in millimetres, counted from the pixels."""
    scale = image.shape[0] / HEIGHT
    inset = HOUSE.frame.inset
    rows = image[int((y - 0.5) * scale) : int((y + 0.5) * scale) + 1, :, :3].min(axis=(0, 2))
    line = rows[int((inset + 0.6) * scale) : int((WIDTH - inset - 0.6) * scale)] < 140
    return int(np.count_nonzero(line[:-1] & ~line[1:]))


@pytest.mark.parametrize(("suit", "count"), [("o", 0), ("c", 1), ("e", 2), ("b", 3)])
def test_the_frame_has_the_gaps_of_its_suit(house: dict[str, raster.Image], suit: str, count: int) -> None:
    assert frame.GAPS[suit] == count
    for rank in RANKS:
        image = house[f"{rank}{suit}"]
        assert gaps(image, HOUSE.frame.inset) == count
        assert gaps(image, HEIGHT - HOUSE.frame.inset) == count


def test_the_alpha_is_a_card_with_round_corners(house: dict[str, raster.Image]) -> None:
    image = house["4c"]
    assert image.shape == (CARD_HEIGHT, round(CARD_HEIGHT * WIDTH / HEIGHT), 4)
    assert image.dtype == np.uint8
    alpha = image[:, :, 3].astype(float) / 255
    scale = CARD_HEIGHT / HEIGHT
    assert alpha[0, 0] == alpha[-1, -1] == alpha[0, -1] == 0
    assert alpha[CARD_HEIGHT // 2].min() == 1
    assert alpha[:, image.shape[1] // 2].min() == 1
    lost = (1 - alpha).sum() / scale**2
    assert lost == pytest.approx((4 - np.pi) * CORNER**2, rel=0.05)


def test_faces_come_at_any_height() -> None:
    assert raster.deck(HOUSE, 80, ("7o",))["7o"].shape == (80, 51, 4)
    with pytest.raises(KeyError, match="13o"):
        raster.deck(HOUSE, 80, ("13o",))


def test_the_back_looks_the_same_from_both_ends() -> None:
    file = Document(WIDTH, HEIGHT)
    file.page(backs.draw(HOUSE))
    [image] = raster.pages(file.close(), 190)
    turned = image[::-1, ::-1].astype(int)
    assert (np.abs(image.astype(int) - turned).max(axis=2) > 100).mean() < 0.03


def test_the_command_writes_a_folder_of_faces(tmp_path: Path) -> None:
    assert main(["faces", str(tmp_path / "deck"), "--height", "60"]) == 0
    written = {path.name for path in (tmp_path / "deck").iterdir()}
    assert len(written) == 40
    assert {"1_oros.png", "7_espadas.png", "12_bastos.png", "10_copas.png"} <= written
    image = cv2.imread(str(tmp_path / "deck" / "11_copas.png"), cv2.IMREAD_UNCHANGED)
    assert image is not None
    assert image.shape[0] == 60
