"""Whether forty cards in four rows of ten are the deal that they should be."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import DECK, Card
from tests.vision.scripted import card_at, naming
from vision.checks.replica import Misplaced, compare, lying
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place
from vision.enrolled.layout import LayoutError
from vision.locate.found import Found

ORDER = [DECK[number] for number in np.random.default_rng(5).permutation(40)]
PACKS = [ORDER[start : start + 10] for start in range(0, 40, 10)]


def named(order: list[Card], sure: float = 0.97) -> list[Naming]:
    return [naming({str(card): sure}) for card in order]


def swapped(one: int, other: int) -> list[Card]:
    order = list(ORDER)
    order[one], order[other] = order[other], order[one]
    return order


def places(order: list[Card], turned: float = 0.0) -> list[Place]:
    found = []
    for number, card in enumerate(order):
        row, column = divmod(number, 10)
        corners = card_at(100 + (110 if turned else 72) * column, 100 + 110 * row, turned)
        found.append(Place(Found(corners, 0.99, 0.9), naming({str(card): 0.97})))
    return [found[number] for number in np.random.default_rng(3).permutation(len(found))]


def test_what_lies_there_is_read_row_by_row():
    assert [FORTY[int(np.argmax(one.cards))] for one in lying(places(ORDER))] == ORDER


def test_a_row_that_is_not_whole():
    with pytest.raises(LayoutError, match="row 4 from the top has 9 cards in sight, not ten"):
        lying(places(ORDER[:39]))


def test_a_joker_at_the_end_of_a_row_is_not_overlooked():
    joker = Place(Found(card_at(100 + 72 * 10, 100), 0.99, 0.9), naming({}, strange=0.9999))
    with pytest.raises(LayoutError, match="row 1 from the top has 11 cards in sight, not ten"):
        lying([*places(ORDER), joker])


def test_cards_that_lie_across():
    with pytest.raises(LayoutError, match="turn it so that N's pack is on top"):
        lying(places(ORDER, 90.0))


def test_a_replica_as_it_was_dealt():
    compared = compare(named(ORDER), PACKS)
    assert compared.right
    assert compared.unsure == ()


def test_seen_from_the_tables_other_side():
    assert compare(named(ORDER)[::-1], PACKS).right


def test_two_cards_that_have_changed_places():
    compared = compare(named(swapped(3, 27)), PACKS)
    assert not compared.right
    assert compared.wrong == (Misplaced(0, 3, ORDER[3], ORDER[27]), Misplaced(2, 7, ORDER[27], ORDER[3]))


def test_a_card_of_another_deck():
    order = list(ORDER)
    order[12] = ORDER[30]
    assert compare(named(order), PACKS).wrong == (Misplaced(1, 2, ORDER[12], ORDER[30]),)


def test_something_that_is_no_card_of_the_forty():
    names = named(ORDER)
    names[5] = naming({}, strange=0.99)
    assert compare(names, PACKS).wrong == (Misplaced(0, 5, ORDER[5], None),)


def test_packs_at_the_wrong_seats_and_a_wrong_card_in_one():
    order = [*PACKS[1], *PACKS[0], *PACKS[2], *PACKS[3]]
    order[0] = PACKS[2][4]
    compared = compare(named(order), PACKS)
    assert compared.packs == (1, 0, 2, 3)
    assert compared.wrong == (Misplaced(0, 0, PACKS[1][0], PACKS[2][4]),)


def test_what_cannot_be_read_for_sure_is_neither_right_nor_wrong():
    names = named(ORDER)
    names[8] = naming({str(ORDER[8]): 0.4, str(ORDER[9]): 0.5})
    compared = compare(names, PACKS)
    assert compared.right
    assert compared.unsure == (Misplaced(0, 8, ORDER[8], ORDER[9]),)


def test_the_right_deal_fits_best():
    other = [[*pack[1:], pack[0]] for pack in PACKS]
    assert compare(named(ORDER), PACKS).fit > compare(named(ORDER), other).fit
