"""The review on the panel: every hand with its picture and why, corrections that both teams confirm, new matches."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest
from PIL import Image

from engine.cards import Card
from engine.records import HandRecord
from engine.rules import rulebook
from engine.seats import Seat
from engine.showdown import score
from engine.tantos.result import Result
from engine.telling.replay import rounds_of
from firmware.panel.entry.door import Role
from firmware.panel.review.hand_pages import _round
from firmware.panel.review.match_routes import outlined
from firmware.session.cards.named import as_they_stand
from firmware.session.finished import Finished, Noted
from firmware.table.pictures.shown import HandReading
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.screens.gallery import reading
from tests.firmware.scripted import HANDS
from words.text import LANGUAGES, speech

CLEAR = {"hands": HANDS}
EAST = "10c 7b 6o 4e"
JOKOA = {"hands": {"N": "12o 12c 12e 1b", "W": "11b 11o 7c 4c", "S": "10c 3b 5o 6o", "E": "7e 7o 7b 10e"}}
Start = Callable[..., PanelTable]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[PanelTable] = []

    def started(**named: str) -> PanelTable:
        running.append(PanelTable(tmp_path, CLEAR, JOKOA, CLEAR, CLEAR, **named))
        return running[-1]

    yield started
    for table in running:
        table.close()


@pytest.fixture
def played(start: Start) -> PanelTable:
    """Two hands were played: the first with an accepted envido, the second passed but for a refused one."""
    table = start()
    table.press("envido-ns", "iduki", "read", "ok", "paso", "envido-ew", "tira", "read")
    assert len(table.hands) == 2
    return table


def words(html: str) -> str:
    """What stands on a page, without its marks."""
    main = re.sub(r"(?s).*<main[^>]*>|</main>.*", "", html)
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", main))).strip(" ")


def test_the_tables_page_lays_the_last_hand_out_as_its_own_page_does(start: Start) -> None:
    table = start()
    assert "No hand has been finished yet." in words(table.here.get("/").text)
    table.press("envido-ns", "iduki", "read")
    page, own = table.here.get("/").text, table.here.get(f"/hand/{table.hands[-1]['record']['id']}").text
    for part in (r'(?s)<ul class="around">.*?</ul>', r'(?s)<ol class="round-list">.*?</ol>', '<p class="total">.*</p>'):
        assert re.findall(part, page) == re.findall(part, own) != []
    short = {"rules": "nabo", "esku": "N", "target": "1", "games": "1"}
    assert table.here.post("/api/match", data=short).json()["done"]
    assert "N-S envido 2, accepted" in words(table.here.get("/").text), "until the new one has a hand of its own"
    table.press("envido-ew", "tira")
    assert "The cards were not shown." in words(table.here.get("/").text)


def test_every_hand_of_the_match_is_listed(start: Start) -> None:
    table = start()
    assert "No hand of this match has been finished yet." in words(table.here.get("/hands").text)
    table.press("envido-ns", "iduki", "read", "ok", "paso", "envido-ew", "tira", "read")
    page = table.here.get("/hands").text
    ids = [hand["record"]["id"] for hand in table.hands]
    assert re.findall(r'href="/hand/(\d+)"', page) == [str(id) for id in reversed(ids)]
    for hand in table.hands:
        assert f"{hand['result']['score']['NS']} – {hand['result']['score']['EW']}" in page


def test_a_hand_says_its_cards_calls_marks_and_why(played: PanelTable) -> None:
    first, second = played.hands
    page = played.here.get(f"/hand/{first['record']['id']}").text
    said = words(page)
    for hand in first["record"]["cards"].values():
        for name in hand:
            card = Card.parse(name)
            suit = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}[card.suit.value]
            assert f'aria-label="{card.rank} of {suit}"' in page
    assert "N-S envido 2" in said
    assert "E-W iduki" in said
    assert "N-S +2 N-S envido 2, accepted; North: errege-errege-7-ace over East: errege-zaldun-sota-2" in said
    assert "txikia passed N-S +1 all passed; North: ace-7-errege-errege over East: 2-sota-zaldun-errege" in said
    assert "N-S +1 North: pair (errege); E-W has none" in said
    assert "E-W +2 East: 32; N-S has none" in said
    said = words(played.here.get(f"/hand/{second['record']['id']}").text)
    assert "N-S tira E-W +1 E-W envido 2, refused by N-S" in said
    assert "E-W +6 East: real 31 over North: 31; West: 31" in said
    assert "E-W" in said
    assert played.here.get("/hand/999").status_code == 404
    assert played.here.get("/hand/999.jpg").status_code == 404


@pytest.mark.parametrize(
    ("presses", "rounds"),
    [
        (("iduki", "read"), ["handia", "txikia", "pareak", "puntua"]),
        (("gehiago", "tira"), ["handia"]),
    ],
)
def test_a_hand_that_won_the_game_early_names_the_rounds_that_were_played(
    tmp_path: Path, presses: tuple[str, ...], rounds: list[str]
) -> None:
    table = PanelTable(tmp_path, {"hands": {"N": "12o 6c 5c 4o", "W": "1o 4b 7c 10o", "S": "11o 7e 5o 4c", "E": EAST}})
    table.press("envido-ns", *["next"] * 8, *presses)
    (hand,) = table.hands
    assert hand["result"]["winner"]
    assert re.findall(r"<h3>(.*?)</h3>", table.here.get(f"/hand/{hand['record']['id']}").text) == rounds
    table.close()


def test_a_mark_of_jokoa_stands_in_the_round_that_was_called_as_puntua() -> None:
    """The error came to light before the bid was answered, and the round began anew (federacion 84)."""
    cards = {"N": ["12o", "6c", "5c", "4o"], "W": ["1o", "4b", "7c", "10o"]}
    cards |= {"S": ["11o", "11e", "11c", "1c"], "E": EAST.split()}
    said = {"announced": {"jokoa": []}, "found": {"jokoa": "open"}, "calls": {"puntua": ["NS envido 2"]}}
    record = HandRecord.parse({"rules": "federacion", "esku": "N", "score": {"NS": 0, "EW": 0}, "cards": cards, **said})
    hand = Finished(record, score(record), Noted(1, {}), entry=1)
    *_, fourth = rounds_of(record, hand.result)
    shown = _round(hand, fourth, None, speech("en"))
    assert (shown["name"], shown["calls"]) == ("puntua", record.calls[fourth])
    assert shown["marks"] == [(hand.result.marks[-1], "worth")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_in_the_tables_language(start: Start, language: str) -> None:
    table, say = start(language=language), speech(language)
    table.press("hordago", "hordago", "iduki", "read")
    id = table.hands[0]["record"]["id"]
    wanted = {
        "/hands": say("Hands of this match"),
        f"/hand/{id}": say("Round by round"),
        f"/choose?w=hand&w=0&of={id}": say("What was wrong?"),
        "/correction": say("Nothing waits for the teams."),
        "/match": say("A new match"),
        "/matches": say("All matches"),
        "/setup": say("Set-up"),
        "/setup/phones": say("New codes"),
        "/setup/camera": say("Check the mount"),
        "/setup/enrol": say("Learn this deck"),
        "/setup/deck": say("Check the deck"),
        "/enter": say("Code"),
    }
    for path, text in wanted.items():
        page = table.here.get(path)
        assert page.status_code == 200, path
        assert text in words(page.text), path
        assert f'<html lang="{language}">' in page.text
        assert "{{" not in page.text
        assert "[[" not in page.text


def test_the_picture_of_a_hand_is_kept_and_outlined(played: PanelTable) -> None:
    for hand in played.hands:
        answer = played.here.get(f"/hand/{hand['record']['id']}.jpg")
        assert answer.headers["content-type"] == "image/jpeg"
        with Image.open(io.BytesIO(answer.content)) as picture:
            assert picture.size == (64, 36)


def hand(cards: Mapping[str, str], **unsure: tuple[str, ...]) -> Finished:
    """A finished hand of these cards, some of which are not known."""
    held = {Seat(seat): tuple(map(Card.parse, hand.split())) for seat, hand in cards.items()}
    noted = Noted(1, {}, **{name: tuple(map(Card.parse, names)) for name, names in unsure.items()})
    return Finished(HandRecord("nabo", rulebook("nabo"), Seat.N, {}, held), Result((), {}), noted, entry=1)


def test_outlines_fit_a_kept_picture_that_was_made_smaller(tmp_path: Path) -> None:
    """The reading's corners are in pixels of a picture ten times as wide as the kept one."""
    path = tmp_path / "kept.png"
    Image.new("RGB", (400, 200), "black").save(path)
    read = reading(HANDS)
    quad = ((1000.0, 500.0), (2000.0, 500.0), (2000.0, 1500.0), (1000.0, 1500.0))
    one = replace(read, cards=(replace(read.cards[0], quad=quad),))
    with Image.open(io.BytesIO(outlined(HandReading(path, one, 4000.0), hand({})))) as drawn:
        lit = np.argwhere(np.asarray(drawn.convert("RGB"))[..., 1] > 100)
    top, left = lit.min(axis=0)
    bottom, right = lit.max(axis=0)
    assert abs(left - 100) < 8
    assert abs(right - 200) < 8
    assert abs(top - 50) < 8
    assert abs(bottom - 150) < 8
    with Image.open(io.BytesIO(outlined(HandReading(path, one, None), hand({})))) as bare:
        assert np.asarray(bare).max() < 20


