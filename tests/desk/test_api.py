"""What other programs ask a desk for."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from desk.acts import Role, Seated, Who
from desk.app import DeskApp
from desk.keeping import boxes
from desk.keeping.people import Place
from desk.service import Desk, judging, results, setting_up
from engine.errors import MusError
from engine.strict_json import encode
from engine.tournament.acts import Suspended
from engine.tournament.entries import TeamEntry
from tests.desk.matches import ended, told_of
from tests.desk.playing import ANE, IKER, JUDGE, begun, drawn, pair, reported
from web.gate import COOKIE
from words.as_json import from_json
from words.text import LANGUAGES, speech


@pytest.fixture
def client(desk: Desk) -> TestClient:
    """A program on the desk's own machine."""
    return TestClient(DeskApp(desk).app, "http://127.0.0.1:8050", client=("127.0.0.1", 50000))


def asked(client: TestClient, path: str) -> Any:
    """What it answers."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_standings_and_partidak_are_as_the_command_line_reads_and_writes_them(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk, 5)
    reported(desk, tournament, 1, [(40, 32), (40, 12)])
    judging.void(desk, tournament, JUDGE, 2, "cards were marked")
    partidak = asked(client, "/api/partidak")
    assert [(one["teams"][1] is None, one["confirmed"]) for one in partidak] == [
        (False, True),
        (False, True),
        (True, True),
    ]
    lines = [desk.state(tournament).first_line(), *partidak]
    command = [sys.executable, "-m", "firmware.cli", "standings"]
    text = "\n".join(encode(line) for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8")
    assert done.stderr == ""
    assert asked(client, "/api/standings") == [json.loads(line) for line in done.stdout.splitlines()]


def test_tables_say_who_sits_where_by_which_rules(client: TestClient, desk: Desk) -> None:
    drawn(desk, 5)
    first, second = asked(client, "/api/tables")
    assert (first["table"], first["partida"], second["table"]) == (1, 1, 2)
    assert (first["rules"], first["target"], first["mantxak"]) == ("nabo", 40, 2)
    assert len(first["teams"][0]["players"]) == 2


def test_without_a_tournament_or_a_lock_one_sentence_says_so(client: TestClient, desk: Desk) -> None:
    assert client.get("/api/standings").json()["error"] == "there is no tournament"
    drawn(desk)
    answer = client.get("/api/standings?tournament=7")
    assert (answer.status_code, answer.json()["error"]) == (400, "there is no tournament 7")


def test_why_not_is_said_in_any_language(client: TestClient, desk: Desk) -> None:
    refused = [
        client.get("/api/standings"),
        client.post("/api/box/join", json={}),
        client.post("/api/box/join", json={"code": "1"}),
        client.post("/api/box/join", content=b"\xff"),
        client.post("/api/box/join", content=b"x" * 10_000),
        client.post("/api/box/join", json=[]),
        client.post("/api/box/events", json={}),
    ]
    drawn(desk)
    _, key = desk.admit(Place(1, Role.PAIR, team="T01"))
    refused.append(client.post("/api/box/join", json={}, headers={"Authorization": f"Bearer {key}"}))
    for answer in refused:
        assert answer.status_code >= 400
        said = from_json(answer.json()["sentence"])
        assert answer.json()["error"] == said
        assert len({speech(language).sentence(said) for language in LANGUAGES}) == len(LANGUAGES), said


def test_the_figures_are_those_of_the_tournament(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    reported(desk, tournament, 1, [(40, 32), (40, 12)])
    asked(client, "/api/standings")
    told = client.get("/metrics").text
    assert 'hamarreko_partidak_confirmed{tournament="1"} 1' in told
    assert 'hamarreko_answers_total{kind="page",status="200"} 1' in told
    assert asked(client, "/health") == {"alive": True, "tournaments": 1}


def test_a_box_comes_in_by_its_code_or_from_the_desks_own_machine(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    [issued] = desk.issue([Place(tournament, Role.TABLE, table=1)])
    joined = client.post("/api/box/join", json={"code": issued.code}).json()
    assert joined["table"] == 1
    assert joined["events"] == []
    assert client.post("/api/box/join", json={"table": 2}).json()["table"] == 2
    away = TestClient(client.app, client=("192.168.1.7", 50000))
    assert away.post("/api/box/join", json={"table": 2}).status_code == 401
    assert away.post("/api/box/join", json={"code": "0"}).status_code == 401
    proxied = client.post("/api/box/join", json={"table": 2}, headers={"X-Forwarded-For": "203.0.113.9"})
    assert proxied.status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "made-up.example:8050"},
        {"Origin": "http://made-up.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_another_sites_page_in_a_browser_at_the_desk_joins_no_table(
    client: TestClient, desk: Desk, headers: dict[str, str]
) -> None:
    drawn(desk)
    assert client.post("/api/box/join", json={"table": 1}, headers=headers).status_code == 401


def test_a_table_tells_of_no_partida_that_is_played_at_another(client: TestClient, desk: Desk) -> None:
    drawn(desk)
    joined = client.post("/api/box/join", json={"table": 2}).json()
    key = {"Authorization": f"Bearer {joined['key']}"}
    for number, told in enumerate(
        ({"partida": 1, "lines": ["made up"]}, {"partida": 10**30}, {"partida": 2, "lines": 5})
    ):
        sent = {"journal": joined["journal"], "first": number + 1, "events": ["a"], "told": told}
        assert client.post("/api/box/events", json=sent, headers=key).json()["committed"]["number"] == number + 1
    _, judges = desk.admit(Place(1, Role.JUDGE))
    for partida in (1, 2):
        page = client.get(f"/t/1/desk/partida/{partida}", headers={"Cookie": f"{COOKIE}-8050={judges}"})
        assert page.status_code == 200
        assert "made up" not in page.text


def test_a_pair_that_calls_itself_judge_is_none(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    won = [(40, 32), (40, 12)]
    for team in map(str, desk.state(tournament).tournament.partidak[1].pairing.teams):
        results.report(desk, tournament, Who("judge", Role.PAIR, team=team), 1, won)
    assert asked(client, "/api/partidak")[0]["by"] == "pair"
    joined = client.post("/api/box/join", json={"table": 1}).json()
    told = {"partida": 1, **ended((3, 40), (2, 40))}
    sent = {"journal": joined["journal"], "first": 1, "events": ["a"], "told": told}
    client.post("/api/box/events", json=sent, headers={"Authorization": f"Bearer {joined['key']}"})
    assert list(desk.state(tournament).disputes) == [1]


class FakeBox:
    """A box at a table that sends what the test says."""

    def __init__(self, client: TestClient, table: int = 1) -> None:
        self._client, self._count = client, 0
        self._joined = client.post("/api/box/join", json={"table": table}).json()

    def tell(self, event: str, again: bool = False, **told: Any) -> None:
        self._count += not again
        partida = {"partida": 1, "mantxak": [], "over": False, "confirmed": [], "lines": list(event), **told}
        sent = {"journal": self._joined["journal"], "told": partida, "first": self._count, "events": [event]}
        headers = {"Authorization": f"Bearer {self._joined['key']}"}
        answer = self._client.post("/api/box/events", json=sent, headers=headers)
        assert answer.json()["committed"]["number"] == self._count

    def teams(self) -> dict[str, str]:
        """What it is told that the teams at its table are called, by their ids."""
        sent = {"journal": self._joined["journal"], "first": self._count + 1, "events": []}
        headers = {"Authorization": f"Bearer {self._joined['key']}"}
        seat = self._client.post("/api/box/events", json=sent, headers=headers).json()["seat"]
        return {team["id"]: team["name"] for team in seat["teams"]}

    def call(self, number: int, back: bool = False) -> str | None:
        sent = {"journal": self._joined["journal"], "first": self._count + 1, "events": []}
        called = {"call": {"number": number, "back": back}}
        headers = {"Authorization": f"Bearer {self._joined['key']}"}
        answer = self._client.post("/api/box/events", json=sent | called, headers=headers).json()["call"]
        assert answer is None or isinstance(answer, str)
        return answer


def test_a_box_alone_is_told_numbers_of_teams_of_one_name_and_nothing_else_where_both_are_its_own(
    client: TestClient, desk: Desk
) -> None:
    tournament = drawn(desk)
    (one, other), (third, fourth) = [[team["id"] for team in table["teams"]] for table in asked(client, "/api/tables")]
    named = {one: "Los Reyes", other: "LOS reyes", third: "Los  Reyes", fourth: ""}
    for club, (team, name) in enumerate(named.items()):
        entry = TeamEntry(team, name, f"Club {club}", (f"Player {team}a", f"Player {team}b"))
        setting_up.rewrite(desk, tournament, ANE, entry, "the list was wrong")
    assert FakeBox(client).teams() == {one: one, other: other}
    assert FakeBox(client, 2).teams() == {third: f"Los  Reyes ({third})", fourth: ""}
    told = {team["id"]: team["name"] for table in asked(client, "/api/tables") for team in table["teams"]}
    assert told == named
    for team in (one, other):
        setting_up.rewrite(desk, tournament, ANE, TeamEntry(team, "", "", (f"{team}a", f"{team}b")), "no names")
    assert FakeBox(client).teams() == {one: "", other: ""}


def test_what_a_box_told_before_it_was_replaced_is_the_next_ones_word(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    first = FakeBox(client)
    first.tell("ab")
    second = FakeBox(client)
    second.tell("ac")  # it has corrected the last hand
    first.tell("ab", again=True)
    assert desk.state(tournament).disputes == {}
    first.tell("abd")
    assert list(desk.state(tournament).disputes) == [1]


def test_the_last_box_at_a_table_is_the_last_that_joined_whatever_the_clock_says(
    client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(desk)
    first = FakeBox(client)
    first.tell("a")
    with monkeypatch.context() as behind:
        behind.setattr(boxes, "now", lambda: "2020-01-01T00:00:00.000Z")
        second = FakeBox(client)
    first.tell("b")
    second.tell("c")
    assert client.post("/api/box/join", json={"table": 1}).json()["events"] == ["a", "c"]


def test_another_box_goes_on_from_no_history_that_is_no_match_or_larger_than_it_can_hold(
    client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(desk)
    box, over = FakeBox(client), told_of([(40, 3), (40, 2)])
    box.tell("a", header=over["header"], lines=over["lines"][:1])
    FakeBox(client).tell("no event")
    box.tell("b", header=over["header"], lines=over["lines"][:2])
    assert client.post("/api/box/join", json={"table": 1}).json()["events"] == ["a", "b"]
    FakeBox(client).tell("large", header=over["header"], lines=over["lines"][:1])
    assert client.post("/api/box/join", json={"table": 1}).json()["events"] == ["a", "b", "large"]
    monkeypatch.setattr(boxes, "MOST_LETTERS", 4)
    assert client.post("/api/box/join", json={"table": 1}).json()["events"] == ["a", "b"]


def test_what_the_judge_has_decided_is_no_case_again_however_often_it_is_told(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    box, other = FakeBox(client), FakeBox(client)
    box.tell("ab")
    other.tell("x")
    assert list(desk.state(tournament).disputes) == [1]
    judging.change(desk, tournament, JUDGE, 1, [(40, 3), (40, 2)], "the table says so")
    other.tell("x", again=True)
    box.tell("abc", **ended((40, 3), (40, 2)))
    other.tell("xy", **ended((3, 40), (2, 40)))
    assert desk.state(tournament).disputes == {}


@pytest.mark.parametrize("typist", [ANE, JUDGE])
def test_what_a_box_tells_otherwise_than_a_sheet_is_a_case_whoever_typed_it(
    client: TestClient, desk: Desk, typist: Who
) -> None:
    tournament, won = drawn(desk), [(40, 32), (40, 12)]
    results.report(desk, tournament, typist, 1, won)
    results.confirm(desk, tournament, IKER, 1, won)
    FakeBox(client).tell("a", **ended((3, 40), (2, 40), confirmed=[0, 1]))
    state = desk.state(tournament)
    assert (state.find(1).mantxak, list(state.disputes)) == (tuple(won), [1])


def test_a_box_that_has_not_told_a_result_itself_does_not_take_it_back(client: TestClient, desk: Desk) -> None:
    tournament, over = drawn(desk), ended((40, 32), (40, 12))
    FakeBox(client).tell("a", **over)
    other = FakeBox(client)
    for lines in ([], over["lines"][:1], over["lines"][:-1]):
        other.tell("x", header=over["header"], lines=lines)
        assert desk.state(tournament).find(1).mantxak == ((40, 32), (40, 12))


def test_a_box_whose_word_comes_to_no_result_does_not_take_anothers_back(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    told, other = ended((40, 32), (40, 12)), FakeBox(client)
    FakeBox(client).tell("first", **told)
    played_on = {"header": told["header"], "lines": told["lines"][:-1]}
    other.tell("over, it says", **played_on, over=True, mantxak=told["mantxak"])
    other.tell("and plays on", **played_on)
    assert desk.state(tournament).find(1).mantxak == ((40, 32), (40, 12))


def test_a_fresh_box_takes_back_no_result_that_another_table_has_told(client: TestClient, desk: Desk) -> None:
    tournament, over = drawn(desk), ended((40, 32), (40, 12))
    FakeBox(client).tell("a", **over)
    desk.act(tournament, ANE, lambda _: [Seated({1: 9})])
    FakeBox(client, table=9).tell("x", header=over["header"], lines=[])
    assert desk.state(tournament).find(1).mantxak == ((40, 32), (40, 12))


def test_a_box_takes_back_its_own_result_and_no_paper_sheets(client: TestClient, desk: Desk) -> None:
    tournament, over = drawn(desk), ended((40, 32), (40, 12))
    box, played_on = FakeBox(client), {"header": over["header"], "lines": over["lines"][:-1]}
    box.tell("a", **over)
    box.tell("c", header=over["header"], lines=["{"])
    assert desk.state(tournament).find(1).mantxak == ((40, 32), (40, 12)), "what cannot be read says nothing"
    box.tell("d", **over)
    box.tell("e", **played_on)
    assert desk.state(tournament).find(1).mantxak == ()
    results.report(desk, tournament, IKER, 1, [(40, 32), (40, 12)])
    box.tell("f", **over)
    box.tell("g", **played_on)
    assert desk.state(tournament).find(1).mantxak == ((40, 32), (40, 12))


def test_a_boxs_call_joins_the_one_that_waits_and_takes_back_no_phones(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    box = FakeBox(client)
    team = pair(str(desk.state(tournament).tournament.partidak[1].pairing.teams[0]))
    judging.call(desk, tournament, team, 1, "kanta")
    assert box.call(1) == box.call(1) == "waits"
    judging.answer_call(desk, tournament, JUDGE, 1)
    assert box.call(1) == "answered"
    assert len(desk.state(tournament).calls) == 1
    judging.call(desk, tournament, team, 1, "puntua")
    assert box.call(1, back=True) == "waits"
    assert box.call(2) == "waits"
    assert box.call(2, back=True) == "taken-back"
    judging.take_call_back(desk, tournament, pair("T99"), 1)
    assert [call.waits for call in desk.state(tournament).calls.values()] == [False, True]
    assert [call.about for call in desk.state(tournament).calls.values()] == ["kanta", "puntua"]


def test_a_box_takes_back_its_own_call_and_no_other_boxs(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    first, second = FakeBox(client), FakeBox(client)
    assert first.call(1) == "waits"
    assert second.call(1, back=True) == "waits"  # what it had called was seen to before, or never heard
    assert second.call(2) == "waits"
    assert [second.call(2, back=True), second.call(2, back=True), first.call(1)] == [
        "taken-back",
        "taken-back",
        "waits",
    ]
    assert first.call(1, back=True) == "taken-back"
    assert [call.waits for call in desk.state(tournament).calls.values()] == [False]
    fresh = Desk(desk.database)
    assert fresh.state(tournament).calls == desk.state(tournament).calls


def test_a_box_takes_back_the_call_of_the_one_from_which_it_goes_on(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    gone = FakeBox(client)
    gone.tell("a")
    assert gone.call(1) == "waits"
    box = FakeBox(client)
    assert box.call(1) == "waits"
    assert box.call(1, back=True) == "taken-back"
    assert [call.waits for call in desk.state(tournament).calls.values()] == [False]


def test_what_a_box_has_told_of_a_final_keeps_it_from_being_drawn_anew(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk, stages=[{"system": "knockout"}])
    for partida in (1, 2):
        reported(desk, tournament, partida, [(40, 3), (40, 2)])
    setting_up.draw(desk, tournament, ANE, "final")
    box = FakeBox(client)
    box.tell("a", partida=3)
    with pytest.raises(MusError, match="void it first"):
        judging.change(desk, tournament, JUDGE, 1, [(3, 40), (2, 40)], "upside down")
    box.tell("", partida=3)  # the hand was taken back
    judging.change(desk, tournament, JUDGE, 1, [(3, 40), (2, 40)], "upside down")
    box.tell("ab", partida=3, **ended((40, 3), (40, 2), confirmed=(0, 1)))
    state = desk.state(tournament)
    assert [state.tournament.partidak[number].winner for number in (3, 4)] == [None, None]
    assert asked(client, "/api/tables")[0]["partida"] == 4


def test_a_box_and_a_phone_stand_it_that_the_lock_is_opened(client: TestClient, desk: Desk) -> None:
    tournament = begun(desk)
    box = FakeBox(client)
    _, key = desk.admit(Place(tournament, Role.PAIR, team="T01"))
    setting_up.unlock(desk, tournament, ANE, "a pair came late")
    box.tell("a")
    assert box.call(1) == "waits"
    assert client.get("/t/1/pair", headers={"Cookie": f"{COOKIE}-8050={key}"}).status_code == 200
    setting_up.lock(desk, tournament, ANE)
    setting_up.draw(desk, tournament, ANE, "first")
    assert asked(client, "/api/tables")[0]["partida"] == 1


def test_what_could_not_follow_when_it_was_told_follows_when_it_is_told_again(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk)
    box, other = FakeBox(client), FakeBox(client)
    other.tell("x")
    over = ended((40, 3), (40, 2), confirmed=(0, 1))
    box.tell("ab", **over)
    assert list(desk.state(tournament).disputes) == [1]
    other.tell("a", lines=over["lines"][:1])  # it was corrected
    assert not results.is_confirmed(desk.state(tournament).tournament.partidak[1])
    box.tell("ab", again=True, **over)
    assert results.is_confirmed(desk.state(tournament).tournament.partidak[1])


def test_names_that_were_taken_out_are_nowhere_in_what_everybody_may_ask_for(client: TestClient, desk: Desk) -> None:
    tournament = drawn(desk, 2)
    results.report(desk, tournament, Who("Player 1a", Role.PAIR, team="T01"), 1, [(40, 32), (40, 12)])
    judging.change(desk, tournament, JUDGE, 1, [(40, 3), (40, 2)], "Player 1a was late")
    assert "Player 1a was late" in client.get("/api/partidak").text
    judging.take_names_out(desk, tournament, ANE, "they asked for it", early=True)
    for path in ("/api/partidak", "/api/standings", "/api/tables", "/t/1", "/t/1/round/1", "/t/1/results.csv"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "Player" not in answer.text, path


@pytest.mark.parametrize(
    "otherwise",
    [
        {"lines": []},
        {"lines": told_of([(40, 32)])["lines"]},
        {"mantxak": [[40, 12], [40, 32]]},
        {"header": "made up"},
        {"header": None},
    ],
)
def test_a_result_that_the_lines_of_a_match_do_not_come_to_is_a_case_and_counts_for_nothing(
    client: TestClient, desk: Desk, otherwise: dict[str, Any]
) -> None:
    tournament = drawn(desk)
    box, over = FakeBox(client), ended((40, 32), (40, 12), confirmed=(0, 1))
    box.tell("a", **over | otherwise)
    assert asked(client, "/api/partidak")[0]["winner"] is None
    assert list(desk.state(tournament).disputes) == [1]
    turned = {"mantxak": [[32, 40], [12, 40]]}  # the teams have changed ends
    box.tell("b", **over | turned)
    partida = desk.state(tournament).tournament.partidak[1]
    assert (partida.mantxak, partida.winner) == (((32, 40), (12, 40)), partida.pairing.teams[1])


def test_whoever_joins_with_a_tables_code_is_contradicted_by_the_next_hand_of_its_box(
    client: TestClient, desk: Desk
) -> None:
    tournament = drawn(desk)
    honest, over = FakeBox(client), ended((40, 32), (40, 12), confirmed=(0, 1))
    honest.tell("a", header=over["header"], lines=over["lines"][:2])
    other = FakeBox(client)
    other.tell("b", **ended((0, 40), (0, 40), confirmed=(0, 1)))
    assert desk.state(tournament).disputes == {}, "it may be a box that goes on in its place"
    honest.tell("c", header=over["header"], lines=over["lines"][:3])  # its next hand already is another one
    assert list(desk.state(tournament).disputes) == [1]


def test_what_could_not_be_read_back_is_never_said(desk: Desk) -> None:
    tournament = drawn(desk)
    with pytest.raises(MusError):
        judging.about_players(desk, tournament, JUDGE, Suspended("Ane", "tomorrow", "a fight"))
    assert Desk(desk.database).state(tournament).number == desk.state(tournament).number


def test_a_box_is_told_what_is_wrong_with_what_it_sends(client: TestClient, desk: Desk) -> None:
    drawn(desk)
    joined = client.post("/api/box/join", json={"table": 1}).json()
    key = {"Authorization": f"Bearer {joined['key']}"}
    send = {"journal": joined["journal"], "first": 1, "events": ["a"]}
    assert client.post("/api/box/events", json=send).status_code == 401
    for wrong in ({**send, "first": 0}, {**send, "events": "a"}, {"first": 1}, []):
        answer = client.post("/api/box/events", json=wrong, headers=key)
        assert answer.status_code == 400
        assert "\n" not in answer.json()["error"]
    assert client.post("/api/box/events", content=b"{", headers=key).status_code == 400
    other = client.post("/api/box/join", json={"table": 2}).json()
    assert client.post("/api/box/events", json={**send, "journal": other["journal"]}, headers=key).status_code == 403


@pytest.mark.parametrize("character", ["\0", "\ud800"])
def test_a_text_that_cannot_be_kept_is_refused_and_the_box_goes_on(
    client: TestClient, desk: Desk, character: str
) -> None:
    drawn(desk)
    joined = client.post("/api/box/join", json={"table": 1}).json()
    key = {"Authorization": f"Bearer {joined['key']}"}
    send = {"journal": joined["journal"], "first": 1, "events": ["a"]}
    told = {"partida": 1, "lines": [f"a{character}"]}
    for path, wrong in (
        ("/api/box/events", {**send, "events": [f"a{character}"]}),
        ("/api/box/events", {**send, "told": told}),
        ("/api/box/join", {"code": character}),
    ):
        answer = client.post(path, content=json.dumps(wrong), headers=key)
        assert answer.status_code == 400
        assert f"U+{ord(character):04X}, which cannot be kept" in answer.json()["error"]
    assert client.post("/api/box/events", json=send, headers=key).json()["committed"]["number"] == 1


@pytest.mark.parametrize("number", [10**12, 10**30, 0, 1.0])
def test_numbers_beyond_any_hall_are_refused(client: TestClient, desk: Desk, number: float) -> None:
    drawn(desk)
    joined = client.post("/api/box/join", json={"table": 1}).json()
    key = {"Authorization": f"Bearer {joined['key']}"}
    send = {"journal": joined["journal"], "first": number, "events": ["a"]}
    assert client.post("/api/box/events", json=send, headers=key).status_code == 400
    for wrong in ({"table": number}, {"table": 1, "tournament": number or -1}):
        assert client.post("/api/box/join", json=wrong).status_code == 400
    for name in (str(number), "x", "\u0663", "9" * 5000):
        assert client.get("/api/standings", params={"tournament": name}).status_code == 400


def test_the_command_serves_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "firmware.cli", "desk", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            line = running.stdout.readline()
            address = line.removeprefix("The desk is at ").strip()
            import httpx

            assert httpx.get(f"{address}health").json() == {"alive": True, "tournaments": 0}
        finally:
            running.terminate()
        assert running.wait(20) == 0


def test_events_are_taken_in_their_order_and_once(client: TestClient, desk: Desk) -> None:
    drawn(desk)
    joined = client.post("/api/box/join", json={"table": 1}).json()
    key = {"Authorization": f"Bearer {joined['key']}"}

    def send(first: int, *events: str) -> int:
        body = {"journal": joined["journal"], "first": first, "events": events}
        return int(client.post("/api/box/events", json=body, headers=key).json()["committed"]["number"])

    assert send(1, "a", "b") == 2
    assert send(1, "a", "b") == 2
    assert send(2, "b", "c") == 3
    assert send(5, "e") == 3
    threads = [threading.Thread(target=send, args=(4, "d", "e")) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert send(4) == 5
    assert client.post("/api/box/join", json={"table": 1}).json()["events"] == ["a", "b", "c", "d", "e"]
