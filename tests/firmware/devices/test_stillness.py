"""Movement on the table, told from small grey pictures."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.sentences import Sentence
from firmware.devices.cameras.camera import CameraError
from firmware.devices.cameras.frames import FRAMES, moved, take
from firmware.devices.cameras.stillness import Stillness, cells, covered, differ
from vision.picture import Picture

NOISE = np.random.default_rng(2)


def table(shift: int = 0, light: float = 1.0, noise: float = 4.0) -> NDArray[np.uint8]:
    """A card on a dark table, so many pixels to the right."""
    grey = np.full((360, 640), 60.0)
    grey[100:190, 200 + shift : 260 + shift] = 220
    return np.clip(grey * light + NOISE.normal(0, noise, grey.shape), 0, 255).astype(np.uint8)


def test_noise_is_no_movement_and_a_card_that_slides_is_one() -> None:
    for noise in (0.5, 4.0, 8.0):
        assert not any(differ(cells(table(noise=noise)), cells(table(noise=noise))) for _ in range(20))
    for shift in (2, 5, 40, -3):
        assert differ(cells(table()), cells(table(shift)))


def test_light_that_changes_everywhere_is_no_movement() -> None:
    assert not differ(cells(table()), cells(np.clip(table().astype(int) + 12, 0, 255).astype(np.uint8)))


def test_it_counts_the_seconds_without_a_movement() -> None:
    still = Stillness()
    assert still.seen is None
    assert [still.see(table(), at) for at in (10.0, 10.25, 10.5, 11.0)] == [0.0, 0.25, 0.5, 1.0]
    assert still.see(table(5), 11.25) == 0.0
    assert still.see(table(5), 12.0) == 0.75
    still.forget()
    assert still.see(table(5), 13.0) == 0.0


def test_what_creeps_has_moved_in_the_end() -> None:
    still = Stillness()
    seen = [still.see(table(round(0.25 * n), noise=1.0), float(n)) for n in range(40)]
    assert max(seen) < 15.0


def test_the_same_picture_to_the_last_bit_tells_nothing() -> None:
    still, frozen = Stillness(), table()
    still.see(frozen, 0.0)
    assert [still.see(frozen, at) for at in (1.0, 5.0, 60.0)] == [0.0, 0.0, 0.0]
    assert still.see(table(), 61.0) == 61.0


def test_in_the_dark_nothing_lies_still() -> None:
    still, dark = Stillness(), NOISE.normal(6, 1, (360, 640)).astype(np.uint8)
    still.see(table(), 0.0)
    assert covered(dark)
    assert [still.see(dark + np.uint8(at % 2), at) for at in (1.0, 2.0, 9.0)] == [0.0, 0.0, 0.0]
    assert still.see(table(), 10.0) == 0.0
    assert not covered(table())


class Frames:
    """A camera with these pictures."""

    id, steps = "frames", False

    def __init__(self, *pictures: NDArray[np.uint8], live: bool = True) -> None:
        self.live, self._pictures = live, list(pictures)

    def after(self, name: str | None) -> str | None:
        return "next"

    def none_left(self) -> Sentence:
        return Sentence("None.")

    def capture(self, name: str) -> Picture:
        return Picture(np.dstack([self._pictures.pop(0)] * 3))

    def close(self) -> None:
        pass


def test_a_live_camera_gives_several_frames_and_any_other_one() -> None:
    frames = take(Frames(table(), table(), table(), table()), "next")
    assert (len(frames), moved(frames)) == (FRAMES, False)
    assert len(take(Frames(table(), live=False), "next")) == 1
    assert moved(take(Frames(*(table() for _ in range(FRAMES - 1)), table(30)), "next"))


def test_frames_that_are_the_same_to_the_last_bit_are_not_of_now() -> None:
    one = table()
    with pytest.raises(CameraError, match="stands still"):
        take(Frames(one, one, one), "next")
