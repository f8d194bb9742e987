"""Rule books: the five, with what the law says of each, and files with something wrong."""

from __future__ import annotations

from importlib.resources import files

import pytest

from engine.errors import RuleBookError
from engine.rules import BOOK_NAMES, parse_rulebook, rulebook

GOOD = files("engine.rulebooks").joinpath("nabo.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "kings", "target", "games", "vacas", "real31", "players", "unanswered", "penalties"),
    [
        ("nabo", 4, 40, 2, 1, "hiru-zazpi", (2, 4), "error", "nabo"),
        ("federacion", 8, 40, 4, 1, "none", (2, 4), "refused", "federacion"),
        ("spain", 8, 30, 3, 3, "none", (2, 4), "error", "judge"),
        ("basque", 4, 40, 3, 3, "none", (2, 4), "error", "judge"),
        ("france", 4, 40, 3, 1, "none", (2, 4), "error", "judge"),
    ],
)
def test_the_five_rule_books(name, kings, target, games, vacas, real31, players, unanswered, penalties):
    book = rulebook(name)
    assert (book.name, book.kings, book.target, book.games, book.vacas) == (name, kings, target, games, vacas)
    assert (book.real31, book.players, book.unanswered, book.penalties) == (real31, players, unanswered, penalties)
    assert book.minimum_bid == 2
    assert rulebook(name) is book


def test_every_file_is_one_of_the_five():
    shipped = {file.name for file in files("engine.rulebooks").iterdir() if file.name.endswith(".toml")}
    assert shipped == {f"{name}.toml" for name in BOOK_NAMES}


def test_options_override_single_settings():
    book = rulebook("nabo").with_options({"kings": 8, "target": 30, "real31": "none"})
    assert (book.kings, book.target, book.real31, book.games) == (8, 30, "none", 2)
    assert rulebook("nabo").with_options({}) is rulebook("nabo")


def test_a_file_reads_as_the_book_it_describes():
    assert parse_rulebook(GOOD, "nabo.toml") == rulebook("nabo")


@pytest.mark.parametrize(
    ("line", "wrong", "message"),
    [
        ("kings = 4", "kings = 5", "rule book club.toml: kings is 4 or 8, not 5"),
        ("kings = 4", "kings = true", "kings is 4 or 8, not True"),
        ("kings = 4", "", "kings is missing"),
        ("target = 40", "target = 0", "target is a whole number, at least 1, not 0"),
        ("target = 40", "target = 40.0", "target is a whole number, at least 1, not 40.0"),
        ("games = 2", "games = '2'", "games is a whole number, at least 1, not '2'"),
        ("vacas = 1", "vacas = -1", "vacas is a whole number, at least 1, not -1"),
        ("minimum_bid = 2", "minimum_bid = 0", "minimum_bid is a whole number, at least 1, not 0"),
        ('real31 = "hiru-zazpi"', 'real31 = "yes"', "real31 is 'none' or 'hiru-zazpi' or 'sota', not 'yes'"),
        ('real31 = "hiru-zazpi"', "real31 = []", "real31 is"),
        ("players = [2, 4]", "players = [3]", r"players is \[4\], \[2, 4\] or \[2\], not \[3\]"),
        ("players = [2, 4]", "players = [4.0]", "players is"),
        ("players = [2, 4]", "players = 4", "players is"),
        ('unanswered = "error"', 'unanswered = "ask"', "unanswered is 'refused' or 'error', not 'ask'"),
        ('penalties = "nabo"', 'penalties = "spain"', "penalties is"),
        ('name = "nabo"', 'name = " "', "name is a text that is not empty"),
        ('name = "nabo"', 'name = "nabo"\nclock = 80', "unknown field 'clock'"),
        ("kings = 4", "kings = ", "club.toml: not readable as TOML"),
        ("kings = 4", "kings = " + "[" * 5000, "club.toml: not readable as TOML"),
    ],
)
def test_the_wrong_field_is_named(line, wrong, message):
    assert line in GOOD
    with pytest.raises(RuleBookError, match=message):
        parse_rulebook(GOOD.replace(line, wrong, 1), "club.toml")


def test_an_unknown_book_is_refused_with_the_names_of_the_five():
    with pytest.raises(RuleBookError, match="unknown rule book 'mus': the rule books are nabo, federacion"):
        rulebook("mus")
