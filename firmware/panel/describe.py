"""The session as JSON, for the page and for other programs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firmware.keeping.taking_up import lost
from firmware.outlets.told import hand, session
from firmware.panel.moments import stands
from firmware.panel.page import bids, standing
from firmware.screens.clock import face
from firmware.screens.correction import labelled
from firmware.screens.spoken import told_of_call
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button
from firmware.session.choices.grid import PLACES
from firmware.session.choices.offered import offered
from firmware.session.state import Phase, State
from firmware.table.appliance import Appliance
from firmware.table.snapshot import Snapshot


def of_now(appliance: Appliance, seen: Snapshot) -> dict[str, Any]:
    """What of the session changes by itself."""
    return {
        "picture": _picture(appliance, seen),
        "live": appliance.live,
        "desk": _desk(seen, appliance.clock.elapsed),
    }


def described(appliance: Appliance, snapshot: Snapshot) -> dict[str, Any]:
    """All the rest that the page shows, and what is told to whoever looks on, as somebody may see the table.

    No field changes its meaning; more may come.
    """
    state, view, outside = snapshot.state, snapshot.view, session(snapshot)
    return {
        **outside,
        "doubts": [doubt.to_json() for doubt in state.open_doubts()],
        "conflict": state.conflict.error if state.phase is Phase.CONFLICT and state.conflict else None,
        "hands": [hand(finished) for finished in state.earlier[-12:]],
        "notice": view.notice,
        "troubles": [{"name": one.value, "sentence": _told_of(one, snapshot)} for one in snapshot.troubles],
        "busy": view.busy,
        "display": snapshot.spoken(),
        "names": outside["names"] | bids(snapshot.say),
        "language_asked": snapshot.proposed is not None,
        "choices": _choices(snapshot),
        "buttons": {button.value: appliance.refusal(snapshot, button) for button in Button},
        "standing": standing(snapshot),
        "stands": stands(state),
        "version": snapshot.version,
        "moment": snapshot.moment,
    }


def _told_of(trouble: Trouble, snapshot: Snapshot) -> str:
    """A trouble in a sentence: what was lost is named by its match and hand."""
    if trouble is Trouble.JOURNAL_BROKEN:
        return snapshot.say.sentence(lost(snapshot.holes))
    return snapshot.say(trouble.text)


def _desk(snapshot: Snapshot, elapsed: float | None) -> dict[str, Any] | None:
    """The table at a tournament's desk: its number there, how its call to the judge and the clock stand; None at no
    desk."""
    desk, say = snapshot.state.desk, snapshot.say
    if desk.table is None:
        return None
    return {
        "table": desk.table,
        "title": say("Table {table}", table=desk.table),
        "called": desk.waits,
        "call": desk.call and desk.call.value,
        "told": told_of_call(desk, say) or None,
        "clock": _clock(snapshot.state, elapsed),
    }


def _clock(state: State, elapsed: float | None) -> dict[str, Any] | None:
    """The round's clock in seconds, as it is now; None where none has been told of."""
    if elapsed is None or state.clock is None:
        return None
    shown = face(replace(state, elapsed=elapsed))
    return {
        "left": round(shown.left),
        "begins_in": round(shown.begins),
        "running": not shown.stopped and state.phase is not Phase.MATCH_WON,
        "last": shown.warned is not None,
        "shortened": state.clock.shortened(state.book.target) if shown.warned and state.won_by_games else (),
        "due": shown.due,
    }


def _picture(appliance: Appliance, snapshot: Snapshot) -> dict[str, Any] | None:
    """The picture on the table: its name, whether it was read, and whether it changes by itself until it is."""
    state = snapshot.state
    if state.laid and state.laid.sent:
        return {"name": state.laid.sent, "read": True, "live": False}
    name = state.picture or (appliance.desk.next_picture if appliance.live else None)
    if name is None:
        return None
    return {"name": name, "read": state.reading is not None, "live": appliance.live and not state.reading}


def _choices(snapshot: Snapshot) -> dict[str, str] | None:
    """What the buttons choose, in words; None where they mean what is printed on them."""
    busy = snapshot.proposed or snapshot.guest or snapshot.trouble
    shown = None if busy else offered(snapshot.state, snapshot.view)
    if shown is None:
        return None
    cells = zip(PLACES, shown.cells, strict=False)
    return {button.value: labelled(cell, snapshot.say) for button, cell in cells if cell}
