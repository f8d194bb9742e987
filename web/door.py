"""What a door is made of: passes that only the server can write, and a limit on wrong codes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from engine.sentences import Sentence

_TRIES, _SECONDS = 10, 60.0
"""So many wrong codes of one guest in so many seconds; then that one is not let in for a while."""
_GUESTS: Final = 512
"""Of so many guests who tried wrong codes last they are counted. Whoever has more addresses than that tries as often as
the server answers: a code has to be long enough by itself."""


class Visitor(Protocol):
    """Whoever looks at a page."""

    @property
    def role(self) -> int:
        """What they may do: each number all that those below it may."""

    @property
    def pass_(self) -> str:
        """What their browser keeps; empty for whoever needs none."""


Who = TypeVar("Who", bound=Visitor)
Found = TypeVar("Found")


class Door(Protocol[Who]):
    """Knows visitors by their passes."""

    def visitor(self, pass_: str) -> Who | None:
        """Whose pass this is; None where it is no good."""

    def token(self, visitor: Who) -> str:
        """What this visitor's own pages send along, and no other site's page knows: of several parts, with spaces
        between them, each is enough."""


class TooManyError(ValueError):
    """Too many wrong codes were tried."""


class Tries:
    """The wrong codes that guests tried. `clock` counts seconds.

    A guest is an address on the network: another one's wrong codes lock nobody out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        """When each guest's last wrong codes were tried."""

    def entered(self, guest: str, enter: Callable[[], Found | None]) -> Found | None:
        """Whom a guest's code lets in, as `enter` finds out; None where it is wrong.

        TooManyError where this guest tried too many wrong ones of late. Codes are tried one after the other, so that
        many at once are no more tries than that.
        """
        with self._lock:
            wrong = self._wrong.get(guest, deque[float](maxlen=_TRIES))
            if len(wrong) == _TRIES and self._clock() - wrong[0] < _SECONDS:
                raise TooManyError(Sentence("too many wrong codes were tried: wait a minute"))
            found = enter()
            if found is None:
                wrong.append(self._clock())
                self._wrong[guest] = wrong
                self._wrong.move_to_end(guest)
                while len(self._wrong) > _GUESTS:
                    self._wrong.popitem(last=False)
            return found

    def forget(self) -> None:
        """As if nobody had tried any."""
        with self._lock:
            self._wrong.clear()


class Seal:
    """Signs what browsers keep, with a key of 32 bytes."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sealed(self, name: str) -> str:
        """A pass with that name in it."""
        return f"{name}.{self._signed('pass', name)}"

    def opened(self, pass_: str) -> str | None:
        """The name in a pass; None where it was not sealed with this key."""
        name, _, signature = pass_.rpartition(".")
        good = hmac.compare_digest(signature.encode(), self._signed("pass", name).encode())
        return name if good else None

    def token(self, pass_: str) -> str:
        """What the pages of whoever has that pass send along."""
        return self._signed("token", pass_)

    def _signed(self, what: str, text: str) -> str:
        digest = hmac.new(self._key, f"{what} {text}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()
