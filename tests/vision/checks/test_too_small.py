"""Pictures of too few pixels: what cannot be told in them is not told."""

from __future__ import annotations

import pytest

from tests.vision.scripted import card_at, place
from vision.checks.too_small import doubts

UNSURE, SURE = place(card_at(200, 150), {"7o": 0.5}), place(card_at(300, 150), {"7o": 0.95})


@pytest.mark.parametrize(("size", "is_small"), [((640, 360), True), ((480, 640), True), ((1280, 720), False)])
def test_too_few_pixels_are_named_where_no_card_is_told(size: tuple[int, int], is_small: bool) -> None:
    assert bool(doubts([UNSURE], size, 1.0)) is is_small
    assert bool(doubts([], size, 1.0)) is is_small
    assert doubts([UNSURE, SURE], size, 1.0) == (), "a card fills more of it than one of four hands would"


def test_where_one_card_may_fill_the_picture_what_lies_there_must_be_too_small_as_well() -> None:
    tiny = place(card_at(200, 150) * 0.5, {"7o": 0.5})
    assert doubts([UNSURE], (640, 360), 1.0, one=True) == ()
    assert doubts([tiny, tiny, UNSURE], (640, 360), 1.0, one=True)
    assert doubts([tiny], (1280, 720), 1.0, one=True) == ()
    assert doubts([], (640, 360), 1.0, one=True)


def test_they_are_those_of_the_file() -> None:
    (doubt,) = doubts([UNSURE], (640, 60), 4.0)
    assert (doubt.kind, doubt.text) == ("picture", "the picture has only 2560 x 240 pixels: too few to tell its cards")
