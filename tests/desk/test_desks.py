"""Several desks at one database: every act is said once, in one order, and all desks tell the same."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import threading
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from desk.acts import Act, Locked, Role, Said
from desk.equipos.begin import goes_on
from desk.keeping import ledger, people
from desk.keeping.database import Database, DatabaseError
from desk.keeping.people import Place
from desk.keeping.tables import ACTS, KEYS, METADATA
from desk.service import Desk, NotAllowedError, judging, results, setting_up
from desk.state import State
from engine.errors import MusError, TournamentError
from engine.tournament.acts import Left, Replaced, Succeeded, Suspended
from engine.tournament.entries import TeamEntry
from engine.tournament.standings import standings
from firmware.cli import main
from tests.desk.at_the_desk import AtTheDesk, words
from tests.desk.playing import ANE, JUDGE, SETTINGS, begun, by_chance, drawn, reported, teams, to_play

KEPT = Path(__file__).parents[1] / "data" / "databases"
"""An empty database of each step, as either database's SQL: whoever adds a step leaves these as they are."""


def different(database: Database) -> list[Any]:
    """What of a database's tables is otherwise than the code knows it."""

    def found(connection: sqlalchemy.Connection) -> list[Any]:
        keys = sqlalchemy.inspect(connection).get_pk_constraint
        kept = {name: keys(name)["constrained_columns"] for name in METADATA.tables}
        known = {name: table.primary_key.columns.keys() for name, table in METADATA.tables.items()}
        others = [name for name in known if kept[name] != known[name]]
        return [*compare_metadata(MigrationContext.configure(connection), METADATA), *others]

    return database.read(found)


def test_a_new_database_has_the_tables_that_the_code_knows(database: Database) -> None:
    assert different(database) == []


@pytest.mark.parametrize("step", sorted({path.name[:4] for path in KEPT.iterdir()}))
def test_a_database_of_an_earlier_release_gets_them(step: str, address: str) -> None:
    url = sqlalchemy.make_url(address)
    kept = (KEPT / f"{step}.{url.drivername}.sql").read_text("ascii")
    if url.drivername == "sqlite":
        with contextlib.closing(sqlite3.connect(str(url.database))) as earlier:
            earlier.executescript(kept)
    else:
        with psycopg.connect(address) as earlier:
            earlier.execute(kept.encode())
    now = Database(address)
    assert different(now) == []
    now.close()


def test_tables_of_another_program_are_left_alone(address: str) -> None:
    other = sqlalchemy.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with other.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE matches (colour TEXT)")
    with pytest.raises(DatabaseError, match="matches"):
        Database(address)
    assert sqlalchemy.inspect(other).get_table_names() == ["matches"]
    other.dispose()


