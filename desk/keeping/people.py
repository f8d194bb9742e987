"""Who may come in: codes by role, which are given out, and the keys of those who came in by them. Both are hashed."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, bindparam, func, insert, select, update

from desk.acts import OFFICIALS, Role, Who
from desk.keeping.ledger import now
from desk.keeping.tables import CODES, KEYS

_DIGITS: Final = "0123456789"
_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_LENGTH: Final = 12
"""Of a code: letters and digits for who decides; of digits alone, typed with a box's buttons or on a phone, a million
may be out, and one guess in a million is right."""
_NO_CODE: Final = "no code "
"""So begins what stands in a hash's place where somebody was let in without a code."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a code is for: a role in a tournament, of a team or a table where the role is a pair's or a table's."""

    tournament: int
    role: Role
    team: str | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Issued:
    """A code as it is given out, this once: what is kept of it, the hash, says only whether another one is the same."""

    place: Place
    code: str
    hash: str


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who came in: by which key, to which place, under which name."""

    key: int
    place: Place
    name: str

    @property
    def table(self) -> int:
        """The number of the table that a box is at; 0 for whoever is at none."""
        return self.place.table or 0

    @property
    def who(self) -> Who:
        """As acts name them."""
        return Who(self.name, self.place.role, self.place.team)


def made(place: Place) -> Issued:
    """A new code for a place. It takes time, so that codes are made before the database is held."""
    code = _code(place.role)
    return Issued(place, code, hashed(code))


def issue(connection: Connection, given: Sequence[Issued], asking: Collection[Guest] = ()) -> list[Issued]:
    """Keeps new codes; for one that was given out already, or is there twice (which is rare), another is made now.

    Those that the places had are taken back, with the keys of whoever came in by them. Whoever came in without a code
    stays, and so does whoever is `asking`: as if by the new code.
    """
    if not given:
        return []
    earlier = [row for row in _held(connection, {one.place for one in given}) if not row.hash.startswith(_NO_CODE)]
    same = select(CODES.c.hash).where(CODES.c.hash.in_({one.hash for one in given}))
    known, issued, at = set(connection.execute(same).scalars()), list[Issued](), now()
    for one in given:
        while one.hash in known:
            one = made(one.place)
        known.add(one.hash)
        issued.append(one)
    kept = [
        {
            "tournament": one.place.tournament,
            "hash": one.hash,
            "role": one.place.role.value,
            "team": one.place.team,
            "table_number": one.place.table,
            "made_at": at,
        }
        for one in issued
    ]
    connection.execute(insert(CODES), kept)
    for guest in asking:
        for one in issued:
            if one.place == guest.place:
                new = select(CODES.c.id).where(CODES.c.hash == one.hash).scalar_subquery()
                by_earlier = (KEYS.c.id == guest.key, KEYS.c.code.in_([row.id for row in earlier]))
                connection.execute(update(KEYS).where(*by_earlier).values(code=new))
    _take_back(connection, earlier)
    return issued


def newest(connection: Connection) -> int:
    """The number of the code that was made last; 0 where none was."""
    return connection.execute(select(func.max(CODES.c.id))).scalar() or 0


def made_since(connection: Connection, number: int, places: Collection[Place]) -> bool:
    """Whether a code of these places that holds was made after the one of that number."""
    held = _held(connection, places)
    return any(row.id > number and not row.hash.startswith(_NO_CODE) for row in held)


def take_back(connection: Connection, places: Collection[Place], asking: Collection[Guest] = ()) -> None:
    """Takes the codes of these places back, and the keys of whoever came in by them, or without a code.

    Whoever is `asking` stays, as if let in without a code.
    """
    held = _held(connection, places)
    for guest in asking:
        if guest.place in places:
            of_held = (KEYS.c.id == guest.key, KEYS.c.code.in_([row.id for row in held]))
            connection.execute(update(KEYS).where(*of_held).values(code=_no_code(connection, guest.place)))
    _take_back(connection, held)


def _held(connection: Connection, places: Collection[Place]) -> list[Any]:
    """The codes of these places that hold."""
    held = select(CODES).where(
        CODES.c.tournament.in_({place.tournament for place in places}),
        CODES.c.role.in_({place.role.value for place in places}),
        CODES.c.taken_back_at.is_(None),
    )
    mine = set(places)
    return [row for row in connection.execute(held) if _place(row) in mine]


def _take_back(connection: Connection, codes: Sequence[Any]) -> None:
    at = now()
    ids = [{"one": row.id, "at": at} for row in codes]
    if ids:
        one: BindParameter[int] = bindparam("one")
        taken_back_at: BindParameter[str] = bindparam("at")
        connection.execute(update(CODES).where(CODES.c.id == one).values(taken_back_at=taken_back_at), ids)
        by_it = (KEYS.c.code == one, KEYS.c.taken_back_at.is_(None))
        connection.execute(update(KEYS).where(*by_it).values(taken_back_at=taken_back_at), ids)


def enter(connection: Connection, hash: str, name: str = "") -> tuple[Guest, str] | None:
    """Whom the code of that hash lets in under that name, and the key to show from now on; None where none holds."""
    held = select(CODES).where(CODES.c.hash == hash, CODES.c.taken_back_at.is_(None))
    found = connection.execute(held).first()
    if found is None:
        return None
    return _let_in(connection, found.id, _place(found), name)


def admit(connection: Connection, place: Place, name: str) -> tuple[Guest, str]:
    """Lets somebody in without a code, beside whoever came in by one; with the key to show from now on."""
    return _let_in(connection, _no_code(connection, place), place, name)


def _no_code(connection: Connection, place: Place) -> int:
    """The number of what stands in a code's place for somebody who is let in without one."""
    hash = _NO_CODE + secrets.token_hex(24)
    values = {"tournament": place.tournament, "hash": hash, "role": place.role.value, "made_at": now()}
    kept = connection.execute(insert(CODES).values(values | {"team": place.team, "table_number": place.table}))
    [number] = kept.inserted_primary_key or (0,)
    return number