def test_the_picture_names_the_cards_as_they_stand() -> None:
    read = reading(HANDS)
    named = as_they_stand(read, hand({**HANDS, "N": "12o 12c 7e 5b"}, unsure_suits=("12c",), unsure_cards=("4c",)))
    assert [str(named.cards[doubt.card or 0].card) for doubt in named.doubts] == ["12c", "4c"], "shown with their ?"
    assert [str(card.card) for card in named.cards if card.seat is Seat.N] == ["12o", "12c", "7e", "5b"]
    assert [card.card for card in named.cards if card.seat is not Seat.N] == [
        card.card for card in read.cards if card.seat is not Seat.N
    ]


def test_a_card_is_put_right_when_both_teams_confirm(played: PanelTable) -> None:
    id = played.hands[0]["record"]["id"]
    phone = played.phone(Role.PLAY)
    page = phone.get(f"/choose?w=hand&w=0&w=N&of={id}").text
    assert 'aria-label="12 of oros"' in page
    assert f"w=hand&amp;w=0&amp;w=N&amp;w=12o&amp;of={id}" in page
    sent = {"w": ["hand", "0", "N", "12o", "o"], "of": str(id), "choice": "4o"}
    before = played.state["score"]
    assert phone.post("/api/choose", data=sent).json() == {"done": True, "sentence": None}
    assert played.state["phase"] == "correction"
    said = words(phone.get("/correction").text)
    assert "North: 12o → 4o" in said
    assert "A correction waits for both teams." in words(phone.get("/hands").text)
    assert not phone.post("/api/agree/yes").json()["done"], "both teams confirm what changes the score"
    assert phone.post("/api/agree/NS").json()["done"]
    assert played.state["phase"] == "correction"
    assert not phone.post("/api/agree/NS").json()["done"]
    assert played.state["score"] == before
    assert phone.post("/api/agree/EW").json()["done"]
    record = played.hands[0]["record"]
    assert "4o" in record["cards"]["N"]
    assert score(HandRecord.parse(record)).to_dict() == played.hands[0]["result"]
    assert played.state["score"] != before
    assert "Put right: North: 12o → 4o" in words(phone.get(f"/hand/{id}").text)
    assert phone.post("/api/agree/EW").json()["sentence"] == "Nothing waits for the teams."


