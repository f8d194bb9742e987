"""`hamarreko ask`: from what went wrong, by the questions of the law, to what follows and its article."""

from __future__ import annotations

import re

import pytest

from engine.advice.incidents import Incident
from firmware.cli import main


def asked(capsys, *words):
    status = main(["ask", "--language", "en", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_without_a_word_all_that_can_be_asked_is_listed(capsys):
    status, out, _ = asked(capsys)
    assert status == 0
    assert "the deal\n" in out
    assert all(f"\n  {incident.value} " in out for incident in Incident)


def test_what_is_open_is_asked_with_its_answers(capsys):
    assert asked(capsys, "wrong-count") == (
        0,
        "In which deal did it happen?\n  first  the first deal\n  later  a deal after discards\n",
        "",
    )


def test_what_follows_is_told_with_its_article(capsys):
    assert asked(capsys, "wrong-count", "later") == (0, "the hand counts for nothing (nabo 7)\n", "")
    told = asked(capsys, "card-shown", "zaku", "purpose", "first", "dealing", "--rules", "federacion")
    assert told == (0, "the dealer plays this karta aldia with its cards face up (federacion 12)\n", "")


@pytest.mark.parametrize(
    ("words", "follows"),
    [
        (
            ("shuffle-asked",),
            "that is against the rules; they name no penalty, and the judge decides (mus por equipos 7)",
        ),
        (("pack-used-up",), "no mus can be played that needs more cards than a pack has (mus por equipos 8)"),
        (
            ("wrong-count", "first", "dealing"),
            "the jugada is void, and the next one is played (nabo 7, mus por equipos 6)",
        ),
        (("wrong-count", "later"), "the hand counts for nothing (nabo 7)"),
    ],
)
def test_in_mus_por_equipos_its_own_rules_go_before_the_books(capsys, words, follows):
    assert asked(capsys, *words, "--equipos") == (0, f"{follows}\n", "")


def test_a_book_that_leaves_it_to_the_judge_says_so(capsys):
    assert asked(capsys, "late", "--rules", "spain") == (0, "the judge decides\n", "")


@pytest.mark.parametrize("book", ["nabo", "federacion"])
@pytest.mark.parametrize("incident", Incident)
def test_every_way_through_the_questions_ends(capsys, book, incident):
    ways = [()]
    while ways:
        way = ways.pop()
        status, out, err = asked(capsys, incident.value, *way, "--rules", book)
        assert (status, err) == (0, "")
        if out.count("\n") > 1:
            answers = [line.split()[0] for line in out.splitlines()[1:]]
            assert len(answers) > 1
            ways += [(*way, answer) for answer in answers]
        else:
            assert re.fullmatch(rf".+ \({book} \d+\)\n", out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("card-show",), "'card-show' is none of "),
        (("wrong-count", "early"), "'early' is none of first, later\n"),
        (("without", "no"), "without: 'no' is no answer, and nothing more is asked\n"),
        (("sign", "--rules", "nobody"), "rules: 'nobody' is none of "),
        (("sign", "--rules", "none.toml"), "rules: 'none.toml' cannot be read: No such file"),
    ],
)
def test_a_word_that_is_not_known_is_named(capsys, words, said):
    status, out, err = asked(capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"hamarreko ask: {said}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("words", "meant"), [(("card-show",), "card-shown"), (("sign", "--rules", "nabbo"), "nabo")])
def test_a_word_that_is_nearly_one_is_asked_about(capsys, words, meant):
    assert asked(capsys, *words)[2].endswith(f": is {meant} meant?\n")
