"""Who may do what on the panel: codes that the display shows let a phone in to watch, to play or to judge.

A code holds until the program starts anew or somebody renews the codes. Whoever was let in stays in for an evening,
over a power cut too: what the phone keeps has the time in it, and is signed with a key of the data folder.
"""

from __future__ import annotations

import functools
import hmac
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final

from firmware.keeping.folders import keep_bytes
from web.door import Seal, Tries
from web.gate import HOURS

_LOG = logging.getLogger("hamarreko")
_FILE: Final = "panel-key"
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of a code. I and O, which look like digits, are left out; among letters alone nobody takes S for 5."""
_LENGTH: Final = 9
"""Of a code. A guest may have any number of addresses, so that its length alone protects it: at four thousand guesses a
second, which a computer with two cores answered, six hours find one of three codes once in ten thousand evenings."""


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
    """What the display shows to let a phone in; `secure`: by https."""

    role: Role
    address: str
    code: str
    secure: bool = False

    @property
    def grouped(self) -> str:
        """The code as it is shown and typed, by threes."""
        return " ".join(self.code[at : at + 3] for at in range(0, len(self.code), 3))

    @property
    def page(self) -> str:
        """What somebody types."""
        return f"{'https' if self.secure else 'http'}://{self.address}/"

    @property
    def link(self) -> str:
        """What a phone's camera opens. Capitals, which make the QR code small; addresses do not tell them apart."""
        return f"{self.page.upper()}I/{self.code}"

    @property
    def camera_link(self) -> str:
        """The same for a phone that is to be the camera."""
        return f"{self.link}/C"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever looks at the panel. `pass_` is what a phone keeps, empty at the machine itself."""

    role: Role
    pass_: str = ""

    @property
    def local(self) -> bool:
        """Whether it is the machine that the program runs on."""
        return not self.pass_


class Doors:
    """The codes of the three roles, and whom they have let in.

    `address` says where phones find the panel, such as `192.168.1.20:8040`, None while they cannot; without it nobody
    is let in. `key` signs what phones keep (None: a fresh one), and goes to `keep_key` when it changes. `clock` counts
    seconds; `now` has those since 1970. `secure`: the panel has a certificate.
    """

    def __init__(
        self,
        key: bytes | None = None,
        address: Callable[[], str | None] | None = None,
        keep_key: Callable[[bytes], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
        secure: bool = False,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._seal = Seal(secrets.token_bytes(32) if key is None else key)
        self._address, self._keep_key, self._secure, self._now = address, keep_key, secure, now
        self._codes = _codes()
        self._tries = Tries(clock)

    @property
    def closed(self) -> bool:
        """Whether nobody is let in, on whatever network the machine is."""
        return self._address is None

    def invitation(self, role: Role) -> Invitation | None:
        """What lets a phone in as that; None where no phone can reach the panel."""
        address = self._address() if self._address else None
        return Invitation(role, address, self._codes[role], self._secure) if address else None

    def enter(self, code: str, guest: str = "") -> Visitor | None:
        """Whom the code lets in; None where it is none. TooManyError where this guest tried too many wrong ones."""
        return self._tries.entered(guest, functools.partial(self._entered, "".join(code.split()).upper().encode()))

    def _entered(self, given: bytes) -> Visitor | None:
        for role, own in self._codes.items():
            if hmac.compare_digest(given, own.encode()):
                name = f"{role.word}.{int(self._now())}.{secrets.token_urlsafe(12)}"
                return Visitor(role, self._seal.sealed(name))
        return None

    def visitor(self, pass_: str) -> Visitor | None:
        """Whose pass this is; None where it is no good any more, or nobody is let in.

        A pass from later than now is good: after a power cut a box without a clock module is behind for a while.
        """
        name = None if self.closed else self._seal.opened(pass_)
        match (name or "").split("."):
            case [role, since, _] if self._now() - int(since) < HOURS * 3600:
                return Visitor(Role.of(role), pass_)
        return None

    def token(self, visitor: Visitor) -> str:
        """What this visitor's own pages send along, and no other site's page knows."""
        return self._seal.token(visitor.pass_)

    def renew(self) -> None:
        """New codes, and everybody is out."""
        key = secrets.token_bytes(32)
        self._seal, self._codes = Seal(key), _codes()
        self._tries.forget()
        if self._keep_key:
            self._keep_key(key)


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
        codes.add("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)))
    return dict(zip(Role, codes, strict=True))
