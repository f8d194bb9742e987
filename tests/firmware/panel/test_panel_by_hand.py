"""A hand without the table's camera: tapped on the page, or read in a phone's picture; and both teams' word."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.seats import Seat
from firmware.keeping.journal import Journal
from firmware.panel.by_hand import turned
from firmware.panel.entry.door import Role
from firmware.session.buttons import Button
from firmware.table.appliance import Appliance
from tests.firmware.panel.at_the_panel import Asker, PanelTable
from tests.firmware.scripted import HANDS, at_once, devices
from vision.picture import Picture

CALLS = ("envido-ns", "iduki", "paso", "paso", "paso")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    """A table without a single picture, whose rounds are called."""
    made = PanelTable(tmp_path)
    made.press(*CALLS)
    yield made
    made.close()


def enter(who: Asker, hands: dict[str, str] = HANDS) -> list[dict[str, Any]]:
    """Tap these cards; what each tap was answered."""
    cards = [(seat, card) for seat, names in hands.items() for card in names.split()]
    return [who.post("/api/by-hand/card", data={"seat": seat, "card": card}).json() for seat, card in cards]


def test_a_hand_is_tapped_on_a_phone_and_both_teams_agree(table: PanelTable) -> None:
    phone = table.phone(Role.PLAY)
    assert "Tap the cards" in phone.get("/by-hand").text
    assert phone.post("/api/by-hand").json()["done"]
    page = phone.get("/by-hand").text
    assert "Tap the cards of North" in page
    assert page.count('name="card"') == 40
    assert all(answer["done"] for answer in enter(phone, {"N": HANDS["N"]}))
    page = phone.get("/by-hand").text
    assert "Tap the cards of West" in page
    assert (page.count('name="card"'), page.count('name="gone"')) == (36, 8), "on the table and in the deck"
    assert "Tap the cards of East" in phone.get("/by-hand?seat=E").text
    enter(phone, {seat: HANDS[seat] for seat in "WSE"})
    assert table.state["phase"] == "entry"
    assert "N-S envido: we agree" in phone.get("/by-hand").text
    assert phone.post("/api/agree/NS").json()["done"]
    page = phone.get("/by-hand").text
    assert "N-S envido: we agree" not in page
    assert "E-W envido: we agree" in page
    assert phone.post("/api/agree/NS").json() == {"done": False, "sentence": "N-S has agreed already."}
    assert phone.post("/api/agree/EW").json()["done"]
    last = table.state["last"]
    assert last["record"]["cards"] == {seat: cards.split() for seat, cards in HANDS.items()}
    assert last["record"]["source"] == "hand"
    assert "The players entered these cards by hand." in phone.get("/hand/1").text
    assert "by hand" in phone.get("/hands").text
    assert "This karta aldia is over" in phone.get("/by-hand").text


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"seat": "S", "card": "8o"}, "'8o' is none of the forty cards."),
        ({"seat": "S", "card": "9b"}, "'9b' is none of the forty cards."),
        ({"seat": "S"}, "'' is none of the forty cards."),
        ({"seat": "S", "card": "12o"}, "12o is entered already: N has it."),
        ({"seat": "N", "card": "4o"}, "N has four cards already."),
        ({"seat": "S", "gone": "4o"}, "S has no 4o."),
        ({"seat": "Q", "card": "4o"}, "There is no seat 'Q'."),
        ({}, "There is no seat ''."),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(table: PanelTable, sent: dict[str, str], sentence: str) -> None:
    table.here.post("/api/by-hand")
    enter(table.here, {"N": HANDS["N"]})
    events = len(table.journal)
    assert table.here.post("/api/by-hand/card", data=sent).json() == {"done": False, "sentence": sentence}
    assert table.here.post("/api/agree/NS").json() == {"done": False, "sentence": "Nothing waits for the teams."}
    assert len(table.journal) == events


def test_who_watches_enters_nothing_and_the_judge_alone_decides(table: PanelTable) -> None:
    table.here.post("/api/by-hand")
    enter(table.here)
    watcher, player, judge = (table.phone(role) for role in Role)
    assert watcher.get("/by-hand").status_code != 200
    for path in ("/api/by-hand", "/api/by-hand/card", "/api/by-hand/picture", "/api/agree/NS"):
        assert not watcher.post(path, data={"seat": "N", "card": "4o"}).json()["done"]
    assert "The judge: so be it" not in player.get("/by-hand").text
    assert not player.post("/api/agree/judge").json()["done"]
    assert table.state["phase"] == "entry"
    assert "The judge: so be it" in judge.get("/by-hand").text
    assert judge.post("/api/agree/judge").json()["done"]
    assert table.state["phase"] == "marks"


def test_it_goes_on_after_a_power_cut_in_the_middle(table: PanelTable, tmp_path: Path) -> None:
    table.here.post("/api/by-hand")
    enter(table.here, {"N": HANDS["N"], "W": "11b 3o"})
    table.close()
    with Journal(tmp_path / "data") as journal:
        appliance = Appliance(journal, devices(tmp_path / "pictures"), at_once())
        state = appliance.snapshot().state
        assert state.entered is not None
        assert [str(card) for card in state.entered.of(Seat.W)] == ["11b", "3o"]
        assert state.entered.next_seat is Seat.W
        assert appliance.press(Button.BACK).done
        appliance.close()


def test_a_card_is_taken_away_and_all_may_be_entered_anew(table: PanelTable) -> None:
    table.here.post("/api/by-hand")
    enter(table.here, {"N": HANDS["N"]})
    assert table.here.post("/api/by-hand/card", data={"seat": "N", "gone": "12c"}).json()["done"]
    assert "Tap the cards of North" in table.here.get("/by-hand").text
    assert table.here.post("/api/by-hand").json()["done"]
    assert table.here.get("/by-hand").text.count('name="card"') == 40


def test_nobody_enters_a_hand_while_a_bid_waits(tmp_path: Path) -> None:
    table = PanelTable(tmp_path)
    table.press("envido-ns")
    assert "has no answer" in table.here.get("/by-hand").text
    assert not table.here.post("/api/by-hand").json()["done"]
    table.close()


def picture() -> bytes:
    """What a phone sends."""
    _, png = cv2.imencode(".png", np.full((48, 64, 3), 90, np.uint8))
    return png.tobytes()


def test_a_phone_s_picture_is_read_as_any_other(table: PanelTable) -> None:
    phone = table.phone(Role.PLAY)
    sent = phone.post("/api/pictures?name=IMG_1.png", content=picture()).json()
    assert sent["done"]
    answer = phone.post("/api/by-hand/picture", data={"picture": sent["picture"]["id"], "side": "W"}).json()
    assert answer == {"done": True, "sentence": None}
    state = table.state
    assert (state["phase"], state["last"]["record"]["source"]) == ("marks", "phone")
    assert state["picture"] == {"name": "IMG_1.png", "read": True, "live": False}
    assert phone.get("/picture.jpg").headers["content-type"] == "image/jpeg"
    assert phone.get("/hand/1.jpg").headers["content-type"] == "image/jpeg"
    assert "in a picture that a player took" in phone.get("/hand/1").text
    again = phone.post("/api/by-hand/picture", data={"picture": sent["picture"]["id"]}).json()
    assert again == {"done": False, "sentence": "This picture is gone: take it anew."}
    other = phone.post("/api/pictures", content=picture()).json()["picture"]["id"]
    over = phone.post("/api/by-hand/picture", data={"picture": other}).json()
    assert over == {"done": False, "sentence": "This karta aldia is over. OK goes on to the next one."}
    wrong = phone.post("/api/by-hand/picture", data={"picture": other, "side": "up"}).json()
    assert wrong == {"done": False, "sentence": "There is no seat 'up'."}


def test_a_picture_that_arrives_late_scores_no_other_karta_aldia(table: PanelTable) -> None:
    phone = table.phone(Role.PLAY)

    def read(content: bytes | AsyncIterator[bytes]) -> dict[str, Any]:
        sent = phone.post("/api/pictures", content=content).json()["picture"]["id"]
        answer: dict[str, Any] = phone.post("/api/by-hand/picture", data={"picture": sent}).json()
        return answer

    async def slowly() -> AsyncIterator[bytes]:
        yield picture()[:20]
        table.press("ok")
        yield picture()[20:]

    assert read(picture())["done"]
    late = read(slowly())
    assert late == {"done": False, "sentence": "This picture is of another karta aldia: take it anew."}
    assert (table.state["deal"], table.state["phase"], len(table.hands)) == (2, "calls", 1)
    assert read(picture())["done"]
    assert len(table.hands) == 2


@pytest.mark.parametrize(("side", "far"), [(Seat.S, "N"), (Seat.W, "E"), (Seat.N, "S"), (Seat.E, "W")])
def test_whoever_takes_the_picture_has_north_brought_to_its_top(side: Seat, far: str) -> None:
    """Across from whoever takes it sits the partner, at the picture's upper edge."""
    taken = np.zeros((64, 64, 3), np.uint8)
    taken[0] = 255
    seen = turned(Picture(taken), side).pixels
    edges = {"N": seen[0], "E": seen[:, -1], "S": seen[-1], "W": seen[:, 0]}
    assert [seat for seat, edge in edges.items() if edge.all()] == [far]


