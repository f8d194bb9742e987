"""The quick path against the state machine: the same bytes or no answer, over records of every kind."""

from __future__ import annotations

import copy
import dataclasses
import json
import random

import pytest

from engine import quick
from engine.quick import QuickScore
from engine.records import HandRecord
from engine.rules import RuleBook, parse_rulebook, rulebook
from engine.showdown import score
from engine.strict_json import encode
from firmware.commands.score import _encoded, score_line
from firmware.files.books import find_book
from tests.engine import oracle, random_records
from tests.engine.example import RECORD

# two aces of W against dupleak of N; 33 of W against 31 of S
LEAST = {
    "N": ["5o", "5c", "6o", "6c"],
    "W": ["1o", "1c", "4o", "7c"],
    "S": ["12o", "11o", "10o", "1b"],
    "E": ["12c", "11c", "7o", "6e"],
}


def dumped(data):
    return encode(data).encode()


def slow(line, find=find_book):
    """The line that the state machine answers, found as `hamarreko score` finds it."""
    if find is find_book:
        return _encoded(score_line(line, 2) or {})
    return _encoded(score(HandRecord.parse(json.loads(line), find)).to_dict())


def quick_answer(line, path=None):
    """The quick path's answer, which is the state machine's where there is one."""
    answer = (path or QuickScore(find_book)).answer(line)
    if answer is not None:
        assert answer == slow(line), line
    return answer


def is_ordinary(data, result):
    """Whether the quick path has to answer the record."""
    table = oracle.Table(data)
    true = not (table.wrong_pareak or table.wrong_jokoa)
    sizes = [len(hand) for hand in data["cards"].values()]
    said = data["calls"].values()
    answered = all(calls[-1].split()[1] not in ("envido", "gehiago", "hordago") for calls in said)
    answered = answered and all(oracle.counted(data["rules"], calls) == calls for calls in said)
    void = data["rules"] == "federacion" and any(
        "hordago" in call for calls in data["calls"].values() for call in calls
    )
    return true and sizes == [4, 4, 4, 4] and "found" not in data and answered and not void and "error" not in result


def random_record(rng):
    """Mostly an ordinary one."""
    data = random_records.record(rng)
    if rng.random() < 0.7:
        data.pop("found", None)
        data.pop("announced", None)
    return data


def test_random_records_and_every_ordinary_one_is_answered():
    rng, path, kinds = random.Random(1), QuickScore(find_book), {True: 0, False: 0}
    for _ in range(8000):
        data = random_record(rng)
        line = dumped(data)
        answer = quick_answer(line, path)
        if answer is not None:
            assert json.loads(answer) == score(HandRecord.parse(data)).to_dict()
        kinds[answer is not None] += 1
        if is_ordinary(data, json.loads(slow(line))):
            assert answer is not None, data
    assert min(kinds.values()) > 2000


SCALARS = [None, True, False, 0, 1, -1, 2, 40, 4.0, 1.5, 10**30, "", "N", "NS", "1o", "nabo", "NS paso", "é", "\ud800"]
VALUES = [*SCALARS, [], {}, ["N"], ["N", "N"], ["1o"], [None], [[]], {"NS": 1}, {"id": [1, {"a": None}]}, ["S paso"]]
FIELDS = ["id", "rules", "options", "esku", "score", "cards", "announced", "calls", "found", "hordago_shown", "note"]
NAMES = [*FIELDS, "N", "W", "NS", "EW", "handia", "pareak", "jokoa", "puntua", "perete", "kings", "target", "real31"]


def spoiled(rng, data):
    """The record with one or two things in it changed to anything."""
    data = copy.deepcopy(data)
    for _ in range(rng.randint(1, 2)):
        inside = data
        while True:
            places = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
            place = rng.choice(places) if places else None
            if place is None or rng.random() < 0.4 or not isinstance(inside[place], (dict, list)):
                break
            inside = inside[place]
        kind = rng.choice(("put", "put", "drop", "add", "double"))
        if kind == "add" or place is None:
            value = copy.deepcopy(rng.choice(VALUES))
            if isinstance(inside, dict):
                inside[rng.choice(NAMES)] = value
            else:
                inside.insert(rng.randint(0, len(inside)), value)
        elif kind == "put":
            inside[place] = copy.deepcopy(rng.choice(VALUES))
        elif kind == "drop":
            del inside[place]
        elif isinstance(inside, list):
            inside.append(inside[place])
        else:
            inside[rng.choice(NAMES)] = inside[place]
    return data


