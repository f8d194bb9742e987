"""The named hands, typed from wikipedia-mus, "Named hands in Spain"."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from engine.cards import DECK, Card
from engine.rules import rulebook
from engine.telling.named_hands import NamedHand, recognise


def named(text, rules="spain", **changes):
    """The key of the hand's name, or None."""
    found = recognise([Card.parse(name) for name in text.split()], replace(rulebook(rules), **changes))
    return found and found.value


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("12o 12c 1e 1b", "duples-gallegos"),
        ("12o 12c 11e 11b", "duples-castellanos"),
        ("12o 12c 10e 10b", "duples-vascos"),
        ("12o 11c 1e 1b", "duples-palentinos"),
        ("10o 7e 7b 7c", "real-31"),
        ("4o 5c 6e 7b", "tio-perete"),
        ("12o 12c 12e 1b", "solomillo"),
        ("12o 12c 11e 10b", "ley-del-mus"),
    ],
)
def test_each_has_its_name_under_every_book_in_any_order(text, name):
    for rules in ("nabo", "federacion", "spain", "basque", "france"):
        assert named(text, rules) == name
        assert named(" ".join(reversed(text.split())), rules) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("12o 3o 2o 1o", "duples-gallegos"),
        ("3c 3o 11e 11b", "duples-castellanos"),
        ("3c 12o 10e 10b", "duples-vascos"),
        ("3o 11c 2e 2b", "duples-palentinos"),
        ("12o 3c 12e 1b", "solomillo"),
        ("12o 12c 12e 2b", "solomillo"),
        ("3o 12c 11e 10b", "ley-del-mus"),
    ],
)
def test_with_eight_kings_a_3_is_a_king_and_a_2_an_ace(text, name):
    assert named(text, "spain") == name
    assert named(text, "basque") is None


@pytest.mark.parametrize("text", ["12o 12c 12e 12b", "12o 12c 11e 1b", "7o 7c 7e 7b", "4o 5c 6e 6b", "11o 11c 10o 10c"])
def test_other_hands_have_no_name(text):
    assert named(text) is None


@pytest.mark.parametrize(
    ("text", "changes", "name"),
    [
        ("12o 7e 7b 7c", {"real31": "hiru-zazpi"}, "real-31"),
        ("11o 7e 7b 7c", {"real31": "hiru-zazpi"}, "real-31"),
        ("3o 7e 7b 7c", {"real31": "hiru-zazpi"}, "real-31"),
        ("12o 7e 7b 7c", {"real31": "sota"}, None),
        ("12o 7e 7b 7c", {"real31": "none"}, None),
        ("10c 7e 7b 7c", {"real31": "sota"}, "real-31"),
        ("10c 7e 7b 7o", {"real31": "sota", "real31_suits": ("o",)}, None),
        ("10o 7e 7b 7o", {"real31": "sota", "real31_suits": ("o",)}, "real-31"),
        ("10o 7e 7b 7o", {"real31": "sota", "real31_suits": ("o",), "real31_sevens": "other-suits"}, None),
        ("10o 7e 7b 7c", {"real31": "sota", "real31_suits": ("o",), "real31_sevens": "other-suits"}, "real-31"),
    ],
)
def test_the_real_31_is_the_books(text, changes, name):
    assert named(text, **changes) == name


def test_all_the_names_are_there():
    assert {name for hand in NamedHand for name in hand.names} == {
        "Duples gallegos",
        "Duples castellanos",
        "Duples polacos",
        "Duples alemanes",
        "Duples vascos",
        "Duples palentinos",
        "La Josito",
        "31 real",
        "La real",
        "La jugada del tío Perete",
        "Tanganete",
        "Peterete",
        "Solomillo",
        "La bonita",
        "Ley del mus",
    }


def test_how_many_of_all_hands_have_each_name_with_four_kings():
    found = Counter(one.value for cards in combinations(DECK, 4) if (one := recognise(cards, rulebook("basque"))))
    assert found == {
        "duples-gallegos": 36,  # 6 pairs of kings by 6 of aces
        "duples-castellanos": 36,
        "duples-vascos": 36,
        "duples-palentinos": 96,  # 4 kings, 4 knights, 6 pairs of aces
        "real-31": 16,  # 4 sotas, 4 threes of sevens
        "tio-perete": 256,
        "solomillo": 16,
        "ley-del-mus": 96,
    }


def test_five_cards_are_no_hand():
    with pytest.raises(ValueError, match="four cards, not 5"):
        recognise(DECK[:5], rulebook("spain"))
