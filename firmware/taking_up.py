"""How a session is taken up at the start: from the last matches of the journal, not from all that was ever played."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from firmware.journal import Start
from firmware.session.events import Event, EventError, MatchStarted, from_text
from firmware.session.match import Finished
from firmware.session.state import Session, StateError, apply


class BrokenEventError(ValueError):
    """An event that makes no sense: its number in the journal, and why."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"event {number} makes no sense: {why}")
        self.number = number


def carried(event: Event, after: Session) -> str | None:
    """What a reader who begins at this event must know of all before it; None where nobody can begin there."""
    if not isinstance(event, MatchStarted):
        return None
    last = after.now.before
    return json.dumps(
        {
            "deal": after.now.deal,
            "seen": after.now.seen,
            "last": last and {"record": last.record, "result": last.result},
        },
        ensure_ascii=False,
    )


def taken_up(start: Start, bodies: Iterable[str]) -> Session | None:
    """The session of the events from `start` on; None where it goes back to before them.

    None also where one of them makes no sense: what is wrong is found from the first event on.
    """
    try:
        carry = json.loads(start.carry)
        session = None
        for body in bodies:
            event = from_text(body)
            if session is None:
                now = apply(None, event).now
                last = carry["last"] and Finished(carry["last"]["record"], carry["last"]["result"])
                session = Session(replace(now, deal=carry["deal"], seen=carry["seen"], before=last))
            else:
                session = apply(session, event)
    except (ValueError, KeyError, TypeError):
        return None
    # undo reaches back one karta aldia
    return session if session is not None and session.now.deal > carry["deal"] else None


def all_taken_up(bodies: Iterable[str]) -> tuple[Session | None, list[Start], BrokenEventError | None]:
    """The session of all events, or of those before the one that makes no sense, and where a reader may begin."""
    session: Session | None = None
    starts: list[Start] = []
    for number, body in enumerate(bodies, 1):
        try:
            event = from_text(body)
            session = apply(session, event)
        except (EventError, StateError) as error:
            return session, starts, BrokenEventError(number, str(error))
        if (carry := carried(event, session)) is not None:
            starts.append(Start(number, carry))
    return session, starts, None
