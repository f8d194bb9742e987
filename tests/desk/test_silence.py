"""Mus por Equipos 11: nobody hears of a game at another table before every table is done with it.

What tables do with a game that is not open changes no byte of what anybody is answered: each page, file and address of
the desk, asked by every role, is compared before and after. So an address that comes later is looked at too.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.routing import Route

from desk.acts import Disputed, from_json, to_json
from desk.keeping.database import Database
from desk.service import Desk, copying, judging, results
from engine.errors import TournamentError
from firmware.keeping.journal_reading import read_journal
from firmware.outlets.told import told
from firmware.panel.app import Panel
from firmware.panel.describe import described, of_now
from tests.desk.at_the_desk import AtTheDesk, Visitor, words
from tests.desk.equipos import SEED, Match
from tests.desk.playing import ANE, JUDGE, pair
from tests.firmware.panel.asking import ask
from tests.firmware.playing import in_memory

CARD = re.compile(r"(?<![\w#.-])(?:[1-7]|1[0-2])[oceb](?!\w)")
"""A card, as pages and files name it."""
FILLED = {"tournament": "1", "round": "1", "team": "T01", "partida": "1", "code": "NONE"}
_OWN = re.compile(r'name="token" value="[^"]*"|(?m:^hamarreko_(?:answers|box)_.*\n)')
"""What differs from one answer to the next whatever is played: a form's token, how many have asked."""
DEALS = ("/t/1/desk/sheets.pdf", "/t/1/desk/deals.jsonl", "/t/1/desk/tournament.jsonl")
"""What shows the packs to whoever lays them out."""
Answers = Mapping[tuple[str, str], tuple[int, bytes]]


class Hall:
    """A match of two tables at a desk, and everybody who may ask it."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        database = Database.in_folder(folder / "desk")
        stack.callback(database.close)
        self.at = AtTheDesk(Desk(database))
        self.match = Match(stack, folder, self.at.desk)
        at_table = Visitor(self.at.app)
        assert at_table.post("/enter", {"code": self.match.tables[0].code}).status_code == 200
        self.people = {
            "the machine itself": self.at.here(),
            "stranger": self.at.phone(),
            "pair": self.at.pair("T01"),
            "judge": self.at.judge(),
            "committee": self.at.committee(),
            "table": at_table,
        }
        self.chance = random.Random(11)

    def addresses(self, method: str) -> Iterator[str]:
        """Every address of the desk that takes this method; those of codes count who has tried too often."""
        for route in self.at.app.app.routes:
            assert isinstance(route, Route)
            if method in (route.methods or ()) and not route.path.endswith((".css", ".js", ".svg", "{code}")):
                yield route.path_format.format(**FILLED)

    def answers(self, *people: str) -> Answers:
        """What these, or all of them, are answered everywhere."""
        found = {}
        for name in people or self.people:
            for path in self.addresses("GET"):
                answer = self.people[name].get(path)
                text = answer.content if b"%PDF" in answer.content[:8] else _OWN.sub("", answer.text).encode()
                found[name, path] = answer.status_code, text
        return found

    def play(self, number: int, games: int | None = None) -> None:
        """A jugada at a table, or all of the game in hand; the desk hears it."""
        table = self.match.tables[number - 1]
        if games:
            table.game(self.chance)
        else:
            table.hand(self.chance)
        table.send()


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A hall before the first card."""
    with in_memory() as folder, ExitStack() as stack:
        yield Hall(stack, folder)


def changed(before: Answers, after: Answers) -> list[tuple[str, str]]:
    """Who is answered otherwise, and where."""
    return [key for key in before.keys() & after.keys() if before[key] != after[key]]


def test_11_nothing_that_a_table_plays_in_a_closed_game_changes_any_answer(hall: Hall) -> None:
    closed = hall.answers()
    assert len(closed) > 200
    texts = {key: text.decode("utf-8") for key, (_, text) in closed.items() if not text.startswith(b"%PDF")}
    assert [key for key, text in texts.items() if CARD.search(text) and key[1] not in DEALS] == []
    assert [key for key, text in texts.items() if SEED in text and key[1] not in DEALS] == []
    for number in (1, 2):
        hall.play(number)
        assert changed(closed, hall.answers("stranger", "judge")) == []
    hall.play(1, games=1)
    assert hall.match.open == 0
    assert changed(closed, hall.answers()) == []


