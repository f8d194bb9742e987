"""The minutes of a tournament, as the committee and the judge print them."""

from __future__ import annotations

import hashlib
import re
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from desk.acts import Role, Who
from desk.service import clock, judging, results, setting_up
from engine.errors import TournamentError
from engine.tournament.acts import Suspended
from tests.desk.at_the_desk import AtTheDesk, Visitor
from tests.desk.equipos import Match
from tests.desk.hall import COMMITTEE, JUDGE, Hall
from words.text import LANGUAGES

MINUTES = "/t/1/desk/minutes.pdf"
NABO = {"name": "Txapelketa", "rules": "nabo", "date": "2026-11-22", "options": {"mantxak": 2}}
KNOCKOUT = {**NABO, "rules": "federacion", "stages": [{"system": "knockout"}]}
IKER = Who("Iker", Role.COMMITTEE)


def minutes(visitor: Visitor) -> str:
    """What they say, with one space between words; the times left out."""
    with pypdfium2.PdfDocument(visitor.get(MINUTES).content) as paper:
        text = "".join(page.get_textpage().get_text_bounded() for page in paper)
    return " ".join(re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "", text).split())


def test_they_say_who_decided_what_and_why(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, KNOCKOUT)
    playing.draw("x")
    first, second = (str(team) for team in playing.state.find(1).pairing.teams)
    name = playing.state.entries[first].name
    for here in (False, True):
        clock.miss(hall.desk, 1, COMMITTEE, 1, first, here)
    results.report(hall.desk, 1, COMMITTEE, 1, [(40, 12), (40, 3)])
    results.confirm(hall.desk, 1, IKER, 1, [(40, 12), (40, 3)])
    judging.change(hall.desk, 1, JUDGE, 1, [(12, 40), (3, 40)], "the columns were exchanged")
    judging.rule(hall.desk, 1, JUDGE, "The cards are dealt again", 1, "federacion 61")
    judging.appeal(hall.desk, 1, Who("Jon", Role.PAIR, first), "1", first, "nobody saw them")
    judging.decide_appeal(hall.desk, 1, JUDGE, "1", (True, False, True))
    judging.take_out(hall.desk, 1, COMMITTEE, first, "disqualified", "took the cards home")
    judging.about_players(hall.desk, 1, JUDGE, Suspended("Peio Haran", "2027-01-01", "a fight"))
    clock.stop(hall.desk, 1, JUDGE, 1, "power cut")
    told = minutes(hall.judge())
    for what in (
        "Day: 2026-11-22 Rule book: Federación de Mus Tantos of a mantxa: 40 Mantxak that win a partida: 2",
        "Stage 1: Knockout",
        f"Day Why {first} {name}: disqualified took the cards home Ane",
        "Peio Haran until 2027-01-01 a fight Koldo",
        f"Partida 1 · Round 1 1 {name} {playing.state.entries[second].name} Ane: 40-12",
        "Ane: 40-12 40-3; Iker: confirmed; Koldo: 12-40 3-40, the columns were exchanged",
        "Ruling 1: The cards are dealt again · federacion 61 · Table 1 · Partida 1 Koldo",
        f"Ruling 1: {first} {name} appeals nobody saw them Jon",
        "Ruling 1: the ruling stands (2–1) Koldo",
        f"Table 1 · Partida 1 · {first} {name}: Somebody is missing Ane",
        f"Table 1 · Partida 1 · {first} {name}: All are here, loses nothing yet Ane",
        "Clock of round 1 power cut Koldo",
        "Judge: Koldo Committee: Ane, Iker",
        "Signed: Judge Signed: Committee",
    ):
        assert what in told.replace("\N{EN DASH}", "–")
    entries = playing.state.entries.values()
    everyone = " ".join(f"{one.id} {one.name} {one.club} {' & '.join(one.players)}" for one in entries)
    assert f"Entries: 4 Number Team Club Players {everyone} Day" in told
    assert playing.state.entries[second].name in told[told.index("Standings") :]


def test_they_say_what_both_have_lost_federacion_33(hall: AtTheDesk) -> None:
    Hall(hall.desk, 2, KNOCKOUT).draw("x")
    judging.lost_by_both(hall.desk, 1, JUDGE, 1, "nobody came in 20 minutes")
    told = minutes(hall.judge())
    assert "Koldo: lost by both (federacion 33), nobody came in 20 minutes" in told
    assert told.count("lost by both (federacion 33)") == 2


def test_they_are_provisional_until_the_tournament_is_over(hall: AtTheDesk) -> None:
    stages = [{"system": "knockout", "second_bracket": True}]
    playing, ane = Hall(hall.desk, 4, {**KNOCKOUT, "stages": stages}), hall.committee()
    for seed in ("x", "y"):
        playing.draw(seed)
        assert "Provisional, as of" in minutes(ane)
        playing.round()
    told = minutes(ane)
    assert "Provisional" not in told
    assert "has won the final" in told
    assert "confirmed · Second bracket" in told