def test_a_card_that_is_gone_meanwhile_is_offered_no_more(played: PanelTable) -> None:
    """Two phones put the same card right; which hand it is is said by the name of who sits there."""
    id = played.hands[0]["record"]["id"]
    phone = played.phone(Role.PLAY)
    assert "North" in words(phone.get(f"/choose?w=hand&w=0&w=N&of={id}").text)
    sent = {"w": ["hand", "0", "N", "12o", "o"], "of": str(id), "choice": "4o"}
    assert phone.post("/api/choose", data=sent).json()["done"]
    assert phone.post("/api/agree/NS").json()["done"]
    assert phone.post("/api/agree/EW").json()["done"]
    late = phone.post("/api/choose", data={**sent, "choice": "5o"})
    assert late.json() == {"done": False, "sentence": "N holds no 12o."}
    again = phone.get(f"/choose?w=hand&w=0&w=N&w=12o&w=o&of={id}")
    assert (again.status_code, "N holds no 12o." in words(again.text)) == (404, True)


def test_what_a_correction_opens_for_the_judge_stands_on_every_page_about_the_match(start: Start) -> None:
    table, question = start(), "game 1 had been won before hand 2"
    table.press("envido-ns", "iduki", "read", "ok", "paso", "envido-ew", "tira", "read")
    id, phone = table.hands[0]["record"]["id"], table.phone(Role.PLAY)
    path = {"w": ["hand", "0", "handia", "anew", "NS hordago"], "of": str(id), "choice": "iduki"}
    assert phone.post("/api/choose", data=path).json()["done"]
    asked = f"For the judge: {question}."
    assert asked in words(phone.get("/correction").text)
    assert asked not in words(phone.get("/match").text)
    for team in ("NS", "EW"):
        assert phone.post(f"/api/agree/{team}").json()["done"]
    for page in ("/", "/match", "/hands", f"/hand/{id}"):
        assert asked in words(phone.get(page).text), page
    assert "in question" in words(phone.get("/hands").text)
    assert asked in table.state["display"]
    settle = f"/choose?{'&'.join(f'w={word}' for word in ('menu', 'judge', 'case', 'played-on-1-2'))}"
    assert "hand 2 is void" in words(table.here.get(settle).text)
    way = {"w": ["menu", "judge", "case", "played-on-1-2"], "choice": "void 2"}
    assert table.here.post("/api/choose", data=way).json()["done"]
    again = table.here.post("/api/choose", data=way).json()
    assert again == {"done": False, "sentence": "There is no case for the judge."}
    for page in ("/", "/hands"):
        assert asked not in words(phone.get(page).text), page
    assert "voided" in words(phone.get("/hands").text)
    taken_back = words(table.here.get("/choose?w=menu&w=judge&w=undo").text)
    assert "hand 2 is void" in taken_back
    assert "hand 1 is put right: handia: N-S hordago, E-W iduki" in taken_back


