"""Mus por Equipos at a desk: whole matches through faults, and what comes of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from desk import server
from desk.equipos.begin import begin, goes_on
from desk.keeping.database import Database
from desk.service import Desk, clock, judging, setting_up
from engine.equipos.jugada import jugadak
from engine.equipos.packs import deal_of, packs, seal
from engine.equipos.result import Outcome, over_all_tables
from engine.errors import TournamentError
from engine.match.entries import GameGiven
from engine.match.standing import standing
from engine.seats import Seat, Team
from engine.sheets import fields
from engine.strict_json import decode
from engine.tournament.entries import TeamEntry
from engine.tournament.systems import Equipos
from firmware.cli import main
from firmware.session.events import JudgeActed, NamesGiven
from tests.desk.at_the_desk import AtTheDesk, words
from tests.desk.equipos import SEED, SIDES, Match, Table, begun
from tests.desk.playing import ANE, JUDGE, SETTINGS
from tests.desk.test_minutes import minutes


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is closed at the end."""
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def desk(stack: ExitStack, tmp_path: Path) -> Desk:
    """A desk on SQLite."""
    return desk_on(stack, tmp_path)


def desk_on(stack: ExitStack, folder: Path) -> Desk:
    database = Database.in_folder(folder / "desk")
    stack.callback(database.close)
    return Desk(database)


def by_the_tables(match: Match) -> Outcome:
    """The result as the boxes themselves have it."""
    sides = [(SIDES[0].name, SIDES[1].name), (SIDES[1].name, SIDES[0].name)] * len(match.tables)
    stands = []
    for table, names in zip(match.tables, sides, strict=False):
        own = table.standing.match
        header = replace(own.header, teams=dict(zip(Team, names, strict=True)))
        stands.append(standing(replace(own, header=header)))
    return over_all_tables(stands)


# Whole matches ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tables", "games", "seed"), [(2, 3, 1), (4, 2, 2), (16, 1, 3)])
def test_whole_matches_come_to_what_the_tables_have_whatever_breaks(
    stack: ExitStack, tmp_path: Path, desk: Desk, tables: int, games: int, seed: int
) -> None:
    """Answers are lost, requests cut and sent twice, boxes die and others come, the desk is started anew."""
    match, chance = Match(stack, tmp_path, desk, tables, games), random.Random(seed)
    died = 0
    while playing := [table for table in match.tables if table.done < games]:
        table = chance.choice(playing)
        if tables < 16 or chance.random() < 0.3:
            table.hand(chance)
        else:
            table.hordago()
        table.line.lose, table.line.cut, table.line.twice = (chance.choice((0, 0, 0, 1)) for _ in range(3))
        if chance.random() < 0.8:
            table.send()
        if chance.random() < 0.1 and died < 2:  # without a word: what it has not sent is played again
            match.tables[table.number - 1] = match.joined(table.number)
            died += 1
            assert match.open <= min(table.done for table in match.tables)
    match.tables[0].line.lose = 1
    for table in match.tables:
        table.send()
    assert match.open == games
    known, other = match.known, Desk(desk.database).matches.known(match.tournament, match.state)
    assert known.outcome == other.outcome == by_the_tables(match)
    assert died
    assert not match.state.disputes


