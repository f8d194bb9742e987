"""What a picture does not show: cut cards, hands off its middle."""

from __future__ import annotations

import pytest

from engine.seats import Seat
from tests.vision.scripted import LENGTH, WIDTH, card_at
from vision.checks.out_of_view import cut_sides, doubts, off_middle

SIZE = (1600, 1200)
N, W, S, E = (Seat(letter) for letter in "NWSE")
HANDS = [N] * 4 + [W] * 4 + [S] * 4 + [E] * 4
WHOLE = [card_at(800, 600)] * 16


@pytest.mark.parametrize(
    ("x", "y", "sides"),
    [
        (800, 600, set()),
        (WIDTH / 2 - 1, 600, set()),  # a pixel over the edge may be the finder's
        (10, 600, {"left"}),
        (1590, 600, {"right"}),
        (800, LENGTH / 4, {"top"}),
        (1595, 1195, {"right", "bottom"}),
    ],
)
def test_over_which_sides_a_card_reaches(x: float, y: float, sides: set[str]) -> None:
    assert cut_sides(card_at(x, y), SIZE) == sides


AROUND, ASIDE = (800.0, 600.0), (1200.0, 600.0)


@pytest.mark.parametrize(
    ("held", "off"),
    [
        (HANDS, False),
        ([], False),
        ([E] * 4, False),  # one hand on the table
        ([N] * 4 + [W] * 4 + [S] * 4, False),  # and three
        ([E] * 5 + [S] * 4, True),
        ([E] * 12, True),
        ([N] * 5, False),  # a heap of cards, and nothing else
        ([N] * 5 + [W] * 4 + [S] * 4 + [E] * 3, False),  # a card too many, but all four sit there
        ([None] * 12, False),
    ],
)
def test_hands_that_do_not_lie_around_the_middle(held: list[Seat | None], off: bool) -> None:
    assert bool(off_middle([card_at(*ASIDE)] * len(held), held, SIZE)) is off
    assert not off_middle([card_at(*AROUND)] * len(held), held, SIZE), "only turned"


def test_each_is_said_in_a_sentence_of_its_own() -> None:
    assert doubts(WHOLE, HANDS, SIZE, 4) == ()
    cut = [*[card_at(*ASIDE)] * 11, card_at(1590, 600)]
    assert [doubt.text for doubt in doubts(cut, [E] * 12, SIZE, 4)] == [
        "cards are cut off by the picture's edge: is the whole table in view?",
        "the hands do not lie around the picture's middle: is the whole table in view?",
    ]
    assert {doubt.kind for doubt in doubts(cut, [E] * 12, SIZE, 4)} == {"picture"}
    assert doubts(WHOLE[:8], [N] * 8, SIZE, 2) == (), "two players leave seats empty"
