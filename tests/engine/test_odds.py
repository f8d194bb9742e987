"""Odds against full enumeration."""

from __future__ import annotations

import pkgutil
import random
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

import engine
from engine.cards import DECK, Card
from engine.errors import CardError, MusError, SeatError
from engine.hands import evaluate
from engine.odds import ROUNDS, Odds, odds
from engine.rounds import Round
from engine.rules import RuleBook, parse_rulebook, rulebook
from engine.seats import Seat, Team
from tests.engine import oracle

NAMES = [str(card) for card in DECK]
CLUB = parse_rulebook(
    """
    base = "spain"
    name = "club"
    title = "the sota of oros with the sevens of the other suits"
    real31 = "sota"
    real31_suits = ["o"]
    real31_sevens = "other-suits"
    """,
    "club.toml",
)
BOOKS = {
    "four kings": rulebook("basque"),
    "four kings, hiru-zazpi": rulebook("nabo"),
    "four kings, sota": rulebook("basque").with_options({"real31": "sota"}),
    "eight kings": rulebook("federacion"),
    "eight kings, hiru-zazpi": rulebook("spain").with_options({"real31": "hiru-zazpi"}),
    "eight kings, one real 31": CLUB,
}


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


def is_real(hand: tuple[str, ...], book: RuleBook) -> bool:
    if book is CLUB:
        return set(hand) == {"10o", "7c", "7e", "7b"}
    return oracle.is_real(hand, book.kings, book.real31)


def plain(hand: tuple[str, ...], book: RuleBook) -> dict[str, object]:
    """What a hand is in each round, so that `max` finds the best; None where it has no part in it."""
    kings = book.kings
    ranks, pairs, total = oracle.ranks(hand, kings), oracle.pairs(hand, kings), oracle.total(hand, kings)
    order = [33, 34, 35, 36, 37, 40, 32, 31]
    return {
        "handia": ranks,
        "txikia": [-rank for rank in reversed(ranks)],
        "pareak": pairs and (["pareak", "mediak", "dupleak"].index(pairs[0]), *pairs[1:]),
        "jokoa": (is_real(hand, book), order.index(total)) if total >= 31 else None,
        "puntua": total,
    }


def levels(hands: list[tuple[str, ...]], book: RuleBook) -> dict[tuple[str, ...], list[int]]:
    """Each hand's place among `hands` in the five rounds, counted from 1 for the worst; 0 where it has no part."""
    worth = {hand: plain(hand, book) for hand in hands}
    places: dict[tuple[str, ...], list[int]] = {hand: [] for hand in hands}
    for round in ROUNDS:
        known = {str(values[round.value]): values[round.value] for values in worth.values()}
        known.pop("None", None)
        place = {text: i + 1 for i, text in enumerate(sorted(known, key=known.__getitem__))}
        for hand, values in worth.items():
            places[hand].append(place.get(str(values[round.value]), 0))
    return places


def deals(unseen: list[str], hands: int):
    """All ways to deal that many hands."""
    if not hands:
        yield ()
        return
    for hand in combinations(unseen, 4):
        rest = [card for card in unseen if card not in hand] if hands > 1 else []
        for others in deals(rest, hands - 1):
            yield (hand, *others)


def enumerated(book, esku, known, seats, unseen):
    """The odds by dealing every deal."""
    start = oracle.ORDER.index(esku)
    order = [seat for seat in oracle.ORDER[start:] + oracle.ORDER[:start] if seat in seats]
    dealt = [seat for seat in order if seat not in known]
    worth = levels([*combinations(unseen, 4), *known.values()], book)
    counts = [[0, 0, 0] for _ in ROUNDS]
    for deal in deals(unseen, len(dealt)):
        at = known | dict(zip(dealt, deal, strict=True))
        by_round = list(zip(*(worth[at[seat]] for seat in order), strict=True))
        for name, places, count in zip(ROUNDS, by_round, counts, strict=True):
            best = max(places)
            if best == 0 or (name is Round.PUNTUA and max(by_round[3])):
                count[2] += 1
            else:
                count[0 if order[places.index(best)] in "NS" else 1] += 1
    return {round: Odds(*count) for round, count in zip(ROUNDS, counts, strict=True)}


def by_both(book, esku, known, unseen, seats="NWSE"):
    """The odds as the module has them, and by enumeration."""
    gone = [card for card in NAMES if card not in unseen and not any(card in hand for hand in known.values())]
    found = odds(
        book,
        Seat(esku),
        {Seat(seat): cards(" ".join(hand)) for seat, hand in known.items()},
        [Seat(seat) for seat in seats],
        [Card.parse(card) for card in gone],
    )
    return found, enumerated(book, esku, known, seats, unseen)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize(
    ("seat", "esku", "own", "unseen"),
    [
        # all sevens are to come, and every real 31 with them
        ("N", "N", "12o 12c 11e 1o", "7o 7c 7e 7b 10o 11c 12e 1c 3o 5o 5c 6b"),
        # jokoa is rare, and puntua mostly played
        ("E", "W", "11o 6c 5e 4o", "1o 1c 2o 2c 4c 4e 5o 6o 7c 3c 12o 10e"),
        # hands tie all the time
        ("S", "E", "12o 10c 5o 1o", "12c 12e 12b 10o 10e 10b 5c 5e 5b 1c 1e 1b"),
    ],
)
def test_the_own_hand_alone(name, seat, esku, own, unseen):
    found, expected = by_both(BOOKS[name], esku, {seat: tuple(own.split())}, unseen.split())
    assert found == expected


