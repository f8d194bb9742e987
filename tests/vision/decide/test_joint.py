"""Naming all places together: each card is there once."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card
from vision.decide.joint import NEGLIGIBLE, Ranked, together

SIX, SEVEN, KING = (Card.parse(name) for name in ("6e", "7e", "12o"))


def test_what_is_surely_elsewhere_is_not_here() -> None:
    joint = together([[(SIX, 0.8), (SEVEN, 0.2)], [(SEVEN, 0.9999)], [(KING, 0.99)]])
    assert [card for card, _ in joint.names] == [SIX, SEVEN, KING]
    assert joint.names[0][1] > 0.999
    assert joint.consistent == pytest.approx(0.8 * 0.9999 * 0.99, rel=1e-3)


def test_the_same_card_twice_contradicts() -> None:
    joint = together([[(SIX, 0.99), (SEVEN, 0.01)], [(SIX, 0.999)]])
    assert joint.consistent < 0.02


def test_where_nothing_is_certain_each_place_keeps_its_own() -> None:
    blurred: Ranked = [(SIX, 0.3), (SEVEN, 0.3)]
    joint = together([blurred] * 6)
    assert joint.consistent == 0
    assert joint.names == ((SIX, 0.3),) * 6


def ranked(card_count: int = 8) -> st.SearchStrategy[Ranked]:
    """What a place may be: up to four of the first few cards, the likeliest of them likely."""
    cards = st.lists(st.sampled_from(DECK[:card_count]), min_size=1, max_size=4, unique=True)

    def weighed(cards: list[Card]) -> st.SearchStrategy[Ranked]:
        shares = st.lists(st.floats(0.01, 1), min_size=len(cards), max_size=len(cards))
        return shares.map(
            lambda s: sorted(((c, x / sum(s)) for c, x in zip(cards, s, strict=True)), key=lambda p: -p[1])
        )

    return cards.flatmap(weighed)


@given(st.lists(ranked(), min_size=1, max_size=4))
def test_it_is_what_counting_every_way_gives(places: list[Ranked]) -> None:
    ways = {
        tuple(card for card, _ in way): math.prod(p for _, p in way)
        for way in itertools.product(*places)
        if len({card for card, _ in way}) == len(way)
    }
    joint = together(places)
    assert joint.consistent == pytest.approx(sum(ways.values()), abs=NEGLIGIBLE * 4**4)
    if joint.consistent > 0.01:
        names = tuple(card for card, _ in joint.names)
        assert ways[names] == pytest.approx(max(ways.values()))
        for place, (card, p) in enumerate(joint.names):
            share = sum(weight for way, weight in ways.items() if way[place] == card) / sum(ways.values())
            assert p == pytest.approx(share, abs=0.05)
