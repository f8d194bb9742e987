"""A match of Mus por Equipos at one table: which jugada each karta aldia was, who is esku, and that all is played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.equipos.jugada import Jugada
from engine.errors import MusError
from engine.match.entries import GameVoided, Match, Voided
from engine.match.header import Header, Length
from engine.match.questions import ForTheJudge
from engine.match.standing import standing
from engine.records import HandRecord
from engine.seats import Seat
from engine.sheets import json_lines
from engine.sheets import text as game_text
from engine.sheets.figures import Figures
from engine.sheets.sheet import Sheet
from tests.engine.matches import EW, NS, PLAIN, bringing, hordago

JUDGE = {"by": "the judge", "reason": "a discrepancy"}


def of_jugada(number, entry):
    jugada = Jugada.parse(number)
    return replace(entry, jugada=jugada, esku=jugada.esku)


def won(number, winner):
    return of_jugada(number, hordago(winner))


def match_of(*entries, games=3):
    return Match(Header("nabo", Seat.N, length=Length(games, mode="all"), packs="deals.jsonl"), entries)


RECORD = {
    "rules": "nabo",
    "esku": "N",
    "score": {"NS": 0, "EW": 0},
    "cards": PLAIN,
    "jugada": "0104",
    "packs": "deals.jsonl",
}


def test_5_a_record_says_which_jugada_it_was_and_whose_packs():
    record = HandRecord.parse(RECORD)
    assert (record.jugada, record.packs, record.warnings) == (Jugada(1, 4), "deals.jsonl", ())
    assert HandRecord.parse(record.to_dict()) == record
    assert "jugada" not in HandRecord.parse({**RECORD, "jugada": None}).to_dict()


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("jugada", "104", "jugada: '104' is no jugada: two digits of the game"),
        ("jugada", 104, "jugada: 104 is no jugada: two digits of the game"),
        ("packs", 7, "packs is the name of the deals' file, not 7"),
        ("cards", {"N": PLAIN["N"], "E": PLAIN["E"]}, "jugada: Mus por Equipos is played by four"),
    ],
)
def test_a_record_whose_jugada_makes_no_sense(field, value, what):
    with pytest.raises(MusError, match=what):
        HandRecord.parse({**RECORD, field: value})


def test_9_n_is_esku_in_the_first_of_every_game_and_nobody_is_out_of_turn():
    match = match_of(of_jugada("0101", bringing(2, 4)), won("0102", NS), won("0201", EW))
    stands = standing(match)
    assert (stands.out_of_turn, stands.questions) == ((), ())
    assert stands.next_esku is Seat.N  # of 0301
    assert standing(match.until(1)).next_esku is Seat.W
    said = standing(match.until(2).with_entry(replace(won("0201", EW), esku=Seat.S)))
    assert [(turn.entry, turn.esku, turn.expected) for turn in said.out_of_turn] == [(3, Seat.S, Seat.N)]


def test_9_without_jugadak_the_esku_goes_on_from_game_to_game():
    match = Match(Header("nabo", Seat.N), (hordago(NS, esku="N"), hordago(NS, esku="N")))
    assert [turn.entry for turn in standing(match).out_of_turn] == [2]


def test_10_all_games_are_played_also_once_they_decide_nothing():
    stands = standing(match_of(won("0101", NS), won("0201", NS), won("0301", EW)))
    assert (stands.winner, stands.over, stands.questions) == (NS, True, ())
    assert not standing(match_of(won("0101", NS), won("0201", NS))).over


def test_10_as_many_games_won_is_a_draw():
    stands = standing(match_of(won("0101", NS), won("0201", EW), games=2))
    assert (stands.winner, stands.over) == (None, True)


def test_10_a_game_too_many_is_for_the_judge():
    stands = standing(match_of(won("0101", NS), won("0201", NS), games=1))
    assert [question.kind for question in stands.questions] == [ForTheJudge.AFTER_MATCH]


def test_a_voided_game_has_been_played_for_its_cards_are_known():
    stands = standing(match_of(won("0101", NS), won("0201", EW), GameVoided(2, **JUDGE), games=2))
    assert (stands.winner, stands.over) == (NS, True)


def test_5_a_jugada_belongs_to_the_game_that_its_number_names():
    stands = standing(match_of(of_jugada("0101", bringing(2, 4)), of_jugada("0201", bringing(2, 4))))
    assert [game.number for game in stands.games] == [1, 2]
    assert [question.kind for question in stands.questions] == [ForTheJudge.LEFT_OPEN]


def test_5_jugadak_are_played_in_their_order():
    with pytest.raises(MusError, match="entry 2: jugada 0103 comes after 0103"):
        match_of(of_jugada("0103", bringing(2, 4)), of_jugada("0103", bringing(2, 4, (2, 4))))
    with pytest.raises(MusError, match="entry 2: jugada 0301 is of another game than the one that is played"):
        standing(match_of(won("0101", NS), won("0301", NS)))


def test_5_what_the_judge_has_voided_may_be_played_again():
    first = of_jugada("0101", bringing(2, 4))
    stands = standing(match_of(first, Voided(1, **JUDGE), first))
    assert (stands.score, stands.out_of_turn) == ({NS: 2, EW: 4}, ())


def test_both_forms_know_jugadak_packs_and_that_all_games_are_played():
    match = match_of(of_jugada("0101", bringing(2, 4)), won("0102", NS), won("0201", EW))
    stands = standing(match)
    for form in (game_text, json_lines):
        written = form.write(Sheet(match), stands.book, Figures(stands))
        again = form.read(written)
        assert (again.match, again.extra) == (match, {})
        assert list(Figures(stands).remarks(again)) == []
    text = game_text.write(Sheet(match), stands.book)
    assert '[Packs "deals.jsonl"]\n[Length "all 3"]\n' in text
    assert "\n1. esku N, NS 0, EW 0, jugada 0101\n" in text


def test_all_games_are_played_of_no_vacas():
    with pytest.raises(MusError, match="length: where all games are played there are no vacas"):
        Length(3, 2, "all")
