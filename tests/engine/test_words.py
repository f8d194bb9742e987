"""Cards, seats and calls as text, and the small values behind them."""

from __future__ import annotations

import pickle

import pytest

from engine.calls import Action, Call
from engine.cards import DECK, Card, Suit
from engine.errors import CallError, CardError, SeatError, quoted
from engine.rounds import Round
from engine.seats import Seat, Team, playing_order


def test_there_are_forty_cards_and_each_reads_back():
    assert len(set(DECK)) == 40
    assert all(Card.parse(str(card)) is card for card in DECK)
    assert str(Card(12, Suit.OROS)) == "12o"
    assert Card.parse("7e") == Card(7, Suit.ESPADAS)


@pytest.mark.parametrize("text", ["", "o", "8o", "9b", "13o", "012o", "12", "12O", " 7e", "7e ", "1x", 7, None, ["7e"]])
def test_what_is_none_of_the_forty(text):
    with pytest.raises(CardError, match="unknown card"):
        Card.parse(text)


def test_there_is_no_eight():
    with pytest.raises(CardError, match="no card of rank 8"):
        Card(8, Suit.OROS)


def test_seats_play_counter_clockwise():
    assert [seat.next for seat in (Seat.N, Seat.W, Seat.S, Seat.E)] == [Seat.W, Seat.S, Seat.E, Seat.N]
    assert [seat.partner for seat in Seat] == [Seat.S, Seat.E, Seat.N, Seat.W]
    assert [seat.team for seat in Seat] == [Team.NS, Team.EW, Team.NS, Team.EW]
    assert (Team.NS.other, Team.EW.other) == (Team.EW, Team.NS)
    assert playing_order(Seat.S) == (Seat.S, Seat.E, Seat.N, Seat.W)
    assert playing_order(Seat.S, {Seat.N, Seat.E}) == (Seat.E, Seat.N)


def test_seats_and_teams_read_back():
    assert [Seat.parse(seat.value) for seat in Seat] == list(Seat)
    assert [Team.parse(team.value) for team in Team] == list(Team)
    with pytest.raises(SeatError, match="unknown seat 'O'"):
        Seat.parse("O")
    with pytest.raises(SeatError, match="unknown team 'N'"):
        Team.parse("N")


def test_rounds_have_their_numbers():
    assert [round.number for round in Round] == [1, 2, 3, 4, 4, 4]


def test_values_survive_pickling():
    for value in (*Seat, *Team, *Round, *Action, DECK[3], Call.parse("NS envido 2")):
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("NS envido 2", "NS envido 2"),
        ("W  ENVIDO 12", "W envido 12"),
        ("EW gehiago 1", "EW gehiago 1"),
        ("EW más 3", "EW gehiago 3"),
        ("EW MAS 3", "EW gehiago 3"),
        ("EW mÁs 3", "EW gehiago 3"),  # the accent as a character of its own
        ("N hordago", "N hordago"),
        ("N órdago", "N hordago"),
        ("N ¡Órdago!", "N hordago"),
        ("EW ¡no quiero!", "EW tira"),
        ("N ORDAGO", "N hordago"),
        ("S iduki", "S iduki"),
        ("S Quiero", "S iduki"),
        ("S no  quiero", "S tira"),
        ("S NO QUIERO", "S tira"),
        ("E tira", "E tira"),
        ("E paso", "E paso"),
        ("E Kanta", "E kanta"),
        # what the books quote and tables say
        ("NS imido", "NS envido 2"),
        ("NS 5 Imido", "NS envido 5"),
        ("NS imido 5", "NS envido 5"),
        ("NS bost imido", "NS envido 5"),
        ("EW enbido", "EW envido 2"),
        ("EW cinco envido", "EW envido 5"),
        ("EW envido diez", "EW envido 10"),
        ("EW beste bi", "EW gehiago 2"),
        ("EW BESTE HIRU", "EW gehiago 3"),
        ("EW beste 4", "EW gehiago 4"),
        ("W tres más", "W gehiago 3"),
        ("W 3 más", "W gehiago 3"),
        ("W veinte MÁS", "W gehiago 20"),
        ("W 5 gehiago", "W gehiago 5"),
        ("W cinq gehiago", "W gehiago 5"),
        ("W envido más", "W gehiago 2"),
        ("W envido 3 más", "W gehiago 3"),
        ("N hor dago", "N hordago"),
        ("N Or Dago", "N hordago"),
        ("S idoki", "S iduki"),
        ("S veo", "S iduki"),
        ("S je tiens", "S iduki"),
        ("S je veux", "S iduki"),
        ("S No Veo", "S tira"),
        ("S tire", "S tira"),
        ("S je passe", "S paso"),
        ("N queremos", "N iduki biok"),
        ("N no queremos", "N tira biok"),
        ("NS pasamos", "NS paso biok"),
        ("N quiero y no pierdo", "N iduki y no pierdo"),
        ("N kanta y no pierdo", "N kanta y no pierdo"),
        ("N tira ene gatik", "N tira ene gatik"),
        ("N idoki Ene Gatik", "N iduki ene gatik"),
        ("N iduki for myself", "N iduki ene gatik"),
        ("EW elijo 5", "EW aukera 5"),
        ("EW elegimos tres", "EW aukera 3"),
    ],
)
def test_calls_in_basque_and_spanish_words(text, plain):
    assert str(Call.parse(text)) == plain
    assert Call.parse(plain) == Call.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "NS", "envido 2", "NS 2", "NS envido", "NS envido two", "NS envido 2 2", "NS envido ２"),
        *("NS envido 0", "NS quiero no", "NS no", "NS paso 1", "NS hordago 40", "ns envido 2", "NSEW paso"),
        *("NS envido 2 now", None, 3),
        # words that are none, or none that go together
        *("NS envido más más", "NS 5 6 imido", "NS beste", "NS tres", "NS más", "NS no", "NS y no pierdo", "NS dago"),
        *("NS ene gatik", "NS iduki ene gatik", "N paso ene gatik", "N envido 2 ene gatik", "N tira y no pierdo"),
        *("N queremos ene gatik y no pierdo", "N hordago biok", "NS aukera", "NS aukera hordago", "NS quiero 5"),
        *("NS apúntate", "NS ponte", "N envido two más", "NS imido 0", "NS pasamos 2"),
    ],
)
def test_what_is_no_call(text):
    with pytest.raises(CallError) as caught:
        Call.parse(text)
    assert quoted(text) in str(caught.value)


def test_a_call_knows_its_team():
    assert Call.parse("W tira").team is Team.EW
    assert Call.parse("NS tira").team is Team.NS


def test_long_values_are_cut_in_messages():
    assert quoted("x" * 100) == "'" + "x" * 56 + "..."
    assert quoted(10**5000) == "a int too large to show"
