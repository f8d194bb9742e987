"""Earlier matches on the panel: the list, and every hand read-only in the same review, with its picture."""

from __future__ import annotations

import io
import re
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from PIL import Image

from engine.seats import Seat, Team
from firmware.cli import main
from firmware.keeping.journal import Journal
from firmware.keeping.played_matches import Outcome, PlayedMatches, Recorded
from firmware.panel.entry.door import Role, Visitor
from firmware.panel.page import Asked
from firmware.panel.review.earlier import matches_page
from firmware.papers.score_sheet import score_sheet
from firmware.session.event_text import to_text
from firmware.session.events import RoundPassed
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.panel.test_panel_review import CLEAR, JOKOA, words
from tests.firmware.scripted import HANDS
from words.text import LANGUAGES, english, speech

OTHERS = {"hands": {"N": "1o 2o 3o 4o", "W": "1c 2c 3c 4c", "S": "5o 6o 7o 10o", "E": "5c 6c 7c 10c"}}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    """Two hands in the first match, one that a refusal decides in the second, one in the third, which is running."""
    made = PanelTable(tmp_path, CLEAR, JOKOA, OTHERS, CLEAR, CLEAR)
    made.press("envido-ns", "iduki", "read", "ok", "paso", "envido-ew", "tira", "read")
    begin(made, target="1", games="1")
    made.press("envido-ew", "tira")
    begin(made, rules="nabo")
    made.press("paso", "paso", "read")
    yield made
    made.close()


def begin(table: PanelTable, **fields: str) -> None:
    sent = {"rules": "nabo", "target": "", "games": "", "esku": "N"} | fields
    assert table.here.post("/api/match", data=sent).json()["done"]


def rows(page: str) -> list[str]:
    listed = page.partition('<ul class="matches">')[2]
    return [words(f"<main>{row}</main>") for row in re.split(r'<li><a href="/match/', listed)[1:]]


def test_a_match_whose_time_is_damaged_has_no_day_and_all_else(table: PanelTable, tmp_path: Path) -> None:
    """No checksum stands over times, and nothing goes by them."""
    with sqlite3.connect(tmp_path / "data" / "journal.sqlite") as database:
        database.execute("UPDATE event SET at = 'r' || substr(at, 2) WHERE seq = 1")
    database.close()
    phone = table.phone(Role.WATCH)
    _, second, first = rows(phone.get("/matches").text)
    assert "Match 1 Rules: NABO" in first
    assert "Match 2 2" in second
    assert phone.get("/match/1").status_code == 200
    played = PlayedMatches.in_folder(tmp_path / "data").opened(1).played()
    assert played.name.startswith("hamarreko-undated-match-001-")
    assert score_sheet(played, english).startswith(b"%PDF")


def test_every_match_is_listed_with_its_date_target_and_result(table: PanelTable, tmp_path: Path) -> None:
    page = table.phone(Role.WATCH).get("/matches").text
    running, second, first = rows(page)
    for one, row in zip(PlayedMatches.in_folder(tmp_path / "data").recorded(), (first, second, running), strict=True):
        day = datetime.fromisoformat(one.at).astimezone().date()
        assert f"Match {one.number} {day.isoformat()}" in row
    assert "Rules: NABO (America), to 1" in second
    assert "E-W won the match. Games\xa00\xa0–\xa01" in second
    assert "Rules: NABO (America), to 40" in first
    assert re.search(r"N-S \d+ · E-W \d+", first)
    assert [("at the table" in row) for row in (running, second, first)] == [True, False, False]
    assert page.count('href="/export/2.pdf"') == 1


def test_a_club_s_own_rule_book_is_one_of_the_files_of_its_matches_alone(tmp_path: Path) -> None:
    book = tmp_path / "club.toml"
    book.write_text('base = "nabo"\nname = "club"\ntitle = "Club"\n', "utf-8")
    table = PanelTable(tmp_path, CLEAR, CLEAR, rules=str(book))
    table.press("paso", "read")
    assert 'href="/export/last.rules"' in table.here.get("/match").text
    begin(table)
    pages = table.here.get("/match").text + table.here.get("/matches").text
    assert re.findall(r'href="(/export/[^"]*\.rules)"', pages) == ["/export/1.rules"]
    table.close()


def test_an_earlier_match_is_reviewed_as_the_running_one_was(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, CLEAR, JOKOA, CLEAR)
    table.press("envido-ns", "iduki", "read", "ok", "paso", "envido-ew", "tira", "read")
    ids = [hand["record"]["id"] for hand in table.hands]
    before = [words(table.phone(Role.WATCH).get(f"/hand/{id}").text) for id in ids]
    pictures = [table.here.get(f"/hand/{id}.jpg").content for id in ids]
    begin(table)
    for place, (said, picture) in enumerate(zip(before, pictures, strict=True), 1):
        page = table.here.get(f"/match/1/hand/{place}")
        assert words(page.text) == said
        assert f'src="/match/1/hand/{place}.jpg"' in page.text
        assert table.here.get(f"/match/1/hand/{place}.jpg").content == picture
        assert table.here.get(f"/hand/{ids[place - 1]}").status_code == 404
    listed = table.here.get("/match/1").text
    assert re.findall(r'href="(/match/1/hand/\d+)"', listed) == ["/match/1/hand/2", "/match/1/hand/1"]
    assert "put-right" not in table.here.get("/match/1/hand/1").text, "nobody puts anything right in it"
    table.close()


