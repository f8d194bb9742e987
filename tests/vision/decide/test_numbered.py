"""Cards without their number in the corners, among cards that have theirs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import Card
from tests.vision.scripted import naming, place, table
from vision.checks.deck_check import View, check
from vision.classify.namer import FORTY, RANKS, Naming
from vision.decide.decide import Place, other_deck
from vision.decide.numbered import without_number
from vision.decide.seats import Hands

NAMES = ["12o", "11c", "7e", "1b", "2o", "2c", "2e", "2b", "3o", "3c", "3e", "3b", "10o", "10c", "10e", "10b"]
CARDS = [next(card for card in FORTY if str(card) == name) for name in NAMES]
ACE, THREE = NAMES.index("1b"), NAMES.index("3o")


def shown(card: Card, share: float) -> Naming:
    """What a namer says of a card whose number stands in its corners with that share."""
    numbers = np.full(len(RANKS), (1 - share) / (len(RANKS) - 1))
    numbers[RANKS.index(card.rank)] = share
    return replace(naming({str(card): 0.999}), numbers=numbers)


def without(**changed: Naming) -> set[int]:
    said = [changed.get(name) or shown(card, 0.97) for name, card in zip(NAMES, CARDS, strict=True)]
    return without_number(said, CARDS, [True] * len(CARDS))


def test_where_all_have_their_numbers_none_is_without() -> None:
    assert without() == set()


@pytest.mark.parametrize(("share", "asked"), [(0.05, True), (0.6, False)])
def test_a_three_without_a_three_in_its_corners(share: float, asked: bool) -> None:
    assert without(**{"3o": shown(CARDS[THREE], share)}) == ({THREE} if asked else set())


@pytest.mark.parametrize(("share", "asked"), [(0.5, True), (0.95, False)])
def test_an_ace_s_number_must_stand_there_for_certain(share: float, asked: bool) -> None:
    assert without(**{"1b": shown(CARDS[ACE], share)}) == ({ACE} if asked else set())


def test_what_is_much_like_the_enrolled_deck_s_card_needs_no_number() -> None:
    three = shown(CARDS[THREE], 0.05)
    assert without(**{"3o": replace(three, likeness=0.96)}) == set()
    assert without(**{"3o": replace(three, likeness=0.8)}) == {THREE}


def test_a_deck_without_numbers_is_not_asked_for_them() -> None:
    unread = {name: shown(card, 0.02) for name, card in zip(NAMES[:4], CARDS, strict=False)}
    assert without(**unread) == set()
    assert without(**dict(list(unread.items())[:3])) == {0, 1, 2}


def test_covered_cards_and_few_cards_tell_nothing() -> None:
    said = [shown(card, 0.97) for card in CARDS]
    said[THREE] = shown(CARDS[THREE], 0.02)
    whole = [i != THREE for i in range(len(CARDS))]
    assert without_number(said, CARDS, whole) == set()
    assert without_number(said[THREE : THREE + 5], CARDS[THREE : THREE + 5], [True] * 5) == set()


def test_the_deck_check_asks_about_it_as_well() -> None:
    places = [
        Place(place(corners, {}).found, shown(card, 0.02 if i == ACE else 0.97))
        for i, (corners, card) in enumerate(zip(table(), CARDS, strict=True))
    ]
    found = check([View("spread.jpg", (1600, 1200), places)])
    assert CARDS[ACE] in found.perhaps_missing
    assert [each.doubt.text for each in found.doubts] == ["1b is not certain"]


def test_the_deck_check_asks_about_a_single_card_that_is_a_little_unlike() -> None:
    places = [
        Place(place(corners, {}).found, replace(shown(card, 0.97), likeness=0.7 if i == THREE else 0.95))
        for i, (corners, card) in enumerate(zip(table(), CARDS, strict=True))
    ]
    nowhere = Hands((None,) * len(places), ())
    assert other_deck(places, nowhere) == ()
    assert [doubt.card for doubt in other_deck(places, nowhere, several=1)] == [THREE]
