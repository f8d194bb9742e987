"""What the players' and the judge's pages say happens: played at a table, in the pages' order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware.keeping.journal import Journal
from firmware.selftest.at_the_table import AtTheTable
from firmware.selftest.report import Check
from firmware.selftest.running import Parts, SelfTest
from firmware.session.buttons import Button
from firmware.table.appliance import Appliance
from tests.firmware.devices.test_choose import pi
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.scripted import HANDS, at_once, devices, write_pictures
from tests.firmware.scripted_parts import ScriptedDisplay, ScriptedKeys

NO_PAIRS = {**HANDS, "W": "10b 3o 7c 4c"}
IN_DOUBT = {
    "hands": HANDS,
    "doubts": [
        {
            "kind": "card",
            "seat": "W",
            "card": 6,
            "text": "W: 7c is not certain",
            "alternatives": [["7c", 0.6], ["6c", 0.4]],
        }
    ],
}
LEFT_OUT = {
    "hands": HANDS,
    "doubts": [{"kind": "count", "text": "something that may be a card was left out"}],
}


class Evening:
    """A table to press at; what it says is in English."""

    def __init__(self, folder: Path, *readings: dict[str, Any], rules: str = "nabo") -> None:
        self.table = PanelTable(folder, *(readings or ({"hands": HANDS},) * 4), rules=rules)

    def press(self, *names: str) -> str:
        """Press these buttons, and hear what the display says then."""
        for name in names:
            self.table.press(name)
        return self.says

    def hold(self) -> str:
        """Hold the last hand's button."""
        self.table.appliance.press(Button.LAST, held=True)
        return self.says

    @property
    def says(self) -> str:
        return self.table.appliance.snapshot().spoken()

    @property
    def calls(self) -> dict[str, list[str]]:
        calls: dict[str, list[str]] = self.table.state["calls"]
        return calls

    @property
    def score(self) -> tuple[int, int]:
        score = self.table.state["score"]
        return score["NS"], score["EW"]


@pytest.fixture(name="evening")
def _evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.table.close()


def test_until_the_first_call_next_moves_the_esku_on(evening: Evening) -> None:
    assert "Esku: West" in evening.press("next")
    assert "Esku: West" in evening.press("envido-ns", "tira")
    assert "The first esku is chosen before the first call" in evening.press("next")


def test_which_button_when(evening: Evening) -> None:
    assert "N-S envido 2, E-W to answer" in evening.press("envido-ns")
    assert "N-S envido 3, E-W to answer" in evening.press("envido-ns")
    assert "N-S envido 5, E-W to answer" in evening.press("next")
    assert "N-S envido 10, E-W to answer" in evening.press("next")
    assert "E-W gehiago 2, N-S to answer" in evening.press("envido-ew")
    assert "E-W gehiago 3, N-S to answer" in evening.press("envido-ew")
    assert evening.press("iduki").startswith("Txikia: no bid yet")
    evening.press("envido-ew", "gehiago")
    assert evening.calls["txikia"] == ["EW envido 2", "NS gehiago 1"]
    before = evening.score
    evening.press("tira")
    assert evening.score == (before[0] + 2, before[1])  # at once
    assert evening.press("paso").startswith("Jokoa or puntua: no bid yet")
    assert evening.press("back").startswith("Pareak: no bid yet")
    assert evening.press("back").startswith("Txikia: E-W envido 2, N-S gehiago 1, E-W to answer")


def test_a_hordago_is_pressed_twice_and_the_second_press_says_whose(evening: Evening) -> None:
    assert evening.press("hordago") == "Hordago by N-S? Press Hordago again. If it is by E-W, press E-W envido."
    assert "E-W hordago, N-S to answer" in evening.press("envido-ew")
    evening.press("back")
    assert "N-S hordago, E-W to answer" in evening.press("hordago", "hordago")


def test_rounds_that_nobody_bid_in_need_no_press(evening: Evening) -> None:
    evening.press("envido-ns", "iduki")
    assert evening.press("read").startswith("The karta aldia is marked; OK goes on.")
    assert "+" in evening.press("next")
    assert evening.press("ok").startswith("Handia: no bid yet. Esku: West")
    evening.press("read")
    assert "E-W envido 2, N-S to answer. Esku: South" in evening.press("envido-ew")  # the first call deals as well


def test_a_card_in_doubt(tmp_path: Path) -> None:
    evening = Evening(tmp_path, IN_DOUBT)
    assert "Which card is it at West? 7 of copas" in evening.press("read")
    assert "6 of copas" in evening.press("next")
    assert "Which card was it?" in evening.press("back", "read", "envido-ew")  # the second suit: copas
    assert evening.press("tira").startswith("The karta aldia is marked")  # the sixth button: the six
    assert "6c" in evening.table.state["last"]["record"]["cards"]["W"]
    evening.table.close()


