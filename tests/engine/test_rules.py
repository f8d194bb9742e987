"""Rule books: the five, with what the law says of each, and files with something wrong."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import get_args

import pytest

from engine.deal.mus import MUS_LAWS
from engine.errors import RuleBookError
from engine.rulebooks.fields import MusLawName
from engine.rules import BOOK_NAMES, RuleBook, parse_rulebook, require_players, rulebook

CLUB = 'base = "nabo"\nname = "club"\ntitle = "Our club"\n'
GOOD = files("engine.rulebooks").joinpath("nabo.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "kings", "target", "games", "vacas", "real31", "players", "unanswered", "penalties"),
    [
        ("nabo", 4, 40, 2, 1, "hiru-zazpi", (4,), "error", "nabo"),
        ("federacion", 8, 40, 4, 1, "none", (4,), "refused", "federacion"),
        ("spain", 8, 30, 3, 3, "none", (4,), "error", "judge"),
        ("basque", 4, 40, 3, 3, "none", (4,), "error", "judge"),
        ("france", 4, 40, 3, 1, "none", (2, 4), "error", "judge"),
    ],
)
def test_the_five_rule_books(name, kings, target, games, vacas, real31, players, unanswered, penalties):
    book = rulebook(name)
    assert (book.name, book.kings, book.target, book.games, book.vacas) == (name, kings, target, games, vacas)
    assert (book.real31, book.players, book.unanswered, book.penalties) == (real31, players, unanswered, penalties)
    assert book.minimum_bid == 2
    assert rulebook(name) is book


def test_every_law_of_mus_that_a_book_may_name_is_there():
    assert set(get_args(MusLawName)) == set(MUS_LAWS) == {law.name for law in MUS_LAWS.values()}


def test_every_file_is_one_of_the_five():
    shipped = {file.name for file in files("engine.rulebooks").iterdir() if file.name.endswith(".toml")}
    assert shipped == {f"{name}.toml" for name in BOOK_NAMES}


def test_options_override_single_settings():
    book = rulebook("nabo").with_options({"kings": 8, "target": 30, "real31": "none"})
    assert (book.kings, book.target, book.real31, book.games) == (8, 30, "none", 2)
    assert rulebook("nabo").with_options({}) is rulebook("nabo")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 3}, "unknown option 'games': the options are kings, target, real31"),
        ({"kings": 6}, "option kings is 4 or 8, not 6"),
        ({"target": 0}, "option target is a whole number, at least 1, not 0"),
        ({"real31": "oros"}, "option real31 is 'none' or 'hiru-zazpi' or 'sota', not 'oros'"),
    ],
)
def test_a_wrong_option_is_named(options, message):
    with pytest.raises(RuleBookError, match=message):
        rulebook("nabo").with_options(options)


def test_the_real_31_of_a_record_is_of_any_suits():
    book = replace(rulebook("basque"), real31="sota", real31_suits=("o",), real31_sevens="other-suits")
    changed = book.with_options({"real31": "sota"})
    assert (changed.real31, changed.real31_suits, changed.real31_sevens) == ("sota", ("o", "c", "e", "b"), "any")
    assert book.with_options({"target": 30}).real31_suits == ("o",)


def test_another_target_changes_nothing_else_of_a_book():
    """The limits of time are none of the tantos of a game (federacion 23, 29, 33, 41)."""
    federacion = rulebook("federacion")
    for target in (1, 20, 30, 31):
        club = parse_rulebook(CLUB.replace("nabo", "federacion") + f"target = {target}", "club.toml")
        for book in (federacion.with_options({"target": target}), club):
            assert book.is_the_law_of(replace(federacion, target=target))
            assert book.clock == "federacion"


def test_a_file_reads_as_the_book_it_describes():
    assert parse_rulebook(GOOD, "nabo.toml") == rulebook("nabo")


def test_a_club_sets_only_what_differs():
    assert parse_rulebook(CLUB, "club.toml") == replace(rulebook("nabo"), name="club", title="Our club")
    text = (
        CLUB.replace("nabo", "federacion")
        + """
        kings = 4
        target = 30
        games = 3
        vacas = 5
        minimum_bid = 1
        real31 = "sota"
        real31_suits = ["o"]
        real31_sevens = ["c", "e", "b"]
        players = [4]
        unanswered = "error"
        answers = "first"
        two_bids = "error"
        penalties = "nabo"
        mus = "france"
        tio_perete = true
        clock = "none"
        first_dealer = "lot"
        first_esku = "right-of-dealer"
        tie_breaks = [["between", "our 1"], ["mantxak", "our 2"]]
        appeals = "none"
    """
    )
    assert parse_rulebook(text, "club.toml") == RuleBook(
        name="club",
        title="Our club",
        kings=4,
        target=30,
        games=3,
        vacas=5,
        minimum_bid=1,
        real31="sota",
        players=(4,),
        unanswered="error",
        penalties="nabo",
        real31_suits=("o",),
        real31_sevens=("c", "e", "b"),
        mus="france",
        tio_perete=True,
        clock="none",
        first_dealer="lot",
        first_esku="right-of-dealer",
        tie_breaks=(("between", "our 1"), ("mantxak", "our 2")),
        appeals="none",
    )


def test_a_file_without_a_base_may_leave_out_what_has_a_default():
    optional = ("mus", "tio_perete", "clock", "first_dealer", "first_esku")
    lines = [line for line in GOOD.splitlines() if not line.startswith(optional)]
    plain = replace(rulebook("nabo"), mus="wikipedia", first_dealer="lot")
    assert parse_rulebook("\n".join(lines), "nabo.toml") == plain


@pytest.mark.parametrize(
    "name",
    [
        "name",
        "title",
        "kings",
        "target",
        "games",
        "vacas",
        "minimum_bid",
        "real31",
        "players",
        "unanswered",
        "penalties",
    ],
)
def test_what_has_no_default_is_needed(name):
    text = "\n".join(line for line in GOOD.splitlines() if not line.startswith(f"{name} ="))
    with pytest.raises(RuleBookError, match=rf"^rule book club.toml: {name} is missing$"):
        parse_rulebook(text, "club.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CLUB.replace('name = "club"\n', ""), "rule book club.toml: name is missing"),
        (CLUB.replace('title = "Our club"\n', ""), "rule book club.toml: title is missing"),
        (
            CLUB.replace('"nabo"', '"mus"'),
            "base is 'nabo' or 'federacion' or 'spain' or 'basque' or 'france'",
        ),
        (CLUB.replace('"nabo"', '["nabo"]'), r"base is 'nabo' .*"),
        (CLUB + "king = 4", "line 4: an unknown field: the fields are base, name, title, kings, target"),
        (CLUB + "target = 0", "target is a whole number, at least 1"),
        (CLUB + "real31_suits = []", r"real31_suits is a list of suits \('o', 'c', 'e', 'b'\), at least 1"),
        (CLUB + 'real31_suits = "o"', "real31_suits is a list of suits .*"),
        (CLUB + 'real31_suits = ["oros"]', r"real31_suits is .*"),
        (CLUB + 'real31_suits = ["o", "o"]', r"real31_suits is .*"),
        (CLUB + "real31_suits = [1]", r"real31_suits is .*"),
        (
            CLUB + 'real31_sevens = "same"',
            r"real31_sevens is 'any' or 'other-suits' or a list of suits \(.*\), at least 3",
        ),
        (CLUB + 'real31_sevens = ["c", "e"]', r"real31_sevens is .*"),
        (CLUB + "tio_perete = 1", "tio_perete is true or false"),
        (CLUB + 'mus = "spain"', "mus is 'nabo' or 'federacion' or 'wikipedia' or 'france'"),
        (CLUB + "mus = true", "mus is 'nabo' or 'federacion'"),
        (CLUB + "clock = 80", "clock is 'none' or 'federacion'"),
        (CLUB + 'first_dealer = "me"', "first_dealer is 'lot' or 'smallest-card' or 'suit-of-cut'"),
        (CLUB + 'tie_breaks = [["luck", "our 1"]]', "tie_breaks is a list of pairs, each 'partidak' or 'mantxak' or"),
        (CLUB + 'tie_breaks = [["mantxak"]]', "with its article, none of them twice"),
        (CLUB + 'tie_breaks = [["mantxak", 3]]', "with its article, none of them twice"),
        (CLUB + 'tie_breaks = [["mantxak", "a"], ["mantxak", "b"]]', "with its article, none of them twice"),
        (CLUB + "tie_breaks = []", "with its article, none of them twice"),
        (CLUB + 'appeals = "five-judges"', "appeals is 'none' or 'three-judges'"),
        (CLUB + 'first_esku = "N"', "first_esku is 'right-of-dealer' or 'cuts-the-mus'"),
    ],
)
def test_the_wrong_field_of_a_club_is_named(text, message):
    with pytest.raises(RuleBookError, match=message):
        parse_rulebook(text, "club.toml")


@pytest.mark.parametrize(
    ("line", "wrong", "message"),
    [
        ("kings = 4", "kings = 5", "rule book club.toml, line 3: kings is 4 or 8"),
        ("kings = 4", "kings = true", "kings is 4 or 8"),
        ("kings = 4", "", "kings is missing"),
        ("target = 40", "target = 0", "target is a whole number, at least 1"),
        ("target = 40", "target = 40.0", "target is a whole number, at least 1"),
        ("games = 2", "games = '2'", "games is a whole number, at least 1"),
        ("vacas = 1", "vacas = -1", "vacas is a whole number, at least 1"),
        ("minimum_bid = 2", "minimum_bid = 0", "minimum_bid is a whole number, at least 1"),
        ('real31 = "hiru-zazpi"', 'real31 = "yes"', "real31 is 'none' or 'hiru-zazpi' or 'sota'"),
        ('real31 = "hiru-zazpi"', "real31 = []", "real31 is"),
        ("players = [4]", "players = [3]", r"players is \[4\] or \[2, 4\] or \[2\]"),
        ("players = [4]", "players = [4.0]", "players is"),
        ("players = [4]", "players = 4", "players is"),
        ('unanswered = "error"', 'unanswered = "ask"', "unanswered is 'refused' or 'error'"),
        ('penalties = "nabo"', 'penalties = "spain"', "penalties is"),
        ('name = "nabo"', 'name = " "', "name is a text that is not empty"),
        ('name = "nabo"', 'name = "nabo"\nclub = 80', "an unknown field"),
        ("kings = 4", "kings = ", "club.toml, line 3, column \\d+: not readable as TOML"),
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


def test_a_book_is_played_by_as_many_as_it_says():
    for name, number in (("nabo", 4), ("nabo", None), ("france", 2), ("france", 4)):
        require_players(rulebook(name), number)
    with pytest.raises(RuleBookError, match="nabo is played by 4, not by 2"):
        require_players(rulebook("nabo"), 2)