@pytest.mark.parametrize("seed", range(12))
def test_any_hands_known_of_any_cards(seed):
    rng = random.Random(seed)
    deck = rng.sample(NAMES, len(NAMES))
    seats = rng.sample("NWSE", 4)
    known = {seat: tuple(deck[4 * i : 4 * i + 4]) for i, seat in enumerate(seats[: rng.choice([1, 2, 2, 3])])}
    unseen = deck[-12:]
    found, expected = by_both(rng.choice(list(BOOKS.values())), rng.choice("NWSE"), known, unseen)
    assert found == expected


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["four kings, hiru-zazpi", "eight kings, one real 31"])
def test_one_against_one_over_the_whole_deck(name):
    own = ("12o", "7c", "11e", "3b")
    unseen = [card for card in NAMES if card not in own]
    found, expected = by_both(BOOKS[name], "W", {"N": own}, unseen, "NW")
    assert found == expected
    assert found[Round.HANDIA].deals == 58905


@pytest.mark.no_cover
def test_one_hand_left_of_the_whole_deck():
    known = {"N": ("7o", "7c", "2e", "1b"), "S": ("12o", "11o", "6c", "5e"), "W": ("3o", "3c", "10e", "10b")}
    unseen = [card for card in NAMES if not any(card in hand for hand in known.values())]
    found, expected = by_both(rulebook("federacion"), "S", known, unseen)
    assert found == expected
    assert found[Round.TXIKIA].deals == 20475


def test_all_hands_known_are_one_deal():
    known = {"N": "12o 12c 7o 1o", "W": "11o 11c 11e 5o", "S": "4o 4c 5c 6c", "E": "12e 12b 7c 1c"}
    found = odds(rulebook("nabo"), Seat.E, {Seat(seat): cards(hand) for seat, hand in known.items()})
    assert found == {
        Round.HANDIA: Odds(0, 1, 0),  # a tie of N and E
        Round.TXIKIA: Odds(0, 1, 0),
        Round.PAREAK: Odds(0, 1, 0),
        Round.JOKOA: Odds(0, 1, 0),
        Round.PUNTUA: Odds(0, 0, 1),
    }


@pytest.mark.parametrize(("north", "expected"), [("10o 7c 7e 7b", Odds(1, 0, 0)), ("10c 7o 7e 7b", Odds(0, 1, 0))])
def test_the_suits_of_a_known_real_31_count(north, expected):
    known = {Seat.N: cards(north), Seat.W: cards("12o 11o 10e 1b")}
    assert odds(CLUB, Seat.W, known, known)[Round.JOKOA] == expected


def disjoint_pairs(ones, others):
    """How many pairs of one hand of each have no card in common: by inclusion and exclusion of the common ones."""
    count = 0
    for size in range(5):
        places = 40 ** np.arange(size)
        having = [
            sum(
                np.bincount(hands[:, list(columns)] @ places, minlength=40**size)
                for columns in combinations(range(4), size)
            )
            for hands in (ones, others)
        ]
        count += (-1) ** size * int(having[0] @ having[1])
    return count


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "north", "south"),
    [
        ("four kings, hiru-zazpi", "12o 11c 10e 1b", "7o 6c 5e 4b"),
        ("eight kings, one real 31", "3o 5c 5e 1b", "2o 4c 6e 10b"),
    ],
)
def test_both_partners_hands_over_the_whole_deck(name, north, south):
    book = BOOKS[name]
    ours = [plain(tuple(hand.split()), book) for hand in (north, south)]
    seen = {*north.split(), *south.split()}
    unseen = [number for number, card in enumerate(NAMES) if card not in seen]
    numbers = np.array(list(combinations(unseen, 4)))
    theirs = [plain(tuple(NAMES[number] for number in hand), book) for hand in numbers.tolist()]
    jokoa = np.array([hand["jokoa"] is not None for hand in theirs])
    found = odds(book, Seat.W, {Seat.N: cards(north), Seat.S: cards(south)})
    for round in ROUNDS:
        name = round.value
        best = max((hand[name] for hand in ours if hand[name] is not None), default=None)
        if best is None:  # then W and E both have to have nothing, for the round not to be played
            lower = not_higher = np.array([hand[name] is None for hand in theirs])
        else:
            lower = np.array([hand[name] is None or hand[name] < best for hand in theirs])
            not_higher = np.array([hand[name] is None or hand[name] <= best for hand in theirs])
            if ours[1][name] != best:  # W wins every tie, and E those with N
                not_higher = lower
        total = comb(32, 4) * comb(28, 4)
        count = disjoint_pairs(numbers[lower], numbers[not_higher])
        expected = Odds(0, total - count, count) if best is None else Odds(count, total - count, 0)
        if round is Round.PUNTUA:
            played = disjoint_pairs(numbers[~jokoa], numbers[~jokoa])
            count = disjoint_pairs(numbers[lower & ~jokoa], numbers[not_higher & ~jokoa])
            expected = Odds(count, played - count, total - played)
            if any(hand["jokoa"] for hand in ours):
                expected = Odds(0, 0, total)
        assert found[round] == expected


