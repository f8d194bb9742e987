"""A whole match as data: its header, and its entries in the order in which they happened.

Entries are numbered from 1. Nothing is ever taken out: what was wrong is followed by a correction, what the judge
decided by an act that names what it is about. `engine.match.standing` folds them into games and scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

from engine.calls import Call
from engine.cards import Card
from engine.equipos.jugada import Jugada
from engine.errors import RecordError, SeatError, quoted
from engine.records import HandRecord
from engine.rounds import Round
from engine.rules import FindBook, RuleBook, rulebook
from engine.seats import Seat, Team, require_seats
from engine.tantos.tally import Mark

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


@dataclass(frozen=True, slots=True)
class Played:
    """A karta aldia, as it was written down at the table.

    `score` is what stood at the table before it, in tantos. All fields are named as a HandRecord's. `cards` is empty
    where nobody showed any: a refused bid had reached the target. `jugada` is whose packs were played in Mus por
    Equipos.
    """

    esku: Seat
    score: Mapping[Team, int]
    cards: Mapping[Seat, tuple[Card, ...]]
    calls: Mapping[Round, tuple[Call, ...]] = field(default_factory=dict)
    pareak: frozenset[Seat] | None = None
    jokoa: frozenset[Seat] | None = None
    found: Mapping[str, str] = field(default_factory=dict)
    hordago_shown: bool = False
    perete: frozenset[Seat] = frozenset()
    jugada: Jugada | None = None

    @staticmethod
    def of(record: HandRecord) -> Played:
        """The karta aldia of a hand record, without its rules."""
        return Played(*(getattr(record, one.name) for one in fields(Played)))

    def record(
        self, header: Header, book: RuleBook, score: Mapping[Team, int] | None = None, id: Any = None
    ) -> HandRecord:
        """It as a hand record under `book`, before it `score` in tantos (left out: what stood at the table)."""
        told = {one.name: getattr(self, one.name) for one in fields(self)}
        if score is not None:
            told["score"] = score
        return HandRecord(header.rules, book, **told, options=header.options, id=id, packs=header.packs)


@dataclass(frozen=True, slots=True)
class CardReplaced:
    """`seat` held `new`, where `old` was written down."""

    seat: Seat
    old: Card
    new: Card


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """`card` was written down at `seat` and `other_card` at `other_seat`, and it was the other way round."""

    seat: Seat
    card: Card
    other_seat: Seat
    other_card: Card


@dataclass(frozen=True, slots=True)
class CallsReplaced:
    """The calls of `round` were `calls`; none: it was passed by all, or not played."""

    round: Round
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class AnnouncedReplaced:
    """The seats that said yes in `round` (pareak or jokoa) were `seats`; None: everybody told the truth."""

    round: Round
    seats: frozenset[Seat] | None


@dataclass(frozen=True, slots=True)
class EskuReplaced:
    """`esku` was the one who spoke first."""

    esku: Seat


@dataclass(frozen=True, slots=True)
class PereteReplaced:
    """The seats that declared tio Perete's hand before play were `seats`."""

    seats: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class FoundReplaced:
    """Errors came to light as `found` says; what it does not name, when the cards were shown (federacion 16, 79)."""

    found: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ShownReplaced:
    """Whether the cards were `shown` on the accepted hordago (federacion 60)."""

    shown: bool


Change = (
    CardReplaced
    | CardsSwapped
    | CallsReplaced
    | AnnouncedReplaced
    | EskuReplaced
    | PereteReplaced
    | FoundReplaced
    | ShownReplaced
)
"""What a correction puts right."""


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
