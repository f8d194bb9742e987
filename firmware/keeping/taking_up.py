"""How a session is taken up at the start: from the last matches of the journal, not from all that was ever played."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from firmware.keeping.journal import Start
from firmware.session.events import Event, EventError, MatchStarted, Undone, from_text
from firmware.session.match import Finished
from firmware.session.state import Session, StateError, apply

_TOLD: Final = 3
"""So many hands are named in a sentence."""


@dataclass(frozen=True, slots=True)
class Hole:
    """Events of one hand that were lost, or make no sense without those: the match and its hand, both from 1.

    `events` are their numbers in the journal, `why` what is wrong with the first of them.
    """

    match: int
    hand: int
    events: tuple[int, ...]
    why: str

    def __str__(self) -> str:
        return f"match {self.match}, hand {self.hand}"


def listed(holes: Sequence[Hole]) -> str:
    """The hands that have holes, for a sentence; of many the first and how many more."""
    told = [str(hole) for hole in holes]
    return ", ".join(told[:_TOLD] + ([f"and {len(told) - _TOLD} more"] if len(told) > _TOLD else []))


class Following:
    """A session that follows its events one by one. What cannot be read, or makes no sense there, is left out.

    Hands come right by themselves behind a gap: the event that marks one has its whole record, with the score.
    """

    def __init__(self, matches: int = 0) -> None:
        """Begin behind so many matches."""
        self.session: Session | None = None
        self._matches = matches
        self._left_out: list[tuple[int, int, int, str]] = []

    def take(self, number: int, body: str) -> Event | None:
        """The event of that number in the journal, after which the session stands; None where it was left out."""
        try:
            event = from_text(body)
            after = apply(self.session or _begun_unseen(event), event)
        except (EventError, StateError) as error:
            hand = len(self.session.now.hands) + 1 if self.session else 1
            self._left_out.append((max(self._matches, 1), hand, number, str(error)))
            return None
        if self.session is None or after.now.started is not self.session.now.started:
            self._matches += -1 if isinstance(event, Undone) else 1
        self.session = after
        return event

    @property
    def holes(self) -> tuple[Hole, ...]:
        """What was left out, hand by hand."""
        by_hand = groupby(self._left_out, key=lambda one: one[:2])
        found = ((*hand, tuple(of_hand)) for hand, of_hand in by_hand)
        return tuple(Hole(match, hand, tuple(one[2] for one in some), some[0][3]) for match, hand, some in found)


def _begun_unseen(event: Event) -> Session | None:
    """The match in which a hand was marked whose beginning is lost, as that hand's record tells it; None for others."""
    showdown = getattr(event, "showdown", None)
    if showdown is None:
        return None
    record = showdown.record
    return apply(None, MatchStarted(record["rules"], record["esku"], "", None, record["options"]))


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


def all_taken_up(bodies: Iterable[str]) -> tuple[Session | None, list[Start], tuple[Hole, ...]]:
    """The session of all events, where a reader may begin, and what had to be left out."""
    following = Following()
    starts: list[Start] = []
    for number, body in enumerate(bodies, 1):
        event = following.take(number, body)
        if event and following.session and (carry := carried(event, following.session)) is not None:
            starts.append(Start(number, carry))
    return following.session, starts, following.holes