def test_6_7_every_table_has_the_same_packs_from_the_sealed_seed(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    match = Match(stack, tmp_path, desk, 4, 1)
    dealt = {jugada: packs(SEED, jugada) for jugada in jugadak(1, 20)}
    assert [dict(table.state.deals) for table in match.tables] == [dealt] * 4
    assert {table.standing.match.header.packs_sha256 for table in match.tables} != {None}
    [drawn] = {partida.said[0].seed for partida in match.state.tournament.partidak.values()}
    assert drawn == seal(SEED)


def test_2_3_a_pair_of_each_side_at_every_table_and_each_side_n_s_at_half_of_them(desk: Desk) -> None:
    state = desk.state(begun(desk, 6))
    teams = [state.tournament.partidak[partida].pairing.teams for partida in sorted(state.tables, key=state.tables.get)]
    assert teams == [("T01", "T02"), ("T02", "T01")] * 3
    three = setting_up.make(desk, ANE, SETTINGS | {"stages": [{"system": "equipos", "tables": 2, "games": 3}]})
    setting_up.enter(desk, three, ANE, [*SIDES, TeamEntry("T03", "Bera")])
    with pytest.raises(TournamentError, match="played by two sides, not 3"):
        setting_up.lock(desk, three, ANE)


def test_1_5_9_the_desk_tells_the_tables_the_rules_and_the_first_jugada(
    stack: ExitStack, tmp_path: Path, desk: Desk
) -> None:
    state = Match(stack, tmp_path, desk).tables[1].state
    assert (state.book.name, state.book.target, str(state.jugada), state.esku) == ("nabo", 10, "0101", Seat.N)
    assert state.names.teams == {Team.NS: "Tolosa", Team.EW: "Chino"}


def test_10_all_games_are_played_and_a_draw_is_one(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    match = Match(stack, tmp_path, desk, games=1)
    for table in match.tables:
        table.hordago()
        table.send()
    outcome = match.known.outcome
    assert outcome
    assert outcome.over
    assert sum(outcome.won.values()) == 2
    assert (outcome.winner is None) == (set(outcome.won.values()) == {1})


def test_10_once_all_games_are_played_every_address_says_so(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    match, at = Match(stack, tmp_path, desk, games=1), AtTheDesk(desk)
    chair, guest, teams = at.committee(), at.phone(), "/t/1/desk/teams"
    assert 'name="early"' in chair.get(teams).text
    assert [row["place"] for row in guest.get("/api/standings").json()] == [1, 1]
    assert {one["confirmed"] for one in guest.get("/api/partidak").json()} == {False}
    for table in match.tables:
        table.hordago()
        table.send()
    ids, wins = {side.name: side.id for side in SIDES}, set[object]()
    for _ in range(2):  # a game each, and the other one for the one side
        outcome = match.known.outcome
        assert outcome
        rows = guest.get("/api/standings").json()
        assert {row["team"]: row["mantxak"] for row in rows} == {ids[side]: won for side, won in outcome.won.items()}
        assert [row["place"] for row in rows] == ([1, 2] if outcome.winner else [1, 1])
        if outcome.winner:
            assert (rows[0]["team"], rows[0]["tied_with"]) == (ids[outcome.winner], [])
            assert rows[0]["why"] == f"2 games won against 0 of {rows[1]['team']} (mus por equipos 10)"
        wins.add(outcome.winner)
        match.tables[0].appliance.happen(_given(match.tables[0]))
        match.tables[0].send()
    assert len(wins) == 2
    assert {one["confirmed"] for one in guest.get("/api/partidak").json()} == {True}
    assert not any("in play" in words(guest.get(f"/t/1/{page}")) for page in ("round/1", "team/T01"))
    assert guest.get("/t/1/results.csv").status_code == 404
    assert 'name="early"' not in chair.get(teams).text
    assert chair.post(f"{teams}/names", {"why": "it is over"}, teams).status_code == 200
    assert desk.state(1).nameless
    assert [row["mantxak"] for row in guest.get("/api/standings").json()] in ([2, 0], [1, 1])


def test_it_is_not_over_while_an_appeal_is_open_federacion_92(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    match, chair = Match(stack, tmp_path, desk, games=1, rules="federacion"), AtTheDesk(desk).committee()
    for table in match.tables:
        table.hordago()
        table.send()
    assert desk.over(1, desk.state(1))
    judging.rule(desk, 1, JUDGE, "the mus was cut too late")
    judging.appeal(desk, 1, JUDGE, "1", SIDES[0].id, "nobody had said mus")
    assert not desk.over(1, desk.state(1))
    assert "Provisional, as of" in minutes(chair)
    assert {one["confirmed"] for one in chair.get("/api/partidak").json()} == {True}  # all games are played
    judging.decide_appeal(desk, 1, JUDGE, "1", (True, True, False))
    assert desk.over(1, desk.state(1))
    assert "Provisional" not in minutes(chair)


def test_a_committee_sets_it_up_on_its_pages(desk: Desk) -> None:
    at = AtTheDesk(desk)
    tournament = setting_up.make(desk, ANE, {"name": "Thursday", "rules": "nabo"})
    ane, home = at.committee(), f"/t/{tournament}/desk"
    sent = {"name": "Thursday", "rules": "basque", "system1": "equipos", "count1": "4", "games1": "2"}
    assert "Mus por Equipos" in ane.post(f"{home}/settings", sent, f"{home}/settings").text
    for side in SIDES:
        ane.post(f"{home}/entries/one", {"id": side.id, "name": side.name}, f"{home}/entries")
    assert "Deal, and seat the sides" in words(ane.post(f"{home}/lock", {}, home))
    assert "The sheets show every card" in words(ane.post(f"{home}/draw", {"seed": SEED}, home))
    for page in (f"/t/{tournament}", f"/t/{tournament}/wall"):
        seats = re.findall(r'class="side"><span>(N-S|E-W)</span> <b>(\w+)', ane.get(page).text)
        assert seats[:2] == [("N-S", "Chino"), ("E-W", "Tolosa")]  # a side a line
    assert ane.get(f"{home}/sheets.pdf").content.startswith(b"%PDF")
    laid = ane.get(f"{home}/replicas").text
    assert laid.count('class="step"') == 2 * 20 * 40
    scripts = re.findall(r'<script type="module" src="([^"]*)"', laid)
    assert scripts == ["/once.js", "/replicas.js"]  # no other one turns its cards
    dealt = [deal_of(decode(line)) for line in ane.get(f"{home}/deals.jsonl").text.splitlines()]
    assert dealt == [(jugada, packs(SEED, jugada)) for jugada in jugadak(2, 20)]
    tickets = ane.post(f"{home}/people", {"new": "tables"}, f"{home}/people")
    assert [f"Table {number}" in words(tickets) for number in range(1, 6)] == [True] * 4 + [False]
    assert at.pair("T01", tournament).get(f"{home}/sheets.pdf").status_code == 403
    assert at.pair("T01", tournament).get(f"{home}/replicas").status_code == 403


def test_near_the_end_of_the_time_no_juegos_are_counted_and_none_begins_with_tantos(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be another game than at the other tables."""
    at, tournament = AtTheDesk(desk), begun(desk, target=40, rules="federacion")
    clock.start(desk, tournament, JUDGE, 1)
    monkeypatch.setattr("desk.service.clock._now", lambda: datetime.now(UTC) + timedelta(minutes=80))
    wall = at.phone().get(f"/t/{tournament}/wall")
    assert 'class="clock last"' in wall.text
    assert "juegos" not in words(wall)


@pytest.mark.parametrize("seed", ["dice  3 6\u00a0 1", "a" * 300])
def test_7_at_a_desk_the_deals_are_those_that_were_laid_out_by_files_from_the_same_seed(
    desk: Desk, capsys: pytest.CaptureFixture[str], seed: str
) -> None:
    main(["deals", "--games", "1", "--jugadas", "20", "--seed", seed])
    laid_out = [decode(line) for line in capsys.readouterr().out.splitlines()]
    at = AtTheDesk(desk)
    stage = {"system": "equipos", "tables": 2, "games": 1}
    tournament = setting_up.make(desk, ANE, SETTINGS | {"stages": [stage]})
    setting_up.enter(desk, tournament, ANE, SIDES)
    setting_up.lock(desk, tournament, ANE)
    ane, home = at.committee(), f"/t/{tournament}/desk"
    field = re.search('<input name="seed"[^>]*>', ane.get(home).text)
    assert field
    assert "maxlength" not in field[0]
    refused = ane.post(f"{home}/draw", {"seed": f"{seed} "}, home)
    assert "a blank at an end" in words(refused)
    assert desk.state(tournament).seed is None
    ane.post(f"{home}/draw", {"seed": seed}, home)
    assert desk.state(tournament).seed == seed
    assert [decode(line) for line in ane.get(f"{home}/deals.jsonl").text.splitlines()] == laid_out


def test_a_match_without_a_committee_is_begun_once_and_gone_on_with(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = SIDES[0].name, SIDES[1].name
    assert not goes_on(desk, names)
    assert [issued.place.table for issued in begin(desk, names, Equipos(2, 1), "nabo")] == [1, 2]
    assert not goes_on(desk, ("Chino", "Bera"))
    begin(desk, ("Chino", "Bera"), Equipos(2, 1), "nabo")
    assert goes_on(desk, names) == goes_on(desk, (names[1], names[0].lower())) == 1
    with pytest.raises(TournamentError, match="both sides are called Elko"):
        begin(desk, ("Elko", "Elko"), Equipos(2, 1), "nabo")
    assert desk.tournaments() == [1, 2]
    same = ["desk", "--port", "0", "--data", str(tmp_path / "other"), "--equipos", "Elko", "elko"]
    assert main(same) == 2
    assert "--equipos: both sides are called Elko" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("words", [("--tables", "4"), ("--games", "2"), ("--rules", "spain")])
def test_what_says_how_a_match_is_played_is_refused_without_one(
    words: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["desk", "--port", "0", "--data", str(tmp_path / "desk"), *words]) == 2
    assert f"{words[0]} is of use with --equipos alone" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_match_that_goes_on_is_told_as_it_was_begun(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "serve", lambda *_: 0)
    begin(desk, ("Chino", "Tolosa"), Equipos(2, 1), "basque")
    begin(desk, ("Chino", "Bera"), Equipos(2, 1), "nabo")
    other = ["desk", "--data", str(tmp_path / "desk"), "--equipos", "Tolosa", "Chino", "--tables", "4", "--games", "5"]
    assert main(other) == 0
    told = capsys.readouterr().err
    assert "goes on as it was begun: 2 tables, 1 games, rules basque" in told
    assert "another tournament is newer" in told
    assert desk.tournaments() == [1, 2]


def test_what_players_call_themselves_changes_no_side(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    match = Match(stack, tmp_path, desk, games=1)
    match.tables[0].appliance.happen(NamesGiven({"NS": "the best"}))
    for table in match.tables:
        table.game(random.Random(1))
        table.send()
    assert match.known.outcome == by_the_tables(match)


def test_a_correction_after_a_game_is_open_is_seen(stack: ExitStack, tmp_path: Path, desk: Desk) -> None:
    match = Match(stack, tmp_path, desk)
    for table in match.tables:
        table.hordago()
        table.send()
    before = match.known.digest
    table = match.tables[0]
    table.appliance.happen(_given(table))
    table.send()
    assert match.known.digest != before
    assert match.known.outcome
    assert match.known.outcome.games[0][0] == {"NS": "Chino", "EW": "Tolosa"}[_loser(table)]


def _loser(table: Table) -> str:
    """The team that has not won the first game by the cards."""
    hand = table.state.hands[0]
    assert hand.result.winner
    return hand.result.winner.other.value


def _given(table: Table) -> JudgeActed:
    act = GameGiven(1, Team(_loser(table)), by="judge", reason="the hordago was no call")
    return JudgeActed({"kind": fields.kind_of(act), **fields.act_fields(act)})
