"""Forms and the moment they were made in: what somebody else changed meanwhile, or has done already, is not done."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.panel.entry.door import Role
from firmware.panel.moments import settled
from firmware.session.events import CorrectionProposed
from tests.firmware.panel.at_the_panel import Asker, PanelTable
from tests.firmware.panel.test_panel_review import CLEAR, JOKOA
from tests.firmware.running import ROOT

ENDS = {"w": "menu", "choice": "ends"}
GIVEN = {"w": ["menu", "judge", "give", "NS", "tantos"], "choice": "+3"}
TAKEN_UP = """
import sys
from firmware.keeping.taking_up import Following
from firmware.panel.moments import settled
following = Following()
for number, body in enumerate(sys.stdin, 1):
    following.take(number, body)
print(settled(following.session.now))
"""
OVERTAKEN = {"done": False, "sentence": "The table has gone on meanwhile: look, and press again.", "overtaken": True}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PanelTable]:
    """A hand with an accepted envido was played."""
    made = PanelTable(tmp_path, CLEAR, JOKOA, CLEAR, rules="federacion")
    made.press("envido-ns", "iduki", "read")
    yield made
    made.close()


class Form:
    """A form as a page had it when it was fetched; it may be sent as often as somebody likes."""

    def __init__(self, who: Asker, page: str, to: str) -> None:
        found = re.search(f'(?s)data-post="{to}".*?name="moment" value="([0-9a-f]+)"', who.get(page).text)
        assert found, (page, to)
        self._who, self._to, self._moment = who, to, found[1]

    def send(self, **fields: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self._who.post(self._to, data={**fields, "moment": self._moment}).json()
        return answer


def choices(*words: str, of: int | None = None) -> str:
    return f"/choose?{'&'.join(f'w={word}' for word in words)}{'' if of is None else f'&of={of}'}"


def propose(table: PanelTable, card: str) -> None:
    path = {"w": ["hand", "0", "N", "12o", card[-1]], "of": str(table.hands[0]["record"]["id"]), "choice": card}
    assert table.here.post("/api/choose", data=path).json()["done"]


def test_nobody_agrees_to_a_correction_that_they_have_not_seen(table: PanelTable) -> None:
    propose(table, "4o")
    seen = [Form(table.phone(Role.PLAY), "/correction", f"/api/agree/{word}") for word in ("EW", "drop")]
    assert table.here.post("/api/agree/drop").json()["done"]
    propose(table, "4b")
    assert table.here.post("/api/agree/NS").json()["done"]
    before = table.state["score"]
    assert [form.send() for form in seen] == [OVERTAKEN, OVERTAKEN]
    assert (table.state["score"], table.state["phase"]) == (before, "correction")
    assert Form(table.phone(Role.PLAY), "/correction", "/api/agree/EW").send()["done"]
    assert "4b" in table.hands[0]["record"]["cards"]["N"]


def test_both_teams_may_agree_at_the_same_moment(table: PanelTable) -> None:
    propose(table, "4o")
    words = [Form(table.phone(Role.PLAY), "/correction", f"/api/agree/{team}") for team in ("NS", "EW")]
    assert [word.send()["done"] for word in words] == [True, True]


def test_names_are_given_to_those_who_sat_there_when_they_were_read(table: PanelTable) -> None:
    table.press("ok")
    phone = table.phone(Role.PLAY)
    naming, swapping = Form(phone, "/match", "/api/names"), Form(phone, "/match", "/api/choose")
    table.press("envido-ns", "back")  # who plays on disturbs nobody who writes names
    assert naming.send(N="Ane")["done"]
    assert naming.send(N="Jon") == OVERTAKEN
    again = Form(phone, "/match", "/api/names")
    assert swapping.send(**ENDS)["done"]
    assert (again.send(N="Ane", S="Iker"), table.state["names"]["W"]) == (OVERTAKEN, "Ane")


def test_what_is_sent_twice_is_done_once(table: PanelTable) -> None:
    id, judge = table.hands[0]["record"]["id"], table.phone(Role.JUDGE)
    giving = Form(judge, choices(*GIVEN["w"]), "/api/choose")
    score = table.state["score"]
    assert (giving.send(**GIVEN)["done"], giving.send(**GIVEN)) == (True, OVERTAKEN)
    assert table.state["score"] == {**score, "NS": score["NS"] + 3}
    table.press("ok")
    swapping, putting = Form(judge, "/match", "/api/choose"), choices("hand", "0", "esku", of=id)
    late = Form(judge, putting, "/api/choose")
    assert (swapping.send(**ENDS)["done"], swapping.send(**ENDS)) == (True, OVERTAKEN)
    assert late.send(w=["hand", "0", "esku"], of=str(id), choice="E") == OVERTAKEN
    assert table.here.post("/api/choose", data={"w": ["menu", "clock"], "choice": "start"}).json()["done"]
    adding = Form(judge, choices("menu", "clock"), "/api/choose")
    more = {"w": ["menu", "clock"], "choice": "+5"}
    assert (adding.send(**more)["done"], adding.send(**more)) == (True, OVERTAKEN)
    assert table.appliance.snapshot().state.added == 300
    beginning, match = Form(judge, "/match", "/api/match"), {"rules": "nabo", "esku": "N"}
    assert (beginning.send(**match)["done"], beginning.send(**match)) == (True, OVERTAKEN)


def test_the_law_is_applied_to_the_calls_that_it_was_asked_about(table: PanelTable) -> None:
    table.press("ok", "envido-ns")
    path = {"w": ["law", "bids", "raised-own"]}
    page = choices(*path["w"])
    assert "Take the last call back" in table.here.get(page).text, page
    applying = Form(table.here, page, "/api/choose")
    table.press("tira", "envido-ew")
    assert applying.send(**path, choice="Take the last call back") == OVERTAKEN


def test_a_hand_is_not_entered_anew_over_what_another_phone_has_entered(table: PanelTable) -> None:
    table.press("ok", "paso", "paso", "paso", "paso")
    entering = Form(table.phone(Role.PLAY), "/by-hand", "/api/by-hand")
    assert table.here.post("/api/by-hand").json()["done"]
    assert table.here.post("/api/by-hand/card", data={"seat": "N", "card": "12o"}).json()["done"]
    assert entering.send() == OVERTAKEN


@pytest.mark.parametrize("agreed", [(), ("envido-ns", "envido-ew")])
@pytest.mark.parametrize("seed", ["1", "2"])  # by which Python orders its sets: another one at every start
def test_a_form_counts_also_after_a_new_start(table: PanelTable, agreed: tuple[str, ...], seed: str) -> None:
    told = {"change": "announced", "round": "pareak", "seats": ["N", "E", "S", "W"]}
    table.appliance.happen(CorrectionProposed(1, (told,)))
    table.press(*agreed)
    state = table.appliance.snapshot().state
    assert bool(state.match.entries[1:]) is bool(agreed)
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    given = "\n".join(table.journal.events())
    done = subprocess.run(
        [sys.executable, "-c", TAKEN_UP], input=given, capture_output=True, text=True, cwd=ROOT, env=environment
    )
    assert done.stdout.split() == [settled(state)], done.stderr
