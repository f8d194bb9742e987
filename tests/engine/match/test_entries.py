"""The data model of a match."""

from __future__ import annotations

import dataclasses

import pytest

from engine.errors import RecordError, RuleBookError
from engine.match.corrections import CardReplaced
from engine.match.entries import Adjusted, Correction, GameGiven, Match, Replaced, Voided, Withdrawn
from engine.match.header import Header, Length
from engine.match.played import Played
from engine.records import HandRecord
from engine.rules import rulebook
from engine.seats import Seat
from tests.engine.matches import EW, NS, PLAIN, bringing, cards, match_of, played


def test_a_length_is_at_least_one():
    with pytest.raises(RecordError, match="games is at least 1, not 0"):
        Length(0)
    with pytest.raises(RecordError, match="vacas is at least 1, not -2"):
        Length(3, -2)


def test_a_header_gives_its_book_with_its_options():
    assert Header("nabo", Seat.N, {"target": 30}).book().target == 30
    with pytest.raises(RuleBookError, match="unknown option 'games'"):
        Header("nabo", Seat.N, {"games": 3}).book()
    assert Header("a club's.toml", Seat.N).book(lambda path: rulebook("france")).name == "france"


def test_a_header_of_another_version_is_refused():
    with pytest.raises(RecordError, match="version 2 is not known"):
        Header("nabo", Seat.N, version=2)


def test_a_karta_aldia_is_a_hand_record_without_its_rules():
    data = {
        "id": 5,
        "rules": "nabo",
        "options": {"kings": 8},
        "esku": "W",
        "score": {"NS": 12, "EW": 20},
        "cards": PLAIN,
        "announced": {"pareak": ["N"], "jokoa": ["S"]},
        "calls": {"handia": ["NS envido 2", "EW tira"]},
        "found": {"pareak": "open"},
        "hordago_shown": True,
    }
    record = HandRecord.parse(data)
    aldia = Played.of(record)
    header = Header("nabo", Seat.W, {"kings": 8})
    assert aldia.record(header, header.book(), id=5) == record
    assert aldia.record(header, header.book(), {NS: 1, EW: 2}).score == {NS: 1, EW: 2}


def test_entries_are_numbered_from_one_in_the_order_in_which_they_happened():
    first, second = bringing(5, 3), bringing(2, 3, (5, 3), "W")
    match = match_of(first).with_entry(second)
    assert (match.entry(1), match.entry(2)) == (first, second)
    assert match.until(1) == match_of(first)
    with pytest.raises(dataclasses.FrozenInstanceError):
        match.entries = ()


PUT_RIGHT = (CardReplaced(Seat.N, *cards("3o", "3c")),)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (Voided(3, by="judge", reason="a card was missing"), "entry 3: there is no entry 3 before it"),
        (Voided(0, by="judge", reason="a card was missing"), "entry 3: there is no entry 0 before it"),
        (Voided(2, by="judge", reason="again"), "entry 3: entry 2 is not a karta aldia"),
        (Correction(2, PUT_RIGHT, by="NS", reason="misread"), "entry 3: entry 2 is not a karta aldia"),
        (Replaced(2, (), by="judge", reason="agreed"), "entry 3: entry 2 is not a karta aldia"),
        (Withdrawn(1, by="judge", reason="wrong"), "entry 3: entry 1 is not a correction or a judge's act"),
        (Correction(1, (), by="NS", reason="misread"), "entry 3: it corrects nothing"),
        (Correction(1, PUT_RIGHT, by="NS", reason=" "), "entry 3: it needs the reason"),
        (GameGiven(1, NS, by="", reason="late"), "entry 3: it needs the name of who made it"),
        (Adjusted(1, NS, 0, by="judge", reason="late"), "entry 3: it gives and takes nothing"),
    ],
)
def test_an_entry_speaks_of_what_is_there_before_it_and_gives_its_reason(entry, message):
    with pytest.raises(RecordError) as caught:
        Match(Header("nabo", Seat.N), (played(), Voided(1, by="judge", reason="seen"), entry))
    assert str(caught.value) == message