def test_a_hand_without_cards_has_no_picture_of_another_one(table: PanelTable) -> None:
    page = table.here.get("/match/2/hand/1")
    assert "The cards were not shown." in words(page.text)
    assert table.here.get("/match/2/hand/1.jpg").status_code == 404
    assert table.here.get("/match/1/hand/1.jpg").status_code == 200


@pytest.mark.parametrize("path", ["/match/9", "/match/0", "/match/1/hand/3", "/match/1/hand/0", "/match/9/hand/1"])
def test_what_is_not_there_is_said(table: PanelTable, path: str) -> None:
    page = table.here.get(path)
    assert (page.status_code, "There is nothing here" in words(page.text)) == (404, True)
    assert table.here.get(f"{path}.jpg").status_code == 404


HUGE = "9" * 5000
"""More digits than Python reads."""


@pytest.mark.parametrize(
    "path",
    [
        f"/match/{HUGE}", f"/match/{HUGE}.jpg", f"/match/1/hand/{HUGE}", f"/match/1/hand/{HUGE}.jpg",
        f"/match/{HUGE}/hand/1", f"/hand/{HUGE}", f"/hand/{HUGE}.jpg", "/nowhere",
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_address_that_is_none_is_a_page_with_a_sentence(table: PanelTable, path: str, language: str) -> None:
    table.appliance.presenter.speak(language)
    answer = table.phone(Role.WATCH).get(path)
    assert answer.status_code == 404
    assert {"en": "There is no such page.", "es": "Esa página no existe"}[language] in words(answer.text)
    assert HUGE not in words(answer.text)


@pytest.mark.parametrize(
    "path",
    [
        f"/choose?w=hand&w=0&of={HUGE}", f"/choose?w=menu&w=zaku&w={HUGE}", f"/choose?w=menu&w=new&w=nabo&w={HUGE}&w=1",
        f"/choose?w=menu&w=new&w=nabo&w=40&w={HUGE}", f"/export/{HUGE}.pdf", f"/api/nowhere/{HUGE}",
    ],
)  # fmt: skip
def test_a_huge_number_elsewhere_is_not_there_either(table: PanelTable, path: str) -> None:
    answer = table.here.get(path)
    assert answer.status_code == 404
    assert HUGE not in words(answer.text)


def test_who_has_not_been_let_in_hears_no_more_than_that(table: PanelTable) -> None:
    phone = table.phone()
    answer = phone.get(f"/match/{HUGE}")
    assert answer.status_code == 404
    assert "There is no such page." in words(answer.text)
    assert answer.text == phone.get("/nothing").text
    asked = phone.get(f"/api/match/{HUGE}")
    assert (asked.status_code, asked.json()) == (404, {"done": False, "sentence": "There is no such page."})


def test_a_huge_number_in_a_form_is_refused(table: PanelTable) -> None:
    for given in (HUGE, "000001" + HUGE, "0000019"):
        answer = table.here.post("/api/match", {"rules": "nabo", "esku": "N", "target": given})
        assert answer.status_code == 409
        assert answer.json()["sentence"] == f"Target is a whole number from 1 to 100, not {given[:20]!r}."


def test_a_journal_that_does_not_begin_with_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path) as journal:
        journal.append(to_text(RoundPassed()))
    why = "a session begins with a match, not with round-passed"
    assert len(PlayedMatches.in_folder(tmp_path).recorded()) == 1
    with pytest.raises(ValueError, match=why):
        PlayedMatches.in_folder(tmp_path).opened(1)
    assert main(["export", "--data", str(tmp_path), "--list"]) == 1
    assert why in capsys.readouterr().err


def test_the_match_at_the_table_has_its_own_page(table: PanelTable) -> None:
    answer = table.here.get("/match/3")
    assert (answer.status_code, answer.headers["location"]) == (303, "/hands")
    assert 'href="/matches"' in table.here.get("/hands").text


def test_a_match_that_was_taken_back_leaves_its_hands_with_their_pictures(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, CLEAR, JOKOA)
    table.press("paso", "read")
    begin(table)
    table.press("back")
    id = table.hands[0]["record"]["id"]
    assert table.here.get(f"/hand/{id}.jpg").status_code == 200
    assert [one.number for one in PlayedMatches.in_folder(tmp_path / "data").recorded()] == [1]
    table.press("ok", "paso", "read")
    begin(table)
    assert table.here.get("/match/1/hand/1.jpg").status_code == 200
    assert table.here.get("/match/1/hand/2.jpg").status_code == 200
    assert len(PlayedMatches.in_folder(tmp_path / "data").opened(1).state.hands) == 2
    table.close()


def test_the_picture_names_the_cards_where_they_lay_after_the_ends_were_changed(tmp_path: Path) -> None:
    from firmware.session.cards.named import as_they_stand

    table = PanelTable(tmp_path, CLEAR, JOKOA)
    table.press("paso", "read", "ok")
    assert table.here.post("/api/choose", data={"w": "menu", "choice": "ends"}).json()["done"]
    hand = table.appliance.snapshot().state.hands[0]
    assert sorted(map(str, hand.record.cards[Seat.W])) == sorted(HANDS["N"].split())
    assert hand.noted.reading
    found = table.appliance.desk.pictures.kept_reading(hand.noted.reading)
    assert found
    assert as_they_stand(found.reading, hand).cards == found.reading.cards
    table.close()


def test_the_index_reads_on_where_it_stopped(table: PanelTable, tmp_path: Path) -> None:
    played = PlayedMatches.in_folder(tmp_path / "data")
    three = played.recorded()
    table.press("ok", "paso", "paso", "read")
    assert [one.first for one in played.recorded()] == [one.first for one in three]
    assert played.recorded()[-1].last == len(table.journal) > three[-1].last
    begin(table)
    assert len(played.recorded()) == 4
    assert played.recorded() == PlayedMatches.in_folder(tmp_path / "data").recorded()
    assert len(played.opened(3).state.hands) == 2


def test_a_picture_that_went_is_a_sentence(table: PanelTable, tmp_path: Path) -> None:
    for path in (tmp_path / "data" / "pictures").rglob("*.jpg"):
        path.unlink()
    assert table.here.get("/match/1/hand/1.jpg").status_code == 404
    assert "There is no picture of this hand." in words(table.here.get("/match/1/hand/1").text)


def test_a_long_list_has_its_older_and_newer_pages(table: PanelTable) -> None:
    ended = Outcome("nabo", 40, {Team.NS: 1, Team.EW: 2}, dict.fromkeys(Team, 0), None, None)
    at = "2026-11-21T20:00:00.000+00:00"
    told = [(Recorded(number, at, number, number, "0a1b2c3d"), ended) for number in range(11, 21)]
    asked = Asked(table.appliance.snapshot(), Visitor(Role.WATCH), "a-token")
    page = matches_page(told, 35, english).html(asked)
    assert 'href="/matches?before=11"' in page
    assert 'href="/matches?before=31"' in page
    only = [(Recorded(1, told[0][0].at, 1, 1, "0a1b2c3d"), told[0][1])]
    assert 'id="older"' not in matches_page(only, 1, english).html(asked)


def test_of_a_match_of_several_vacas_the_list_tells_these_too(table: PanelTable) -> None:
    games, vacas = {Team.NS: 3, Team.EW: 1}, {Team.NS: 3, Team.EW: 2}
    ended = Outcome("basque", 40, dict.fromkeys(Team, 0), games, vacas, Team.NS)
    asked = Asked(table.appliance.snapshot(), Visitor(Role.WATCH), "a-token")
    told = [(Recorded(1, "2026-11-21T20:00:00.000+00:00", 1, 1, "0a1b2c3d"), ended)]
    page = matches_page(told, 1, english).html(asked)
    assert "N-S won the match. Games\xa03\xa0–\xa01 · vacas\xa03\xa0–\xa02" in re.sub(r"<[^>]+>", "", page)


def test_older_pages_follow_on(table: PanelTable) -> None:
    page = table.here.get("/matches?before=3").text
    assert re.findall(r'href="/match/(\d)"', page) == ["2", "1"]
    assert 'href="/matches?before=4"' in page
    for odd in ("0", "-4", "x", "999999"):
        assert table.here.get(f"/matches?before={odd}").status_code == 200


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_it_is_told_in_the_tables_language(table: PanelTable, language: str) -> None:
    table.appliance.presenter.speak(language)
    say = speech(language)
    listed = words(table.here.get("/matches").text)
    assert say("All matches") in listed
    assert say("at the table") in listed
    assert say("{team} won the match.", team=say.team(Team.EW)) in listed
    assert say("Round by round") in words(table.here.get("/match/1/hand/1").text)
    gone = words(table.here.get("/match/9").text)
    assert "there is no match" not in gone.lower()


def test_each_picture_is_of_its_own_hand(tmp_path: Path) -> None:
    """Hands of later matches have ids that go on, whatever a match calls its own deals when it is gone through."""
    table = PanelTable(tmp_path, CLEAR, JOKOA, OTHERS, CLEAR)
    table.press("paso", "read")
    begin(table)
    table.press("paso", "read", "ok", "paso", "read")
    shown = [table.here.get(f"/hand/{hand['record']['id']}.jpg").content for hand in table.hands]
    begin(table)
    assert [table.here.get(f"/match/2/hand/{place}.jpg").content for place in (1, 2)] == shown
    assert len(set(shown)) == 2
    with Image.open(io.BytesIO(shown[0])) as picture:
        assert picture.format == "JPEG"
    table.close()
