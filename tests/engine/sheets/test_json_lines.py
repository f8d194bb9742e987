"""A match as JSON lines: the specification's example, round trips, what is wrong and in which line, and any bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import SheetError
from engine.match.played import Played
from engine.match.standing import standing
from engine.rules import rulebook
from engine.sheets import json_lines
from engine.sheets import text as game_text
from engine.sheets.figures import Figures, match_result
from engine.sheets.sheet import Sheet
from engine.showdown import score
from tests.engine.matches import EW, NS, games_to, match_of
from tests.engine.mutations import assert_read_back_or_refused, mutated
from tests.engine.sheets.random_sheets import marked_sheet, sheets

DOCS = Path(__file__).parents[3] / "docs"
EXAMPLE = (DOCS / "records-json.md").read_text(encoding="utf-8").partition("```json\n")[2].partition("```")[0]
HEADER, FIRST, *_ = (json.loads(line) for line in EXAMPLE.splitlines())
MATCH = json_lines.read(EXAMPLE)


def lines(*data):
    return "".join(json.dumps(line) + "\n" for line in data)


def act(kind, **data):
    return {"kind": kind, "of": 1, "game": 1, "team": "NS", "by": "J", "reason": "r"} | data


def remarks(text):
    sheet = json_lines.read(text)
    return list(Figures(standing(sheet.match)).remarks(sheet))


def test_the_specifications_example_is_what_is_written():
    stands = standing(MATCH.match)
    assert len(MATCH.match.entries) == 5
    assert json_lines.write(MATCH, stands.book, Figures(stands)) == EXAMPLE
    assert remarks(EXAMPLE) == []
    assert MATCH.lines == (1, 2, 3, 4, 5, 6)
    assert [Figures(stands).game(number) for number in range(1, 6)] == [1, 1, None, 1, 1]


def test_the_examples_of_both_forms_are_the_same_match():
    text = (DOCS / "records-text.md").read_text(encoding="utf-8").partition("```text\n")[2].partition("```")[0]
    assert game_text.read(text) == MATCH


@settings(max_examples=80, deadline=None)
@given(sheets())
def test_what_is_written_is_read_back(sheet):
    text = json_lines.write(sheet, sheet.match.header.book())
    assert json_lines.read(text) == sheet
    assert json_lines.read(text.replace("\n", "\r\n\n")) == sheet


@pytest.mark.parametrize("seed", range(8))
def test_a_match_that_was_played_is_read_back_with_its_results(seed):
    sheet, book, figures = marked_sheet(seed, ["nabo", "federacion"][seed % 2])
    text = json_lines.write(sheet, book, figures)
    assert json_lines.read(text) == sheet
    assert list(figures.remarks(json_lines.read(text))) == []


def test_a_result_is_what_the_hand_record_comes_to():
    match = match_of(*games_to(NS, EW, NS))
    stands = standing(match)
    written = json_lines.write(Sheet(match), stands.book, Figures(stands))
    _, *entries, end = written.splitlines()
    assert json.loads(end) == {"match": match_result(stands)}
    for number, line in enumerate(entries, 1):
        entry = match.entry(number)
        assert isinstance(entry, Played)
        assert json.loads(line)["result"] == score(entry.record(match.header, stands.book, id=number)).to_dict()


def test_fields_that_nobody_knows_come_back():
    odd = {"photo": "x.jpg", "more": {"a": [1, None]}}
    sheet = json_lines.read(lines(HEADER | odd, FIRST | odd))
    assert sheet.extra[1] == odd
    again = json_lines.write(sheet, rulebook("nabo"))
    assert [json.loads(line)["more"] for line in again.splitlines()] == [odd["more"]] * 2
    assert not any(sheet.misspelt.values())


def test_a_field_that_is_nearly_a_known_one_is_named_at_whatever_depth_it_stands():
    truth = {"change": "announced", "round": "pareak", "seat": ["N"]}
    correction = act("correction", changes=[truth], aggreed=["NS"])
    length = {"length": {"games": 2, "vaca": 3}}
    sheet = json_lines.read(lines(HEADER | length | {"Event": "x"}, FIRST | {"Calls": {}}, correction))
    found = {number: [what.split("'")[1::2] for what in said] for number, said in sheet.misspelt.items()}
    assert found == {
        0: [["Event", "event"], ["vaca", "vacas"]],
        1: [["Calls", "calls"]],
        2: [["aggreed", "agreed"], ["seat", "seats"]],
    }


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("game", 2, "game is 2, and the engine gives 1"),
        ("games", {"NS": 1}, "games: NS is 1, and the engine gives 0"),
        ("result", {"score": {"NS": 3}}, "result: score: NS is 3, and the engine gives 2"),
        ("result", {"tantos": []}, 'result: tantos is [], and the engine gives [{"round": "pareak", "team": "EW", '),
        ("result", {"winner": False}, "result: winner is false, and the engine gives null"),
        ("result", {"odd": 1}, "result: odd is 1, and the engine gives null"),
        ("changed_by", [3], "changed_by is [3], and the engine gives null"),
    ],
)
def test_what_is_computed_otherwise_is_told_with_its_line(name, value, wanted):
    ((line, what),) = remarks("\n" + lines(HEADER, FIRST | {name: value}))
    assert line == 3
    assert what.startswith(wanted)


def test_what_is_computed_may_be_left_out_or_said_in_part():
    part = {name: FIRST[name] for name in FIRST if name not in ("game", "games", "result")}
    assert remarks(lines(HEADER, part | {"result": {"id": 99, "tantos": [{"team": "EW"}] + [{}] * 4}})) == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], 'line 1: a match begins with its header, which has "hamarreko": "match"'),
        ([FIRST], 'line 1: a match begins with its header, which has "hamarreko": "match"'),
        ([HEADER | {"rules": None}], "line 1: header: rules is missing"),
        ([HEADER | {"rules": "mus"}], "line 1: header: unknown rule book 'mus'"),
        ([HEADER | {"rules": 7}], "line 1: header: rules is a text, not 7"),
        ([HEADER | {"options": {"kings": 5}}], "line 1: header: option kings is 4 or 8, not 5"),
        ([HEADER | {"options": 5}], "line 1: header: options is a JSON object, not 5"),
        ([HEADER | {"version": 2}], "line 1: header: version 2 is not known"),
        ([HEADER | {"esku": "X"}], "line 1: header: esku is one of N, W, S, E, not 'X'"),
        ([HEADER | {"length": 3}], "line 1: header: length: a length is a JSON object, not 3"),
        ([HEADER | {"length": {"games": 0}}], "line 1: header: length: games is a whole number, at least 1, not 0"),
        ([HEADER | {"length": {"games": 3, "mode": "x"}}], "length: mode is one of first-to, best-of, all, not 'x'"),
        ([HEADER | {"players": {"X": "a"}}], "line 1: header: players: X is one of N, W, S, E, not 'X'"),
        ([HEADER | {"teams": ["a"]}], "line 1: header: teams is a JSON object, not ['a']"),
        ([HEADER, 7], "line 2: an entry is a JSON object, not 7"),
        ([HEADER, FIRST | {"entry": 2}], "line 2: entry is 2, and this is the match's entry 1"),
        ([HEADER, FIRST | {"entry": True}], "line 2: entry is true"),
        ([HEADER, FIRST | {"kind": "x"}], "line 2: kind is karta-aldia, correction, voided"),
        ([HEADER, FIRST | {"kind": None}], "line 2: kind is karta-aldia"),
        ([HEADER, FIRST | {"esku": None}], "line 2: esku is missing"),
        ([HEADER, FIRST | {"score": {"NS": 1}}], "line 2: score: EW is missing"),
        ([HEADER, FIRST | {"cards": {"N": ["9o"]}}], "line 2: cards: N: unknown card '9o'"),
        ([HEADER, FIRST | {"cards": []}], "line 2: cards is a JSON object, not []"),
        ([HEADER, FIRST | {"calls": {"handia": ["NS says"]}}], "line 2: calls: handia: 'NS says' is no call"),
        ([HEADER, act("voided")], "line 2: entry 1: there is no entry 1 before it"),
        ([HEADER, FIRST, act("voided", of=0)], "line 3: of is a whole number, at least 1, not 0"),
        ([HEADER, FIRST, act("voided", by=None)], "line 3: by is missing"),
        ([HEADER, FIRST, act("voided", reason=" ")], "line 3: entry 2: it needs the reason"),
        ([HEADER, FIRST, act("voided"), act("voided", of=2)], "line 4: entry 3: entry 2 is not a karta aldia"),
        ([HEADER, FIRST, act("adjusted", tantos="2")], "line 3: tantos is a whole number, not '2'"),
        ([HEADER, FIRST, act("replaced", marks=7)], "line 3: marks is a list, not 7"),
        ([HEADER, FIRST, act("replaced", marks=[7])], "line 3: marks: a mark is a JSON object, not 7"),
        ([HEADER, FIRST, act("replaced", marks=[{"round": "mus"}])], "line 3: marks: round is one of handia, txikia"),
        ([HEADER, FIRST, act("replaced", marks=[], case=1)], "line 3: case is true or false, not 1"),
        ([HEADER, FIRST, act("correction", changes=[])], "line 3: entry 2: it corrects nothing"),
        ([HEADER, FIRST, act("correction", changes=[7])], "line 3: changes: a JSON object, not 7"),
        (
            [HEADER, FIRST, act("correction", changes=[{"change": "found", "found": {"pareak": "late"}}])],
            "line 3: changes: found: found: 'pareak': 'late': what can be found early is pareak: open",
        ),
        (
            [HEADER, FIRST, act("correction", changes=[{"change": "found", "found": "pareak"}])],
            "line 3: changes: found: found is a JSON object, not 'pareak'",
        ),
        (
            [HEADER, FIRST, act("correction", changes=[{"change": "shown"}])],
            "line 3: changes: shown is missing",
        ),
        ([HEADER, FIRST, act("correction", changes=[{"change": []}])], "line 3: changes: change is card, swap"),
        (
            [
                HEADER,
                FIRST,
                act("correction", changes=[{"change": "announced", "round": "pareak", "seats": ["N", "N"]}]),
            ],
            "line 3: changes: seats: each once, not ['N', 'N']",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_field(data, message):
    with pytest.raises(SheetError) as error:
        json_lines.read(lines(*data))
    assert message in str(error.value)
    assert error.value.column is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a match begins with its header"),
        ("{", "line 1: not JSON"),
        (lines(HEADER) + "\n[" + "\n", "line 3: not JSON"),
        (lines(HEADER) + '{"kind": 1, "kind": 2}', "line 2: the field 'kind' is there twice"),
        (lines(HEADER) + '{"x": NaN}', "line 2: not JSON: NaN is no number"),
        (lines(HEADER) + '{"x": 1e999}', "line 2: not JSON that can be read: '1e999' is too large a number"),
        (lines(HEADER) + '{"x": ' + "9" * 5000 + "}", "line 2: not JSON that can be read: a whole number has"),
        (lines(HEADER) + "[" * 100_000, "line 2: not JSON that can be read: nested too deep"),
    ],
)
def test_what_is_no_json(text, message):
    with pytest.raises(SheetError) as error:
        json_lines.read(text)
    assert str(error.value).startswith(message)


def test_half_a_letter_comes_back():
    text = lines(HEADER | {"event": "\ud800"})
    sheet = json_lines.read(text)
    assert sheet.match.header.event == "\ud800"
    assert json_lines.read(json_lines.write(sheet, rulebook("nabo"))) == sheet


@settings(max_examples=200, deadline=None)
@given(mutated(EXAMPLE))
def test_no_text_crashes_the_reader(text):
    assert_read_back_or_refused(json_lines, text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_no_match_or_one(text):
    with pytest.raises(SheetError):
        json_lines.read(text)
