"""What the buttons mean in a grid of choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.sentences import Sentence
from firmware.session.buttons import Button
from firmware.session.choices.advising import NEXT_JUGADA
from firmware.session.choices.choosing import grid, is_first
from firmware.session.choices.grid import Cell, Grid, GridError, Lot, Path
from firmware.session.choices.menu import BY_QR_CODE, LANGUAGE, MENU, TEST, VOICE, code_of, minute_of
from firmware.session.events import Agreed, CardSettled, CardTold, Event, FaultMended
from firmware.session.fold import Session
from firmware.session.press.agreement import agreeing
from firmware.session.press.meanings import Meaning, Wish, answered, checked, refused
from firmware.session.view import LIVE, View


def chosen(session: Session, view: View, button: Button, check: bool) -> Meaning:
    """What a button chooses in a grid; Back goes one choice back."""
    if button is Button.BACK:
        return Meaning(replace(view, path=() if is_first(view.path) else view.path[:-1], choice=0))
    try:
        shown = grid(session.now, view.path)
    except GridError as error:
        return refused(LIVE, Sentence.of(error))
    if shown.listed and (read := _read_on(shown, view, button)):
        return read
    cell = _under_cursor(shown, view) if shown.listed and button is Button.OK else shown.cell(button)
    if cell is None:
        return Meaning(view, refusal=Sentence("There is no choice on this button."))
    if isinstance(cell.leads, Lot):
        return Meaning(lot=cell.leads)
    if isinstance(cell.leads, tuple):
        return _led_on(view, cell.leads)
    return _happening(session, view, cell.leads, check)


def _under_cursor(shown: Grid, view: View) -> Cell | None:
    """The choice of a list that OK takes; None where it only tells something."""
    slot = shown.slots[view.choice % len(shown.slots)]
    return slot if isinstance(slot, Cell) else None


def _read_on(shown: Grid, view: View, button: Button) -> Meaning | None:
    """To what a list shows next: with Next, and with OK once what it tells is read."""
    if button is Button.NEXT or (button is Button.OK and shown.cells and _under_cursor(shown, view) is None):
        return Meaning(replace(view, choice=(view.choice + 1) % len(shown.slots)))
    return Meaning() if button is Button.OK and not shown.cells else None


_WISHED: Final[Mapping[Path, Wish]] = {
    (MENU, TEST): Wish.SELF_TEST,
    (MENU, VOICE): Wish.VOICE,
    (MENU, LANGUAGE): Wish.LANGUAGE,
    BY_QR_CODE: Wish.JOIN,
    NEXT_JUGADA: Wish.VOID,
}
"""The choices that lead to what the appliance does."""


def _led_on(view: View, path: Path) -> Meaning:
    """To further choices, to what the appliance does, to a desk that is joined, or to a team's minute for mus."""
    if wish := _WISHED.get(path):
        return Meaning(wish=wish)
    if code := code_of(path):
        return Meaning(wish=Wish.JOIN, code=code)
    if team := minute_of(path):
        return Meaning(replace(LIVE, clock=True, mus=team))
    return Meaning(replace(view, path=path, choice=0))


def _happening(session: Session, view: View, event: Event, check: bool) -> Meaning:
    if not check:
        return Meaning(event=event)
    if isinstance(event, Agreed):
        return agreeing(session, event)
    if isinstance(event, CardSettled | FaultMended):
        return answered(session, event)
    what = checked(session, event)
    if what.refusal:
        return Meaning(view, refusal=what.refusal)
    return replace(what, view=replace(view, path=())) if isinstance(event, CardTold) else what