def test_records_with_anything_in_any_place():
    rng, path, answered = random.Random(2), QuickScore(find_book), 0
    for _ in range(13000):
        answered += quick_answer(dumped(spoiled(rng, random_record(rng))), path) is not None
    assert answered > 1000


def test_fields_written_twice_are_never_answered():
    rng, path, texts = random.Random(3), QuickScore(find_book), 0
    for _ in range(3000):
        line = dumped(random_record(rng))
        places = [at for at in range(len(line)) if line[at : at + 1] == b"{" and line[at + 1 : at + 2] == b'"']
        at = rng.choice(places) + 1
        name = line[at : line.index(b'"', at + 1) + 1]
        escaped = b'"\\u%04x' % name[1] + name[2:]
        again = (
            rng.choice((name, escaped)) + b": " + rng.choice((b"null", b"1", b"{}", b"[]", b'"N"', b'{"N": 1}')) + b", "
        )
        texts += path.answer(line) is not None
        assert path.answer(line[:at] + again + line[at:]) is None
        assert b"is there twice" in slow(line[:at] + again + line[at:])
    assert texts > 1000


BYTES = [bytes([byte]) for byte in b'NSWE01234567oceb -.,:;(){}[]"\\\n\t+eE'] + [
    b"null",
    "é".encode(),
    b"\xff",
    b"\x00",
]


def test_lines_with_bytes_changed():
    rng, path, answered = random.Random(4), QuickScore(find_book), 0
    for _ in range(12000):
        line = dumped(random_record(rng))
        for _ in range(rng.choice((1, 1, 1, 2))):
            at, to = rng.randrange(len(line)), rng.randrange(len(line))
            kind = rng.choice(("put", "put", "insert", "cut", "copy"))
            new = rng.choice(BYTES) if kind in ("put", "insert") else line[to : to + 5] if kind == "copy" else b""
            line = line[:at] + new + line[at + (kind == "put" or (kind == "cut" and rng.randint(1, 9))) :]
        answered += quick_answer(line.replace(b"\n", b" "), path) is not None
    assert answered > 100


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"id": None},
        {"id": True},
        {"id": -(10**50)},
        {"id": 'é "quoted" \\ \u2028 \x7f \t'},
        {"id": "\ud800 é"},
        {"id": []},
        {"id": ["a", [1]]},
        {"note": "é", "table": 4},
        {"options": {}},
        {"options": {"kings": 8, "target": 21, "real31": "sota"}, "announced": {}},
        {"announced": {}},
        {"announced": {"pareak": ["E", "N"]}},
        {"announced": {"pareak": None, "jokoa": []}},
        {"hordago_shown": True},
        {"calls": {}},
        {"calls": {"handia": []}},
        {"calls": {"handia": ["N paso", "W paso", "S envido 2", "E Órdago", "N no quiero"]}},
        {"calls": {"handia": ["NS paso", "EW paso", "NS paso", "EW paso", "NS paso"]}},
        {"calls": {"handia": ["EW hordago", "NS kanta"]}},
        {"calls": {"handia": ["EW 5 imido", "NS beste bi", "W no veo"], "pareak": ["W paso", "E imido", "N veo"]}},
        {"calls": {"txikia": ["EW envido 2", "NS hordago", "EW iduki"], "handia": ["NS envido 9", "EW tira"]}},
        {"calls": {"pareak": ["EW envido 45", "NS gehiago 1", "EW quiero"], "puntua": ["W envido 2", "N tira"]}},
        {"calls": {"puntua": ["NS hordago", "EW tira"]}},
        {"score": {"NS": 39, "EW": 39}},
        {"score": {"NS": 39, "EW": 20}, "calls": {"handia": ["NS envido 2", "EW tira"]}},
        {"note": [{}]},
        {"rules": "federacion", "announced": {}},
        {"rules": "federacion", "announced": {}, "calls": {"handia": ["EW hordago", "NS iduki"]}},
    ],
)
def test_ordinary_records(change):
    assert quick_answer(dumped(RECORD | change)) is not None