def test_that_the_karta_aldia_in_progress_does_not_count_is_told_before_and_after(played: PanelTable) -> None:
    played.press("ok", "envido-ns")
    id, phone = played.hands[0]["record"]["id"], played.phone(Role.PLAY)
    path = {"w": ["hand", "0", "handia", "anew", "NS hordago"], "of": str(id), "choice": "iduki"}
    assert phone.post("/api/choose", data=path).json()["done"]
    told = "The karta aldia in progress does not count."
    assert told in words(phone.get("/correction").text)
    for team in ("NS", "EW"):
        assert phone.post(f"/api/agree/{team}").json()["done"]
    assert played.state["display"] == told


def test_a_hand_that_has_another_number_in_the_files_says_which(played: PanelTable) -> None:
    played.press("ok", "envido-ns", "iduki", "read")
    second = played.hands[1]["record"]["id"]
    files = "On the score sheet and in the files: "
    assert files not in words(played.here.get(f"/hand/{second}").text)
    first = played.hands[0]["record"]["id"]
    sent = {"w": ["hand", "0", "esku"], "of": str(first), "choice": "W"}
    assert played.here.post("/api/choose", data=sent).json()["done"]
    for team in ("NS", "EW"):
        played.here.post(f"/api/agree/{team}")
    played.press("ok", "envido-ns", "iduki", "read")
    assert f"{files}5" in words(played.here.get(f"/hand/{played.hands[3]['record']['id']}").text)


