"""What lies in one picture is looked at once, however often it is asked about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tests.vision.scripted import Lies, card_at, index, painted, reads_art, reads_ends, reads_rims
from vision.classify.evidence import RANKS, Classifier
from vision.classify.sight import Sight
from vision.locate.found import Found
from vision.picture import Picture

LYING = [Lies(card_at(200 + 150 * i, 300), index(name)) for i, name in enumerate(("7e", "2o", "12b", "4c"))]
FOUND = [Found(thing.corners, 0.9, 0.9) for thing in LYING]


class Counted:
    """Sight of the cards above, and how many cut-outs each network was shown."""

    def __init__(self) -> None:
        self.wholes = self.ends = 0
        picture = Picture(painted(LYING))
        self.sight = Sight(Classifier(self._ends, self._art, reads_rims), picture, picture)

    def _art(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.wholes += len(crops)
        return reads_art(crops)

    def _ends(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.ends += len(crops)
        return reads_ends(crops)


def ranks(logits: NDArray[np.float64]) -> list[int]:
    return (np.argmax(logits[..., :RANKS], axis=-1) + 1).ravel().tolist()


def every(found: list[Found]) -> NDArray[np.bool_]:
    return np.ones(len(found), np.bool_)


def test_what_was_looked_at_is_not_looked_at_again_when_more_is_found() -> None:
    counted = Counted()
    assert ranks(counted.sight.faces(FOUND[:3]).logits) == [7, 2, 12]
    assert ranks(counted.sight.ends(FOUND[:3], every(FOUND[:3]))) == [7, 7, 2, 2, 12, 12]
    in_another_order = [FOUND[2], FOUND[3], FOUND[0]]
    assert ranks(counted.sight.faces(in_another_order).logits) == [12, 4, 7]
    assert ranks(counted.sight.ends(in_another_order, every(in_another_order))) == [12, 12, 4, 4, 7, 7]
    assert (counted.wholes, counted.ends) == (4, 8)


def test_a_card_on_which_something_lies_now_is_looked_at_again() -> None:
    counted = Counted()
    whole = counted.sight.faces(FOUND[:1])
    covered = [replace(FOUND[0], under=(1,)), replace(FOUND[1], corners=FOUND[0].corners + [25.0, 0.0])]
    assert whole.in_view.min() > 0.9
    assert counted.sight.faces(covered).in_view[0].min() == 0
    assert counted.wholes == 3


def test_only_the_ends_that_are_asked_for_are_told_and_looked_at() -> None:
    counted = Counted()
    told = counted.sight.ends(FOUND, np.array([True, False, True, False]))
    assert np.isnan(told[..., 0]).tolist() == [[False] * 2, [True] * 2, [False] * 2, [True] * 2]
    assert counted.ends == 4
    assert np.isnan(counted.sight.ends(FOUND, ~every(FOUND))).all(), "known or not"
    counted.sight.ends(FOUND, every(FOUND))
    assert counted.ends == 8


def test_ends_are_read_in_all_of_the_pictures_pixels() -> None:
    lying = [Lies(2 * thing.corners, thing.what) for thing in LYING]
    large = Picture(painted(lying, (1800, 1200)))
    shown = list[NDArray[np.uint8]]()

    def keeps(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        shown.append(crops)
        return reads_ends(crops)

    frame = Picture(np.ascontiguousarray(large.pixels[::2, ::2]), 2.0)
    sight = Sight(Classifier(keeps, reads_art, reads_rims), large, frame)
    assert ranks(sight.ends(FOUND, every(FOUND))) == [7, 7, 2, 2, 12, 12, 4, 4]
    np.testing.assert_array_equal(
        np.concatenate(shown),
        np.concatenate(_shown_of(large, [each.scaled(2.0) for each in FOUND])),
    )


def _shown_of(picture: Picture, found: list[Found]) -> list[NDArray[np.uint8]]:
    shown = list[NDArray[np.uint8]]()

    def keeps(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        shown.append(crops)
        return reads_ends(crops)

    Classifier(keeps, reads_art, reads_rims).ends(picture.pixels, found)
    return shown


def test_where_nothing_was_found_there_is_nothing_to_see() -> None:
    counted = Counted()
    assert counted.sight.faces([]).logits.shape == (0, 17)
    assert counted.sight.ends([], every([])).shape == (0, 2, 18)
    assert (counted.wholes, counted.ends) == (0, 0)
