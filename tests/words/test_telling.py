"""Why each mark was made, in sentences of the table's language."""

from __future__ import annotations

import pytest

from engine.match.corrections import AnnouncedReplaced
from engine.rounds import Round
from engine.seats import Seat
from firmware.panel.review.hand_pages import explanation
from tests.firmware.screens.gallery import HANDS, JOKOA, Play
from words.acts import changed
from words.telling import hordago, reasons
from words.text import LANGUAGES, Speech, english, speech


def told(play: Play, language: str = "en") -> list[str]:
    hand = play.state.hands[-1]
    found = explanation(hand)
    assert found
    return [reasons(one, speech(language)) for one in found.marks]


def test_bids_hands_and_passes() -> None:
    play = Play().press("envido-ns", "gehiago", "iduki", "paso", "envido-ew", "tira").read(JOKOA)
    said = told(play)
    assert said[0] == "E-W envido 2, refused by N-S"
    assert said[1].startswith("N-S envido 2, E-W gehiago 1, accepted; North: errege-errege-errege-ace over ")
    assert said[2].startswith("all passed; North: ace-errege-errege-errege over ")
    assert "after a bid: refused by N-S" in said[3]
    assert said[-1] == "East: real 31 over North: 31; West: 31"


def test_pairs_are_named() -> None:
    play = Play().read({"N": "12o 12c 11e 11b", "W": "7o 7c 7e 1o", "S": "10c 10o 5o 4o", "E": "12e 6o 5c 4c"})
    said = " | ".join(told(play))
    assert "North: dupleak (errege-zaldun) over West: mediak (7)" in said
    assert "South: pair (sota)" in said


def test_a_hordago_that_won_the_game() -> None:
    play = Play().press("hordago", "hordago", "iduki").read(HANDS)
    found = explanation(play.state.hands[-1])
    assert found
    said = hordago(found, english)
    assert said
    assert said.startswith("N-S hordago, accepted; North: errege-errege-7-ace over ")
    assert hordago(explanation(Play().read(HANDS).state.hands[-1]), english) is None  # type: ignore[arg-type]


def test_what_no_cards_decided_explains_itself() -> None:
    play = Play().press("envido-ns", *["next"] * 8, "envido-ew", "tira")
    hands = play.state.hands
    assert not hands or explanation(hands[-1]) is None


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_nothing_stays_in_english(language: str) -> None:
    play = Play().press("envido-ns", "iduki", "paso", "envido-ew", "tira").read(JOKOA)
    said = " ".join(told(play, language))
    for word in ("refused", "accepted", "over", "passed", "pair", "ace", "after", "North"):
        assert f" {word} " not in f" {said.replace(';', ' ').replace(',', ' ').replace(':', ' ')} ", said


def test_seats_of_a_correction_are_said_in_playing_order() -> None:
    for seats, said in (((Seat.E, Seat.N, Seat.S), "N, S, E"), ((Seat.S, Seat.W), "W, S"), ((), "–")):
        change = AnnouncedReplaced(Round.JOKOA, frozenset(seats))
        assert changed(change, Speech("en")) == f"jokoa was said by {said}"
