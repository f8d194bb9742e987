"""What is said and done before and between the rounds, read from text."""

from __future__ import annotations

import pytest

from engine.deal.acts import Act, LegalAct, Word
from engine.errors import CallError
from engine.seats import Seat, Team


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("N mus", Act(Seat.N, Word.MUS)),
        ("NS zuretan", Act(Team.NS, Word.MUS)),
        ("W Musa", Act(Seat.W, Word.MUS)),
        ("E mintza", Act(Seat.E, Word.MINTZA)),
        ("EW no hay mus", Act(Team.EW, Word.MINTZA)),
        ("S musik ez", Act(Seat.S, Word.MINTZA)),
        ("S corto", Act(Seat.S, Word.MINTZA)),
        ("N deskarte 0", Act(Seat.N, Word.DESKARTE, 0)),
        ("N descarte 4", Act(Seat.N, Word.DESKARTE, 4)),
        ("W servido", Act(Seat.W, Word.DESKARTE, 0)),
        ("N pareak bai", Act(Seat.N, Word.PAREAK_BAI)),
        ("N pares sí", Act(Seat.N, Word.PAREAK_BAI)),
        ("NS parerik ez", Act(Team.NS, Word.PAREAK_EZ)),
        ("N jokoa bai", Act(Seat.N, Word.JOKOA_BAI)),
        ("N JUEGO NO", Act(Seat.N, Word.JOKOA_EZ)),
        ("W perete", Act(Seat.W, Word.PERETE)),
        ("W La jugada del tío Perete", Act(Seat.W, Word.PERETE)),
        ("E Tanganete", Act(Seat.E, Word.PERETE)),
    ],
)
def test_acts_are_read(text, act):
    assert Act.parse(text) == act
    assert Act.parse(str(act)) == act


def test_an_act_is_written_as_records_have_it():
    assert str(Act(Team.NS, Word.MUS)) == "NS mus"
    assert str(Act(Seat.W, Word.DESKARTE, 3)) == "W deskarte 3"
    assert (Act(Seat.W, Word.MUS).team, Act(Team.NS, Word.MUS).team) == (Team.EW, Team.NS)
    assert [word for word in Word if word.is_yes] == [Word.PAREAK_BAI, Word.JOKOA_BAI]


def test_a_legal_act_says_its_range():
    assert str(LegalAct(Seat.N, Word.MUS)) == "N mus"
    assert str(LegalAct(Seat.N, Word.DESKARTE, 1, 4)) == "N deskarte 1 to 4"
    assert str(LegalAct(Seat.N, Word.DESKARTE, 0, 0)) == "N deskarte 0"


@pytest.mark.parametrize("text", ["", "X mus", "N", "N envido 2", "mus N", "N mus mus", 7, None])
def test_what_is_no_act_is_refused_with_the_form(text):
    with pytest.raises(CallError, match="is no act: an act is a team or seat and 'mus', 'mintza', 'deskarte n'"):
        Act.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("N deskarte", "'N deskarte': deskarte needs a number of cards, 0 to 4$"),
        ("N deskarte 5", "'N deskarte 5': deskarte needs a number of cards, 0 to 4, not 5"),
        ("N mus 3", "'N mus 3': mus takes no number, not 3"),
    ],
)
def test_a_number_belongs_to_a_discard_alone(text, message):
    with pytest.raises(CallError, match=message):
        Act.parse(text)


@pytest.mark.parametrize("number", [5, -1, True, 2.0, None])
def test_a_discard_is_none_to_four_cards(number):
    with pytest.raises(CallError, match="0 to 4"):
        Act(Seat.N, Word.DESKARTE, number)