def test_the_own_hand_alone_is_the_sum_over_the_partners_hands():
    book, own = rulebook("federacion"), cards("3o 7c 5e 1b")
    unseen = [card for card in DECK if card not in own]
    alike: dict[object, list[tuple[Card, ...]]] = {}
    for hand in combinations(unseen, 4):
        alike.setdefault(evaluate(hand, book).handia, []).append(hand)
    expected = {round: [0, 0, 0] for round in ROUNDS}
    for hands in alike.values():
        for round, found in odds(book, Seat.E, {Seat.N: own, Seat.S: hands[0]}).items():
            expected[round] = [count + len(hands) * more for count, more in zip(expected[round], found, strict=True)]
    found = odds(book, Seat.E, {Seat.N: own})
    assert found == {round: tuple(counts) for round, counts in expected.items()}
    assert found[Round.JOKOA].deals == comb(36, 4) * comb(32, 4) * comb(28, 4)


def test_the_probabilities_add_up_to_1():
    for round, found in odds(rulebook("nabo"), Seat.N, {Seat.W: cards("12o 6c 6e 1b")}).items():
        assert found.wins(Team.NS) + found.wins(Team.EW) == found.played
        assert (found.played == 1) == (round in (Round.HANDIA, Round.TXIKIA, Round.PAREAK))
    assert Odds(1, 2, 3).played == Fraction(1, 2)
    assert Odds(1, 2, 3).wins(Team.EW) == Fraction(1, 3)


def test_three_kings_and_a_knight_of_the_esku_lose_handia_to_nothing():
    own = cards("12o 12c 12e 11o")
    assert odds(rulebook("nabo"), Seat.N, {Seat.N: own})[Round.HANDIA].wins(Team.NS) == 1


def test_ties_go_to_the_first_in_playing_order():
    known = {Seat.N: cards("12o 12c 12e 1o"), Seat.S: cards("4o 5c 5e 6c")}
    gone = [card for card in DECK if card.rank == 12 and card not in known[Seat.N]]
    jokoa = {esku: odds(rulebook("basque"), esku, known, gone=gone)[Round.JOKOA] for esku in Seat}
    assert jokoa[Seat.N].wins(Team.NS) == 1
    assert jokoa[Seat.N].ns > jokoa[Seat.E].ns > jokoa[Seat.W].ns
    assert jokoa[Seat.W] == jokoa[Seat.S]._replace(ns=jokoa[Seat.W].ns, ew=jokoa[Seat.W].ew)


OWN = {Seat.N: cards("12o 12c 7o 1o")}


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (MusError, "at least one hand must be known", {"known": {}}),
        (CardError, "known: N has 3 cards, and a hand is 4", {"known": {Seat.N: cards("12o 12c 7o")}}),
        (CardError, "12o is there twice", {"known": {Seat.N: cards("12o 12c 7o 12o")}}),
        (CardError, "7o is there twice", {"gone": cards("7o")}),
        (
            CardError,
            "gone: 11 cards are left, and 12 are to be dealt",
            {"gone": [c for c in DECK if c not in OWN[Seat.N]][11:]},
        ),
        (SeatError, "esku: nobody sits at E: the seats are N, W", {"seats": [Seat.N, Seat.W], "esku": Seat.E}),
        (SeatError, "known: nobody sits at N: the seats are E, S", {"seats": [Seat.S, Seat.E], "esku": Seat.E}),
        (SeatError, "all four or one of each team, not 'N, S'", {"seats": [Seat.N, Seat.S]}),
        (SeatError, "all four or one of each team, not 'N, W, S'", {"seats": [Seat.N, Seat.W, Seat.S]}),
    ],
)
def test_what_makes_no_sense_is_refused(error, message, arguments):
    with pytest.raises(error, match=message):
        odds(**{"book": rulebook("nabo"), "esku": Seat.N, "known": OWN, **arguments})


def test_the_rest_of_the_engine_does_without_numpy():
    names = [found.name for found in pkgutil.walk_packages(engine.__path__, "engine.")]
    assert "engine.odds" in names
    rest = ", ".join(name for name in names if name != "engine.odds")
    code = f"import sys, engine, {rest}; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