def test_where_nobody_set_how_many_rounds_there_are_they_say_that_another_may_come(hall: AtTheDesk) -> None:
    playing, ane = Hall(hall.desk, 4, {**NABO, "stages": [{"system": "rounds"}]}), hall.committee()
    playing.draw("x")
    assert "Provisional, as of" in minutes(ane)
    playing.round()
    assert "final unless another round is drawn" in minutes(ane)


@pytest.mark.parametrize("system", [{"system": "knockout"}, {"system": "rounds"}])
def test_they_are_provisional_while_an_appeal_is_open_federacion_92(hall: AtTheDesk, system: dict[str, str]) -> None:
    playing, ane = Hall(hall.desk, 2, {**KNOCKOUT, "stages": [system]}), hall.committee()
    playing.draw("x")
    judging.rule(hall.desk, 1, JUDGE, "the mantxa is T02's", 1, "40")
    playing.round()
    assert "Provisional" not in minutes(ane)
    judging.appeal(hall.desk, 1, COMMITTEE, "1", "T01", "they had not shown")
    assert "Provisional, as of" in minutes(ane)
    with pytest.raises(TournamentError, match="the tournament is not over"):
        judging.take_names_out(hall.desk, 1, COMMITTEE, "they asked")
    judging.decide_appeal(hall.desk, 1, JUDGE, "1", (True, False, True))
    assert "Provisional" not in minutes(ane)


def test_their_digest_is_that_of_the_file_s_first_lines_however_much_is_said_later(hall: AtTheDesk) -> None:
    playing, ane = Hall(hall.desk, 4, NABO), hall.committee()
    playing.draw("x")
    found = re.search(r"SHA-256 of the first (\d+) lines of desk-tournament\.jsonl: ([0-9a-f]{64})", minutes(ane))
    assert found is not None
    playing.round()
    lines = ane.get("/t/1/desk/tournament.jsonl").content.splitlines(keepends=True)
    assert hashlib.sha256(b"".join(lines[: int(found[1])])).hexdigest() == found[2]
    assert found[2] not in minutes(ane)


def test_they_are_for_those_who_decide(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    assert [one.get(MINUTES).status_code for one in (hall.phone(), hall.pair("T01"))] == [303, 403]
    assert MINUTES not in hall.phone().get("/t/1").text
    for page in ("/t/1", "/t/1/desk"):
        assert all(MINUTES in one.get(page).text for one in (hall.judge(), hall.committee()))


def test_once_names_are_taken_out_they_name_nobody(hall: AtTheDesk) -> None:
    playing = Hall(hall.desk, 4, NABO)
    playing.draw("x")
    entry = playing.state.entries["T01"]
    judging.rule(hall.desk, 1, JUDGE, "Zuriñe was right")
    judging.void(hall.desk, 1, JUDGE, 1, "Zuriñe left")
    ane = hall.committee()
    told = re.compile("|".join((entry.name, *entry.players, "Zuriñe", "Koldo", "Ane")))
    assert set(told.findall(minutes(ane))) >= {entry.name, "Zuriñe", "Koldo"}
    judging.take_names_out(hall.desk, 1, COMMITTEE, "they asked", early=True)
    assert told.findall(minutes(ane)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_anything_is_set_and_with_long_names_there_are_some_too(hall: AtTheDesk, language: str) -> None:
    setting_up.make(hall.desk, COMMITTEE, {"name": "Hutsik"})
    here = Visitor(hall.app, language=language)
    here.cookies = hall.committee().cookies
    assert here.get(MINUTES).content.startswith(b"%PDF")
    playing = Hall(hall.desk, 2, NABO)
    entry = replace(playing.state.entries["T01"], name="Iruñeko Etxeberriatarren Lagunartea " * 9)
    setting_up.rewrite(hall.desk, 2, COMMITTEE, entry, "long")
    assert hall.committee(tournament=2).get("/t/2/desk/minutes.pdf").content.startswith(b"%PDF")


def test_what_is_longer_than_a_page_goes_on_on_the_next_one(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    numbers = [str(number) for number in range(3000, 4500)]
    judging.rule(hall.desk, 1, JUDGE, " ".join(numbers), 1)
    judging.void(hall.desk, 1, JUDGE, 1, "\n".join(numbers))
    told = minutes(hall.judge())
    for one in numbers:
        assert len(re.findall(rf"\b{one}\b", told)) == 2, one


def test_a_long_text_has_all_letters_of_western_europe(hall: AtTheDesk) -> None:
    Hall(hall.desk, 4, NABO).draw("x")
    why = "l’Œuvre dit “non” – 5 €, et garde… son cœur pour le tour d’après"
    judging.void(hall.desk, 1, JUDGE, 1, why)
    assert why in minutes(hall.judge())


def test_of_mus_por_equipos_they_have_the_games(hall: AtTheDesk, tmp_path: Path) -> None:
    with ExitStack() as stack:
        Match(stack, tmp_path, hall.desk)
        told = minutes(hall.judge())
    assert "Stage 1: Mus por Equipos; Tables: 2; Games: 2" in told
    assert "Result – " in told
    assert "Number Team Club Players T01" in told
