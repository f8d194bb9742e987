"""A mirrored picture is known by its cards' numerals, which a mirror alone shows as they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.scripted import (
    BACK,
    CLASSIFIER,
    CLOTH,
    HANDS,
    Lies,
    index,
    painted,
    reads_art,
    reads_ends,
    reads_rims,
    table,
)
from vision.checks.mirrored import FEWEST, is_mirrored
from vision.classify.evidence import RANKS, Classifier
from vision.decide.posterior import EIGHT
from vision.locate.found import Found
from vision.network import Answer

WIDE = 1600


def things(count: int = 16) -> list[Lies]:
    return [Lies(corners, index(name)) for corners, name in zip(table()[:count], HANDS, strict=False)]


def found(lying: list[Lies], mirrored: bool) -> list[Found]:
    """What a finder says of them: clockwise corners in the picture, as the camera gives it."""
    corners = [(thing.corners * [-1, 1] + [WIDE, 0])[[1, 0, 3, 2]] if mirrored else thing.corners for thing in lying]
    return [Found(each, 0.99, 0.95) for each in corners]


def seen(lying: list[Lies], mirrored: bool) -> NDArray[np.uint8]:
    pixels = painted(lying)
    return np.ascontiguousarray(pixels[:, ::-1]) if mirrored else pixels


def said(pixels: NDArray[np.uint8], cards: list[Found], marks: Answer = reads_ends) -> bool:
    classifier = Classifier(marks, reads_art, reads_rims)
    return is_mirrored(pixels, cards, classifier.ends(pixels, cards), classifier)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("count", [16, 8, FEWEST])
def test_numerals_that_only_a_mirror_shows_tell_it(count: int, mirrored: bool) -> None:
    lying = things(count)
    assert said(seen(lying, mirrored), found(lying, mirrored)) is mirrored


@pytest.mark.parametrize("mirrored", [False, True])
def test_some_backs_among_them_do_not_matter(mirrored: bool) -> None:
    lying = [replace(thing, what=BACK) if i % 4 == 0 else thing for i, thing in enumerate(things())]
    assert said(seen(lying, mirrored), found(lying, mirrored)) is mirrored


def test_an_eight_tells_it_as_well() -> None:
    lying = [replace(thing, what=EIGHT) for thing in things()]
    assert said(seen(lying, True), found(lying, True))


def test_of_few_cards_nothing_is_said() -> None:
    lying = things()
    pixels, cards = seen(lying, True), found(lying, True)
    assert not said(pixels, cards[: FEWEST - 1])
    assert not said(pixels, [])


@pytest.mark.parametrize("mirrored", [False, True])
def test_hands_whose_cards_lie_on_each_other_tell_it_too(mirrored: bool) -> None:
    lying = things()
    cards = found(lying, mirrored)
    on_each_other = [replace(card, under=(i + 1,)) if i % 4 < 3 else card for i, card in enumerate(cards)]
    assert said(seen(lying, mirrored), on_each_other) is mirrored


def test_where_numerals_are_read_as_they_are_nobody_looks_into_a_mirror() -> None:
    lying = things()
    pixels, cards = seen(lying, False), found(lying, False)
    ends = CLASSIFIER.ends(pixels, cards)

    def never(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        raise AssertionError("looked again")

    assert not is_mirrored(pixels, cards, ends, Classifier(never, never, reads_rims))


def test_a_deck_without_numerals_is_not_taken_for_mirrored() -> None:
    lying = things()
    assert not said(np.full((1200, WIDE, 3), CLOTH, np.uint8), found(lying, False), lambda crops: np.tile(
        np.concatenate([np.zeros(12), [9.0], np.zeros(5)]).astype(np.float32), (len(crops), 1)))  # fmt: skip


@pytest.mark.parametrize("both", [False, True])
def test_of_the_ends_that_were_looked_at_one_of_each_thing_is_looked_at_in_the_mirror(both: bool) -> None:
    lying = things()
    pixels, cards = seen(lying, True), found(lying, True)
    ends = CLASSIFIER.ends(pixels, cards, np.tile([True, both], (len(cards), 1)))
    shown = list[int]()

    def counts(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        shown.append(len(crops))
        return reads_ends(crops)

    assert is_mirrored(pixels, cards, ends, Classifier(counts, reads_art, reads_rims))
    assert sum(shown) == len(cards)
    assert not is_mirrored(pixels, cards, np.full_like(ends, np.nan), CLASSIFIER), (
        "what was not looked at tells nothing"
    )


def test_numerals_in_all_four_corners_tell_nothing() -> None:
    lying = things()
    both = np.maximum(
        seen(lying, False), seen([replace(thing, corners=thing.corners[[1, 0, 3, 2]]) for thing in lying], False)
    )
    assert not said(both, found(lying, False))


def half_reads_ends(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """It takes a numeral that it cannot read for one of three, as often as for none."""
    logits = reads_ends(crops)
    unread = logits[:, RANKS] > logits[:, :RANKS].max(axis=1)
    logits[np.ix_(unread, [0, 4, 10])] = logits[unread, RANKS][:, np.newaxis] + 0.1
    return logits


@pytest.mark.parametrize("mirrored", [False, True])
def test_numerals_that_are_guessed_at_do_not_keep_anybody_from_looking_into_a_mirror(mirrored: bool) -> None:
    lying = things()
    assert said(seen(lying, mirrored), found(lying, mirrored), half_reads_ends) is mirrored
