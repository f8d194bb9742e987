"""How a session is taken up at the start: from the last matches of the journal, not from all that was ever played."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Any, Final

from engine.sentences import Sentence
from firmware.keeping.journal_form import Start
from firmware.session.at_desk import carry
from firmware.session.cards.disputes import disputed
from firmware.session.event_text import EventError, from_text, kind_of, to_text
from firmware.session.events import NEVER_TAKEN_BACK, Event, MatchStarted, Undone
from firmware.session.fold import Session, StateError, apply

_NOT_TAKEN_BACK: Final = {event.kind for event in (Undone, *NEVER_TAKEN_BACK)}
"""Kinds of events that undo does not go back to before."""

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


def lost(holes: Sequence[Hole]) -> Sentence:
    """That there are holes, with the hands that have them; of many the first and how many more."""
    where = [Sentence("match {match}, hand {hand}", match=hole.match, hand=hole.hand) for hole in holes[:_TOLD]]
    if len(holes) > _TOLD:
        where.append(Sentence("and {number} more", number=len(holes) - _TOLD))
    return Sentence("Look at the score: something was lost of {where}.", where=tuple(where))


class Following:
    """A session that follows its events one by one. What cannot be read, or makes no sense there, is left out.

    Hands come right by themselves behind a gap: the event that marks one has its whole record, with the score.
    Who has taken a left out event back has taken nothing else back, so it stays in the row of those that can be. Of a
    lost one nobody knows the kind: it is held for one that could be. `disputed` are the readings in dispute, by the
    numbers of their events. `last_event` is the number of the last one that changed what can be done: it can be taken
    back, or took something back.
    """

    def __init__(self, matches: int = 0) -> None:
        """Begin behind so many matches."""
        self.session: Session | None = None
        self.disputed: list[int] = []
        self.last_event = 0
        self._matches = matches
        self._left_out: list[Hole] = []

    def take(self, number: int, body: str) -> Event | None:
        """The event of that number in the journal, after which the session stands; None where it was left out."""
        try:
            event = from_text(body)
            after = apply(self.session or _begun_unseen(event), event)
        except (EventError, StateError) as error:
            hand = len(self.session.now.earlier) + 1 if self.session else 1
            self._left_out.append(Hole(max(self._matches, 1), hand, (number,), str(error)))
            if self.session and _could_be_taken_back(body):
                self.session = Session(self.session.now, (*self.session.past, self.session.now))
            return None
        if self.session is None or after.now.started is not self.session.now.started:
            self._matches += -1 if isinstance(event, Undone) else 1
        if reading := disputed(event, self.session.now if self.session else None, after.now):
            self.disputed.append(reading)
        if not isinstance(event, NEVER_TAKEN_BACK):
            self.last_event = number
        self.session = after
        return event

    @property
    def holes(self) -> tuple[Hole, ...]:
        """What was left out, hand by hand."""
        by_hand = groupby(self._left_out, key=lambda hole: (hole.match, hole.hand))
        found = (tuple(of_hand) for _, of_hand in by_hand)
        return tuple(replace(some[0], events=tuple(chain(*(hole.events for hole in some)))) for some in found)


def _could_be_taken_back(body: str) -> bool:
    """Whether undo goes back to before an event that is left out."""
    try:
        return kind_of(body) not in _NOT_TAKEN_BACK
    except EventError:
        return True


def _begun_unseen(event: Event) -> Session | None:
    """The match in which a hand was marked whose beginning is lost, as that hand's record tells it; None for others.

    EventError where the record is damaged.
    """
    record = getattr(event, "record", None)
    if not record:
        return None
    try:
        players = 2 if len(record["cards"]) == 2 else 4
        begun = MatchStarted(record["rules"], record["esku"], "", None, record["options"], players=players)
    except (KeyError, TypeError) as error:
        raise EventError(f"a {event.kind} event with a damaged record: {error}") from error
    return apply(None, from_text(to_text(begun)))  # read back, as what it took from the record may be of any type


def carried(event: Event, after: Session) -> str | None:
    """What a reader who begins at this event must know of all before it; None where nobody can begin there."""
    if not isinstance(event, MatchStarted):
        return None
    now = after.now
    known = {"deal": now.deal, "last_picture": now.last_picture, "desk": now.desk.carried()}
    return json.dumps(known, ensure_ascii=False)


def _known(start: Start) -> dict[str, Any]:
    """What `carried` has told of all before that event. LookupError, TypeError or ValueError where it is not that."""
    told = json.loads(start.carry)
    return {"deal": told["deal"], "last_picture": told["last_picture"], "desk": carry(told["desk"])}


def taken_up(start: Start, bodies: Iterable[str]) -> Following | None:
    """The session of the events from `start` on; None where it, or the last finished hand, goes back to before them.

    None also where one of them makes no sense, or another release has written the start otherwise: then all is found
    from the first event on.
    """
    try:
        known = _known(start)
    except (LookupError, TypeError, ValueError):
        return None
    following = Following()
    for number, body in enumerate(bodies, start.seq):
        if following.take(number, body) is None:
            return None
        if number == start.seq and following.session:
            following.session = Session(replace(following.session.now, **known))
    past = following.session.past if following.session else ()
    return following if past and past[0].earlier else None  # so far back undo reaches


def all_taken_up(bodies: Iterable[str]) -> tuple[Following, list[Start]]:
    """The session of all events, and where a reader may begin."""
    following = Following()
    starts: list[Start] = []
    for number, body in enumerate(bodies, 1):
        event = following.take(number, body)
        if event and following.session and (known := carried(event, following.session)) is not None:
            starts.append(Start(number, known))
    return following, starts
