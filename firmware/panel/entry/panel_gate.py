"""The panel's gate: the machine itself may do all, and what others are told who may not."""

from __future__ import annotations

from typing import Final

from engine.sentences import Sentence
from firmware.panel.entry.door import Doors, Role, Visitor
from firmware.session.authority import NOT_THE_JUDGE
from web.gate import Gate, Refusals, Refused

_REFUSALS: Final = Refusals(
    stranger=Sentence("Enter the code that the box shows first."),
    elsewhere=Sentence("This is done on the panel's own page."),
    without={
        Role.PLAY: Sentence("Spectators read: the players' code lets you press."),
        Role.JUDGE: NOT_THE_JUDGE,
    },
)


class PanelGate(Gate[Visitor]):
    """Makes the panel's routes. `refused` answers whoever may not."""

    def __init__(self, doors: Doors, refused: Refused) -> None:
        super().__init__(doors, _REFUSALS, refused, Visitor(Role.JUDGE))
        self.doors = doors
