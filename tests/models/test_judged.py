"""What a reading promised, held against what lay there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from engine.cards import Card
from engine.seats import Seat
from engine.sentences import Sentence
from models.measuring.judged import Tally, hands_of_four, promised, promised_of, upper_bound, wrong_beside
from models.scenes.scene import Scene, SceneCard
from vision.reading import Doubt, ReadCard, TableReading, quad

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
TRUTH = [("12o", "N"), ("4c", "N"), ("7e", "S"), ("1b", "S")]


def reading(cards: list[tuple[str, str]], complete: bool = True, scorable: bool = True) -> TableReading:
    read = tuple(ReadCard(Card.parse(card), 1.0, Seat(seat), QUAD) for card, seat in cards)
    doubts = () if complete else (Doubt("card", Sentence.plain("not certain"), suit_only=scorable),)
    return TableReading("x", complete, read, doubts, scorable=scorable)


@pytest.mark.parametrize(
    ("read", "complete", "scorable", "promise"),
    [
        (TRUTH, True, True, "complete"),
        (TRUTH, False, True, "scorable"),
        (TRUTH, False, False, "asked"),
        ([("12b", "N"), *TRUTH[1:]], False, True, "scorable"),  # the suit is in doubt
        ([("12b", "N"), *TRUTH[1:]], True, True, "broken"),
        ([("11o", "N"), *TRUTH[1:]], False, True, "broken"),
        ([("12o", "S"), *TRUTH[1:]], False, True, "broken"),
        (TRUTH[1:], False, True, "broken"),
        ([*TRUTH, ("5o", "N")], False, True, "broken"),
        ([("11o", "N")], False, False, "asked"),
    ],
)
def test_a_promise_is_kept_or_broken(read: list[tuple[str, str]], complete: bool, scorable: bool, promise: str) -> None:
    assert promised(reading(read, complete, scorable), TRUTH) == promise
    broken = "asked" if promise == "asked" else "broken"
    assert promised(reading(read, complete, scorable), TRUTH, hands=False) == broken, "whatever is promised"


def test_of_a_drawn_table() -> None:
    quad = np.zeros((4, 2), np.float32)
    cards = [SceneCard(card, seat, "row", quad, 1.0) for card, seat in TRUTH]
    scene = Scene(np.zeros((1, 1, 3), np.uint8), cards, [], np.zeros((1, 1), np.int16))
    assert promised_of(reading(TRUTH), scene) == "complete"
    at_a_hand, elsewhere = (SceneCard("8o", seat, "row", quad, 1.0) for seat in ("N", None))
    assert promised_of(reading(TRUTH), replace(scene, strange=[elsewhere])) == "complete"
    assert promised_of(reading(TRUTH), replace(scene, strange=[at_a_hand])) == "broken"
    assert promised_of(reading(TRUTH), replace(scene, mirrored=True)) == "broken"
    assert promised_of(reading(TRUTH, False, False), replace(scene, mirrored=True)) == "asked"


def test_a_card_is_wrong_beside_those_asked_about() -> None:
    quads = [np.array(QUAD, np.float32) + (2 * place, 0) for place in range(len(TRUTH))]
    lying = [SceneCard(card, seat, "row", quad, 1.0) for (card, seat), quad in zip(TRUTH, quads, strict=True)]
    scene = Scene(np.zeros((1, 1, 3), np.uint8), lying, [], np.zeros((1, 1), np.int16))

    def wrong(
        read: list[str], asked: dict[int, bool], *others: Doubt, seat: str = "S", scorable: bool = False, last: int = 3
    ) -> object:
        seats = [Seat(each) for each in ("N", "N", "S", seat)]
        places = [*quads[:3], quads[2] + (2 * (last - 2), 0)]
        there = zip(read, seats, map(quad, places), strict=True)
        cards = tuple(ReadCard(Card.parse(card), 1.0, where, corners) for card, where, corners in there)
        doubts = [
            Doubt("card", Sentence.plain("?"), card=card, suit_only=suit_only) for card, suit_only in asked.items()
        ]
        return wrong_beside(TableReading("x", False, cards, (*doubts, *others), scorable=scorable), scene)

    assert wrong(["11o", "4c", "7e", "1b"], {0: False}) is False
    assert wrong(["11o", "12c", "7e", "1b"], {0: False}) is True, "though a 12 lies at that seat"
    assert wrong(["11o", "4b", "7e", "1b"], {0: False}) is False, "no mark hangs on a suit"
    assert wrong(["11o", "5c", "7e", "1b"], {0: False, 1: True}) is True, "its suit alone is asked about"
    assert wrong(["11o", "4c", "7e", "1b"], {0: False}, seat="E") is True
    assert wrong(["11o", "4c", "7e", "1b"], {0: False}, last=9) is True, "nothing lies there"
    assert wrong(["11o", "4c", "7e", "7b"], {0: False}, last=2) is True, "one card was found twice, another not at all"
    assert wrong(["12o", "5c", "7e", "1b"], {}, scorable=True) is None, "that is a broken promise"
    assert wrong(["11o", "5c", "7e", "1b"], {0: False}, Doubt("count", Sentence.plain("?"))) is None


def test_hands_of_four_are_four_of_the_forty_at_each_seat() -> None:
    quad = np.zeros((4, 2), np.float32)
    cards = [SceneCard(f"{rank}o", seat, "row", quad, 1.0) for seat in "NWSE" for rank in (1, 2, 3, 4)]
    scene = Scene(np.zeros((1, 1, 3), np.uint8), cards, [], np.zeros((1, 1), np.int16))
    assert hands_of_four(scene)
    at_a_hand, elsewhere = (SceneCard("8o", seat, "row", quad, 1.0) for seat in ("N", None))
    assert hands_of_four(replace(scene, cards=[*cards, replace(elsewhere, card="5o")]))
    assert hands_of_four(replace(scene, strange=[elsewhere]))
    assert not hands_of_four(replace(scene, strange=[at_a_hand]))
    assert not hands_of_four(replace(scene, cards=[*cards, at_a_hand]))
    assert not hands_of_four(replace(scene, cards=cards[:-1]))
    assert not hands_of_four(replace(scene, cards=cards[:-4]))
    assert not hands_of_four(replace(scene, mirrored=True))


def test_promises_are_counted() -> None:
    tally = Tally()
    for name, promise in (("a", "complete"), ("b", "scorable"), ("c", "broken"), ("d", "asked")):
        tally.add(promise, name)
    assert tally == Tally(4, 2, 1, ["c"])
    tally += Tally(2, 1, 1, ["e"])
    assert tally == Tally(6, 3, 2, ["c", "e"])


@pytest.mark.parametrize(("errors", "count"), [(0, 1), (0, 30), (1, 3000), (300, 3000)])
def test_at_the_bound_so_few_errors_are_seen_one_time_in_twenty(errors: int, count: int) -> None:
    assert binom.cdf(errors, count, upper_bound(errors, count)) == pytest.approx(0.05)


def test_what_is_asked_about_makes_no_promise_safer() -> None:
    tally = Tally(count=3000, scorable=999, complete=499, silent=["a"])
    assert tally.bounds() == (upper_bound(1, 3000), upper_bound(1, 1000), upper_bound(1, 500))


def test_where_all_are_wrong_anything_may_be() -> None:
    assert upper_bound(30, 30) == upper_bound(0, 0) == 1.0
