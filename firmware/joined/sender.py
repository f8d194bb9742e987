"""What a joined box sends: its journal's events in their order, until the desk says that they are committed."""

from __future__ import annotations

import hashlib
import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from firmware.devices.watch import Repeating
from firmware.joined.at_table import AtTable
from firmware.joined.membership import Membership
from firmware.joined.wire import RefusedError, UnreachableError, Wire

_LOG = logging.getLogger("hamarreko")
_MOST: Final = 200
"""Events that go at once."""
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 30.0
"""Seconds until a desk that cannot be reached is tried again; each time twice as many."""

_NO_KEY, _NOT_ALLOWED = 401, 403
"""How a desk refuses whoever has no key that holds, or none for a table; and a journal that is not the key's."""


def _uncounted(told: Mapping[str, Any] | None, seat: Mapping[str, Any] | None) -> bool:
    """Whether the desk does not count yet what both teams have confirmed: it is told again, until it can."""
    if not told or not seat or told["partida"] != seat["partida"]:
        return False
    return len(told["confirmed"]) == len(seat["teams"]) and not seat["confirmed"]


class Sender(Repeating):
    """Keeps a desk up to date with a box, on a thread of its own: no press ever waits for it.

    `membership` is how the box has joined, or None; it joins with the `joining` words, where it has not or they have
    another code. How it has joined goes to `keep` when it changes. Whatever breaks, what the desk has not committed is
    sent again, and the desk counts it once.
    """

    def __init__(
        self,
        wire: Wire,
        box: AtTable,
        membership: Membership | None,
        joining: Mapping[str, Any],
        keep: Callable[[Membership], object],
    ) -> None:
        super().__init__("desk", self._send)
        self._wire, self._box, self._keep = wire, box, keep
        anew = joining.get("code") not in (None, membership and membership.code)
        self._membership = None if anew else membership
        self._joining = {**joining, "journal": membership and membership.journal}
        self._committed: int | None = None
        """The last number that the desk has, as far as it has said since the start."""
        self._told: Mapping[str, Any] | None = None
        self._seated: Mapping[str, Any] | None = None
        """What the desk has said last that is played."""
        self._deck_asked: tuple[str | None, int] | None = None
        """Which deck was last to be had, and in which partida: once in each is enough for one that cannot be."""
        self._pause = _FIRST_PAUSE
        self._is_out = self._knows = False
        """Whether the desk lets the box in no more, and whether somebody could be told."""
        self.trouble: Exception | None = None
        """What keeps the desk from hearing this box; None while it does."""

    def close(self, seconds: float = 5.0) -> None:
        """Stop sending; what is not sent goes with the next start."""
        super().close(seconds)
        self._wire.close()

    def exchange(self) -> float:
        """Join where that is still to be done, send what there is, and take what the desk says.

        The seconds until the desk wants to hear again, 0 where more waits. UnreachableError, RefusedError.
        """
        member = self._membership or self._join()
        after = self._committed
        events = [] if after is None else list(self._box.events(after, _MOST))
        told = None if after is None or len(events) == _MOST else self._box.told()
        news = told if told != self._told or _uncounted(told, self._seated) else None
        call = self._box.call()
        body = {"journal": member.journal, "first": (after or 0) + 1, "events": events, "told": news, "call": call}
        try:
            answer = self._asked("/api/box/events", body, member.key)
        except RefusedError as error:
            if error.status != _NOT_ALLOWED:
                raise
            _LOG.warning("the desk does not know this box's journal any more, which joins anew")
            self._join_again(member)
            return 0.0
        number, digest = int(answer["committed"]["number"]), str(answer["committed"]["digest"])
        if number and not self._is_own(number, digest):
            _LOG.warning("the desk has another history of this box, which joins anew")
            self._join_again(member)
            return 0.0
        if after is None and not number and (before := self._box.taken_over(answer["seat"])):
            # a box takes back only what it has told itself: the match may be over no more by now
            self._asked("/api/box/events", body | {"told": before}, member.key)
        whole = after is not None and number == after + len(events)
        self._committed = number
        self._told = told if whole else None
        self._seat(answer["seat"])
        self._take_deck(answer["seat"], member)
        self._box.called(call, answer["call"])
        return 0.0 if not whole or len(events) == _MOST else float(answer["again"])

    def _asked(self, path: str, body: Mapping[str, Any], key: str | None = None) -> Mapping[str, Any]:
        """What the desk answers. Nothing of it is taken once this is closed: the box may be at another desk by then."""
        answer = self._wire.post(path, dict(body), key)
        if self._closing:
            raise UnreachableError("the desk's answer came too late")
        return answer

    def _join(self) -> Membership:
        """By a code, to go on from where the table is."""
        given = self._asked("/api/box/join", self._joining | {"partida": self._box.partida})
        table, key, journal = int(given["table"]), str(given["key"]), str(given["journal"])
        since, base = self._box.joined(table, given["events"], goes_on=given["goes_on"], elsewhere=given["elsewhere"])
        self._joining = {**self._joining, "journal": journal}  # where this is tried again, it comes from there
        made = Membership(self._wire.address, table, key, journal, base, since, self._joining.get("code"))
        return self._is_member(made)

    def _join_again(self, member: Membership) -> Membership:
        """With the same key, as another journal: all that was said since the first joining is sent anew."""
        given = self._asked("/api/box/join", {}, member.key)
        return self._is_member(replace(member, journal=str(given["journal"])))

    def _is_member(self, member: Membership) -> Membership:
        self._keep(member)
        self._membership, self._committed, self._told = member, None, None
        return member

    def _seat(self, seat: Mapping[str, Any] | None) -> None:
        """What is played, told to the box. Where it cannot take that, what it has is sent all the same."""
        self._seated = seat
        try:
            self._box.seated(seat)
        except Exception:
            _LOG.exception("what the desk says that is played cannot be played")

    def _take_deck(self, seat: Mapping[str, Any] | None, member: Membership) -> None:
        """The deck that all tables play with, once: whoever sits here may choose another one afterwards."""
        if seat is None:
            return
        deck = seat["deck"]
        digest = deck and str(deck["digest"])
        asked = digest, int(seat["partida"])
        if digest == member.deck or asked == self._deck_asked:
            return
        if deck is None or self._box.play_with(
            deck, lambda: self._asked("/api/box/deck", {"digest": digest}, member.key)
        ):
            self._membership = replace(member, deck=digest)
            self._keep(self._membership)
        self._deck_asked = asked

    def _is_own(self, number: int, digest: str) -> bool:
        """Whether the event that the desk has under that number is this box's."""
        found = self._box.events(number - 1, 1)
        return bool(found) and hashlib.sha256(found[0].encode()).hexdigest()[:16] == digest

    def _send(self) -> float:
        """Exchange once; the seconds until the next time."""
        if self._is_out:
            self._knows = self._knows or self._box.shut_out()
            return _LONGEST_PAUSE
        try:
            wait = self.exchange()
            self.trouble, self._pause = None, _FIRST_PAUSE
            return wait
        except (UnreachableError, RefusedError) as error:
            self._fail(error)
            if isinstance(error, RefusedError) and error.status in (_NO_KEY, _NOT_ALLOWED):
                self._is_out = True
                return 0.0
            wait = self._pause * random.uniform(0.5, 1.0)  # boxes that lost it together do not come back together
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)
            return wait
        except Exception as error:
            _LOG.exception("what was to be sent to the desk could not be")
            self._fail(error)
            return _LONGEST_PAUSE

    def _fail(self, error: Exception) -> None:
        if str(self.trouble) != str(error):
            _LOG.warning("%s", error)
        self.trouble = error
        self._committed = None  # whether it was committed, the desk says first
