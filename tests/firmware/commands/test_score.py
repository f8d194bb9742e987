"""`hamarreko score`."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.commands.score import _encoded, _score_stream, score_line
from tests.engine.example import RECORD
from tests.engine.strategies import records
from tests.firmware.in_process import hamarreko

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "firmware.cli", "score"]
RESULT = {
    "id": 7,
    "tantos": [
        {"round": "pareak", "team": "EW", "tantos": 5, "why": "tira", "when": "call"},
        {"round": "handia", "team": "NS", "tantos": 1, "why": "paso", "when": "showdown"},
        {"round": "txikia", "team": "EW", "tantos": 2, "why": "iduki", "when": "showdown"},
        {"round": "pareak", "team": "EW", "tantos": 1, "why": "worth", "when": "showdown"},
        {"round": "puntua", "team": "NS", "tantos": 1, "why": "worth", "when": "showdown"},
    ],
    "score": {"NS": 14, "EW": 28},
    "winner": None,
    "ended_by": None,
    "rulings": [],
    "judge": None,
}
LINE = json.dumps(RECORD)
ON_ONE = "; each record stands on one line"
"""What is said behind why a line is not JSON."""


def run(stdin: bytes | str = "", *arguments: str) -> tuple[int, list[dict], str]:
    """Exit status, the lines of standard output as JSON, and standard error."""
    status, out, said = hamarreko(stdin, "score", *arguments)
    return status, [json.loads(line) for line in out.splitlines()], said


def test_the_contracts_example_from_standard_input():
    done = subprocess.run(COMMAND, input=f"{LINE}\n", capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, json.loads(done.stdout), done.stderr) == (0, RESULT, "")


def test_the_contracts_example_from_a_file(tmp_path):
    file = tmp_path / "hands.jsonl"
    file.write_text(LINE)  # without a newline at its end
    assert run("", str(file)) == (0, [RESULT], "")


def test_no_lines_are_no_results():
    assert run("") == (0, [], "")


def test_a_missing_file_exits_with_2(tmp_path):
    status, results, said = run("", str(tmp_path / "none.jsonl"))
    assert (status, results) == (2, [])
    assert "none.jsonl: No such file" in said
    assert run("", str(tmp_path))[0] == 2


def test_a_judges_case_is_no_error():
    status, (result,), _ = run(json.dumps(RECORD | {"announced": {"pareak": ["N", "W", "S", "E"]}}))
    assert status == 0
    assert result["judge"]["rounds"] == ["pareak"]


def test_what_is_wrong_is_said_on_its_line_and_the_others_are_done():
    lines = [
        LINE.encode(),
        b"{not json",
        b"",
        b'{"id": "\xff"}',
        json.dumps(RECORD | {"id": [1, {"a": None}], "esku": "X"}).encode(),
        b"[1]",
        b"nonsense" * 3,
        b'{"id": 5}',
        LINE.encode(),
    ]
    status, results, said = run(b"\n".join(lines))
    assert (status, said) == (1, "")
    assert results[0] == results[-1] == RESULT
    errors = [(result["id"], result["line"], result["error"]) for result in results[1:-1]]
    assert errors == [
        (None, 2, f"not JSON: Expecting property name enclosed in double quotes at column 2{ON_ONE}"),
        (None, 4, "not UTF-8: byte 255 at column 9"),
        ([1, {"a": None}], 5, "esku: unknown seat 'X': a seat is 'N', 'W', 'S' or 'E'"),
        (None, 6, "a record is a JSON object, not [1]"),
        (None, 7, f"not JSON: Expecting value at column 1{ON_ONE}"),
        (5, 8, "rules is missing"),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": NaN}', "NaN is no number"),
        ("[NaN]", "NaN is no number"),
        ('{"id": -Infinity}', "-Infinity is no number"),
        ('{"id": 1e999}', "too large a number"),
        ('{"id": ' + "9" * 5000 + "}", "not JSON that can be read"),
        ("[" * 100000, "nested too deep"),
        ('{"esku": "N", "esku": "S"}', "the field 'esku' is there twice"),
        ('{"cards": {"N": [], "N": []}}', "the field 'N' is there twice"),
        ("{} {}", "Extra data"),
    ],
)
def test_json_that_is_not_taken(line, message):
    answer = score_line(line.encode(), 1)
    assert answer is not None
    assert message in answer["error"]
    assert (answer["id"], answer["line"]) == (None, 1)


@pytest.mark.parametrize("wrong", ["NaN", "-Infinity", "1e999", "9" * 5000, '{"NS": 1, "NS": 2}'])
def test_the_id_comes_back_where_the_rest_is_not_taken(wrong):
    line = json.dumps(RECORD | {"score": "@"}).replace('"@"', wrong)
    answer = score_line(line.encode(), 1)
    assert answer is not None
    assert answer["error"]
    assert answer["id"] == 7
    answer = score_line(line.replace('"id": 7', '"id": [1.5, NaN, 1e999]').encode(), 1)
    assert answer is not None
    assert answer["id"] == [1.5, None, None]


def test_a_byte_order_mark_and_windows_line_ends_are_read_over():
    assert run(b"\xef\xbb\xbf" + LINE.encode() + b"\r\n\r\n" + LINE.encode() + b"\r\n") == (0, [RESULT, RESULT], "")


@pytest.mark.parametrize(
    ("name", "wrote", "error"), [("esku", "Esku", "esku is missing"), ("announced", "anounced", "W did not announce")]
)
def test_a_field_that_is_nearly_a_known_one_is_named_where_the_record_comes_to_nothing(name, wrote, error):
    record = RECORD | {"announced": {"pareak": ["N", "W"]}, "calls": {"pareak": ["W envido 2", "NS tira"]}}
    record[wrote] = record.pop(name)
    status, (result,), _ = run(json.dumps(record))
    assert (status, result["warnings"]) == (1, [f"'{wrote}' is no known field: is '{name}' meant?"])
    assert error in result["error"]


@pytest.mark.parametrize("book", ["", "mus"])
def test_a_name_that_is_none_of_a_rule_book_is_quoted_as_it_stands_there(tmp_path, book):
    (tmp_path / "mus").mkdir()
    file = tmp_path / "hands.jsonl"
    file.write_text(json.dumps(RECORD | {"rules": book}))
    _, (result,), _ = run("", str(file))
    assert result["error"].startswith(f"rules: '{book}' is none of nabo")


def test_any_id_comes_back_as_it_was():
    ids = ["órdago", 1.5, None, {"a": [True]}, "\ud800", 10**30]
    status, results, _ = run("\n".join(json.dumps(RECORD | {"id": one}) for one in ids))
    assert status == 0
    assert [result["id"] for result in results] == ids


def test_a_rule_book_of_ones_own_by_its_path(tmp_path):
    club = files("engine.rulebooks").joinpath("nabo.toml").read_text(encoding="utf-8")
    file = tmp_path / "club.toml"
    file.write_text(club.replace("target = 40", "target = 21"), "utf-8-sig")  # as Windows saves it
    status, (result,), _ = run(json.dumps(RECORD | {"rules": str(file)}))
    assert status == 0
    assert (result["score"], result["winner"], result["ended_by"]) == ({"NS": 12, "EW": 21}, "EW", "target")


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("score", json.dumps(RECORD | {"rules": "club.toml"})),
        ("score", '[Rules "club.toml"]\n[Esku "S"]\n'),
        ("convert --to jsonl", json.dumps(RECORD | {"rules": "club.toml"})),
        ("convert --to jsonl", '[Rules "club.toml"]\n[Esku "S"]\n'),
        ("standings", '{"teams": [{"id": "A"}, {"id": "B"}], "rules": "club.toml"}'),
    ],
)
def test_a_rule_book_lies_where_the_program_runs_or_beside_the_file_that_names_it(tmp_path, monkeypatch, command, text):
    file = tmp_path / "records" / "evening"
    file.parent.mkdir()
    file.write_text(f"{text}\n")
    monkeypatch.chdir(tmp_path)
    command = [*command.split(), "records/evening"]
    assert hamarreko("", *command)[0] == 1
    Path("records/club.toml").write_text('base = "nabo"\nname = "club"\ntitle = "Club"\n')
    assert hamarreko("", *command)[0] == 0
    Path("club.toml").write_text("kings = 5")
    status, out, said = hamarreko("", *command)
    assert status == 1
    assert "kings is 4 or 8" in f"{out}{said}"


def test_a_rule_book_file_that_is_none(tmp_path):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("kings = 5")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    large = tmp_path / "large.toml"
    large.write_text("#" * (2 << 20))
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    device = tmp_path / "device.toml"
    device.symlink_to("/dev/zero")
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    books = [str(wrong), str(binary), *map(str, (large, pipe, device, folder)), "mus", "", "a\0b", "/dev/zero"]
    books += [str(tmp_path / "none.toml"), "a\0b.toml"]
    status, results, _ = run("\n".join(json.dumps(RECORD | {"rules": book}) for book in books))
    assert status == 1
    assert [result["line"] for result in results] == list(range(1, len(books) + 1))
    wanted = ["line 1: kings is 4 or 8", "not UTF-8", *["is no rule book file"] * 4, *["none of nabo, federacion"] * 4]
    wanted += ["cannot be read: No such file", "cannot be read: embedded null"]
    for result, part in zip(results, wanted, strict=True):
        assert part in result["error"]


@pytest.mark.parametrize("text", ["s3cret = 1", "kings = 's3cret'", "s3cret", "[s3cret]\n[s3cret]", "target = s3cret"])
def test_no_message_tells_what_stands_in_the_file_that_a_record_names(tmp_path, text):
    """A record may come from anybody, and may name any file that this program can read."""
    (tmp_path / "passwords.toml").write_text(f"{text}\n")
    status, (result,), said = run(json.dumps(RECORD | {"rules": str(tmp_path / "passwords.toml")}))
    assert status == 1
    assert "passwords.toml" in result["error"]
    assert "s3cret" not in result["error"] + said
    (tmp_path / "passwords").write_text(text)
    status, (result,), said = run(json.dumps(RECORD | {"rules": str(tmp_path / "passwords")}))
    assert "nor a .toml file" in result["error"]


@pytest.mark.parametrize("command", [COMMAND, [*COMMAND[:-1], "convert", "--to", "text"]])
def test_a_file_that_never_ends_is_not_read(command):
    done = subprocess.run([*command, "/dev/zero"], capture_output=True, cwd=ROOT, timeout=20)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.endswith(b"/dev/zero: not a regular file\n")


def test_a_pipe_is_as_good_as_a_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    said, program = f"printf '%s\\n' '{LINE}'", " ".join(COMMAND)
    for typed in (
        f"{program} <({said})",
        f"{said} | {program} /dev/stdin",
        f"({said} > {tmp_path}/pipe) & {program} {tmp_path}/pipe",
    ):
        done = subprocess.run(["bash", "-c", typed], capture_output=True, cwd=ROOT, timeout=20)
        assert (done.returncode, json.loads(done.stdout), done.stderr) == (0, RESULT, b"")


def test_a_line_without_an_end_takes_no_memory():
    """Of an endless line no more is kept than says that it is too long; the lines after it are done."""
    endless = 300_000_000
    source = f"(printf '%s\\n' '{LINE}'; head -c {endless} /dev/zero; echo; printf '%s\\n' '{LINE}')"
    limited = f"{source} | (ulimit -v 200000; exec {' '.join(COMMAND)})"
    own = {**os.environ, "LC_ALL": "C.UTF-8"}  # a shell that is told of a language it has not says so
    done = subprocess.run(["bash", "-c", limited], capture_output=True, cwd=ROOT, timeout=60, env=own)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (1, b"")
    assert results == [RESULT, {"id": None, "line": 2, "error": "the line has more than 1 MB"}, RESULT]


def test_a_match_with_a_line_too_long_is_one_sentence():
    header = '{"hamarreko": "match", "rules": "nabo"}'
    status, results, _ = run(f"{header}\n" + " " * 1_000_001)
    assert (status, results) == (1, [{"id": None, "line": 2, "error": "the line has more than 1 MB"}])
    status, results, _ = run(f"{header}\n" + f"{' ' * 999_999}\n" * 17)
    assert (status, results) == (1, [{"id": None, "line": 17, "error": "the match has more than 16 MB"}])


def test_a_reader_that_has_enough_is_no_trouble(tmp_path):
    file = tmp_path / "many.jsonl"
    file.write_text((LINE + "\n") * 3000)
    with subprocess.Popen([*COMMAND, str(file)], stdout=-1, stderr=-1, cwd=ROOT) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_line_is_answered_before_the_next_one_comes():
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(COMMAND, stdin=-1, stdout=-1, cwd=ROOT, env=buffered) as process:
        for line, is_whole in ((LINE, True), (LINE, True), ('{"id": 7,', False), (LINE, True)):
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert answer == RESULT if is_whole else "not JSON" in answer["error"]


def test_a_line_longer_than_any_buffer():
    status, results, _ = run("\n".join([json.dumps(RECORD | {"note": "x" * 300_000}), LINE]))
    assert (status, results) == (0, [RESULT, RESULT])


def test_a_line_of_thirty_megabytes():
    """Were its bytes gone through anew for each that comes, this would take hours."""
    source, sink = io.BytesIO(LINE[:-1].encode() + b" " * 30_000_000 + b"}\n" + LINE.encode()), io.BytesIO()
    assert _score_stream(source, sink) == 1
    refused, done = map(json.loads, sink.getvalue().splitlines())
    assert refused == {"id": None, "line": 1, "error": "the line has more than 1 MB"}
    assert done == RESULT


def test_a_line_of_a_megabyte_is_done():
    sink = io.BytesIO()
    assert _score_stream(io.BytesIO(LINE[:-1].encode().ljust(999_999) + b"}"), sink) == 0
    assert json.loads(sink.getvalue()) == RESULT


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_line_crashes_it(line):
    answer = score_line(line, 3)
    assert answer is None or answer["error"]
    json.loads(_encoded(answer or {}))


@settings(max_examples=100, deadline=None)
@given(records(), st.data())
def test_no_cut_line_crashes_it(record, draw):
    line = json.dumps(record).encode()
    cut = draw.draw(st.integers(1, len(line) - 1))
    assert "not JSON" in score_line(line[:cut], 3)["error"]


def test_a_record_over_several_lines_is_an_error_on_each_of_them():
    pretty = json.dumps(RECORD, indent=2)
    status, results, said = run(f"{pretty}\n{LINE}")
    assert (status, said, results[-1]) == (1, "", RESULT)
    assert [result["line"] for result in results[:-1]] == [*range(1, pretty.count("\n") + 2)]
    assert results[0]["error"].endswith(ON_ONE)
    (told, *_) = run(json.dumps({"hamarreko": "match", "rules": "nabo"}, indent=4))[1]
    assert told["error"].endswith(ON_ONE)


def test_records_between_lines_that_are_a_list_together_are_scored():
    status, results, _ = run(f"[\n{LINE}\n,\n{LINE}\n]")
    assert status == 1
    assert [result.get("line") for result in results] == [1, None, 3, None, 5]
    assert results[1] == results[3] == RESULT


@pytest.mark.parametrize("opened", ["{", "[", '{"id": 7,', '{"cards":', "[1,", '{"id": {'])
def test_a_line_that_only_seems_to_go_on_leaves_the_others_alone(opened):
    status, results, _ = run(f"{opened}\n{LINE}\n{opened}\n{LINE}\n{opened}")
    assert status == 1
    assert [result.get("line") for result in results] == [1, None, 3, None, 5]
    assert all("not JSON" in result["error"] for result in results[::2])


@pytest.mark.parametrize("comment", ["; a note", "# a note", "// a note", "% a note", "/* a note */"])
def test_a_comment_at_the_head(comment):
    status, (told, result), _ = run(f"{comment}\n\n{LINE}")
    assert (status, told["line"], result) == (1, 1, RESULT)
    assert "looks like a comment" in told["error"]
    text = '[Rules "nabo"]\n[Esku "S"]\n'
    status, results, said = run(f"{comment}\n{text}")
    assert (status, len(results)) == (int(comment[0] != ";"), 1), said
    (told,) = run("; only a comment")[1]
    assert "looks like a comment" in told["error"]


def test_a_line_in_a_bracket_that_is_no_tag_leaves_the_others_alone():
    status, (told, result), _ = run(f"[INFO] the table is open\n{LINE}")
    assert (status, told["line"], result) == (1, 1, RESULT)


def test_a_tag_without_quotation_marks_is_one_sentence():
    lines = "".join(f"{number} esku S\n" for number in range(1, 40))
    status, results, said = run(f"[Rules nabo]\n[Esku S]\n{lines}")
    assert (status, said) == (1, "")
    assert results == [{"id": None, "line": 1, "error": "column 8: Rules: its value stands in quotation marks"}]


def test_messages_speak_of_what_stands_in_the_file():
    for change, message in [
        ({"options": {"kings": True}}, "not true"),
        ({"announced": [None]}, "[null]"),
        ({"rules": {"a": [None, False]}}, "{'a': [null, false]}"),
    ]:
        assert message in score_line(json.dumps(RECORD | change).encode(), 1)["error"]
    for line, message in [
        (b'{"id": "a\tb"}', "Invalid control character at column 10"),
        (b'{"id": "a', "Unterminated string starting at column 8"),
    ]:
        assert score_line(line, 1)["error"] == f"not JSON: {message}{ON_ONE}"


MATCH = """[Rules "Nabo"]
[Esku "S"]
1. esku S
N 2b 7o 7c 11o  W 10b 3o 7e 1c  S 11c 3b 5o 10o  E 2c 1e 11e 2e
txikia EW envido 2, iduki
2. correct 1
calls txikia EW envido 5, iduki
by "Ane" because "it was five"
agreed NS
"""


def test_the_last_line_of_a_match_is_the_match():
    status, (result, told), _ = run(MATCH)
    assert (status, result["score"]) == (0, {"NS": 3, "EW": 2})
    game = {"game": 1, "score": {"NS": 3, "EW": 2}, "winner": None, "ended_by": None}
    none = {"NS": 0, "EW": 0}
    assert told == {"match": {"over": False, "winner": None, "vacas_won": none, "games_won": none, "games": [game]}}


def test_who_has_won_the_match_is_told():
    acts = '3. give game 1 EW\nby "J" because late\n4. give game 2 EW\nby "J" because late\n'
    told = run(MATCH + acts)[1][-1]["match"]
    assert (told["over"], told["winner"], told["games_won"]) == (True, "EW", {"NS": 0, "EW": 2})
    assert [(game["winner"], game["ended_by"]) for game in told["games"]] == [("EW", "given")] * 2


def test_a_correction_waits_until_both_teams_agree():
    _, results, said = run(MATCH)
    assert results[0]["score"] == {"NS": 3, "EW": 2}
    assert "line 6: only NS has agreed to this correction: it waits and is not counted" in said
    _, results, said = run(MATCH, "--unagreed")
    assert (results[0]["score"], said) == ({"NS": 3, "EW": 5}, "")
    assert "line 6: nobody has agreed to this correction" in run(MATCH.replace("agreed NS\n", ""))[2]
    assert run(MATCH.replace("agreed NS", "agreed NS EW"))[1][0]["score"] == {"NS": 3, "EW": 5}


def test_marks_are_explained_in_four_languages():
    _, (result,), _ = run(LINE, "--explain")
    assert result.pop("explained") == [
        "pareak: E-W 5: N-S envido 5, E-W gehiago 2, refused by N-S",
        "handia: N-S 1: all passed; South: zaldun-sota-5-3 over East: zaldun-2-2-ace",
        "txikia: E-W 2: E-W envido 2, accepted; East: ace-2-2-zaldun over North: 2-7-7-zaldun",
        "pareak: E-W 1: after a bid: refused by N-S; East: pair (2)",
        "puntua: N-S 1: South: 28 over West: 21",
    ]
    assert result == RESULT
    for language, line in {
        "eu": "puntua: I-H 1: Hegoaldea: 28",
        "es": "punto: N-S 1: Sur: 28",
        "fr": "faux jeu",
    }.items():
        assert run(LINE, "--explain", "--language", language)[1][0]["explained"][-1].startswith(line)


def test_a_penalty_is_told_with_what_was_said_and_what_it_voided():
    data = RECORD | {"announced": {"pareak": ["N", "E", "W"]}, "calls": {"pareak": ["NS envido 5", "EW iduki"]}}
    _, (result,), _ = run(json.dumps(data), "--explain")
    assert result["explained"][:3] == [
        "W said yes to pareak and has none",
        "pareak: does not count: N-S envido 5, E-W iduki",
        "pareak: N-S 1: tira; [nabo 15b, West]",
    ]


@pytest.mark.parametrize(
    ("calls", "won", "late"),
    [
        ({"puntua": ["EW hordago", "NS iduki"]}, "puntua: N-S wins the game; ", "handia, txikia, pareak"),
        ({"handia": ["NS envido 30", "EW iduki"]}, "handia: N-S 28: ", "txikia, pareak, puntua"),
    ],
)
def test_how_the_game_was_won_is_told_before_the_rounds_that_came_too_late(calls, won, late):
    _, (result,), _ = run(json.dumps(RECORD | {"calls": calls}), "--explain")
    first, last = result["explained"]
    assert first.startswith(won)
    assert last == f"Not marked any more, the game was won: {late}."


def test_of_a_match_what_the_engine_marked_is_explained():
    _, (first, told), _ = run(MATCH.replace("agreed NS", "agreed NS EW"), "--explain")
    assert first["explained"][1].startswith("txikia: E-W 5: E-W envido 5, accepted")
    assert "explained" not in told
    _, (voided, _), _ = run(MATCH + '3. void 1\nby "J" because so\n', "--explain")
    assert "explained" not in voided


def test_a_hordago_a_ruling_without_a_mark_and_a_judges_case_are_told():
    cards = {
        "N": ["12o", "11o", "7o", "1o"],
        "W": ["12c", "11c", "10c", "1c"],
        "S": ["12e", "11e", "10e", "7e"],
        "E": ["4o", "5o", "6o", "6c"],
    }
    plain = RECORD | {"cards": cards, "announced": {}, "esku": "N"}
    calls = {"handia": ["NS envido 2", "EW iduki"], "txikia": ["NS hordago", "EW kanta"]}
    records = [
        plain | {"calls": calls},
        plain | {"calls": {}, "announced": {"pareak": []}},
        plain | {"calls": {}, "announced": {"pareak": []}, "rules": "spain"},
    ]
    _, results, _ = run("\n".join(map(json.dumps, records)), "--explain")
    won, nothing, judged = (result["explained"] for result in results)
    assert won[0] == "handia: does not count: N-S envido 2, E-W iduki"
    assert won[1].startswith("txikia: N-S wins the game; N-S hordago, accepted; North: ")
    assert nothing[0] == "E said no to pareak and has it"
    assert "pareak: Nothing is marked: [nabo 16a, East]." in nothing
    assert judged[-1] == "For the judge: pareak: E said no to pareak and has it."