def test_a_new_match_that_a_player_begins_waits_for_both_teams(table: PanelTable) -> None:
    player, judge = table.phone(Role.PLAY), table.phone(Role.JUDGE)
    table.here.post("/api/by-hand")
    enter(table.here)
    table.press("envido-ns", "envido-ew")
    sent = {"rules": "federacion", "target": "", "games": "", "esku": "S"}
    assert "Both teams are asked" in player.get("/match").text
    assert player.post("/api/match", data=sent).json()["done"]
    assert (table.state["phase"], table.state["rules"]) == ("new-match", "nabo")
    assert "A new match waits for both teams." in player.get("/match").text
    page = player.get("/correction").text
    assert ", to 40, mantxak 4, esku South" in page
    assert player.post("/api/agree/NS").json()["done"]
    assert "agreed" in player.get("/correction").text
    assert player.post("/api/agree/drop").json()["done"]
    assert player.post("/api/agree/drop").json()["done"]
    assert (table.state["phase"], len(table.hands)) == ("marks", 1)
    player.post("/api/match", data=sent)
    for team in ("EW", "NS"):
        assert player.post(f"/api/agree/{team}").json()["done"]
    assert (table.state["rules"], table.state["esku"], table.hands) == ("federacion", "S", [])
    assert judge.post("/api/match", data={**sent, "rules": "spain"}).json()["done"]
    assert table.state["rules"] == "spain"


