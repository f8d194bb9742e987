"""What is the judge's alone: at the box it lies behind a hold, on a phone behind the judge's code."""

from __future__ import annotations

from typing import Final

from engine.sentences import Sentence
from firmware.session.choices.grid import Lead, Lot, Path
from firmware.session.choices.menu import MENU
from firmware.session.choices.settling import JUDGE
from firmware.session.events import Event, Undone, is_the_judges
from firmware.session.fold import Session
from firmware.session.press import Meaning

NOT_THE_JUDGE: Final = Sentence("This is the judge's: the judge's code lets you do it.")


def judges(session: Session, what: Meaning) -> bool:
    """Whether a press that means this is the judge's."""
    done = what.event or what.begun
    return (done is not None and judges_event(session, done)) or judges_path(what.view.path)


def judges_path(path: Path) -> bool:
    """Whether these choices lead to an act of the judge, or show the judge's code."""
    return path[:1] == (MENU,) and JUDGE in path


def judges_lead(lead: Lead | Lot) -> bool:
    """Whether a choice that leads there is the judge's."""
    return judges_path(lead) if isinstance(lead, tuple) else isinstance(lead, Event) and is_the_judges(lead)


def judges_event(session: Session, event: Event) -> bool:
    """Whether the event is an act of the judge, or takes one back."""
    if isinstance(event, Undone):
        return bool(session.past) and session.now.judged
    return is_the_judges(event)