@pytest.mark.parametrize(
    "change",
    [
        {"id": 1.5},
        {"id": {"a": 1}},
        {"id": "10:30"},
        {"note": "long " * 200},
        {"note": {"a": {}}},
        {"found": {}},
        {"calls": {"pareak": ["W envido 2", "N tira"]}},
        {"calls": {"pareak": ["E envido 2", "S tira"]}},
        {"calls": {"handia": ["N pasamos", "EW envido 2", "N tira"]}},
        {"calls": {"handia": ["EW envido 2", "N tira ene gatik", "S iduki"]}},
        {"rules": "federacion", "calls": {"handia": ["EW envido 2", "N tira", "S iduki"]}},
        {"rules": "federacion", "calls": {"handia": ["E envido 2", "W envido 3", "NS aukera 3", "NS iduki"]}},
        {"rules": 5},
        {"rules": ["nabo"]},
        {"rules": "/no/such/book.toml"},
        {"options": []},
        {"options": {"kings": 4.0}},
        {"options": {"games": 1}},
        {"esku": "X"},
        {"esku": None},
        {"score": {"NS": 12, "EW": 40}},
        {"score": {"NS": -1, "EW": 4}},
        {"score": {"NS": 1.0, "EW": 4}},
        {"score": {"NS": True, "EW": 4}},
        {"score": {"NS": 1}},
        {"score": [1, 2]},
        {"cards": RECORD["cards"] | {"E": ["2c", "1e", "11e", "2b"]}},
        {"cards": RECORD["cards"] | {"E": ["2c", "1e", "11e"]}},
        {"cards": RECORD["cards"] | {"E": ["2c", "1e", "11e", "2e", "4o"], "W": ["10b", "3o", "7e"]}},
        {"cards": RECORD["cards"] | {"E": ["2c", "1e", "11e", "8e"]}},
        {"cards": RECORD["cards"] | {"E": {"2c": 0, "1e": 0, "11e": 0, "2e": 0}}},
        {"cards": {"N": RECORD["cards"]["N"], "E": RECORD["cards"]["E"]}},
        {"cards": RECORD["cards"] | {"X": []}},
        {"announced": {"pareak": ["N"]}},
        {"announced": {"pareak": ["N", "N"]}},
        {"announced": {"pareak": "NE"}},
        {"announced": {"jokoa": ["N"]}},
        {"announced": {"jokoa": {}}},
        {"announced": {"mus": None}},
        {"announced": {"perete": []}},
        {"calls": {"handia": {}}},
        {"calls": {"handia": ""}},
        {"calls": {"handia": None}},
        {"calls": {"jokoa": None}},
        {"calls": {"jokoa": []}},
        {"calls": {"handia": ["NS envido 2"]}},
        {"calls": {"handia": ["NS envido 2", "N iduki"]}},
        {"calls": {"handia": ["NS envido 2", "EW kanta"]}},
        {"calls": {"handia": ["NS envido 2", "EW paso", "EW iduki"]}},
        {"calls": {"handia": ["NS envido 2", "EW iduki", "EW paso"]}},
        {"calls": {"handia": ["NS envido 1", "EW iduki"]}},
        {"calls": {"handia": ["NS hordago", "EW gehiago 2", "NS iduki"]}},
        {"calls": {"handia": ["NS hordago", "EW hordago", "NS iduki"]}},
        {"calls": {"handia": ["NS iduki"]}},
        {"calls": {"handia": [2]}},
        {"calls": {"handia": [["NS paso"]]}},
        {"calls": {"handia": ["NS paso", "EW paso", "NS paso", "EW paso", "NS envido 2", "EW iduki"]}},
        {"calls": {"pareak": ["N paso", "E paso", "N envido 2", "E iduki"]}},
        {"calls": {"handia": ["NS hordago", "EW iduki"], "txikia": ["NS paso"]}},
        {"score": {"NS": 39, "EW": 20}, "calls": {"handia": ["NS envido 2", "EW tira"], "txikia": ["NS paso"]}},
    ],
)
def test_records_that_are_the_state_machines(change):
    """Each of them is refused by it, or needs more than the quick path knows."""
    assert QuickScore(find_book).answer(dumped(RECORD | change)) is None


@pytest.mark.parametrize("missing", ["rules", "esku", "score", "cards"])
def test_a_record_that_lacks_something(missing):
    assert QuickScore().answer(dumped({name: value for name, value in RECORD.items() if name != missing})) is None


@pytest.mark.parametrize(
    "line", [b"", b" ", b"[]", b"1", b'"a"', b"{}", b"{", b"\xff", b"\xef\xbb\xbf{}", b"NaN", b"null"]
)
def test_lines_that_are_no_record(line):
    assert QuickScore().answer(line) is None


@pytest.mark.parametrize(("after", "answered"), [(b"", True), (b" \t\r", True), (b"x", False), (b"{}", False)])
def test_what_follows_the_record(after, answered):
    assert (quick_answer(dumped(RECORD) + after) is not None) is answered


def test_numbers_that_are_none():
    for number in (b"NaN", b"-Infinity", b"1e999", b"9" * 5000):
        assert QuickScore().answer(dumped(RECORD | {"note": "@"}).replace(b'"@"', number)) is None


