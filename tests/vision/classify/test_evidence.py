"""What the networks are shown of each thing, and that their word is kept as it is."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.scripted import CLASSIFIER, Lies, card_at, index, painted, reads_art, reads_ends
from vision.classify.evidence import LEAST_IN_VIEW, RANKS, SUITS, Classifier, Evidence
from vision.decide.posterior import EIGHT
from vision.locate.found import Found
from vision.network import Answer
from vision.rectify import CLOSE, END

SEVEN = index("7e")


class Keeps:
    """A network that keeps what it was shown."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.shown: list[NDArray[np.uint8]] = []

    def __call__(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.shown.append(crops)
        return self.answer(crops)


def looked_at(things: list[Lies], found: list[Found] | None = None) -> tuple[Evidence, Keeps, Keeps]:
    """The evidence of what lies there, and both networks."""
    marks, art = Keeps(reads_ends), Keeps(reads_art)
    found = found or [Found(thing.corners, 0.9, 0.8) for thing in things]
    return Classifier(marks, art).evidence(painted(things), found), marks, art


def test_both_ends_and_the_whole_of_each_thing_are_looked_at() -> None:
    evidence, marks, art = looked_at([Lies(card_at(300, 300), SEVEN), Lies(card_at(500, 300, 20), EIGHT)])
    assert evidence.ends.shape == (2, 2, RANKS + 1 + SUITS + 1)
    assert evidence.art.shape == (2, RANKS + SUITS + 1)
    assert np.argmax(evidence.ends[..., : RANKS + 1], axis=-1).tolist() == [[6, 6], [7, 7]]
    assert np.argmax(evidence.art[:, :RANKS], axis=-1).tolist() == [6, 7]
    assert evidence.located.tolist() == [[0.9, 0.8]] * 2
    assert [shown.shape for shown in marks.shown] == [(4, END.height, END.width, 4)]
    assert [shown.shape for shown in art.shown] == [(2, CLOSE.height, CLOSE.width, 4)]


def test_each_network_is_asked_once() -> None:
    things = [Lies(card_at(100 + 90 * i, 300), i) for i in range(16)]
    _, marks, art = looked_at(things)
    assert (len(marks.shown), len(art.shown)) == (1, 1)


def test_nothing_found_is_no_evidence_and_nobody_is_asked() -> None:
    marks, art = Keeps(reads_ends), Keeps(reads_art)
    evidence = Classifier(marks, art).evidence(painted([]), [])
    assert len(evidence) == 0
    assert (evidence.ends.shape, evidence.art.shape, evidence.located.shape) == ((0, 2, 18), (0, 17), (0, 2))
    assert marks.shown == art.shown == []


def test_a_covered_end_is_not_looked_at_and_says_nothing() -> None:
    """Another card lies over the lower half."""
    found = [Found(card_at(300, 300), 0.9, 0.5, (1,)), Found(card_at(300, 350), 0.9, 0.95)]
    things = [Lies(thing.corners, what) for thing, what in zip(found, (SEVEN, EIGHT), strict=True)]
    evidence, marks, art = looked_at(things, found)
    assert np.isnan(evidence.ends).all(axis=-1).tolist() == [[False, True], [False, False]]
    assert int(np.argmax(evidence.ends[0, 0, : RANKS + 1])) == 6
    assert len(marks.shown[0]) == 3
    assert np.mean(art.shown[0][0][..., 3] == 0) == pytest.approx(0.5, abs=0.05), (
        "the art network is told what is covered"
    )


@pytest.mark.parametrize("left", [0.05, 0.2])
def test_of_an_end_so_much_must_be_in_view(left: float) -> None:
    card = card_at(300, 300)
    across = (card[1] - card[0]) * left
    found = [Found(card, 0.9, 0.5, (1,)), Found(card + across, 0.9, 0.95)]
    things = [Lies(thing.corners, SEVEN) for thing in found]
    evidence, _, _ = looked_at(things, found)
    assert bool(np.isnan(evidence.ends[0]).all()) == (left < LEAST_IN_VIEW)


def test_in_a_mirror_the_numerals_stand_elsewhere() -> None:
    card = Found(card_at(300, 300, 10), 0.9, 0.8)
    pixels = painted([Lies(card.corners, SEVEN)])
    as_it_is, mirrored = (CLASSIFIER.ends(pixels, [card], mirrored) for mirrored in (False, True))
    assert np.argmax(as_it_is[..., : RANKS + 1], axis=-1).tolist() == [[6, 6]]
    assert np.argmax(mirrored[..., : RANKS + 1], axis=-1).tolist() == [[RANKS, RANKS]]


def test_some_of_the_evidence() -> None:
    evidence, _, _ = looked_at([Lies(card_at(100 + 90 * i, 300), i) for i in range(5)])
    assert len(evidence[1:3]) == 2
    assert evidence[1:3].art.tolist() == evidence.art[1:3].tolist()
