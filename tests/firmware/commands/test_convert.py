"""`hamarreko convert`, and `hamarreko score` on whole matches."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import SheetError
from engine.match.played import Played
from firmware.commands.convert import _under, _written
from firmware.files.forms import HANDS, JSONL, TEXT, form_of
from firmware.files.matches import read_match, results
from tests.engine.mutations import mutated
from tests.firmware.commands.test_score import LINE, RECORD, RESULT
from tests.firmware.in_process import hamarreko

ROOT = Path(__file__).parents[3]
PROGRAM = [sys.executable, "-m", "firmware.cli"]


def example(form, fence):
    return (
        (ROOT / "docs" / f"records-{form}.md")
        .read_text(encoding="utf-8")
        .partition(f"```{fence}\n")[2]
        .partition("```")[0]
    )


MATCH_TEXT, MATCH_JSON = example("text", "text"), example("json", "json")
PLAIN = '[Rules "nabo"]\n[Esku "S"]\n1. esku S\nN 2b 7o 7c 11o  W 10b 3o 7e 1c  S 11c 3b 5o 10o  E 2c 1e 11e 2e\n'


def run(command, stdin, *arguments):
    """Exit status, standard output and the lines of standard error."""
    status, out, said = hamarreko(stdin, command, *arguments)
    return status, out, said.splitlines()


def convert(stdin, to, *arguments):
    return run("convert", stdin, "--to", to, *arguments)


def test_each_form_becomes_each_other_and_itself():
    for written in (MATCH_TEXT, MATCH_JSON):
        assert convert(written, "text") == (0, MATCH_TEXT, [])
        assert convert(written, "jsonl") == (0, MATCH_JSON, [])
    status, hands, said = convert(MATCH_TEXT, "hands")
    assert (status, said) == (0, [])
    assert convert(MATCH_JSON, "hands") == (0, hands, [])
    assert convert(hands, "hands")[1] == hands


def test_a_field_that_is_nearly_a_known_one_is_told_with_its_line():
    told = "'anounced' is no known field: is 'announced' meant?"
    record = json.dumps(RECORD | {"score": {"NS": 0, "EW": 0}, "anounced": {}})
    status, match, said = convert(record, "jsonl")
    assert (status, said) == (0, [f"hamarreko convert: line 1: {told}"])
    status, out, said = run("score", match)
    assert (status, said) == (0, [f"hamarreko score: line 2: {told}"])
    assert json.loads(out.splitlines()[0])["warnings"] == [told]


def test_the_hand_records_of_a_match_come_to_what_the_match_does():
    _, hands, _ = convert(MATCH_TEXT, "hands")
    records = [json.loads(line) for line in hands.splitlines()]
    assert [(record["id"], record["score"]) for record in records] == [
        (1, {"NS": 0, "EW": 0}),
        (2, {"NS": 2, "EW": 8}),
        (5, {"NS": 10, "EW": 8}),
    ]
    assert records[1]["cards"]["E"] == ["12e", "10b", "10c", "3o"]  # as corrected
    assert records[1]["comment"] == "Ane showed a zaldun and a sota"
    status, marked, said = run("score", hands)
    told = run("score", MATCH_TEXT)
    assert told == run("score", MATCH_JSON)
    *aldiak, match = told[1].splitlines(keepends=True)
    assert (status, "".join(aldiak), said) == (told[0], marked, told[2])
    assert set(json.loads(match)) == {"match"}


def test_what_is_noted_otherwise_than_a_table_does_is_said_and_the_rest_of_it_shown():
    unsure = PLAIN + 'also unsure_suits ["7o"]\n'
    page = convert(unsure, "html")
    assert page[0::2] == (0, [])
    assert page[1].count("nobody knows") > convert(PLAIN, "html")[1].count("nobody knows")
    assert convert(unsure + 'also source "club bulletin"\n', "html") == page, "anybody's own word"
    said = [
        "hamarreko convert: line 3: confirmed is a list, not 3",
        "hamarreko convert: line 3: source is a text, not 7",
    ]
    assert convert(unsure + "also confirmed 3\nalso source 7\n", "html") == (0, page[1], said)


def test_hand_records_become_a_match_that_goes_on_where_they_do():
    records = [RECORD | {"photo": "x.jpg"}, RECORD | {"id": "b", "esku": "E", "score": {"NS": 14, "EW": 28}}]
    hands = "\n\n".join(json.dumps(record) for record in records)
    status, text, said = convert(hands, "text")
    assert (status, said) == (0, [])
    assert '1. adjust game 1 NS +12\n   by "hamarreko convert", because "the hand record begins at NS 12"\n' in text
    assert "   score NS 14 (2+4), EW 28 (5+3)\n" in text
    status, again, said = convert(text, "hands")
    assert (status, said) == (0, [])
    assert [json.loads(line) for line in again.splitlines()] == records


def test_where_hand_records_do_not_go_on_it_is_said():
    other = json.dumps(RECORD | {"score": {"NS": 15, "EW": 28}, "esku": "E"})
    status, text, said = convert(LINE + "\n" + other, "text")
    assert status == 1
    assert said == [
        "hamarreko convert: line 2: score: the record before it came to NS 14, EW 28: an adjustment stands between them"
    ]
    assert "4. adjust game 1 NS +1" in text


def test_the_judges_word_between_hand_records_is_no_error():
    unclear = RECORD | {"rules": "basque", "announced": {"pareak": ["N", "W", "E"]}}
    after = RECORD | {"rules": "basque", "score": {"NS": 20, "EW": 30}, "esku": "E"}
    status, text, said = convert(json.dumps(unclear) + "\n" + json.dumps(after), "text")
    assert status == 0
    assert said[0].startswith("hamarreko convert: line 1: for the judge: entry 3: ")
    assert "4. adjust game 1 NS +7" in text


def test_a_new_game_of_hand_records():
    start = RECORD | {"score": {"NS": 0, "EW": 0}}
    won = start | {"calls": {"handia": ["EW hordago", "NS iduki"]}}
    left = start | {"esku": "E"}
    lines = [start | {"id": None}, left | {"esku": "E"}, won | {"esku": "N"}, start | {"esku": "W"}]
    status, text, _ = convert("\n".join(map(json.dumps, lines)), "text")
    assert status == 0
    assert [line for line in text.splitlines() if line.startswith("Game")] == [
        "Game 1: NS 0, EW 0",
        "Game 2: NS 0, EW 0",
        "Game 3: NS 0, EW 0",
        "Game 4: NS 1, EW 0",
    ]


def test_a_wrong_hand_record_is_left_out_and_said():
    other = json.dumps(RECORD | {"rules": "basque"})
    other_options = json.dumps(RECORD | {"options": {"target": 30}})
    status, text, said = convert("\n".join(["{", LINE, '{"rules": 7}', other, other_options]), "jsonl")
    assert status == 1
    assert said[0].endswith("; each record stands on one line")
    assert [line.partition(": ")[2][:60] for line in said] == [
        "line 1: not JSON: Expecting property name enclosed in double",
        "line 3: rules is the name of a rule book, not 7",
        "line 4: rules: the match is played by nabo, not by basque",
        "line 5: rules: the match is played by nabo, not by nabo with",
    ]
    header, *entries, end = map(json.loads, text.splitlines())
    assert (header["hamarreko"], end["match"]["games"][0]["score"]) == ("match", {"NS": 14, "EW": 28})
    assert [entry["kind"] for entry in entries] == ["adjusted", "adjusted", "karta-aldia"]


def test_hand_records_may_name_the_same_rules_in_several_ways():
    ways = ({"rules": "NABO"}, {"options": {"target": 40}})
    _, text, said = convert("\n".join([LINE, *(json.dumps(RECORD | way) for way in ways)]), "jsonl")
    assert [line for line in said if "rules" in line] == []
    assert text.count('"kind": "karta-aldia"') == 3


def test_where_every_hand_record_is_wrong_the_first_one_is_named():
    status, text, said = convert('\n{"rules": 7}\n{', "text")
    assert (status, text) == (1, "")
    assert said == ["hamarreko convert: line 2: rules is the name of a rule book, not 7"]


@pytest.mark.parametrize("given", ["", "\n \n"])
def test_no_hand_record_is_no_match(given):
    status, text, said = convert(given, "text")
    assert (status, text) == (1, "")
    assert said[-1] == "hamarreko convert: line 1: there is no hand record, and a match needs one"


def test_another_rule_book():
    status, text, said = convert(PLAIN + "pareak NS envido 2, iduki\n2. esku E\n", "text", "--rules", "federacion")
    assert (status, said) == (
        0,
        ["hamarreko convert: line 6: for the judge: entry 2: cards are missing, and no refused bid has won the game"],
    )
    assert '[Rules "federacion"]' in text
    # with eight kings: W has jokoa where nobody had any, EW has the better pairs
    assert "   marks NS 1 handia paso, EW 1 txikia paso, EW 2 pareak iduki, " in text
    status, hands, said = convert(MATCH_TEXT, "hands", "--rules", "france")
    assert status == 0
    assert [json.loads(line)["rules"] for line in hands.splitlines()] == ["france"] * 3


def test_a_match_under_another_rule_book_is_read_back():
    status, text, _ = convert(MATCH_TEXT, "text", "--rules", "spain")
    assert status == 0
    status, again, said = convert(text, "text")
    assert (status, again) == (0, text)
    assert not [line for line in said if "the engine gives" in line or "it stood" in line]


def test_a_rule_book_of_ones_own(tmp_path):
    file = tmp_path / "club.toml"
    club = files("engine.rulebooks").joinpath("nabo.toml").read_text(encoding="utf-8")
    file.write_text(club.replace("target = 40", "target = 5"))
    status, text, _ = convert(PLAIN + "handia EW envido 5, gehiago 1, tira\n", "text", "--rules", str(file))
    assert status == 0
    assert "   wins NS by target" in text


def test_what_is_void_is_no_hand_record_and_what_a_refused_bid_has_won_one_without_cards():
    void = '2. adjust game 1 EW +39\nby J\nbecause r\n3. void 1, by "J" because "r"\n'
    won = "4. esku S, NS 0 EW 39\nhandia EW envido 2, tira\n"
    status, text, _ = convert(PLAIN + void + won, "hands")
    assert status == 0
    [hand] = map(json.loads, text.splitlines())
    assert (hand["calls"], hand["cards"]) == ({"handia": ["EW envido 2", "NS tira"]}, {})


@pytest.mark.parametrize(
    "calls",
    [
        "handia EW envido 2, tira\n",
        "handia EW envido 2, tira\n2. replace 1\nmarks EW 1 handia tira\nby J\nbecause r\n",
        "handia EW envido 40, gehiago 2, tira\npareak EW envido 2, tira\n",
    ],
)
def test_what_has_no_cards_and_no_refused_bid_has_won_is_left_out_and_said(calls):
    status, text, said = convert('[Rules "nabo"]\n[Esku "S"]\n1. esku S\n' + calls, "hands")
    assert (status, text) == (1, "")
    assert said[-1] == "hamarreko convert: line 3: entry 1 is left out: nobody showed any cards"


def test_a_karta_aldia_after_the_games_end_is_left_out_and_for_the_judge():
    hands = PLAIN.partition("\n")[2].partition("\n")[2].partition("\n")[2]
    head = '[Rules "nabo"]\n[Esku "S"]\n1. adjust game 1 EW +39\nby J\nbecause r\n'
    text = head + f"2. esku S, NS 0 EW 39\n{hands}3. esku E, NS 1 EW 39\n{hands}"
    status, records, said = convert(text, "hands")
    assert (status, len(records.splitlines())) == (1, 1)
    assert said[-1] == "hamarreko convert: line 8: entry 3 is left out: the game had been won before it"
    _, out, said = run("score", text)
    answer = json.loads(out.splitlines()[1])
    assert (answer["status"], answer["tantos"]) == ("in-question", [])
    assert answer["judge"] == {"rounds": [], "why": "the game had been won before it"}
    assert "hamarreko score: line 8: for the judge: game 1 had been won before entry 3" in said


def test_what_the_file_says_otherwise_is_told_and_put_right():
    wrong = MATCH_TEXT.replace("score NS 2 (0+2), EW 8", "score NS 3 (0+3), EW 8").replace(
        "NS 2, EW 8\n", "NS 2, EW 7\n", 1
    )
    status, text, said = convert(wrong, "text")
    assert status == 1
    assert said == [
        "hamarreko convert: line 22: result: score: NS is 3, and the engine gives 2",
        "hamarreko convert: line 24: it stood NS 2, EW 7 before it, and what was marked comes to NS 2, EW 8",
    ]
    assert "score NS 2 (0+2), EW 8 (1+3)" in text


def test_score_answers_for_a_match_as_for_hand_records(tmp_path):
    file = tmp_path / "match.txt"
    opened = LINE.replace('"id": 7, ', "")
    record = json.loads(opened)
    header = {"hamarreko": "match", "rules": "nabo", "esku": "S"}
    adjusted = [
        {"kind": "adjusted", "game": 1, "team": team, "tantos": record["score"][team], "by": "J", "reason": "r"}
        for team in ("NS", "EW")
    ]
    file.write_text("\ufeff\n" + "\n".join(map(json.dumps, [header, *adjusted, record | {"kind": "karta-aldia"}])))
    status, out, said = run("score", b"", str(file))
    result, match = map(json.loads, out.splitlines())
    assert (status, result, said) == (0, RESULT | {"id": 3}, [])
    assert match["match"]["winner"] is None


def test_score_tells_what_is_for_the_judge_and_what_cannot_be_marked():
    text = (
        PLAIN.replace("nabo", "basque")
        + "pareak (N W E)\n2. esku N, NS 1 EW 1\nhandia NS tira\n3. void 2, by J\nbecause r\n"
    )
    status, out, said = run("score", text)
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert answers[0]["judge"]["rounds"] == ["pareak"]
    assert (answers[1]["status"], answers[1]["tantos"]) == ("void", [])
    assert any("line 3: for the judge: entry 1: pareak: W said yes" in line for line in said)
    assert any("line 6: N was esku, and it was E's turn" in line for line in said)
    status, out, said = run("score", PLAIN + "handia NS tira\n")
    assert status == 1
    answer = json.loads(out.splitlines()[0])
    assert (answer["id"], answer["line"]) == (1, 3)
    assert answer["error"].startswith("handia: 'NS tira': nothing has been bid")


@pytest.mark.parametrize(
    ("given", "line", "error"),
    [
        (PLAIN + "handia NS says", 5, "column 8: 'NS says' is no call"),
        (PLAIN.encode() + b"; \xff", 5, "column 3: not UTF-8: byte 255"),
        (MATCH_JSON.replace('"of": 2', '"of": 7'), 4, "entry 3: there is no entry 7 before it"),
        (MATCH_JSON.replace('"old": "11b"', '"old": "1b"'), 4, "entry 3: E holds no 1b"),
        ('{"hamarreko": "match", ', 1, "not JSON"),
    ],
)
def test_a_match_that_cannot_be_read_is_one_error_with_its_line(given, line, error):
    status, out, said = run("score", given)
    answer = json.loads(out)
    assert (status, answer["id"], answer["line"], said) == (1, None, line, [])
    assert answer["error"].startswith(error)
    status, out, said = convert(given, "hands")
    assert (status, out) == (1, "")
    assert said[0].startswith(f"hamarreko convert: line {line}")


def test_the_command_line_itself_is_wrong(tmp_path):
    for arguments in (
        [],
        ["--to", "pgn"],
        ["--to", "text", "--rules", "mus"],
        ["--to", "text", str(tmp_path / "none")],
    ):
        status, out, said = run("convert", MATCH_TEXT, *arguments)
        assert (status, out) == (2, "")
        assert said
    assert "none: No such file" in said[0]


def test_from_a_file(tmp_path):
    file = tmp_path / "match.jsonl"
    file.write_text(MATCH_JSON)
    done = subprocess.run([*PROGRAM, "convert", "--to", "text", file], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, MATCH_TEXT, "")


def test_a_reader_that_has_enough(tmp_path):
    file = tmp_path / "match.txt"
    aldia = MATCH_TEXT.partition("1. ")[2].partition("\n\n")[0]
    file.write_text('[Rules "nabo"]\n[Esku "S"]\n' + "".join(f"{n}. {aldia}\n" for n in range(1, 400)))
    with subprocess.Popen([*PROGRAM, "convert", "--to", "text", str(file)], stdout=-1, stderr=-1, cwd=ROOT) as process:
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode in (0, 1)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([MATCH_TEXT, MATCH_JSON]).flatmap(mutated), st.sampled_from([None, "spain"]))
def test_whatever_is_written_down_is_marked_or_refused_with_its_line(text, rules):
    lines = [[(number, line.encode("utf-8", "surrogatepass")) for number, line in enumerate(text.split("\n"), 1)]]
    form = TEXT if "[Rules" in text else JSONL
    try:
        match = read_match(form, lines)
    except SheetError as error:
        assert 1 <= error.line <= text.count("\n") + 1  # noqa: PT017 - it may be read as well
        return
    assert len(results(match)) == sum(isinstance(entry, Played) for entry in match.sheet.match.entries)
    if rules:
        match = _under(match, rules, unagreed=False)
    for to in (TEXT, JSONL):
        written, _ = _written(match, to)
        again = read_match(to, [list(enumerate(written.encode().split(b"\n"), 1))])
        assert again.sheet == match.sheet
        assert list(again.figures.remarks(again.sheet)) == []


@pytest.mark.parametrize(
    ("line", "form"),
    [
        (b' [ Rules "nabo"]', TEXT),
        (b"[Rules nabo]", TEXT),
        (b"[Table 7]", TEXT),
        (b"[live true]", TEXT),
        (b"[oops", HANDS),
        (b"[INFO] 12:00 the table is open", HANDS),
        (b"[true, null]", HANDS),
        (b'{"hamarreko":"match", broken', JSONL),
        (b'{"rules": "nabo", "hamarreko": "match"}', JSONL),
        (b'{"rules": "nabo", "hamarreko": "hand"}', HANDS),
        (b'{"rules": "nabo", "hamarreko": "match", broken', HANDS),
        (b'\xff "hamarreko"', HANDS),
        (b'["a"]', HANDS),
        (b"[1]", HANDS),
        (b"nonsense", HANDS),
    ],
)
def test_the_first_line_tells_the_form(line, form):
    assert form_of(line) is form


def jugada(number, esku, score, **calls):
    record = RECORD | {"jugada": number, "packs": "deals.jsonl", "esku": esku, "score": score, "announced": {}}
    return json.dumps(record | {"calls": calls, "id": None})


NOTHING = {"NS": 0, "EW": 0}
OF_JUGADAK = "\n".join(
    [
        jugada("0101", "N", NOTHING),
        jugada("0102", "W", {"NS": 2, "EW": 2}, handia=["EW hordago", "NS iduki"]),
        jugada("0201", "N", NOTHING, handia=["EW hordago", "NS iduki"]),
        jugada("0301", "N", NOTHING, handia=["EW hordago", "NS iduki"]),
    ]
)


def test_mus_por_equipos_9_and_10_hands_of_jugadak_are_a_match_of_which_all_games_are_played():
    score = run("score", OF_JUGADAK)
    assert score[0] == 0
    assert "error" not in score[1]
    before = json.loads(score[1].splitlines()[0])["score"]
    hands = OF_JUGADAK.replace('{"NS": 2, "EW": 2}', json.dumps(before))
    status, text, said = convert(hands, "text")
    assert (status, said) == (0, [])
    assert '[Packs "deals.jsonl"]\n[Length "all 3"]\n' in text
    assert "NS 0, EW 0, jugada 0301" in text
    assert run("score", text)[::2] == (0, [])
    assert [json.loads(line)["jugada"] for line in convert(text, "hands")[1].splitlines()] == [
        "0101",
        "0102",
        "0201",
        "0301",
    ]
    assert convert(convert(text, "jsonl")[1], "text")[1] == text
