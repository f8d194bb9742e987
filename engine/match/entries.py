"""A whole match as data: its header (`engine.match.header`), and its entries in the order in which they happened.

Entries are numbered from 1. Nothing is ever taken out: what was wrong is followed by a correction, what the judge
decided by an act that names what it is about. `engine.match.standing` folds them into games and scores.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import RecordError, quoted
from engine.match.corrections import Change
from engine.match.header import Header
from engine.match.played import Played
from engine.seats import Seat, Team
from engine.tantos.tally import Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """What all that is done to a match has: who did it, and why."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Correction(Signed):
    """The karta aldia of entry `of` was written down wrong. `agreed`: the teams that have agreed (federacion 66)."""

    of: int
    changes: tuple[Change, ...]
    agreed: frozenset[Team] = frozenset()

    @property
    def binds(self) -> bool:
        """Whether both teams have agreed."""
        return len(self.agreed) == len(Team)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgesAct(Signed):
    """What a judge decides (nabo 26, federacion 91), and by which article, where there is one."""

    article: str | None = None


@dataclass(frozen=True, slots=True)
class Voided(JudgesAct):
    """The judge voids the karta aldia of entry `of` (nabo 26, federacion 68, 91): it brings nothing."""

    of: int


@dataclass(frozen=True, slots=True)
class GameVoided(JudgesAct):
    """The judge voids the game of that number (nabo 26): nobody has won it."""

    game: int


@dataclass(frozen=True, slots=True)
class Adjusted(JudgesAct):
    """The judge gives `team` so many `tantos`, or takes them away (negative): where this stands in the game in
    progress, at the end of an earlier game, or before the first karta aldia of the next one."""

    game: int
    team: Team
    tantos: int


@dataclass(frozen=True, slots=True)
class Replaced(JudgesAct):
    """The judge's own marks for the karta aldia of entry `of`, in their order, in place of what the rule book gives.

    `winner` has won the game by it, where a hordago is decided. `case` is True where only the rounds that the rule
    book leaves to the judge are decided: the marks before them stay, and these follow.
    """

    of: int
    marks: tuple[Mark, ...]
    winner: Team | None = None
    case: bool = False


@dataclass(frozen=True, slots=True)
class GameGiven(JudgesAct):
    """`team` is given the game of that number, played or not: a late player's (federacion 33), or the judge's word."""

    game: int
    team: Team


@dataclass(frozen=True, slots=True)
class MatchGiven(JudgesAct):
    """`team` is given the match (federacion 33, 93; nabo 27)."""

    team: Team


@dataclass(frozen=True, slots=True)
class GameOpened(JudgesAct):
    """A new game begins with `tantos` for both teams (federacion 36). `decisive`: whoever wins it wins the match."""

    tantos: int
    decisive: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawn(JudgesAct):
    """The correction or the judge's act of entry `of` is taken back (federacion 92)."""

    of: int


Entry = Played | Correction | JudgesAct
"""What a match is made of."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its header and its entries, the first of which is number 1.

    RecordError names an entry that speaks of one that is not there before it, or is of another kind, and one without
    a reason or without the name of who made it.
    """

    header: Header
    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        for number, entry in enumerate(self.entries, 1):
            if isinstance(entry, Played):
                self._check_seats(number, entry)
                self._check_jugada(number, entry)
            else:
                self._check_act(number, entry)

    def entry(self, number: int) -> Entry:
        """The entry of that number, from 1."""
        return self.entries[number - 1]

    def with_entry(self, entry: Entry) -> Match:
        """The match with one more entry."""
        return Match(self.header, (*self.entries, entry))

    def until(self, number: int) -> Match:
        """The match as it stood once entry `number` had been made."""
        return Match(self.header, self.entries[:number])

    def _check_seats(self, number: int, entry: Played) -> None:
        played, seats = {entry.esku, *entry.cards}, self.header.seats
        if empty := next((seat for seat in Seat if seat in played and seat not in seats), None):
            raise RecordError(
                f"entry {number}: nobody sits at {empty.value}: {' and '.join(s.value for s in seats)} play"
            )

    def _check_jugada(self, number: int, entry: Played) -> None:
        """Jugadak come in their order, each once; one that the judge has voided may come again (mus por equipos 5)."""
        before = next((n for n in range(number - 1, 0, -1) if isinstance(self.entry(n), Played)), 0)
        last = self.entry(before) if before else None
        if entry.jugada is None or not isinstance(last, Played) or last.jugada is None or last.jugada < entry.jugada:
            return
        voided = any(isinstance(act, Voided) and act.of == before for act in self.entries[before : number - 1])
        if last.jugada != entry.jugada or not voided:
            raise RecordError(f"entry {number}: jugada {entry.jugada} comes after {last.jugada}")

    def _check_act(self, number: int, entry: Correction | JudgesAct) -> None:
        if not entry.by.strip() or not entry.reason.strip():
            missing = "reason" if entry.by.strip() else "name of who made it"
            raise RecordError(f"entry {number}: it needs the {missing}")
        if isinstance(entry, Correction) and not entry.changes:
            raise RecordError(f"entry {number}: it corrects nothing")
        if isinstance(entry, Adjusted) and not entry.tantos:
            raise RecordError(f"entry {number}: it gives and takes nothing")
        if not isinstance(entry, (Correction, Voided, Replaced, Withdrawn)):
            return
        if not 1 <= entry.of < number:
            raise RecordError(f"entry {number}: there is no entry {quoted(entry.of)} before it")
        about_act = isinstance(entry, Withdrawn)
        if isinstance(self.entry(entry.of), Played) is about_act:
            wanted = "a correction or a judge's act" if about_act else "a karta aldia"
            raise RecordError(f"entry {number}: entry {entry.of} is not {wanted}")