def test_11_once_every_table_is_done_the_game_is_open_to_all_and_the_next_one_is_not(hall: Hall) -> None:
    hall.play(1, games=1)
    closed = hall.answers("stranger", "judge")
    hall.play(2, games=1)
    opened = hall.answers()
    home, everywhere = ("stranger", "/t/1"), {path for _, path in changed(closed, opened)}
    assert everywhere >= {"/t/1", "/t/1/wall", "/t/1/equipos.json", "/t/1/stands"}
    assert "Jugada 0101" in words(hall.people["stranger"].get("/t/1"))
    assert len(CARD.findall(opened[home][1].decode())) >= 2 * 16
    hall.play(1, games=1)
    hall.play(2)
    assert hall.match.open == 1
    assert changed(opened, hall.answers()) == []
    assert hall.people["stranger"].get("/t/1/equipos.pdf").status_code == 404
    assert SEED not in hall.people["stranger"].get("/t/1/equipos.json").text


def test_7_11_after_the_last_game_there_is_the_result_and_the_seed_is_published(hall: Hall) -> None:
    for number in (1, 2, 1, 2):
        hall.play(number, games=1)
    shown = hall.people["stranger"].get("/t/1").text.replace("<wbr>", "")
    assert SEED in shown
    shown_json = hall.people["stranger"].get("/t/1/equipos.json").json()
    assert (shown_json["over"], shown_json["seed"], sum(shown_json["games_won"].values())) == (True, SEED, 4)
    assert hall.people["stranger"].get("/t/1/equipos.pdf").content.startswith(b"%PDF")


def test_11_whatever_is_sent_tells_nothing_either(hall: Hall) -> None:
    """Every form, sent empty by everybody, before the first game is open."""
    hall.play(1)
    for name in ("stranger", "pair", "judge", "committee"):
        for path in hall.addresses("POST"):
            text = hall.people[name].post(path, {}, "/t/1/round").text
            assert not CARD.search(text), path
            assert SEED not in text, path


def test_11_nobody_at_the_desk_says_how_a_table_plays(hall: Hall) -> None:
    desk = hall.at.desk
    for who in (pair("T01"), ANE, JUDGE):
        with pytest.raises(TournamentError, match="In Mus por Equipos the boxes tell how the tables play"):
            results.report(desk, 1, who, 1, [(10, 3), (10, 4)])
    for said in (judging.change, judging.void):
        with pytest.raises(TournamentError, match="In Mus por Equipos the boxes tell"):
            said(desk, 1, JUDGE, 1, *([[(10, 3)]] if said is judging.change else []), why="so")


def test_11_two_boxes_of_a_table_that_differ_are_a_case_without_what_they_told(tmp_path: Path) -> None:
    with ExitStack() as stack:
        hall = Hall(stack, tmp_path)
        first, second = hall.match.tables[0], hall.match.joined(1)
        first.hand(random.Random(1))
        second.hordago()
        for table in (first, second):
            table.send()
        [said] = hall.match.state.disputes.values()
        assert said.act == from_json(to_json(said.act)) == Disputed(1, 1, {})
        judge = hall.people["judge"]
        assert "have told does not agree: the judge decides" in words(judge.get("/t/1/desk/partida/1"))
        assert not CARD.search(judge.get("/t/1/desk/partida/1").text)
        assert not CARD.search("".join(copying.lines(hall.at.desk, 1)))


def test_11_a_box_shows_its_own_table_and_no_coming_pack(hall: Hall) -> None:
    table = hall.match.tables[0]
    coming = [" ".join(map(str, pack)) for jugada, packs in table.state.deals.items() for pack in packs.values()]
    assert len(coming) == 2 * 20 * 4
    app = Panel(table.appliance).app
    seen = table.appliance.snapshot()
    streamed = str(described(table.appliance, seen) | of_now(table.appliance, seen)) + str(told(seen))
    assert SEED not in streamed
    assert [pack for pack in coming if pack in streamed] == []
    for route in app.routes:
        assert isinstance(route, Route)
        if "GET" not in (route.methods or ()) or route.path in ("/api/events", "/api/changes"):
            continue
        path = re.sub(r"\{[^}]*\}", "1", route.path)
        text = ask(app, "GET", path).content.decode("latin-1")
        assert SEED not in text, path
        assert [pack for pack in coming if pack in text] == [], path
    kept = "".join(event.body for event in read_journal(table.folder, 0, 10_000))
    assert [pack for pack in coming if pack in kept] == coming
