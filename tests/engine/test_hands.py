"""Hands: the exact counts over all of them, and every comparison against the second implementation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card, Suit
from engine.hands import Pairs, best, counted_rank, evaluate
from engine.rounds import Round
from engine.rules import rulebook
from engine.seats import Seat
from tests.engine import oracle, strategies
from tests.engine.rulebooks.scored import hand


@pytest.mark.parametrize(
    ("kings", "classes", "dupleak", "mediak", "pareak", "jokoa", "of_31", "of_30"),
    [(8, 330, 3486, 4448, 43776, 24444, 8384, 3024), (4, 715, 1630, 1440, 34560, 11719, 3040, None)],
)
def test_all_91390_hands_are_counted(kings, classes, dupleak, mediak, pareak, jokoa, of_31, of_30):
    book = rulebook("basque").with_options({"kings": kings})
    found = [evaluate(cards, book) for cards in combinations(DECK, 4)]
    assert len(found) == 91390
    assert len({one.handia for one in found}) == classes
    assert len({one.txikia for one in found}) == classes
    kinds = Counter(one.pairs for one in found)
    assert (kinds[Pairs.DUPLEAK], kinds[Pairs.MEDIAK], kinds[Pairs.PAREAK]) == (dupleak, mediak, pareak)
    assert sum(one.pareak > 0 for one in found) == dupleak + mediak + pareak
    assert sum(one.jokoa > 0 for one in found) == jokoa
    assert sum(one.puntua == 31 for one in found) == of_31
    if of_30 is not None:
        assert sum(one.puntua == 30 for one in found) == of_30


def test_pairs_with_eight_kings_are_51710():
    book = rulebook("spain")
    assert sum(evaluate(cards, book).pareak > 0 for cards in combinations(DECK, 4)) == 51710


@pytest.mark.parametrize("figure", ["10c", "11c", "12c"])
@pytest.mark.parametrize(
    ("real31", "beaten_by"), [("none", ()), ("hiru-zazpi", ("10c", "11c", "12c")), ("sota", ("10c",))]
)
def test_the_real_31_by_option(real31, beaten_by, figure):
    real = hand(f"7o 7c 7e {figure}", "basque", real31=real31)
    plain = hand("12o 12e 10o 1o", "basque", real31=real31)
    assert (real.jokoa > plain.jokoa) == (figure in beaten_by)
    assert real.jokoa >= plain.jokoa
    assert (real.jokoa_worth, plain.jokoa_worth) == (3, 3)


def test_three_sevens_and_a_3_are_the_real_31_with_eight_kings():
    assert hand("7o 7c 7e 3o", "spain", real31="hiru-zazpi").jokoa > hand("12o 12e 10o 1o", "spain").jokoa
    assert hand("7o 7c 7e 3o", "spain", real31="sota").jokoa == hand("12o 12e 10o 1o", "spain").jokoa


@pytest.mark.parametrize(
    ("suits", "sevens", "real", "plain"),
    [
        # the sota of oros and any sevens
        ("o", "any", ["10o 7o 7c 7e", "10o 7c 7e 7b"], ["10c 7c 7e 7b", "10b 7o 7c 7e"]),
        # any sota with the sevens of the other suits
        ("oceb", "other-suits", ["10o 7c 7e 7b", "10b 7o 7c 7e"], ["10o 7o 7c 7e", "10c 7c 7e 7b"]),
        # wikipedia: only the sota of oros with the sevens of espadas, bastos and copas
        ("o", "other-suits", ["10o 7e 7b 7c"], ["10o 7o 7c 7e", "10c 7o 7e 7b"]),
        ("o", ("e", "b", "c"), ["10o 7e 7b 7c"], ["10o 7o 7c 7e", "10c 7e 7b 7c"]),
        ("oceb", ("o", "c", "e"), ["10o 7e 7o 7c", "10b 7o 7c 7e"], ["10o 7e 7b 7c"]),
    ],
)
def test_the_real_31_of_given_suits(suits, sevens, real, plain):
    book = replace(rulebook("basque"), real31="sota", real31_suits=tuple(suits), real31_sevens=sevens)
    seen = lambda text: evaluate([Card.parse(name) for name in text.split()], book)  # noqa: E731
    other = seen("12o 12c 12e 1b")
    for text in real + plain:
        hand = seen(text)
        assert (hand.jokoa > other.jokoa, hand.is_real_31) == (text in real, text in real)
        assert hand.jokoa_worth == 3
    assert not other.is_real_31
    assert seen("7o 7c 7e 7b").jokoa == 0


def test_three_sevens_without_a_figure_are_no_jokoa():
    assert hand("7o 7c 7e 7b").jokoa == 0


@pytest.mark.parametrize(
    ("text", "pairs", "jokoa"),
    [
        ("12o 12c 12e 12b", 3, 2),
        ("12o 12c 12e 1o", 2, 3),
        ("12o 12c 11o 1o", 1, 3),
        ("12o 12c 11o 2o", 1, 2),
        ("4o 5o 6o 7o", 0, 0),
    ],
)
def test_what_pairs_and_jokoa_are_worth(text, pairs, jokoa):
    assert (hand(text).worth(Round.PAREAK), hand(text).worth(Round.JOKOA)) == (pairs, jokoa)
    assert hand(text).worth(Round.HANDIA) == 0


@pytest.mark.parametrize(
    ("text", "rules", "ranks", "paired"),
    [
        ("1o 12c 11e 12b", "nabo", (12, 12, 11, 1), (12,)),
        ("3o 2c 1e 12b", "spain", (12, 12, 1, 1), (12, 1)),
        ("3o 2c 1e 12b", "nabo", (12, 3, 2, 1), ()),
        ("6o 6c 6e 6b", "nabo", (6, 6, 6, 6), (6, 6)),
        ("5o 11c 11e 11b", "nabo", (11, 11, 11, 5), (11,)),
    ],
)
def test_a_hands_ranks_and_those_of_its_pairs(text, rules, ranks, paired):
    assert (hand(text, rules).ranks, hand(text, rules).paired) == (ranks, paired)


@pytest.mark.parametrize(
    ("text", "pareak", "jokoa"),
    [
        ("1o 1c 5o 4o", True, False),
        ("1o 1c 1e 4o", False, False),
        ("2o 2c 5o 4o", False, False),
        ("11o 10o 7c 6o", False, True),
        ("11o 10o 7c 7o", False, False),
    ],
)
def test_two_aces_and_33_are_the_least(text, pareak, jokoa):
    assert (hand(text).least_pareak, hand(text).least_jokoa) == (pareak, jokoa)


@pytest.mark.parametrize("rules", ["nabo", "federacion"])
def test_wikipedia_38_and_39_are_no_jokoa_that_a_hand_can_have(rules):
    ranks = sorted({card.rank for card in DECK})
    held = (
        evaluate([Card(rank, suit) for rank, suit in zip(four, Suit, strict=True)], rulebook(rules))
        for four in combinations_with_replacement(ranks, 4)
    )
    assert {one.puntua for one in held if one.jokoa} == {31, 32, 33, 34, 35, 36, 37, 40}


def test_what_every_rank_counts_as():
    ranks = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    assert [counted_rank(rank, 4) for rank in ranks] == list(ranks)
    assert [counted_rank(rank, 8) for rank in ranks] == [1, 1, 12, 4, 5, 6, 7, 10, 11, 12]


def test_a_tie_goes_to_the_first_in_playing_order():
    same = {Seat.S: hand("12o 5o 4o 1o"), Seat.E: hand("12c 5c 4c 1c"), Seat.N: hand("12e 5e 4e 1e")}
    assert best(Round.HANDIA, same) is Seat.S
    assert best(Round.HANDIA, {}) is None


def test_only_four_cards_are_a_hand():
    with pytest.raises(ValueError, match="four cards, not 3"):
        evaluate(DECK[:3], rulebook("nabo"))


def test_the_order_of_the_cards_in_a_hand_does_not_matter():
    assert hand("12o 7o 1o 7c") == hand("7c 1o 12o 7o")


@given(
    st.permutations(strategies.DECK),
    st.sampled_from([4, 8]),
    st.sampled_from(["none", "hiru-zazpi", "sota"]),
    st.sampled_from(list(Round)[:5]),
)
def test_comparisons_agree_with_the_second_implementation(deck, kings, real31, round):
    one, other = deck[:4], deck[4:8]
    book = rulebook("basque").with_options({"kings": kings, "real31": real31})
    first, second = (evaluate([Card.parse(name) for name in cards], book) for cards in (one, other))
    has = {Round.PAREAK: oracle.pairs, Round.JOKOA: oracle.has_jokoa}.get(round, lambda *_: True)
    assert (first.strength(round) > 0 or round is Round.TXIKIA) == bool(has(one, kings))
    if not (has(one, kings) and has(other, kings)):
        return
    expected = oracle.beats(round.value, one, other, kings, real31)
    assert (first.strength(round) > second.strength(round)) == expected