def test_an_annulled_hand_is_told_from_one_in_which_nobody_scored(played: PanelTable) -> None:
    assert played.here.post("/api/choose", data={"w": ["menu", "judge", "annul"], "choice": "hand"}).json()["done"]
    said = "The judge has annulled it."
    assert played.state["display"].startswith(f"{said} This karta aldia is over. OK goes on to the next one.")
    assert played.here.post("/api/press/next").json()["sentence"] == said
    played.press("last", "next", "next")
    assert said in played.state["display"]
    assert said in words(played.here.get("/").text)
    assert "voided" in words(played.here.get("/hands").text)


def test_of_the_last_hand_of_the_match_before_nothing_is_told_that_the_judge_decides_in_the_new_one(
    start: Start,
) -> None:
    table = start()
    table.press("envido-ns", "iduki", "read", "ok")
    assert table.here.post("/api/match", {"rules": "nabo", "esku": "S"}).json()["done"]
    for path, choice in ((["give", "EW", "tantos"], "+2"), (["undo"], "1")):
        sent = {"w": ["menu", "judge", *path], "choice": choice}
        assert table.here.post("/api/choose", data=sent).json()["done"]
    state = table.appliance.snapshot().state
    assert (len(state.match.entries), state.noted) == (2, ())
    assert state.last is not None
    assert "The judge has decided about this hand" not in words(table.here.get("/").text)


def test_vacas_that_were_won_are_told_in_the_next_one(start: Start) -> None:
    table = start(rules="spain")
    for number in range(3):
        assert ("vacas" in table.state["standing"], "vacas" in table.state["display"]) == (False, False), number
        table.press("hordago", "hordago", "iduki", "read", "ok")
    assert table.state["games"] == {"NS": 0, "EW": 0}
    assert table.state["standing"] == "N-S\xa00 · E-W\xa00 · vacas\xa01\xa0–\xa00"
    assert table.state["display"].endswith("N-S 0, E-W 0, vacas\xa01\xa0–\xa00.")


def test_no_line_ends_at_the_hyphen_of_a_team_among_the_notes(start: Start) -> None:
    table = start(rules="spain")
    table.press("hordago", "hordago", "iduki", "read")
    assert "N\N{NON-BREAKING HYPHEN}S won the mantxa by hordago." in words(table.here.get("/hand/1").text)