def test_are_all_cards_right(tmp_path: Path) -> None:
    evening = Evening(tmp_path, LEFT_OUT)
    assert "Are all cards right? OK takes them, Read reads again." in evening.press("read")
    assert evening.press("ok").startswith("The karta aldia is marked")
    evening.table.close()


def test_cards_against_calls(tmp_path: Path) -> None:
    evening = Evening(tmp_path, {"hands": NO_PAIRS})
    evening.press("paso", "paso", "envido-ns", "iduki")
    assert evening.press("read").startswith("The cards contradict the calls")
    assert evening.press("last").startswith("What was said wrong?")
    assert evening.press("envido-ns").startswith("Pareak. Who said it wrong?")
    evening.press("back", "back")
    assert evening.press("ok").startswith("The karta aldia is marked")  # the calls are struck
    evening.table.close()


def test_paso_twice_voids_and_the_same_dealer_deals(evening: Evening) -> None:
    evening.press("paso", "paso", "paso", "paso")
    assert evening.press("paso") == "Void this karta aldia? Press Paso again."
    assert evening.press("paso").startswith("Handia: no bid yet. Esku: North")


def test_the_last_hand_is_shown_and_put_right_by_both_teams(evening: Evening) -> None:
    evening.press("envido-ns", "iduki", "read", "ok", "read", "ok")
    assert evening.press("last").startswith("Hand 2.")
    assert evening.press("last").startswith("Hand 1.")
    assert evening.press("ok").startswith("Handia")
    score = evening.score
    assert evening.press("last", "last", "read").startswith("What was wrong?")
    evening.press("iduki", "envido-ew")  # handia's calls, the second one: iduki
    assert evening.press("envido-ns").startswith("Correction:")
    evening.press("envido-ns")
    assert evening.score == score
    evening.press("envido-ew")
    assert evening.score != score


def test_the_menu_behind_a_hold(evening: Evening) -> None:
    said = evening.hold()
    assert said.startswith("Table")
    for word in ("new", "judge", "ends", "phone", "test"):
        assert f": {word}" in said
    assert "zaku" in said
    assert "clock" not in said  # no rule book but the federation's has one


def test_the_judges_acts(evening: Evening) -> None:
    evening.press("envido-ns", "tira", "read", "ok")
    before = evening.score
    for word in ("annul", "give", "take"):
        evening.hold()
        assert f": {word}" in evening.press("envido-ew")
        evening.press("back", "back")
    evening.hold()
    evening.press("envido-ew", "gehiago", "envido-ns")  # judge, take, N-S
    evening.press("envido-ns")  # 1 tanto
    assert evening.score == (before[0] - 1, before[1])
    evening.hold()
    assert ": undo" in evening.press("envido-ew")


def test_the_federations_clock(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="federacion")
    assert ": clock" in evening.hold()
    said = evening.press("gehiago")
    for word in ("start", "mus", "late"):
        assert f": {word}" in said
    evening.press("envido-ns")
    evening.hold()
    assert ": +1; " in evening.press("gehiago")
    evening.table.close()


def test_from_the_power_to_the_first_scored_hand_nobody_needs_more_than_the_box_s_buttons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/build.md, "The first hand", at a box that was never on; of the self-test its buttons and the free space."""
    keys, shown = ScriptedKeys(), ScriptedDisplay()
    parts = replace(devices(write_pictures(tmp_path / "pictures", {"hands": HANDS})), displays=(shown,), keys=(keys,))

    def make(of: Parts, changed: Callable[[], object]) -> SelfTest:
        return SelfTest(of, changed, only=(Check.BUTTONS, Check.SPACE), patience=60.0, read_for=60.0)

    with Journal(tmp_path / "data") as journal:
        appliance = Appliance(journal, parts, at_once(notice_seconds=8.0, language=None))
        monkeypatch.setattr("firmware.selftest.at_the_table.SelfTest", make)
        tests = AtTheTable(appliance, tmp_path / "data", parts, pi(tmp_path / "pi"))

        def until(said: str) -> None:
            while said not in appliance.snapshot().spoken():  # the test's own time limit ends what never comes
                time.sleep(0.005)

        try:
            assert tests.due
            tests.begin()
            keys.press([Button.NEXT])
            until("Hizkuntza: Euskara?")
            keys.press([Button.NEXT] * 3)
            until("Language: English?")
            keys.press([Button.OK])
            for button in Button:
                until(f"Press {button.label}.")
                keys.press([button])
            until("Buttons: fine.")
            keys.press([Button.OK])
            until("Handia: no bid yet")
            keys.press([Button.ENVIDO_NS, Button.IDUKI, Button.PASO, Button.READ])
            until("The karta aldia is marked; OK goes on. N-S 4, E-W 2.")
            assert shown.shown[-1].size == (128, 64)
        finally:
            appliance.close()
