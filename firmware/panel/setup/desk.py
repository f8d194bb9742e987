"""The routes of a table at a tournament's desk: how it joins one, and its call to the judge."""

from __future__ import annotations

from starlette.routing import Route

from engine.sentences import Sentence
from firmware.joined.joining import Joining
from firmware.panel.answers import one
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked, Page
from firmware.session.events import CallTakenBack, JudgeCalled
from firmware.session.press import Wish
from firmware.table.doing import NOT_HERE, Answer
from web.answers import Fields


class AtTheDesk:
    """The routes."""

    def __init__(self, gate: PanelGate, joining: Joining | None) -> None:
        self._joining, self._reading, happen = joining, gate.appliance.desk, gate.appliance.happen
        self.routes: list[Route] = [
            gate.page("/setup/desk", self._page, Role.JUDGE),
            gate.act("/api/desk/join", self._join, Role.JUDGE),
            gate.act("/api/desk/deck", self._offer_deck, Role.JUDGE),
            gate.act("/api/desk/call", lambda asked, _: happen(JudgeCalled(), asked.judges)),
            gate.act("/api/desk/call/back", lambda asked, _: happen(CallTakenBack(), asked.judges)),
        ]

    def _page(self, asked: Asked) -> Page:
        values = {"joining": self._joining, "at": asked.state.desk.table, "deck": self._reading.deck}
        return Page("desk.html", asked.say("Desk"), "/setup", values)

    def _join(self, _: Asked, sent: Fields) -> Answer:
        address, code = one(sent, "address").strip(), one(sent, "code").strip()
        if self._joining is None:
            return Answer(False, NOT_HERE[Wish.JOIN])
        if not address or not code:
            return Answer(False, Sentence("the desk's address and the table's code are both needed"))
        return self._joining.join(address, code)

    def _offer_deck(self, _: Asked, sent: Fields) -> Answer:
        if self._joining is None:
            return Answer(False, NOT_HERE[Wish.JOIN])
        return self._joining.offer(one(sent, "deck"))