def test_a_correction_is_dropped(played: PanelTable) -> None:
    id = played.hands[1]["record"]["id"]
    before = played.state
    sent = {"w": ["hand", "1", "esku"], "of": str(id), "choice": "N"}
    assert played.here.post("/api/choose", data=sent).json()["done"]
    assert played.here.post("/api/agree/drop").json()["done"]
    after = played.state
    assert (after["phase"], after["score"], after["last"]) == (before["phase"], before["score"], before["last"])
    assert not played.here.post("/api/agree/drop").json()["done"], "and nothing else is taken back"
    assert played.here.post("/api/agree/maybe").status_code == 409


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"w": ["hand", "0", "N", "12o", "o"], "of": "999", "choice": "4o"}, "There is no such hand any more."),
        ({"w": ["hand", "0", "N", "12o", "o"], "choice": "4o"}, "There is no such hand any more."),
        ({"w": ["hand", "0", "N", "12o", "o"], "of": "1", "choice": "4x"}, "There is no such choice."),
        ({"w": ["hand", "0", "N", "1x", "o"], "of": "1", "choice": "4o"}, "There is no such choice."),
        ({"w": ["hand", "0", "handia", "#9"], "of": "1", "choice": "2"}, "There is no such choice."),
        ({"w": ["hand", "0", "handia", "anew", "XX envido 2"], "of": "1", "choice": "2"}, "There is no such choice."),
        ({"w": ["hand", "0"], "of": "1", "choice": "N"}, "There is no such choice."),
        ({"w": ["menu", "judge", "case", "NS"], "choice": "+0"}, "There is no case for the judge."),
        ({"w": ["menu", "phone", "judge"], "choice": ""}, "There is no such hand any more."),
        ({"w": ["menu", "test"], "choice": ""}, "There is no such hand any more."),
        ({"w": ["elsewhere"], "choice": ""}, "There is no such hand any more."),
        ({}, "There is no such hand any more."),
    ],
)
def test_words_that_nobody_was_offered_do_nothing(played: PanelTable, sent: dict[str, object], said: str) -> None:
    events = len(played.journal)
    answer = played.here.post("/api/choose", data=sent)
    assert (answer.status_code, answer.json()) == (409, {"done": False, "sentence": said})
    query = "&".join(f"w={quote(str(word))}" for word in sent.get("w", ()))  # type: ignore[attr-defined]
    assert played.here.get(f"/choose?{query}&of={sent.get('of', '')}").status_code in (200, 404)
    assert len(played.journal) == events


def test_a_form_that_is_no_form_does_nothing(played: PanelTable) -> None:
    for content in (b"\xff\xfe=1", b"w=" + b"x" * 70_000, b"&".join([b"w=1"] * 200)):
        assert not played.here.post("/api/choose", content=content).json()["done"]


def test_a_new_match_is_begun_by_the_form(played: PanelTable) -> None:
    page = played.phone(Role.PLAY).get("/match").text
    assert "The match in hand ends here" in page
    sent = {"rules": "federacion", "target": "", "games": "2", "esku": "S"}
    assert played.here.post("/api/match", data=sent).json()["done"]
    state = played.state
    assert (state["rules"], state["target"], state["games_to_win"]) == ("federacion", 40, 2)
    assert (state["esku"], played.hands) == ("S", [])
    assert "Start the clock" in words(played.here.get("/match").text)
    clock = {"w": ["menu", "clock"], "choice": "start"}
    assert played.phone(Role.PLAY).post("/api/choose", data=clock).json()["done"]
    assert "Time left:" in words(played.here.get("/match").text)
    assert "Add time" not in words(played.phone(Role.PLAY).get("/match").text)
    ends = {"w": "menu", "choice": "ends"}
    assert played.here.post("/api/choose", data=ends).json()["done"]
    assert played.state["esku"] == "E"
    assert "Match 2" in words(played.here.get("/matches").text)
    assert played.here.get("/export/1.text").status_code == 200


def test_the_ends_are_offered_to_be_changed_only_while_they_can_be(played: PanelTable) -> None:
    offered = '<button name="choice" value="ends"'
    played.press("ok")
    assert offered in played.here.get("/match").text
    played.press("paso")
    assert offered not in played.here.get("/match").text


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rules": "/etc/passwd"}, "There is no rule book '/etc/passwd'."),
        ({"esku": "X"}, "Esku is N, W, S or E, not 'X'."),
        ({"target": "0"}, "Target is a whole number from 1 to 100, not '0'."),
        ({"games": "9999999999999"}, "Games is a whole number from 1 to 100, not '9999999999999'."),
        ({"target": "-5"}, "Target is a whole number from 1 to 100, not '-5'."),
    ],
)
def test_a_match_that_cannot_be_is_one_sentence(played: PanelTable, changed: dict[str, str], said: str) -> None:
    sent = {"rules": "nabo", "target": "", "games": "", "esku": "N"} | changed
    answer = played.here.post("/api/match", data=sent).json()
    assert answer == {"done": False, "sentence": said}
    assert len(played.hands) == 2
