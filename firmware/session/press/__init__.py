"""What a button press means: an event, a wish that needs the camera, another view, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from engine.sentences import Sentence
from firmware.session.buttons import Button
from firmware.session.choices.menu import MENU
from firmware.session.fold import Session
from firmware.session.press.agreement import agreeing, while_waiting
from firmware.session.press.calling import while_calling
from firmware.session.press.choosing import chosen
from firmware.session.press.meanings import Meaning, Wish, disarmed
from firmware.session.press.over_the_table import OVER_THE_TABLE
from firmware.session.press.showdown import at_the_cards, entering, in_conflict, in_doubt, when_marked
from firmware.session.state import Phase
from firmware.session.view import LIVE, View

__all__ = ["BUSY", "MENU_BUTTON", "Meaning", "Wish", "agreeing", "meaning"]

MENU_BUTTON = Button.LAST
"""The button that opens the menu where it is held: pressing it only looks at the last hand, so a slip costs nothing."""
BUSY: Final = Sentence("The cards are being read.")
_LEAVES_CLOCK = (Button.BACK, Button.OK, Button.NEXT)
_ANSWERED: Final = frozenset(Phase) - {Phase.MARKS, Phase.JUDGE, Phase.GAME_WON, Phase.MATCH_WON}
"""The phases in which OK answers something; in the others it goes on to what is played next, behind a sentence too."""
_IN_PHASE: Final[Mapping[Phase, Callable[[Session, View, Button], Meaning]]] = {
    Phase.CALLS: while_calling,
    Phase.CARDS: at_the_cards,
    Phase.DOUBTS: in_doubt,
    Phase.CONFLICT: in_conflict,
    Phase.MARKS: when_marked,
    Phase.JUDGE: when_marked,
    Phase.ENTRY: entering,
    Phase.CORRECTION: while_waiting,
    Phase.NEW_MATCH: while_waiting,
    Phase.GAME_WON: when_marked,
    Phase.MATCH_WON: when_marked,
}


def meaning(session: Session, view: View, button: Button, check: bool = True, held: bool = False) -> Meaning:
    """What pressing `button` means now. Pure; an event in it is one that the state accepts.

    `held`: the button is pressed for long. It was pressed before, and that has had its own meaning.
    Without the `check` that is not sure of what a grid offers: trying out eleven corrections takes its time.
    """
    if view.busy:
        return Meaning(view, refusal=BUSY)
    phase = session.now.phase
    told, view = view.notice, replace(view, notice=None)
    if held:
        return Meaning(replace(LIVE, path=(MENU,))) if button is MENU_BUTTON else Meaning(view)
    if view.clock and button in _LEAVES_CLOCK:
        return Meaning()
    if told and button is Button.OK and (view.path or (view.hand is None and phase in _ANSWERED)):
        # what is asked is answered once it is seen, and what is offered taken
        return Meaning(replace(view, page=0 if view.hand is None else view.page))
    if view.path:
        return chosen(session, view, button, check)
    for layer in OVER_THE_TABLE:
        if found := layer(session, view, button):
            return found
    return _IN_PHASE[phase](session, disarmed(view), button)
