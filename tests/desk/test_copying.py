"""A tournament's lines, as another desk wrote them or somebody else: what is wrong is named, and nothing breaks."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from desk.keeping.database import Database
from desk.service import Desk, clock, judging, results, setting_up
from desk.service.copying import lines, read_in
from engine.errors import TournamentError
from tests.desk.at_the_desk import AtTheDesk
from tests.desk.playing import ANE, JUDGE, drawn, pair, reported

SAID = {"at": "2026-11-22T18:00:00.000Z", "who": "Ane", "role": "committee"}
BEGUN = json.dumps({"made": {"name": "Kopa"}, "said": SAID})


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk on SQLite: what is read is the same on the other."""
    with closing(Database.in_folder(tmp_path)) as database:
        yield Desk(database)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Desk]:
    """Another desk."""
    (tmp_path / "other").mkdir()
    with closing(Database.in_folder(tmp_path / "other")) as database:
        yield Desk(database)


def test_a_copy_that_was_written_after_a_change_goes_on(desk: Desk, other: Desk) -> None:
    tournament = drawn(desk, 8, stages=[{"system": "knockout", "seeded": True}])
    for played in ((1, 2, 3, 4), (5, 6)):
        for partida in played:
            reported(desk, tournament, partida, [(40, 3), (40, 2)])
        setting_up.draw(desk, tournament, ANE, "on")
    judging.void(desk, tournament, JUDGE, 5, "the wrong team plays")
    judging.change(desk, tournament, JUDGE, 1, [(3, 40), (2, 40)], "the sheet was upside down")
    again = read_in(other, ANE, lines(desk, tournament))
    reported(other, again, 8, [(40, 3), (40, 2)])
    state = setting_up.draw(other, again, ANE, "again")
    assert state.tournament.partidak[9].pairing.teams == ("T08", "T02")


def test_a_tournament_that_is_here_is_not_read_in_again(desk: Desk, other: Desk) -> None:
    tournament = drawn(desk)
    of_first_day = list(lines(desk, tournament))
    setting_up.settle(desk, tournament, ANE, {"name": "Kopa"})
    with pytest.raises(
        TournamentError, match=r"^Txapelketa is here already, as tournament 1: it is not read in again$"
    ):
        read_in(desk, ANE, of_first_day)
    assert read_in(other, ANE, of_first_day) == 1
    with pytest.raises(TournamentError, match=r"^Kopa is here already, as tournament 1, with less than the file has"):
        read_in(other, ANE, lines(desk, tournament))
    assert (desk.tournaments(), other.tournaments()) == ([1], [1])


def test_a_setting_that_nobody_has_made_is_said_in_no_act(desk: Desk) -> None:
    """An earlier desk would read no act that names one which it does not know."""
    tournament = drawn(desk)
    deck = {"name": "club", "digest": "0" * 64}
    for said, kept in (
        (None, {"name": "Kopa"}),
        (deck, {"name": "Kopa", "deck": deck}),
        (None, {"name": "Kopa", "deck": None}),
    ):
        setting_up.settle(desk, tournament, ANE, {"name": "Kopa", "season": None, "deck": said})
        assert json.loads([*lines(desk, tournament)][-1])["settled"] == kept


JUNK = (None, -1, 0, 1.5, 10**40, True, "", "x", [], [1], [[1]], {}, {"x": 1})


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ({"made": 5}, "made is a JSON object, not 5"),
        ({"settled": {"colour": "red"}}, "settled: there is no setting 'colour'"),
        ({"settled": {"name": 5}}, "settled: name is a text, not 5"),
        ({"settled": {"name": " "}}, "a tournament needs a name"),
        ({"settled": {"options": []}}, "settled: options is a JSON object, not []"),
        ({"entered": {"id": "T01", "players": "Ane"}}, "entered: players is a list, not 'Ane'"),
        ({"scratched": 7}, "scratched is a text that is not empty, not 7"),
        ({"locked": "yes"}, "locked is true, not 'yes'"),
        ({"locked": True}, "a tournament needs two teams"),
        ({"unlocked": 1}, "unlocked is true, not 1"),
        ({"unlocked": True}, "the tournament is not locked yet"),
        ({"seated": [[1, "2"]]}, "seated: each is a partida's number and its table's, such as [12, 3], not [1, '2']"),
        ({"seated": [[1, 2]]}, "the tournament is not locked yet"),
        ({"mantxak_told": {"partida": 1}}, "mantxak_told: team is missing"),
        ({"confirmation_taken_back": {"partida": 1, "team": "T01"}}, "the tournament is not locked yet"),
        ({"clock": {"round": 1, "length": "long"}}, "clock: length is a number of seconds, not 'long'"),
        ({"clock": {"round": 1, "length": 60, "began": "now"}}, "clock: began is a time such as"),
        ({"clock": {"round": 1, "length": 60, "began": "2026-13-22T18:00:00.000Z"}}, "clock: began is a time such as"),
        ({"missed": {"partida": 1, "team": "T01", "here": 1}}, "missed: here is true or false, not 1"),
        ({"judge_called": {"call": 1, "table": "7"}}, "judge_called: table is a whole number, at least 1, not '7'"),
        ({"call_answered": 5}, "there is no call 5"),
        ({"call_taken_back": "5"}, "call_taken_back is a whole number, at least 1, not '5'"),
        ({"ruled": {"ruling": [1], "text": "x"}}, "ruled: ruling is a text that is not empty, not [1]"),
        ({"disputed": {"partida": 1, "table": 1, "told": []}}, "disputed: told is a JSON object, not []"),
        ({"names_taken": 1}, "names_taken is true, not 1"),
    ],
)
def test_a_value_of_a_wrong_kind_is_named_with_its_place(desk: Desk, act: dict[str, Any], why: str) -> None:
    with pytest.raises(TournamentError) as wrong:
        read_in(desk, ANE, [BEGUN, json.dumps({**act, "said": SAID})])
    assert str(wrong.value).startswith(f"line 2: {why}")
    assert desk.tournaments() == []


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"at": "2026-11-22"}, "at is a time such as"),
        ({"who": 5}, "who is a text, not 5"),
        ({"role": "king"}, "role is one of committee, judge, table, pair, public, not 'king'"),
        ({"why": ["x"]}, "why is a text, not ['x']"),
    ],
)
def test_who_said_it_and_when_is_read_as_strictly(desk: Desk, said: dict[str, Any], why: str) -> None:
    with pytest.raises(TournamentError, match="line 1: ") as wrong:
        read_in(desk, ANE, [json.dumps({"made": {"name": "Kopa"}, "said": SAID | said})])
    assert why in str(wrong.value)