@pytest.mark.parametrize(
    ("step", "what"), [("9999", "was written by a newer program"), ("0002", "is from before the first release")]
)
def test_a_database_of_a_step_that_is_not_known_is_left_alone(address: str, step: str, what: str) -> None:
    other = Database(address)
    other.run(lambda connection: connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{step}'"))
    other.close()
    with pytest.raises(DatabaseError, match=what):
        Database(address)


@pytest.mark.parametrize("url", ["foo", "foo://host/name", "postgresql://desk@host:secret/name"])
def test_what_is_no_url_of_a_database_is_wrong_on_the_command_line(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["desk", "--port", "0", "--database", url]) == 2
    wrong = "hamarreko desk: --database: no URL of a database, such as postgresql://user@host/name\n"
    assert capsys.readouterr().err == wrong


def test_several_desks_may_start_at_once(address: str) -> None:
    opened: list[Database] = []
    threads = [threading.Thread(target=lambda: opened.append(Database(address))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    for one in opened:
        one.close()


def test_how_it_stands_is_known_without_the_last_act_being_read_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = drawn(desk, 24)
    state, reads = desk.state(tournament), []
    read = ledger.from_json
    monkeypatch.setattr(ledger, "from_json", lambda act: reads.append(act) or read(act))
    assert desk.state(tournament) is state
    assert reads == []
    reported(desk, tournament, 1, by_chance(state, Random(1)))
    assert desk.state(tournament).number > state.number
    assert 0 < len(reads) <= 2 * (desk.state(tournament).number - state.number)


def test_of_many_that_ask_a_new_desk_at_once_one_reads_all_acts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = drawn(desk, 24)
    state, reads, new = desk.state(tournament), [], Desk(desk.database)
    read = ledger.from_json
    monkeypatch.setattr(ledger, "from_json", lambda act: reads.append(act) or read(act))
    together = threading.Barrier(8)

    def ask() -> None:
        together.wait()
        found.append(new.state(tournament))

    found: list[State] = []
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(reads) == state.number
    assert {id(one) for one in found} == {id(new.state(tournament))}
    assert found[0].number == state.number


def test_a_database_from_a_copy_is_known_by_its_last_act(desk: Desk, database: Database) -> None:
    tournament = drawn(desk, 8)
    copied = desk.state(tournament)
    reported(desk, tournament, 1, by_chance(copied, Random(1)))
    lost = sqlalchemy.delete(ACTS).where(ACTS.c.number > copied.number)
    database.run(lambda connection: connection.execute(lost))
    reported(desk, tournament, 2, by_chance(copied, Random(2)))
    assert desk.state(tournament).reports.keys() == {2}


def test_what_many_say_at_once_at_two_desks_is_all_kept_and_numbered_without_a_gap(address: str, desk: Desk) -> None:
    tournament, other = drawn(desk, 24), Desk(Database(address))
    state = desk.state(tournament)
    outcome = {number: by_chance(state, Random(number)) for number in to_play(state)}
    threads = [
        threading.Thread(target=reported, args=((desk, other)[number % 2], tournament, number, mantxak))
        for number, mantxak in outcome.items()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers = [one.number for one in desk.said(tournament)]
    assert numbers == list(range(1, len(numbers) + 1))
    tournaments = [one.state(tournament).tournament for one in (desk, other)]
    assert standings(tournaments[0]) == standings(tournaments[1])
    assert sum(row.results.partidak for row in standings(tournaments[0])) == 12
    other.database.close()


def test_a_desk_that_starts_anew_tells_the_same(address: str, desk: Desk) -> None:
    tournament = drawn(desk, 6)
    reported(desk, tournament, 1, [(40, 3), (40, 4)])
    judging.take_out(desk, tournament, JUDGE, "T05", "withdrawn", "went home")
    fresh = Desk(Database(address))
    assert standings(fresh.state(tournament).tournament) == standings(desk.state(tournament).tournament)
    assert fresh.said(tournament) == desk.said(tournament)
    fresh.database.close()


def test_a_database_that_was_put_back_under_a_running_desk_is_seen(desk: Desk, database: Database) -> None:
    tournament = drawn(desk)
    before = desk.state(tournament)
    reported(desk, tournament, 1, [(40, 3), (40, 4)])
    assert 1 in desk.state(tournament).reports
    older = sqlalchemy.delete(ACTS).where(ACTS.c.number > before.number)
    database.run(lambda connection: connection.execute(older))
    assert desk.state(tournament).reports == {}


def test_what_was_handed_out_never_changes(desk: Desk) -> None:
    tournament = drawn(desk)
    before = desk.state(tournament)
    reported(desk, tournament, 1, [(40, 3), (40, 4)])
    assert before.tournament.partidak[1].winner is None
    assert before.reports == {}


def test_an_act_that_makes_no_sense_is_not_kept(desk: Desk) -> None:
    tournament = begun(desk)
    number = desk.state(tournament).number
    with pytest.raises(TournamentError, match="unknown team"):
        judging.take_out(desk, tournament, JUDGE, "T99", "withdrawn", "?")
    assert desk.state(tournament).number == number


def kept(desk: Desk, tournament: int, *acts: Act) -> None:
    """What an older desk has kept, whatever this one would say to it."""
    number = desk.state(tournament).number
    said = [Said(number + one, ledger.now(), "Ane", Role.COMMITTEE, act) for one, act in enumerate(acts, 1)]
    desk.database.run(lambda connection: desk.ledger.keep(connection, tournament, said))


def test_what_an_older_desk_took_is_read_as_it_was_kept(desk: Desk) -> None:
    made = setting_up.make(desk, ANE, SETTINGS | {"date": "2026-11-22"})
    setting_up.enter(desk, made, ANE, teams(3))
    kept(
        desk,
        made,
        Suspended("PLAYER 1A", "2027-01-01", "written otherwise"),
        Suspended("Player 2b", "2026-02-30", "no day"),
        Locked(),
        Suspended("zed", "2027-01-01"),
        Succeeded("T01", TeamEntry("T98", "R", "Club 1", ("Player 2a", "Zed")), "plays for T02 too"),
        Replaced("T03", "Player 3a", "PLAYER 2A", "Club 1", True, "plays for T02 too"),
    )
    state = Desk(desk.database).state(made)
    assert [entry.players for entry in state.entries.values()] == [
        ("Player 2a", "Zed"), ("Player 2a", "Player 2b"), ("PLAYER 2A", "Player 3b"),
    ]  # fmt: skip
    assert state.suspended["Player 2b"] == "2026-02-30"


def test_what_an_older_desk_took_is_said_no_more(desk: Desk) -> None:
    tournament = begun(desk)
    number = desk.state(tournament).number
    with pytest.raises(MusError, match="until is a day such as 2026-11-22, not '2026-02-30'"):
        judging.about_players(desk, tournament, JUDGE, Suspended("X", "2026-02-30", "w"))
    with pytest.raises(MusError, match="date is a day such as 2026-11-22, not '2026-02-30'"):
        setting_up.make(desk, ANE, SETTINGS | {"date": "2026-02-30"})
    with pytest.raises(MusError, match="date is a day such as 2026-11-22, not '2026-02-30'"):
        setting_up.settle(desk, tournament, ANE, {"date": "2026-02-30"})
    with pytest.raises(TournamentError, match="'PLAYER 2A' plays for T02 already"):
        judging.about_players(desk, tournament, JUDGE, Replaced("T01", "Player 1a", "PLAYER 2A", "Club 1", True, "w"))
    with pytest.raises(TournamentError, match="'player 2a' plays for T02 already"):
        judging.succeed(desk, tournament, JUDGE, "T01", TeamEntry("", "R", "Club 1", ("player 2a", "Zed")), "w")
    assert desk.state(tournament).number == number


def test_a_tournament_that_cannot_be_read_stops_no_other_one(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    broken = begun(desk)
    kept(desk, broken, Left("T99", "withdrawn"))
    at = AtTheDesk(desk)
    assert "There is no tournament yet" not in at.here().get("/").text
    assert begun(desk) == broken + 1
    assert f"Tournament {broken} cannot be read here: unknown team 'T99'." in words(at.here().get("/"))
    for page in ("/", "/metrics", "/season", "/enter", f"/t/{broken + 1}"):
        assert at.here().get(page).status_code == 200, page
    assert goes_on(desk, ("Chino", "Tolosa")) is None
    assert f"tournament {broken} cannot be read: unknown team 'T99'" in caplog.text


def test_codes_let_in_by_role_and_are_kept_hashed(desk: Desk, database: Database) -> None:
    tournament = begun(desk)
    place = Place(tournament, Role.PAIR, team="T01")
    [issued] = desk.issue([place])
    assert desk.enter("no such code") is None
    entered = desk.enter(f" {issued.code[:4]} {issued.code[4:]} ", "Miren")
    assert entered is not None
    guest, key = entered
    assert (guest.place, guest.name, guest.who.team) == (place, "Miren", "T01")
    assert desk.guest(key) == guest
    assert desk.guest(key + "x") is None

    def everything(connection: sqlalchemy.Connection) -> str:
        return "".join(
            str(row) for name in ("codes", "keys") for row in connection.execute(METADATA.tables[name].select())
        )

    assert issued.code not in database.read(everything)
    assert key not in database.read(everything)


def test_a_key_made_while_its_code_was_taken_back_lets_nobody_in(desk: Desk) -> None:
    place = Place(begun(desk), Role.PAIR, team="T01")
    [issued] = desk.issue([place])
    entered = desk.enter(issued.code)
    assert entered
    desk.take_back(place)
    forgotten = KEYS.update().values(taken_back_at=None)  # as if it had come after those that were found
    desk.database.run(lambda connection: connection.execute(forgotten))
    assert desk.guest(entered[1]) is None


def test_codes_are_hashed_while_nobody_waits_for_the_database(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, whole = begun(desk), hashlib.scrypt
    places = [Place(tournament, Role.TABLE, table=number) for number in (1, 2)]
    waits: list[bool] = []

    def scrypt(*given: Any, **named: Any) -> bytes:
        writing = threading.Thread(target=lambda: desk.admit(places[0]))
        writing.start()
        writing.join(5)
        waits.append(writing.is_alive())
        return whole(*given, **named)

    monkeypatch.setattr(hashlib, "scrypt", scrypt)
    issued = desk.issue(places)
    assert desk.enter(issued[1].code)
    assert waits == [False] * 3


def test_no_two_places_have_the_same_code(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = begun(desk)
    drawn_by_lot = iter(["11111111", "11111111", "22222222", "11111111", "22222222", "33333333"])
    monkeypatch.setattr(people, "_code", lambda _: next(drawn_by_lot))
    first, second = desk.issue([Place(tournament, Role.TABLE, table=number) for number in (1, 2)])
    [third] = desk.issue([Place(tournament, Role.TABLE, table=3)])
    assert (first.code, second.code, third.code) == ("11111111", "22222222", "33333333")


def test_whoever_comes_in_without_a_name_is_told_apart_from_others(desk: Desk) -> None:
    tournament = drawn(desk)
    [issued] = desk.issue([Place(tournament, Role.COMMITTEE)])
    entered = [desk.enter(issued.code) for _ in range(2)]
    one, other = (found[0].who for found in entered if found)
    results.report(desk, tournament, one, 1, [(40, 32), (40, 12)])
    with pytest.raises(NotAllowedError):
        results.confirm(desk, tournament, one, 1, [(40, 32), (40, 12)])
    results.confirm(desk, tournament, other, 1, [(40, 32), (40, 12)])
    assert results.is_confirmed(desk.state(tournament).tournament.partidak[1])


def test_a_code_taken_back_shuts_out_whoever_came_in_by_it(desk: Desk) -> None:
    tournament = begun(desk)
    places = [Place(tournament, Role.PAIR, team=team) for team in ("T01", "T02")]
    keys = []
    for issued in desk.issue(places):
        entered = desk.enter(issued.code)
        assert entered is not None
        keys.append(entered[1])
    desk.take_back(places[0])
    assert [desk.guest(key) is None for key in keys] == [True, False]
    desk.issue(places[1:])
    assert desk.guest(keys[1]) is None


def test_new_codes_put_out_whoever_came_in_by_the_old_ones_but_nobody_else(desk: Desk) -> None:
    chair = Place(begun(desk), Role.COMMITTEE)
    [issued] = desk.issue([chair])
    entered = [desk.enter(issued.code, name) for name in ("Ane", "Peio")]
    (asks, asking), (_, other) = [one for one in entered if one]
    _, without = desk.admit(chair, "Idoia")

    def inside() -> list[bool]:
        return [desk.guest(key) is not None for key in (asking, other, without)]

    desk.issue([chair], [asks])
    assert inside() == [True, False, True]
    assert desk.enter(issued.code) is None
    desk.issue([chair])
    assert inside() == [False, False, True]
    desk.take_back(chair)
    assert inside() == [False] * 3


def test_a_database_that_cannot_be_had_is_one_sentence() -> None:
    for url in ("postgresql://nobody@127.0.0.1:1/none", "no such thing"):
        with pytest.raises(DatabaseError) as raised:
            Database(url)
        assert "\n" not in str(raised.value)


def test_a_folder_that_cannot_be_used_is_named_with_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    (tmp_path / "desk.sqlite").mkdir()  # SQLite is unable to open it, and says no more
    for folder, why in ((file, "it is no folder"), (file / "below", "it is no folder"), (tmp_path, "Is a directory")):
        assert main(["desk", "--port", "0", "--data", str(folder)]) == 1
        assert capsys.readouterr().err == f"hamarreko desk: the data folder {folder} cannot be used: {why}\n"


def killed(desk: Database, folder: Path) -> Path:
    """The data folder of a desk that was killed: what it wrote last is in the log beside its file alone."""
    folder.mkdir()
    for name in ("desk.sqlite", "desk.sqlite-wal"):
        (folder / name).write_bytes((folder.parent / name).read_bytes())
    desk.close()
    return folder


def copied(file: Path, to: Path) -> None:
    """A database's file as SQLite copies it."""
    with contextlib.closing(sqlite3.connect(file)) as read, contextlib.closing(sqlite3.connect(to)) as written:
        read.backup(written)


def test_a_backup_is_put_back_through_sqlite_over_a_desk_that_was_killed(tmp_path: Path) -> None:
    database, copy = Database.in_folder(tmp_path), tmp_path / "copy.sqlite"
    setting_up.make(Desk(database), ANE, SETTINGS)
    copied(tmp_path / "desk.sqlite", copy)  # .backup
    for _ in range(3):
        setting_up.make(Desk(database), ANE, SETTINGS)
    folder = killed(database, tmp_path / "killed")
    assert (folder / "desk.sqlite-wal").stat().st_size > 0
    copied(copy, folder / "desk.sqlite")  # .restore
    again = Database.in_folder(folder)
    assert Desk(again).tournaments() == [1]
    again.close()


def test_a_torn_file_is_no_desk_to_start(tmp_path: Path) -> None:
    database = Database.in_folder(tmp_path)
    setting_up.make(Desk(database), ANE, SETTINGS)
    database.close()
    file = tmp_path / "desk.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as opened:
        [page] = opened.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'matches'").fetchone()
        [size] = opened.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as torn:
        torn.seek((page - 1) * size)
        torn.write(b"torn" * (size // 4))
    with pytest.raises(DatabaseError, match=r"^the database cannot be used: it is damaged; put a backup back$"):
        Database.in_folder(tmp_path)


def test_a_backup_into_which_a_killed_desk_s_log_would_be_played_is_no_desk_to_start(tmp_path: Path) -> None:
    database, copy = Database.in_folder(tmp_path), tmp_path / "copy.sqlite"
    desk = Desk(database)
    begun(desk, 10)
    copied(tmp_path / "desk.sqlite", copy)
    begun(desk, 20)
    with contextlib.closing(sqlite3.connect(tmp_path / "desk.sqlite")) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # as SQLite does by itself once the log is long
    begun(desk, 3)
    folder = killed(database, tmp_path / "killed")
    (folder / "desk.sqlite").write_bytes(copy.read_bytes())
    with pytest.raises(DatabaseError, match=r"^the database cannot be used: it is damaged; put a backup back$"):
        Database.in_folder(folder)


def test_a_whole_tournament_is_said_by_its_acts_alone(desk: Desk) -> None:
    chance, tournament = Random(7), begun(desk, 9, stages=[{"system": "rounds", "rounds": 4}])
    for number in range(4):
        state = setting_up.draw(desk, tournament, ANE, f"seed {number}")
        for partida in to_play(state):
            reported(desk, tournament, partida, by_chance(state, chance))
    with pytest.raises(TournamentError, match="nothing is left"):
        setting_up.draw(desk, tournament, ANE)
    rows = standings(desk.state(tournament).tournament)
    assert sum(row.results.partidak for row in rows) == 4 * 5
    assert results.is_confirmed(desk.state(tournament).tournament.partidak[1])