@pytest.mark.parametrize("answer", ["iduki", "tira"])
@pytest.mark.parametrize("round", ["pareak", "jokoa"])
@pytest.mark.parametrize("rules", ["nabo", "federacion", "spain"])
def test_a_hordago_accepted_on_the_least_hands_is_the_state_machines_where_an_article_may_void_it(rules, round, answer):
    data = RECORD | {"rules": rules, "announced": {}, "cards": LEAST}
    cards = data["cards"] | (
        {"S": ["12o", "11o", "10o", "3b"], "E": ["12c", "11c", "7o", "6e"]} if round == "jokoa" else {}
    )
    data |= {"cards": cards, "calls": {round: ["NS hordago", f"EW {answer}"]}}
    found = quick_answer(dumped(data))
    assert (found is None) == (rules == "federacion" and answer == "iduki")


CLUB = 'base = "{base}"\nname = "club"\ntitle = "Our club"\n{more}'


@pytest.mark.parametrize(
    ("base", "more", "answered"),
    [
        ("basque", "target = 12", True),
        ("basque", "target = 9\nkings = 8", True),
        ("basque", "minimum_bid = 1", True),
        ("basque", "minimum_bid = 5", True),
        ("spain", 'real31 = "sota"', True),
        ("spain", 'real31 = "hiru-zazpi"\nkings = 4', True),
        ("spain", 'unanswered = "refused"', True),
        ("spain", 'penalties = "federacion"', True),
        ("spain", "tio_perete = true", True),
        ("spain", "players = [4]", True),
        ("spain", "players = [2]", False),
        ("nabo", 'real31_suits = ["o"]', False),
        ("nabo", 'real31_sevens = "other-suits"', False),
        ("nabo", 'real31_sevens = ["o", "c", "e"]', False),
    ],
)
def test_clubs_books(base, more, answered):
    """A hundred records each; what the quick path does not know of, it leaves alone."""
    book = parse_rulebook(CLUB.format(base=base, more=more), "club.toml")

    def find(rules):
        return book if rules == "club" else rulebook(rules)

    rng, path, count = random.Random(5), QuickScore(find), 0
    while count < 100:
        data = random_record(rng) | {"rules": "club"}
        data["score"] = {team: rng.randrange(data["options"].get("target", book.target)) for team in ("NS", "EW")}
        answer = path.answer(dumped(data))
        if answer is not None:
            assert answer == slow(dumped(data), find)
        count += answered is False or answer is not None
        assert answered or answer is None or "real31" in data["options"]


def test_declared_peretes_are_the_state_machines():
    book = parse_rulebook(CLUB.format(base="spain", more="tio_perete = true"), "club.toml")
    data = RECORD | {"cards": RECORD["cards"] | {"N": ["4b", "5b", "6o", "7c"]}, "announced": {"perete": ["N"]}}
    assert QuickScore(lambda rules: book).answer(dumped(data)) is None
    assert QuickScore(lambda rules: book).answer(dumped(data | {"announced": {}, "calls": {}})) is not None


def test_a_book_is_looked_for_only_by_a_name():
    asked = []

    def find(rules):
        asked.append(rules)
        return rulebook("nabo")

    path = QuickScore(find)
    for rules in (1, True, None, ["nabo"], "nabo", "nabo"):
        path.answer(dumped(RECORD | {"rules": rules}))
    assert asked == ["nabo"]


def test_options_are_told_apart_as_they_were_written():
    path = QuickScore(find_book)
    for kings in (8, 8.0, 4, 4.0, True, "4", 8):
        assert (quick_answer(dumped(RECORD | {"announced": {}, "options": {"kings": kings}}), path) is None) == (
            type(kings) is not int
        )


def test_no_more_books_are_kept_than_so_many(monkeypatch):
    monkeypatch.setattr(quick, "_MOST_LAWS", 3)
    path = QuickScore(find_book)
    for target in (*range(25, 60), *range(25, 60)):
        assert quick_answer(dumped(RECORD | {"options": {"target": target}}), path)
        assert len(path._laws) <= 3


def test_a_new_field_of_rule_books_has_to_be_thought_of_here():
    """Those that say what is marked are honoured by the quick path, or leave the record to the state machine."""
    marking = ["kings", "target", "minimum_bid", "real31", "players", "unanswered", "penalties", "answers", "two_bids"]
    marking += ["real31_suits", "real31_sevens", "tio_perete"]
    others = ["name", "title", "games", "vacas", "mus", "clock", "first_dealer", "first_esku"]
    assert sorted(field.name for field in dataclasses.fields(RuleBook)) == sorted(marking + others)
