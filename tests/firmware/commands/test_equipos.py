"""`hamarreko equipos`: the result over two tables, from files and from journals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import DECK, Card
from engine.equipos.jugada import Jugada
from engine.equipos.packs import line_of
from engine.match.entries import Match
from engine.match.header import Header, Length
from engine.match.standing import standing
from engine.seats import Seat
from engine.sheets import json_lines
from engine.sheets import text as game_text
from engine.sheets.sheet import Sheet
from engine.strict_json import encode
from firmware.cli import main
from firmware.session.buttons import Button
from firmware.session.events import NamesGiven
from tests.engine.equipos.test_jugadak_of_a_match import won
from tests.engine.matches import EW, NS, PLAIN
from tests.firmware.table.test_equipos import switched_on
from words.text import LANGUAGES

HEADER = Header("nabo", Seat.N, length=Length(3, mode="all"), teams={NS: "Tolosa", EW: "Azpeitia"}, packs="deals.jsonl")


def written(path: Path, *winners, turned=False, form=game_text) -> str:
    teams = {team: HEADER.teams[team.other if turned else team] for team in (NS, EW)}
    entries = tuple(won(f"{game:02}01", winner) for game, winner in enumerate(winners, 1))
    match = Match(replace(HEADER, teams=teams), entries)
    path.write_text(form.write(Sheet(match), standing(match).book), encoding="utf-8")
    return str(path)


@pytest.fixture(name="tables")
def _tables(tmp_path: Path) -> list[str]:
    return [
        written(tmp_path / "1.txt", NS, NS, EW),
        written(tmp_path / "2.jsonl", EW, NS, NS, turned=True, form=json_lines),
    ]


def test_10_the_result_with_every_jugada_hand_by_hand(tables: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equipos", *tables]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:4] == [
        "Tolosa 3, Azpeitia 3: the match is drawn",
        "Game 1: table 1 Tolosa, table 2 Tolosa",
        "Game 2: table 1 Tolosa, table 2 Azpeitia",
        "Game 3: table 1 Azpeitia, table 2 Azpeitia",
    ]
    first = said.index("Jugada 0101")
    assert said[first + 1] == "   table 1: N-S Tolosa, E-W Azpeitia"
    assert said[first + 2 : first + 7 : 4] == ["      N 12o 6c 5c 4o", "      handia: E-W hordago, N-S iduki"]
    assert said[first + 7 : first + 10] == [
        "      Nothing was marked.",
        "      N-S 0 · E-W 0",
        "      N-S wins the game",
    ]
    assert "0101: hordago in handia accepted at table 1" in said


def test_the_same_as_json(tables: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equipos", "--json", *tables]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["winner"], data["games_won"]) == (None, {"Tolosa": 3, "Azpeitia": 3})
    assert data["tables"][1] == {"NS": "Azpeitia", "EW": "Tolosa"}
    assert [row["jugada"] for row in data["jugadak"]] == ["0101", "0201", "0301"]
    assert data["jugadak"][0]["tables"][0]["result"]["winner"] == "NS"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_on_paper(
    tables: list[str], tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "result.pdf"
    assert main(["equipos", *tables, "--to", str(paper), "--language", language]) == 0
    assert paper.read_bytes().startswith(b"%PDF-")
    assert "Tolosa 3, Azpeitia 3" in capsys.readouterr().out


def test_11_nothing_is_said_before_all_have_played(tables: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    written(Path(tables[0]), NS, NS)
    assert main(["equipos", *tables]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "table 1 has not played all its games: no result before (mus por equipos 11)" in said.err


def test_what_a_file_says_otherwise_is_told_beside_the_result(
    tables: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    second = Path(tables[1])
    header, *lines = map(json.loads, second.read_text(encoding="utf-8").splitlines())
    correction = {"change": "calls", "round": "handia", "calls": ["NS hordago", "EW tira"]}
    waits = {"kind": "correction", "of": 1, "changes": [correction], "by": "Ana", "reason": "misheard"}
    nowhere = {**lines[1], "score": {"NS": 5, "EW": 0}}

    def said(*now: object) -> tuple[int, str]:
        second.write_text("".join(f"{encode(line)}\n" for line in (header, *now)), encoding="utf-8")
        status = main(["equipos", *tables])
        out, err = capsys.readouterr()
        assert out.startswith("Tolosa 3, Azpeitia 3")
        return status, err

    about = f"hamarreko equipos: {second}: line"
    apart = "it stood NS 5, EW 0 before it, and what was marked comes to NS 0, EW 0"
    assert said(lines[0], nowhere, lines[2]) == (1, f"{about} 3: {apart}\n")
    unagreed = "nobody has agreed to this correction: it waits and is not counted"
    assert said(*lines, waits) == (0, f"{about} 5: {unagreed}\n")


def test_a_record_that_is_given_twice_is_told_beside_the_result(
    tables: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_bytes(Path(tables[0]).read_bytes())
    assert main(["equipos", *tables, tables[1], str(copy)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Tolosa 6, Azpeitia 6")
    assert err.splitlines() == [
        f"hamarreko equipos: {again}: the same match as {first}: is one table's record given twice?"
        for again, first in ((tables[1], tables[1]), (copy, tables[0]))
    ]


def test_what_is_no_record(tables: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equipos", tables[0], str(tmp_path / "nothing")]) == 2
    assert "No such file or directory" in capsys.readouterr().err
    (tmp_path / "2.jsonl").write_text("{}\n", encoding="utf-8")
    assert main(["equipos", *tables]) == 1
    assert "2.jsonl: line 1" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["equipos", tables[0], str(tmp_path / "empty")]) == 1
    assert f"{tmp_path / 'empty'}: " in capsys.readouterr().err


def test_two_tables_that_play_the_same_cards_have_a_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for turned, folder in enumerate(folders):
        names = ("Azpeitia", "Tolosa") if turned else ("Tolosa", "Azpeitia")
        with switched_on(folder) as table:
            table.appliance.happen(NamesGiven(dict(zip(("NS", "EW"), names, strict=True))))
            for game in range(3):
                table.win_game()
                if game < 2:
                    table.press(Button.OK)
    assert main(["equipos", *map(str, folders)]) == 0
    assert capsys.readouterr().out.startswith("Tolosa 3, Azpeitia 3: the match is drawn")


def test_8_hands_that_are_not_of_their_packs_are_told_beside_the_result(
    tables: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = tmp_path / "deals.jsonl"
    assert main(["equipos", *tables, "--deals", str(deals)]) == 2
    assert capsys.readouterr() == ("", f"hamarreko equipos: {deals}: No such file or directory\n")
    deals.write_text("{}\n")
    assert main(["equipos", *tables, "--deals", str(deals)]) == 1
    assert capsys.readouterr().out == ""
    hands = {seat: tuple(map(Card.parse, PLAIN[seat.value])) for seat in Seat}
    rest = [card for card in DECK if card not in {card for hand in hands.values() for card in hand}]
    packs = {seat: hands[seat] + tuple(rest[place::4]) for place, seat in enumerate(Seat)}
    others = packs | {Seat.N: packs[Seat.W], Seat.W: packs[Seat.N]}
    lines = (line_of(Jugada(1, 1), packs), line_of(Jugada(2, 1), others))
    deals.write_text("".join(f"{encode(line)}\n" for line in lines))
    assert main(["equipos", *tables, "--deals", str(deals)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("Tolosa 3, Azpeitia 3")
    assert err.splitlines() == [
        f"hamarreko equipos: table {table}, jugada {what}"
        for what in ("0201: these are the packs of jugada 0101, not of 0201", "0301: it is not among the deals")
        for table in (1, 2)
    ]
