"""The match again on the panel and as a file: what was finished, moment by moment, and its story; nothing else."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from starlette.concurrency import run_in_threadpool

from engine.cards import Card
from engine.seats import Seat, Team
from engine.telling import chances
from firmware.cli import main
from firmware.panel.entry.door import Role
from firmware.panel.review import story
from firmware.panel.review.apart import Apart
from firmware.panel.review.replay import replay_file, replayed
from firmware.session.finished import Noted
from firmware.session.state import Phase
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.panel.test_panel_review import CLEAR, JOKOA, words
from tests.firmware.scripted import HANDS
from words.text import LANGUAGES, english, speech

HIDDEN = {"hands": {"N": "1o 2o 3o 4o", "W": "1c 2c 3c 4c", "S": "5o 6o 7o 10o", "E": "5c 6c 7c 10c"}}
DOUBTFUL = HIDDEN | {"doubts": [{"kind": "card", "seat": "N", "card": 0, "alternatives": [["1o", 0.6], ["11b", 0.4]]}]}
NOBODYS = {"rules": "nabo", "target": "", "games": "", "esku": "N"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    """Two hands are finished, of the third everything is called."""
    made = PanelTable(tmp_path, CLEAR, JOKOA, DOUBTFUL)
    made.press("envido-ns", "iduki", "read", "ok", "paso", "envido-ew", "tira", "read")
    made.press("envido-ew", "iduki", "paso", "paso", "paso")
    assert len(made.hands) == 2
    yield made
    made.close()


def happened(page: str, hand: int) -> list[str]:
    """What is said of each moment of a hand."""
    article = page.partition(f'<article id="{hand}"')[2].partition("</article>")[0]
    items = re.findall(r"(?s)<li data-what.*?</li>", article)
    return [re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", item))).strip() for item in items]


def test_each_finished_hand_is_there_moment_by_moment_for_whoever_watches(table: PanelTable) -> None:
    page = table.phone(Role.WATCH).get("/replay").text
    assert re.findall(r'<article id="(\d+)"', page) == ["1", "2"]
    first, second = happened(page, 1), happened(page, 2)
    assert first[:2] == ["Esku: North", "handia N-S envido 2 North: errege-errege-7-ace · 99 %"]
    assert first[2:6] == ["handia E-W iduki", "txikia passed", "pareak passed", "jokoa passed"]
    assert first[6] == "The cards are shown."
    assert first[7].startswith("handia N-S +2 N-S envido 2, accepted; North: errege-errege-7-ace over East:")
    assert second[2].startswith("txikia E-W envido 2 ")
    assert second[4].startswith("txikia E-W +1 ")
    assert table.phone().get("/replay").status_code == 303


def test_the_scores_and_odds_are_those_of_each_moment(table: PanelTable) -> None:
    page = table.here.get("/replay").text
    for number, hand in enumerate(table.appliance.snapshot().state.hands, 1):
        article = page.partition(f'<article id="{number}"')[2].partition("</article>")[0]
        scores = [(int(ns), int(ew)) for ns, ew in re.findall(r'data-ns="(\d+)" data-ew="(\d+)"', article)]
        assert scores[0] == tuple(hand.record.score.values())
        assert scores[-1] == tuple(hand.result.score.values())
        assert scores == sorted(scores)
        swing = chances.swing(hand.record, hand.result, 4)
        assert swing
        odds = [int(told) for told in re.findall(r'data-odds="(\d+)"', article)]
        assert odds == [round(100 * swing.before)] * (len(scores) - 1) + [round(100 * swing.after)]


def test_nothing_is_shown_of_a_hand_whose_cards_have_not_been_shown(table: PanelTable) -> None:
    def seen() -> str:
        return table.here.get("/replay").text + table.here.get("/export/last.html").text

    before = seen()
    table.press("read")
    assert table.appliance.snapshot().state.phase is Phase.DOUBTS
    assert seen() == before
    assert '<article id="3"' not in before
    table.press("ok")
    assert table.appliance.snapshot().state.phase is Phase.MARKS
    assert '<article id="3"' in seen()


def test_a_hand_that_was_decided_before_its_cards_were_shown_has_none(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, CLEAR)
    assert "No hand of this match has been finished yet." in words(table.here.get("/replay").text)
    assert table.here.post("/api/match", data=NOBODYS | {"target": "1", "games": "1"}).json()["done"]
    table.press("envido-ew", "tira")
    page = table.here.get("/replay").text
    assert happened(page, 1) == ["Esku: North", "handia E-W envido 2", "handia N-S tira", "handia E-W +1 refused",
                                 "E-W won the mantxa."]  # fmt: skip
    assert "The cards were not shown." in words(page)
    table.close()


def test_the_odds_are_worked_out_once(table: PanelTable) -> None:
    chances._by_cards.cache_clear()
    for _ in range(2):
        table.here.get("/replay")
        table.here.get("/export/last.html")
    assert chances._by_cards.cache_info().misses == 4, "two hands of two teams"


def test_a_card_that_nobody_knows_is_a_question_mark_and_has_no_odds(table: PanelTable) -> None:
    state = table.appliance.snapshot().state
    unsure = Noted(1, {}, unsure_cards=(Card.parse("12o"),))
    page = replay_file(state.standing, (unsure, state.noted[1]), english).decode()
    assert happened(page, 1)[1] == "handia N-S envido 2"
    assert page.count("a card that nobody knows") == 1
    assert page.count('class="by-cards"') == 1


def test_an_earlier_match_is_played_again_too_and_linked(table: PanelTable) -> None:
    id = table.hands[1]["record"]["id"]
    assert 'href="/replay?hand=2#2"' in table.here.get(f"/hand/{id}").text
    assert 'href="/replay"' in table.here.get("/hands").text
    assert table.here.get("/match/1/replay").headers["location"] == "/replay", "the match at the table"
    assert table.here.get("/match/1/replay?hand=2").headers["location"] == "/replay?hand=2"
    before = [happened(table.here.get("/replay").text, hand) for hand in (1, 2)]
    assert table.here.post("/api/match", data=NOBODYS).json()["done"]
    page = table.here.get("/match/1/replay").text
    assert [happened(page, hand) for hand in (1, 2)] == before
    assert 'href="/match/1/replay?hand=2#2"' in table.here.get("/match/1/hand/2").text
    assert 'href="/export/1.html"' in page
    assert table.here.get("/match/7/replay").status_code == 404


def test_the_story_has_turns_hordagos_bids_and_figures(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, CLEAR, CLEAR)
    table.press("envido-ew", "iduki", "envido-ns", "tira", "read", "ok", "hordago", "hordago", "iduki", "read")
    told = table.appliance.snapshot().state
    values = replayed(told.standing, told.noted, english)
    bids, hordagos, turns = (values[name] for name in ("bids", "hordagos", "turns"))
    assert isinstance(bids, list)
    assert [(english.call(bid.call), became) for _, bid, _, became in bids] == [
        ("E-W envido 2", "accepted, lost"),
        ("N-S envido 2", "refused"),
        ("E-W hordago", "accepted, lost"),
    ]
    assert hordagos == bids[2:]
    assert isinstance(turns, list)
    assert [(turn["number"], turn["largest"]) for turn in turns][:1] == [(2, True)]
    said = words(table.here.get("/replay").text)
    assert "Of a player those bids are counted" in said
    assert "won the mantxa by hordago." in said
    figures = values["figures"]
    assert isinstance(figures, list)
    of_ns = {label: numbers[0] for _, rows in figures[0][2][:1] for label, numbers in rows}
    assert of_ns["refused"] == "1"
    table.close()


def test_of_two_who_play_alone_each_has_one_column_of_figures(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, {"hands": {seat: HANDS[seat] for seat in "NE"}}, rules="france", players=2)
    table.press("envido-ns", "iduki", "read")
    told = table.appliance.snapshot().state
    values = replayed(told.standing, told.noted, english)
    hands, figures = values["hands"], values["figures"]
    assert isinstance(hands, list)
    assert isinstance(figures, list)
    assert hands[0]["odds"][0] == 50
    assert [seat["seat"].value for seat in hands[0]["seats"]] == ["N", "E"]
    assert [names for _, names, _ in figures] == [["N-S"], ["E-W"]]
    table.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_asks_nothing_of_anybody(table: PanelTable, language: str) -> None:
    table.appliance.presenter.speak(language)
    answer = table.here.get("/export/last.html")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert re.search(r'filename="hamarreko-.*-match-001-[0-9a-f]{8}\.html"', answer.headers["content-disposition"])
    assert re.findall(r'\b(?:src|href|action)="([^#][^"]*)"', answer.text) == []
    assert "url(" not in answer.text
    assert "@import" not in answer.text
    assert speech(language)("The story") in words(answer.text)


def test_a_page_has_one_game_and_leads_to_the_others_and_the_file_has_all(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, CLEAR, CLEAR, CLEAR)
    table.press("hordago", "hordago", "iduki", "read", "ok", "ok")
    table.press("envido-ns", "iduki", "read", "ok", "paso", "envido-ns", "tira", "read")
    pages = {address: table.here.get(f"/replay{address}").text for address in ("", "?hand=1", "?hand=2", "?hand=3")}
    shown = {address: re.findall(r'<article id="(\d+)"', page) for address, page in pages.items()}
    assert shown == {"": ["1"], "?hand=1": ["1"], "?hand=2": ["2", "3"], "?hand=3": ["2", "3"]}
    assert table.here.get("/replay?hand=9").text == table.here.get("/replay?hand=x").text == pages[""]
    for page in pages.values():
        assert re.findall(r'<option value="(\d+)"', page) == ["1", "2", "3"]
        assert re.findall(r'<a href="(\?hand=\d+#\d+)"(?: aria-current="page")?>Game', page) == [
            "?hand=1#1",
            "?hand=2#2",
        ]
        assert page.count("N-S envido 2") >= 2, "the story is the whole match's"
    file = table.here.get("/export/last.html").text
    assert re.findall(r'<article id="(\d+)"', file) == ["1", "2", "3"]
    assert 'href="?' not in file
    table.close()


def test_of_a_match_that_is_longer_than_any_the_last_hands_are_told(
    table: PanelTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = "Of 2 hands the last 1 are shown."
    for address in ("/replay", "/export/last.html"):
        assert sentence not in words(table.here.get(address).text)
    monkeypatch.setattr(story, "MOST", 1)
    for address in ("/replay", "/replay?hand=1", "/export/last.html"):
        page = table.here.get(address).text
        assert re.findall(r'<article id="(\d+)"', page) == ["2"]
        assert sentence in words(page)


def test_names_cannot_break_out_of_the_file(table: PanelTable) -> None:
    assert table.here.post("/api/names", data={"NS": "A & B"}).json()["done"]
    page = table.here.get("/export/last.html").text
    assert "<title>A &amp; B – E-W · hamarreko</title>" in page
    assert "A & B" not in page


def test_whatever_a_match_from_elsewhere_calls_its_teams_and_players_is_text(table: PanelTable) -> None:
    bad = "</script><img src=x onerror=alert(1)>"
    standing = table.appliance.snapshot().state.standing
    players, teams = dict.fromkeys(Seat, f"{bad}{{{{7*7}}}}"), dict.fromkeys(Team, bad)
    header = replace(standing.match.header, players=players, teams=teams, event=bad, place=bad)
    page = replay_file(replace(standing, match=replace(standing.match, header=header)), (), english).decode()
    assert "<img" not in page
    assert page.count("</script>") == page.count("<script>") == 1
    assert "{{7*7}}" in page


def test_the_command_line_writes_it_from_a_journal_and_from_records(
    table: PanelTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = str(tmp_path / "data"), tmp_path / "out"
    out.mkdir()
    assert main(["export", "--data", data, "--to", str(out), "--form", "html", "--language", "en"]) == 0
    (page,) = out.iterdir()
    assert str(page) == capsys.readouterr().out.strip()
    assert main(["export", "--data", data, "--to", str(out), "--form", "jsonl"]) == 0
    records = Path(capsys.readouterr().out.strip())
    assert main(["convert", str(records), "--to", "html"]) == 0
    converted = capsys.readouterr().out
    for hand in (1, 2):
        assert happened(converted, hand) == happened(page.read_text("utf-8"), hand)
    assert main(["convert", str(records), "--to", "html", "--language", "eu"]) == 0
    assert "Partidaren historia" in capsys.readouterr().out


def test_whoever_waits_for_odds_takes_no_thread_from_a_press() -> None:
    begun, done = threading.Event(), threading.Event()

    def of_the_pool() -> int:
        return sum("AnyIO" in thread.name for thread in threading.enumerate())

    def work() -> int:
        begun.set()
        done.wait(20)
        return of_the_pool()

    async def asked() -> list[int]:
        apart = Apart()
        waiting = [asyncio.create_task(apart(work)) for _ in range(60)]  # more than the pool has threads
        while not begun.is_set():
            await asyncio.sleep(0.01)
        assert await asyncio.wait_for(run_in_threadpool(lambda: "pressed"), 10) == "pressed"
        done.set()
        return await asyncio.gather(*waiting)

    before = of_the_pool()
    assert max(asyncio.run(asked())) <= before + 1, "the press's own"
