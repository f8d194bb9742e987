"""Who may do what on the panel: codes that the display shows let a phone in to watch, to play or to judge.

A code holds until the program starts anew or somebody renews the codes. Whoever was let in stays in over a power cut:
what the phone keeps is signed with a key of the data folder.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final

from engine.sentences import Sentence
from firmware.keeping.folders import keep_bytes

_LOG = logging.getLogger("hamarreko")
_FILE: Final = "panel-key"
_DIGITS: Final = 6
_TRIES, _SECONDS = 10, 60.0
"""So many wrong codes of one guest in so many seconds; then that one is not let in for a while."""
_GUESTS: Final = 512
"""Of so many guests who tried wrong codes last they are counted."""


class Role(IntEnum):
    """What somebody may do; each may do what those before it may."""

    WATCH = 1
    PLAY = 2
    JUDGE = 3

    @property
    def word(self) -> str:
        """Its name for programs."""
        return self.name.lower()

    @classmethod
    def of(cls, word: str) -> Role:
        """The role of that name. KeyError where there is none."""
        return cls[word.upper()]


@dataclass(frozen=True, slots=True)
class Invitation:
    """What the display shows to let a phone in."""

    role: Role
    address: str
    code: str

    @property
    def link(self) -> str:
        """What a phone's camera opens. Capitals, which make the QR code small; addresses do not tell them apart."""
        return f"HTTP://{self.address.upper()}/I/{self.code}"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever looks at the panel. `pass_` is what a phone keeps, empty at the machine itself."""

    role: Role
    pass_: str = ""

    @property
    def local(self) -> bool:
        """Whether it is the machine that the program runs on."""
        return not self.pass_


class TooManyError(ValueError):
    """Too many wrong codes were tried."""


class Doors:
    """The codes of the three roles, and whom they have let in.

    `address` says where phones find the panel, such as `192.168.1.20:8040`, None while they cannot; without it nobody
    is let in. `key` signs what
    phones keep (None: a fresh one), and goes to `keep_key` when it changes. `clock` counts seconds.
    """

    def __init__(
        self,
        key: bytes | None = None,
        address: Callable[[], str | None] | None = None,
        keep_key: Callable[[bytes], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._key = secrets.token_bytes(32) if key is None else key
        self._address, self._keep_key, self._clock = address, keep_key, clock
        self._codes = _codes()
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        """When each guest's last wrong codes were tried."""

    @property
    def closed(self) -> bool:
        """Whether nobody is let in, on whatever network the machine is."""
        return self._address is None

    def invitation(self, role: Role) -> Invitation | None:
        """What lets a phone in as that; None where no phone can reach the panel."""
        address = self._address() if self._address else None
        return Invitation(role, address, self._codes[role]) if address else None

    def enter(self, code: str, guest: str = "") -> Visitor | None:
        """Whom the code lets in; None where it is none. TooManyError where this guest tried too many wrong ones.

        A guest is an address on the network: another one's wrong codes lock nobody out.
        """
        now, wrong = self._clock(), self._wrong.get(guest)
        if wrong and len(wrong) == _TRIES and now - wrong[0] < _SECONDS:
            raise TooManyError(Sentence("too many wrong codes were tried: wait a minute"))
        given = "".join(code.split()).encode()
        for role, own in self._codes.items():
            if hmac.compare_digest(given, own.encode()):
                name = f"{role.word}.{secrets.token_urlsafe(12)}"
                return Visitor(role, f"{name}.{self._signed('pass', name)}")
        self._wrong.setdefault(guest, deque(maxlen=_TRIES)).append(now)
        self._wrong.move_to_end(guest)
        while len(self._wrong) > _GUESTS:
            self._wrong.popitem(last=False)
        return None

    def visitor(self, pass_: str) -> Visitor | None:
        """Whose pass this is; None where it is no good."""
        name, _, signature = pass_.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._signed("pass", name).encode()):
            return None
        return Visitor(Role.of(name.partition(".")[0]), pass_)

    def token(self, visitor: Visitor) -> str:
        """What this visitor's own pages send along, and no other site's page knows."""
        return self._signed("token", visitor.pass_)

    def renew(self) -> None:
        """New codes, and everybody is out."""
        self._key, self._codes = secrets.token_bytes(32), _codes()
        self._wrong.clear()
        if self._keep_key:
            self._keep_key(self._key)

    def _signed(self, what: str, text: str) -> str:
        digest = hmac.new(self._key, f"{what} {text}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()


def kept_key(data: Path) -> bytes:
    """The key of the data folder; a new one where it keeps none."""
    try:
        key = (data / _FILE).read_bytes()
    except OSError:
        key = b""
    if len(key) != 32:
        key = secrets.token_bytes(32)
        keep_key(data, key)
    return key


def keep_key(data: Path, key: bytes) -> None:
    """Keep the key where nobody else reads it. A disk that refuses costs no more than entering codes anew."""
    try:
        keep_bytes(data / _FILE, key, 0o600)
    except OSError as error:
        _LOG.warning("who was let in is forgotten with the next start: %s", error)


def _codes() -> dict[Role, str]:
    """Three different codes."""
    codes: set[str] = set()
    while len(codes) < len(Role):
        codes.add(f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}")
    return dict(zip(Role, codes, strict=True))
