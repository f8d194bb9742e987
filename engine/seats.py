"""Seats and teams, and the order in which they play."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from typing import Final

from engine.errors import SeatError, quoted


class Team(Enum):
    """Two partners who sit opposite each other."""

    __hash__ = object.__hash__  # members are single: an enum's own hash, of its name, is slow

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Team:
        """The team it plays against."""
        return Team.EW if self is Team.NS else Team.NS

    @staticmethod
    def parse(text: str) -> Team:
        """``NS`` or ``EW``; SeatError for anything else."""
        try:
            return Team(text)
        except ValueError:
            raise SeatError(f"unknown team {quoted(text)}: a team is 'NS' or 'EW'") from None


class Seat(Enum):
    """A seat at the table, in playing order: counter-clockwise seen from above. `team` is who sits here."""

    __hash__ = object.__hash__

    N = "N"
    W = "W"
    S = "S"
    E = "E"

    def __init__(self, letter: str) -> None:
        self.team = Team.NS if letter in Team.NS.value else Team.EW

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return self.next.next

    @property
    def next(self) -> Seat:
        """The seat at this one's right hand, which plays after it; the next karta aldia's esku if this one is it."""
        return _ORDER[(_ORDER.index(self) + 1) % len(_ORDER)]

    @staticmethod
    def parse(text: str) -> Seat:
        """``N``, ``W``, ``S`` or ``E``; SeatError for anything else."""
        seat = SEATS.get(text) if isinstance(text, str) else None
        if seat is None:
            raise SeatError(f"unknown seat {quoted(text)}: a seat is 'N', 'W', 'S' or 'E'")
        return seat


NS, EW = Team.NS, Team.EW  # found at once; Python 3.11 looks long for a member in its class
SEATS: Final = {seat.value: seat for seat in Seat}
TEAMS: Final = {team.value: team for team in Team}
ALL_SEATS = frozenset(Seat)
_ORDER = tuple(Seat)
_FROM_ESKU = {esku: _ORDER[i:] + _ORDER[:i] for i, esku in enumerate(_ORDER)}


ONE_AGAINST_ONE: Final = (Seat.N, Seat.E)
"""Where two sit who play one against one at the table: each at the seat that its team's name begins with."""
SEATS_OF: Final = {2: ONE_AGAINST_ONE, 4: _ORDER}
"""Who sits at a table of so many players."""


def playing_order(esku: Seat, seats: Collection[Seat] = _ORDER) -> tuple[Seat, ...]:
    """Those of `seats` that are taken, in playing order from the esku. A tie goes to the first of them."""
    order = _FROM_ESKU[esku]
    return order if len(seats) == len(order) else tuple(seat for seat in order if seat in seats)


def following(seat: Seat, seats: Collection[Seat]) -> Seat:
    """The first of the `seats` that are taken at this one's right hand: the esku while it deals, or was esku before."""
    return playing_order(seat.next, seats)[0]


def sides(seats: Collection[Seat]) -> dict[Seat, Seat]:
    """The side of the table at which each of those who play is drawn: of two the second sits opposite the first."""
    if len(seats) == len(_ORDER):
        return {seat: seat for seat in seats}
    one, other = seats
    return {one: one, other: one.partner}


def require_seats(seats: Collection[Seat]) -> None:
    """SeatError unless all four sit there, or two, one of each team."""
    if len(seats) == 2 and len({seat.team for seat in seats}) == 1:
        raise SeatError(f"two players are one of each team, not {' and '.join(seat.value for seat in seats)}")
    if len(seats) not in SEATS_OF:
        who = f": {', '.join(seat.value for seat in seats)}" if seats else ""
        raise SeatError(f"a karta aldia is played by 2 or 4, not by {len(seats)}{who}")