def test_nothing_is_locked_twice_nor_entered_or_settled_behind_the_lock(desk: Desk, other: Desk) -> None:
    kept = list(lines(desk, drawn(desk)))
    for act in ({"locked": True}, {"entered": {"id": "T99"}}, {"settled": {"rules": "spain"}}, {"made": {"name": "B"}}):
        with pytest.raises(TournamentError, match=r"locked \(nabo 3\)"):
            read_in(other, ANE, [*kept, json.dumps({**act, "said": SAID})])
    assert read_in(other, ANE, [*kept, json.dumps({"settled": {"season": "2026/27"}, "said": SAID})]) == 1


def played(desk: Desk) -> list[dict[str, Any]]:
    """The lines of a tournament in which everything happens that is kept."""
    tournament = drawn(desk, 4, rules="federacion")
    first, second = map(str, desk.state(tournament).tournament.partidak[2].pairing.teams)
    clock.start(desk, tournament, ANE, 1)
    clock.stop(desk, tournament, ANE, 1, "a light went out")
    clock.miss(desk, tournament, JUDGE, 2, first)
    results.report(desk, tournament, pair(first), 2, [(40, 3)])
    results.report(desk, tournament, pair(second), 2, [(40, 3)])
    reported(desk, tournament, 1, [(40, 32), (40, 12)])
    results.report(desk, tournament, ANE, 2, [(40, 3), (40, 4)])
    results.confirm(desk, tournament, pair(first), 2, [(40, 3), (40, 4)])
    results.report(desk, tournament, pair(first), 2, [])
    for table in (1, 2):
        judging.call(desk, tournament, JUDGE, table, "kanta")
    judging.answer_call(desk, tournament, JUDGE, 1)
    judging.rule(desk, tournament, JUDGE, "it stands", 1, "federacion 40")
    judging.appeal(desk, tournament, JUDGE, "1", first, "no")
    judging.decide_appeal(desk, tournament, JUDGE, "1", (True, False, True))
    judging.take_out(desk, tournament, JUDGE, "T04", "withdrawn", "went home")
    return [json.loads(line) for line in lines(desk, tournament)]


def spoilt(value: Any, chance: random.Random) -> Iterator[Any]:
    """The same with something else in one of its places, deep within."""
    yield from chance.sample(JUNK, 4)
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, held in items:
        for other in spoilt(held, chance):
            made = value.copy()
            made[place] = other
            yield made


def test_whatever_stands_in_a_line_every_page_can_be_shown(desk: Desk) -> None:
    given, chance = played(desk), random.Random(20)
    visitors = AtTheDesk(desk)
    for place, line in enumerate(given):
        for nth, other in enumerate(chance.sample(wrong := list(spoilt(line, chance)), min(len(wrong), 12))):
            given[0]["said"]["who"] = f"Ane {place} {nth}"  # another tournament than those before
            try:
                number = read_in(desk, ANE, [json.dumps(one) for one in (*given[:place], other, *given[place + 1 :])])
            except TournamentError:
                continue
            judge = visitors.judge(number)
            for page in ("", "/round", "/wall", "/brackets", "/desk", "/desk/judge", "/desk/teams", "/desk/results"):
                assert judge.get(f"/t/{number}{page}").status_code == 200, (other, page)
            assert judge.get(f"/api/tables?tournament={number}").status_code == 200, other
