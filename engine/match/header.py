"""What holds for a whole match: its rules, its length, and who plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from engine.errors import RecordError, SeatError, quoted
from engine.rules import FindBook, RuleBook, rulebook
from engine.seats import Seat, Team, require_seats

VERSION: Final = 1
"""The version of this data model, which every header carries."""

Mode = Literal["first-to", "best-of", "all"]
"""How a number of games is meant: the first to win so many, the best of so many, or so many that are all played."""


@dataclass(frozen=True, slots=True)
class Length:
    """How long a match is: `games` of a vaca and `vacas` of the match (1 where there are none), both meant by `mode`.

    `first-to` 3: the first to win three. `best-of` 3: over as soon as nobody can catch up, so with two won; a best of
    an even number can end drawn. `all` 3: three are played, whoever has won more before (mus por equipos 10).
    RecordError for anything below 1, and for vacas of which all games are played.
    """

    games: int
    vacas: int = 1
    mode: Mode = "first-to"

    def __post_init__(self) -> None:
        for name, number in (("games", self.games), ("vacas", self.vacas)):
            if number < 1:
                raise RecordError(f"length: {name} is at least 1, not {quoted(number)}")
        if self.mode == "all" and self.vacas != 1:
            raise RecordError("length: where all games are played there are no vacas")

    @staticmethod
    def of(book: RuleBook) -> Length:
        """The length that a rule book gives (nabo 3, federacion 3)."""
        return Length(book.games, book.vacas)


@dataclass(frozen=True, slots=True)
class Header:
    """What holds for the whole match. The texts are as given; a name that nobody gave is not there.

    `rules` is a built-in rule book's name or a path, `options` overrides single settings of it. `esku` is the first
    karta aldia's. `length` is None where the rule book's own holds. `players` and `teams` are names. `seats` are those
    who play, in playing order: all four, or two, one of each team. `packs` names the file of the deals, where the
    match is Mus por Equipos, and `packs_sha256` is what they are (`engine.equipos.packs.digest`).
    """

    rules: str
    esku: Seat
    options: Mapping[str, Any] = field(default_factory=dict)
    length: Length | None = None
    players: Mapping[Seat, str] = field(default_factory=dict)
    teams: Mapping[Team, str] = field(default_factory=dict)
    event: str | None = None
    place: str | None = None
    date: str | None = None
    version: int = VERSION
    seats: tuple[Seat, ...] = tuple(Seat)
    packs: str | None = None
    packs_sha256: str | None = None

    def __post_init__(self) -> None:
        if self.version != VERSION:
            raise RecordError(f"header: version {quoted(self.version)} is not known: this is version {VERSION}")
        try:
            require_seats(self.seats)
        except SeatError as error:
            raise RecordError(f"header: seats: {error}") from None
        for what, seats in (("esku", (self.esku,)), ("players", self.players)):
            if empty := next((seat for seat in seats if seat not in self.seats), None):
                raise RecordError(f"header: {what}: nobody sits at {empty.value}")

    def book(self, find_book: FindBook = rulebook) -> RuleBook:
        """The rule book with the options; RuleBookError where there is no such book or option."""
        return find_book(self.rules).with_options(self.options)
