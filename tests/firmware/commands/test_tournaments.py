"""`hamarreko standings` and `hamarreko draw` as a user runs them, and the examples of the tournament's page."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.files import tournaments

ROOT = Path(__file__).parents[3]
HEADER = '{"teams": [{"id": "A"}, {"id": "B"}, {"id": "C"}], "rules": "nabo"}\n'
WON = '{"partida": 1, "round": 1, "teams": ["A", "B"], "mantxak": [[40, 3], [40, 9]]}\n'
PAGE = (ROOT / "docs" / "tournament.md").read_text("utf-8")
SETTINGS, DRAWN, REPORTED, STANDING = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
SEED = re.findall(r'hamarreko draw tournament.jsonl --seed "(.*?)"', PAGE)[0]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(stdin: str | bytes, *arguments: str) -> tuple[int, list[dict[str, Any]], list[str]]:
        """Exit status, the lines of standard output as JSON, and the lines of standard error."""
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main(arguments)
        said = capsys.readouterr()
        return status, [json.loads(line) for line in said.out.splitlines()], said.err.splitlines()

    return run


def test_the_pages_draw(run):
    status, lines, said = run(SETTINGS, "draw", "--seed", SEED)
    assert (status, said) == (0, [])
    assert lines == [json.loads(line) for line in DRAWN.splitlines()]


def test_the_pages_standing(run):
    status, lines, said = run(SETTINGS + DRAWN + REPORTED, "standings")
    assert (status, said) == (0, [])
    assert lines == [json.loads(line) for line in STANDING.splitlines()]


def test_the_reasons_in_another_language(run):
    _, lines, _ = run(HEADER + WON, "standings", "--language", "es")
    assert [line["why"] for line in lines] == [
        "partidas ganadas: 1 frente a 0 de B (nabo 22.1)",
        "partidas ganadas: 0 frente a 1 de A (nabo 22.1)",
        "empate con B en partidas y juegos; tantos en partidas perdidas: 0 frente a 12 de B (nabo 22.3)",
    ]


def test_every_line_of_the_page_is_one_that_is_known(run):
    header = {"teams": [{"id": f"T{number:02}", "club": "Chino", "players": [["Ana", "Jon"], []][number != 2]}
                        for number in range(1, 7)], "rules": "federacion", "date": "2027-05-01"}  # fmt: skip
    said = [line.replace("…", "so") for line in re.findall(r'`(\{"\w+": .*?\})`', PAGE.partition("## What else")[2])]
    partida = {"partida": 1, "round": 1, "teams": ["T01", "T03"], "mantxak": [[40, 0]] * 4, "waits_for": ["T01", "T03"]}
    assert len(said) >= 11
    status, lines, wrong = run("\n".join([json.dumps(header), json.dumps(partida), *said]), "standings")
    assert (status, wrong) == (0, [])
    assert [line["team"] for line in lines] == ["T01", "T31", "T03", "T04", "T05", "T06"][: len(lines)]


def test_a_field_that_is_nearly_a_known_one_is_told_with_its_line(run):
    header = HEADER.replace('"rules"', '"note": 1, "option": {"target": 30}, "rules"').replace(
        '"C"', '"C", "clubb": "x"'
    )
    lines = header + WON.replace("}", ', "Void": true}') + '{"withdrawn": "B", "Why": "home"}\n'
    pairs = [(1, "option", "options"), (1, "clubb", "club"), (2, "Void", "void"), (3, "Why", "why")]
    for command in (["standings"], ["draw", "--seed", "x"]):
        status, found, said = run(lines, *command)
        assert (status, bool(found)) == (0, True)
        assert said[: len(pairs)] == [
            f"hamarreko {command[0]}: line {line}: '{name}' is no known field: is '{meant}' meant?"
            for line, name, meant in pairs
        ]


def test_an_unknown_option_is_refused_and_not_told_as_left_out_too(run):
    status, _, said = run(HEADER.replace('"rules"', '"options": {"targt": 30}, "rules"'), "standings")
    known = "kings, target, real31, mantxak, bye_mantxak, tie_breaks"
    assert (status, said) == (1, [f"hamarreko standings: line 1: unknown option 'targt': the options are {known}"])


def test_a_file_and_standard_input_give_the_same(run, tmp_path):
    file = tmp_path / "tournament.jsonl"
    file.write_text(HEADER + WON)
    assert run("", "standings", str(file)) == run(HEADER + WON, "standings")
    assert run("", "draw", str(file), "--seed", "x") == run(HEADER + WON, "draw", "--seed", "x")


def test_as_a_program_of_its_own():
    command = [sys.executable, "-m", "firmware.cli", "standings"]
    done = subprocess.run(command, input=(HEADER + WON).encode(), capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["team"] for line in done.stdout.splitlines()] == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ('{"partida": 2, "round": 1, "teams": ["A", "D"], "mantxak": [[40, 3], [40, 9]]}', "unknown team 'D'"),
        (
            '{"partida": 2, "round": 1, "teams": ["A", "A"], "mantxak": [[40, 3], [40, 9]]}',
            "A cannot play against itself",
        ),
        ('{"partida": 2, "round": 1, "teams": ["A", "C"], "mantxak": [[40, 3], [3, 40]]}', "nobody won it"),
        ('{"partida": 2, "round": 1, "teams": ["A", "C"], "mantxak": [[40, 3], [44, 9]]}', "mantxa 2 stands 44 to 9"),
        ('{"withdrawn": "D"}', "unknown team 'D'"),
        ('{"partida": 2', "not JSON"),
    ],
)
def test_a_wrong_line_is_named_and_there_is_no_standing(run, wrong, what):
    status, [line], [said] = run(HEADER + WON + wrong + "\n" + WON, "standings")
    assert status == 1
    assert line["line"] == 3
    assert what in line["error"]
    assert said == f"hamarreko standings: line 3: {line['error']}"


@pytest.mark.parametrize(
    ("mistyped", "said"),
    [
        ('{"partida": 9, "round": 1, "teams": ["T04", "T03"], "mantxak": [[40, 3], [40, 9]]}', ["T03", "T04"]),
        ('{"partida": 1, "round": 1, "teams": ["T01", "T02"], "mantxak": [[40, 3], [40, 9]]}', ["T01", "T02"]),
        ('{"partida": 9, "round": 2, "teams": ["T04", "T03"], "mantxak": [[40, 3], [40, 9]]}', []),
        ('{"partida": 9, "round": 1, "teams": ["T04", "T03"], "void": true}', []),
        ('{"partida": 9, "round": 1, "teams": ["T04", null]}\n{"withdrawn": "T04", "why": "ill"}', []),
    ],
)
def test_a_team_that_is_twice_in_a_round_is_said_and_counts_as_written(run, mistyped, said):
    for command in (("standings",), ("draw", "--seed", "x")):
        status, lines, heard = run(SETTINGS + DRAWN + REPORTED + mistyped, *command)
        assert (status, bool(lines)) == (0, True)
        assert (
            sorted(re.findall(r"round 1: (T\d\d) is in partidak \d and \d: is a number mistyped", "\n".join(heard)))
            == said
        )
        assert len([one for one in heard if "by a later line" not in one]) == len(said)


@pytest.mark.parametrize(
    ("later", "said"),
    [
        ('"round": 2, "teams": ["T01", "T03"], "mantxak": [[40, 3], [40, 9]]', "T01 and T03 in round 2"),
        ('"round": 1, "teams": ["T03", "T04"], "mantxak": [[40, 3], [40, 9]]', "T03 and T04 in round 1"),
        ('"round": 1, "teams": ["T03", null]', "T03 in round 1"),
        ('"round": 1, "teams": ["T03", "T01"], "mantxak": [[3, 40], [9, 40]]', None),
        ('"round": 1, "teams": ["T02", "T01"], "mantxak": [[3, 40], [9, 40]]', None),
    ],
)
def test_a_line_with_the_number_of_another_partida_is_said_and_takes_its_place(run, later, said):
    given = SETTINGS + '{"partida": 1, "round": 1, "teams": ["T01", "T02"], "mantxak": [[40, 3], [40, 9]]}\n'
    status, lines, heard = run(given + '{"partida": 1, ' + later + "}\n", "standings")
    asked = f"partida 1 was T01 and T02 in round 1, and by a later line is {said}: is its number mistyped?"
    assert (status, heard) == (0, [f"hamarreko standings: {asked}"] if said else [])
    assert {line["team"]: line["partidak"] for line in lines}["T02"] == 0


def test_a_line_with_the_number_of_another_bye_is_said(run):
    byes = "".join(f'{{"partida": 1, "round": 1, "teams": ["{team}", null]}}\n' for team in ("T01", "T03"))
    _, _, heard = run(SETTINGS + byes, "standings")
    asked = "partida 1 was T01 in round 1, and by a later line is T03 in round 1: is its number mistyped?"
    assert heard == [f"hamarreko standings: {asked}"]


def test_in_mus_por_equipos_both_sides_are_at_every_table_and_no_line_says_the_result(run):
    stages = [{"system": "equipos", "tables": 2, "games": 3}]
    header = json.dumps({"teams": [{"id": "A"}, {"id": "B"}], "rules": "nabo", "stages": stages}) + "\n"
    status, drawn, [told] = run(header, "draw", "--seed", "x")
    assert (status, len(drawn)) == (0, 2)
    assert told.startswith("hamarreko draw: this is Mus por Equipos, whose result no line can say: hamarreko equipos")
    lines = header + "".join(f"{json.dumps(line)}\n" for line in drawn)
    assert run(lines, "standings")[2] == [told.replace("draw", "standings")]
    games = json.dumps(drawn[0] | {"mantxak": [[40, 3], [40, 9], [3, 40]]})
    assert run(lines + games, "standings")[2][0] == told.replace("draw", "standings")


@pytest.mark.parametrize("command", [("standings",), ("draw", "--seed", "x")])
def test_a_player_of_two_teams_is_said_and_keeps_nothing_back(run, command):
    teams = [{"id": "A", "players": ["Ana", "Jon"]}, {"id": "B", "players": [" ANA", ""]}, {"id": "C", "players": [""]}]
    header = json.dumps({"teams": teams, "rules": "nabo"})
    status, lines, said = run(header, *command)
    assert (status, bool(lines)) == (0, True)
    assert said == [
        f"hamarreko {command[0]}: 'Ana' plays for A and B: if two people have that name, write something behind it"
    ]
    assert run(f'{header}\n{{"withdrawn": "B", "why": "ill"}}', *command)[2] == []


def test_a_wrong_line_keeps_a_round_from_being_drawn(run):
    status, lines, [said] = run(HEADER + '{"withdrawn": "D"}', "draw", "--seed", "x")
    assert (status, lines, said) == (1, [], "hamarreko draw: line 2: unknown team 'D'")


def test_stages_that_cannot_be_played_are_told_before_the_first_draw_and_drawn_all_the_same(run):
    stages = [{"system": "rounds", "rounds": 1}, {"system": "knockout"}]
    header = json.dumps({**json.loads(HEADER), "stages": stages}) + "\n"
    status, lines, [said] = run(header, "draw", "--seed", "x")
    assert (status, [len(line["teams"]) for line in lines]) == (0, [2, 2])
    assert "stage 2 (teams that come into it: 1): a knockout needs two teams" in said
    assert run(header + WON, "standings")[0] == 0


@pytest.mark.parametrize("command", [("standings",), ("draw", "--seed", "x")])
def test_bytes_that_are_no_text(run, command):
    status, _, [said] = run(HEADER.encode() + b'{"lot": "\xff"}', *command)
    assert status == 1
    assert "line 2, column 10: not UTF-8" in said


@pytest.mark.parametrize("command", [("standings",), ("draw", "--seed", "x")])
def test_no_such_file(run, command, tmp_path):
    status, lines, [said] = run("", *command, str(tmp_path / "nowhere"))
    assert (status, lines) == (2, [])
    assert said.endswith("nowhere: No such file or directory")


def test_a_tournament_that_never_ends(run, monkeypatch):
    monkeypatch.setattr(tournaments, "_LARGEST", 300)
    status, [line], _ = run(HEADER + WON * 3, "standings")
    assert (status, line) == (1, {"line": 4, "error": "the tournament has more than 0 MB"})


@pytest.mark.parametrize("command", [("standings",), ("draw", "--seed", "x")])
def test_standard_input_that_is_closed(command):
    shell = shlex.join([sys.executable, "-m", "firmware.cli", *command])
    done = subprocess.run(f"{shell} <&-", shell=True, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"hamarreko {command[0]}: standard input cannot be read: it is closed\n"


def test_a_round_that_is_not_over(run):
    status, lines, [said] = run(SETTINGS + DRAWN, "draw", "--seed", "x")
    assert (status, lines, said) == (1, [], "hamarreko draw: partida 1 has no result yet")


@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("given", ["{0}", "< {0}"])
def test_a_draw_that_is_added_to_its_file_begins_a_line_of_its_own(tmp_path, end, given):
    file = tmp_path / "tournament.jsonl"
    file.write_text(SETTINGS.rstrip("\n") + end)
    command = shlex.join([sys.executable, "-m", "firmware.cli", "draw", "--seed", SEED])
    quoted = shlex.quote(str(file))
    subprocess.run(f"{command} {given.format(quoted)} >> {quoted}", shell=True, check=True, cwd=ROOT)
    assert file.read_text() == SETTINGS + DRAWN
    file.write_text(SETTINGS.rstrip("\n"))
    done = subprocess.run(f"{command} {quoted}", shell=True, check=True, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == DRAWN


def test_a_draw_without_a_seed_is_no_draw(run):
    with pytest.raises(SystemExit) as ended:
        run(SETTINGS, "draw")
    assert ended.value.code == 2


@pytest.mark.parametrize("seed", ["", "\udcff"])
def test_a_seed_that_cannot_be_published_is_none(run, seed):
    with pytest.raises(SystemExit) as ended:
        run(SETTINGS, "draw", "--seed", seed)
    assert ended.value.code == 2


def test_what_is_missing_is_said(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    status, lines, [said] = run(SETTINGS, "draw", "--seed", "x")
    assert (status, lines) == (1, [])
    assert said.endswith("needs rustworkx: pip install --require-hashes -r requirements-desk.lock")