def guest(connection: Connection, key: str) -> Guest | None:
    """Who shows that key; None where it is none that holds."""
    found = connection.execute(
        select(KEYS.c.id, KEYS.c.name, CODES.c.tournament, CODES.c.role, CODES.c.team, CODES.c.table_number)
        .join_from(KEYS, CODES)
        .where(KEYS.c.hash == _quick(key), KEYS.c.taken_back_at.is_(None), CODES.c.taken_back_at.is_(None))
    ).first()
    if found is None:
        return None
    return Guest(found.id, _place(found), found.name)


def _let_in(connection: Connection, code: int, place: Place, name: str) -> tuple[Guest, str]:
    key = secrets.token_urlsafe(24)
    called = name.strip() or place.team or (f"table {place.table}" if place.table else "")
    values = {"hash": _quick(key), "code": code, "name": called, "made_at": now()}
    [number] = connection.execute(insert(KEYS).values(values)).inserted_primary_key or (0,)
    if not called:  # several of a role without a name are told apart
        called = f"{place.role} {number}"
        connection.execute(update(KEYS).where(KEYS.c.id == number).values(name=called))
    return Guest(number, place, called), key


def _place(code: Any) -> Place:
    return Place(code.tournament, Role(code.role), code.team, code.table_number)


def _code(role: Role) -> str:
    letters = _LETTERS if role in OFFICIALS else _DIGITS
    return "".join(secrets.choice(letters) for _ in range(_LENGTH))


def hashed(code: str) -> str:
    """A code's hash, which takes time: whoever has the database's file should not find the codes by trying all."""
    plain = "".join(code.upper().split()).replace("-", "").encode()
    return hashlib.scrypt(plain, salt=b"hamarreko desk", n=1 << 12, r=8, p=1, dklen=32).hex()


def _quick(key: str) -> str:
    """A key's hash; a key has 192 bits, and nobody tries all."""
    return hashlib.sha256(key.encode()).hexdigest()