def test_choices_are_named_for_the_page_s_buttons(table: PanelTable) -> None:
    assert table.state["choices"] is None
    table.press("ok")
    choices = table.state["choices"]
    assert choices == dict(
        zip(
            [button.value for button in list(Button)[:10]],
            ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"],
            strict=True,
        )
    )
    table.press("back")
    table.here.post("/api/press/last?held")
    assert table.state["choices"]["envido-ns"] == "new"


def test_struck_calls_are_no_calls_of_the_karta_aldia(tmp_path: Path) -> None:
    crossed = {**HANDS, "W": "10b 3o 7c 4c"}
    table = PanelTable(tmp_path, {"hands": crossed})
    table.press("paso", "paso", "envido-ns", "iduki", "paso", "read")
    before = table.state
    assert before["phase"] == "conflict"
    assert before["calls"]["pareak"] == ["NS envido 2", "EW iduki"]
    table.press("ok")
    state = table.state
    assert state["last"]["record"]["struck"] == {"pareak": ["NS envido 2", "EW iduki"]}
    assert "pareak" not in state["calls"]
    table.close()


def test_a_refused_press_is_told_in_a_sentence(table: PanelTable) -> None:
    answer = table.here.post("/api/press/tira").json()
    assert answer["sentence"] == "All is called: lay out the cards and press Read. Back takes the last call back."
    assert answer["sentence"] in answer["state"]["display"]
    table.press(*["back"] * 4)
    sentence = table.here.post("/api/press/paso").json()["sentence"]
    assert sentence[0].isupper()
    assert sentence.endswith(".")


def test_no_hand_is_brought_in_once_the_match_is_given(table: PanelTable) -> None:
    over = {"done": False, "sentence": "The match is over."}
    sent = {"w": ["menu", "judge", "give", "EW"], "choice": "match"}
    assert table.here.post("/api/choose", data=sent).json()["done"]
    assert table.here.post("/api/by-hand").json() == over
    assert over["sentence"] in table.here.get("/by-hand").text
    deal = table.appliance.snapshot().state.deal
    sent_picture = table.appliance.read_sent(Picture(np.zeros((36, 64, 3), np.uint8)), "phone-1.jpg", deal)
    assert (sent_picture.done, sent_picture.sentence) == (False, "The match is over.")
