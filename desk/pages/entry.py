"""Who comes in to the desk's pages: a code is exchanged for a key, which the browser keeps in a cookie.

One browser may keep several keys: at a small club one person is the committee and the judge.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from desk.acts import OFFICIALS, Role, Who
from desk.keeping.people import Guest
from desk.service.desk import Desk, NotAllowedError
from engine.sentences import Sentence
from web.door import Seal

_BETWEEN: Final = "~"
"""Between keys in a cookie; none of them has one."""
_MOST: Final = 6
"""Keys that a browser keeps."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever looks: by which keys they came in, and as whom."""

    pass_: str
    guests: tuple[Guest, ...]

    @property
    def role(self) -> int:
        """That somebody let them in; what each may do, the service says."""
        return 1

    def roles(self, tournament: int) -> frozenset[Role]:
        """What they are in a tournament."""
        return frozenset(guest.place.role for guest in self.guests if guest.place.tournament == tournament)

    def who(self, tournament: int, *roles: Role) -> Who:
        """As whom they do something that one of these roles may do, the first they have. NotAllowedError without."""
        for role in roles:
            for guest in self.guests:
                if (guest.place.tournament, guest.place.role) == (tournament, role):
                    return guest.who
        raise NotAllowedError(MAY_NOT)


NOBODY: Final = Visitor("", ())
MAY_NOT: Final = Sentence("This page is not for everybody: come in with a code that the committee gave you.")


class DeskDoor:
    """Knows visitors by the keys in their cookie."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def visitor(self, pass_: str) -> Visitor | None:
        """Whose keys these are, as far as they hold; None where none does."""
        keys = [key for key in pass_.split(_BETWEEN)[:_MOST] if key]
        held = [(key, guest) for key in keys if (guest := self._desk.guest(key))]
        if not held:
            return None
        return Visitor(_BETWEEN.join(key for key, _ in held), tuple(guest for _, guest in held))

    def token(self, visitor: Visitor) -> str:
        """What this visitor's own pages send along, and no other site's page knows: a part for each key."""
        keys = filter(None, visitor.pass_.split(_BETWEEN))
        return " ".join(Seal(hashlib.sha256(key.encode()).digest()).token(key) for key in keys)


def with_key(visitor: Visitor, key: str, guest: Guest) -> str:
    """The pass of somebody who was let in with one more key; it takes the place of one for the same.

    Where they are too many the oldest goes, of pairs and tables first: who has tried their codes stays what they were.
    The new one itself never does, or its code would let in nobody.
    """
    earlier = zip(visitor.pass_.split(_BETWEEN), visitor.guests, strict=True) if visitor.guests else ()
    kept = [(key, guest), *((old, known) for old, known in earlier if known.place != guest.place)]
    while len(kept) > _MOST:
        kept.remove(next((one for one in kept[:0:-1] if one[1].place.role not in OFFICIALS), kept[-1]))
    return _BETWEEN.join(key for key, _ in kept)
