"""What happens at the table, as small values that are kept. State is always a fold over them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Final

KINDS: dict[str, type[Event]] = {}
"""Every kind of event by its name in the journal: its class's own, in small letters."""


class Event:
    """Something that happened. Every kind is a frozen dataclass below, named in the journal by its `kind`."""

    __slots__ = ()
    kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()
        KINDS[cls.kind] = cls


@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """A new match: the rule book, who is esku first, the camera, and the picture that lies before it.

    `book` is the text of a club's rule book, of which `rules` is the path: the journal can be read without the file.
    `games` and `vacas` are how many win it, where that is not the rule book's own number. `names` are what the teams
    and the players are called, by `NS`, `EW` and the seats' letters. `partida` is a tournament's, where its desk says
    what is played. So many `players` sit at the table. The `judge`'s word alone began it. In Mus por Equipos all
    `games` are played, with the `deals`: of each jugada the names of the forty cards in the order of the packs, N's
    first; `packs` names the file that they were in.
    """

    rules: str
    esku: str
    camera: str
    picture: str | None
    options: Mapping[str, Any] = field(default_factory=dict)
    book: str | None = None
    games: int | None = None
    vacas: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    partida: int | None = None
    players: int = 4
    judge: bool = False
    packs: str | None = None
    deals: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EskuChosen(Event):
    """Who is the match's first esku, as it is settled after its beginning and before its first call."""

    esku: str


@dataclass(frozen=True, slots=True)
class NamesGiven(Event):
    """What the teams and the players are called from now on, as `MatchStarted` has it. It is never taken back."""

    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PereteDeclared(Event):
    """A seat declared tio Perete's hand before play, where the rule book gives a point for it."""

    seat: str


@dataclass(frozen=True, slots=True)
class CallMade(Event):
    """A call, as hand records write it, in the round in progress."""

    call: str


@dataclass(frozen=True, slots=True)
class BidChanged(Event):
    """The bid that waits is of another number of tantos than was pressed first."""

    amount: int


@dataclass(frozen=True, slots=True)
class RaiseStands(Event):
    """The raise that waits is as it was said: whoever raises now raises it anew."""


@dataclass(frozen=True, slots=True)
class RoundPassed(Event):
    """Everybody passed the round in progress."""


@dataclass(frozen=True, slots=True)
class CardsRead(Event):
    """A picture was read; with its hand record where nobody has to be asked.

    `reading` is as `hamarreko read` prints it, with its hypotheses where it is not complete. Up to the `risk` that
    other marks would be right nobody is asked. `width` is the picture's own, in the pixels that the reading's corners
    are in; it is kept by the `number` of this event. It was `sent` where a player took it, and not the table's camera.
    """

    picture: str
    reading: Mapping[str, Any]
    record: Mapping[str, Any] | None = None
    width: float | None = None
    risk: float = 0.0
    number: int | None = None
    sent: bool = False


@dataclass(frozen=True, slots=True)
class CardSettled(Event):
    """The players said which card a doubtful one is; with the hand record where it was the last doubt."""

    index: int
    card: str
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ReadingConfirmed(Event):
    """The players said that the cards are as they were read, whatever else was in doubt; with the hand record."""

    record: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class EntryBegun(Event):
    """The players enter the cards of this karta aldia themselves; again: from the first card on.

    By the seats' letters those that were read for sure are `kept`, as `CardEntered` has them.
    """

    kept: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CardEntered(Event):
    """A seat has this card; its suit is `?` where nobody said it."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class CardRemoved(Event):
    """A card that was entered is not the seat's."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class RoundStruck(Event):
    """A round's calls, which the cards contradict, were struck out; the hand `record` keeps their trace."""

    round: str
    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AnnouncementTold(Event):
    """What a seat said in pareak or jokoa was not what its cards say; again: it was. With the record."""

    round: str
    seat: str
    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CorrectionProposed(Event):
    """The karta aldia of the match's entry `of` was entered wrong. `changes` are as a match's records have them."""

    of: int
    changes: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Agreed(Event):
    """A team agrees to what waits: a correction, a hand that was entered, a new match.

    No `team` where one word is enough; the `judge`'s is enough for anything. With the hand record where it was the
    last word about a hand that was entered.
    """

    team: str | None = None
    judge: bool = False
    record: Mapping[str, Any] | None = None


KINDS["correction-agreed"] = Agreed  # as journals have it in which only corrections waited


@dataclass(frozen=True, slots=True)
class MatchProposed(Event):
    """Somebody wants to begin a new match: as `MatchStarted`, without the camera and its picture."""

    rules: str
    esku: str
    options: Mapping[str, Any] = field(default_factory=dict)
    book: str | None = None
    games: int | None = None
    vacas: int | None = None
    players: int = 4

    @staticmethod
    def of(begun: MatchStarted) -> MatchProposed:
        """What would begin so."""
        return MatchProposed(**{one.name: getattr(begun, one.name) for one in fields(MatchProposed)})

    def begins(self, camera: str) -> MatchStarted:
        """The match, before that camera and still without a picture."""
        given = {one.name: getattr(self, one.name) for one in fields(self)}
        return MatchStarted(camera=camera, picture=None, **given)


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Event):
    """A team confirms how a tournament's partida ended (nabo 21)."""

    team: str


@dataclass(frozen=True, slots=True)
class CardTold(Event):
    """Which card of the match's entry `of` it was that nobody had known, and that had been `taken_for` another one."""

    of: int
    taken_for: str
    card: str


@dataclass(frozen=True, slots=True)
class FaultMended(Event):
    """Something went wrong, and what follows by the `article` was done, at a seat or in a round where it names one.

    With the hand record where the cards lie there, and nobody has to be asked about them any more.
    """

    follows: str
    article: str | None = None
    seat: str | None = None
    round: str | None = None
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class JudgeActed(Event):
    """The judge decided something: the kind and the fields of the act, as a match's records have them."""

    act: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    """The match's clock begins."""


@dataclass(frozen=True, slots=True)
class TimePassed(Event):
    """So many seconds have passed since the clock began. It is told from outside, and never taken back."""

    elapsed: float


@dataclass(frozen=True, slots=True)
class TimeAdded(Event):
    """The judge adds so many seconds to the match (federacion 30)."""

    seconds: float


@dataclass(frozen=True, slots=True)
class AbsenceTold(Event):
    """The player of a seat is not there when the match is to begin; again: has come."""

    seat: str


@dataclass(frozen=True, slots=True)
class DeskJoined(Event):
    """The table is at a tournament's desk, under that number; None: it is at no desk any more."""

    table: int | None


@dataclass(frozen=True, slots=True)
class JudgeCalled(Event):
    """The players call the judge of the tournament."""


@dataclass(frozen=True, slots=True)
class CallTakenBack(Event):
    """They need no judge any more."""


@dataclass(frozen=True, slots=True)
class CallTold(Event):
    """The desk has said how the last call stands: `heard` or `answered`; None where nothing more is to be said."""

    stands: str | None


@dataclass(frozen=True, slots=True)
class ClockTold(Event):
    """The desk has said how the round's clock stands: so many seconds since it began, less than 0 before that, of its
    whole length; and whether it runs on."""

    elapsed: float
    length: float
    running: bool


@dataclass(frozen=True, slots=True)
class EndsSwapped(Event):
    """Everybody has moved one seat on, so that the teams have changed ends."""


@dataclass(frozen=True, slots=True)
class KartaAldiaStarted(Event):
    """The next deal: its esku, and the picture that will show its cards (None where there are no more).

    `jugada` is its number in Mus por Equipos.
    """

    esku: str
    picture: str | None
    jugada: str | None = None


@dataclass(frozen=True, slots=True)
class KartaAldiaVoided(Event):
    """This deal counts for nothing, and the same dealer deals again; in Mus por Equipos the next `jugada` is played."""

    picture: str | None
    jugada: str | None = None


@dataclass(frozen=True, slots=True)
class PicturePlaced(Event):
    """Another picture lies before the camera for the same deal."""

    camera: str
    picture: str | None


@dataclass(frozen=True, slots=True)
class CameraPlaced(Event):
    """Another camera looks on, with that picture before it: at a start, or as this table goes on from another one.

    It is the table's own: nothing in the match changes by it, and it is never taken back.
    """

    camera: str
    picture: str | None


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last event that still stood was taken back."""


def is_the_judges(event: Event) -> bool:
    """Whether it happens by the judge's word alone."""
    if isinstance(event, Agreed | MatchStarted):
        return event.judge
    return isinstance(event, JudgeActed | TimeAdded)


PUTS_RIGHT: Final = (Agreed, CardTold, JudgeActed)
"""What may put something right in the match."""
OF_THE_DESK: Final = (DeskJoined, JudgeCalled, CallTakenBack, CallTold, ClockTold)
"""What passes between the table and a tournament's desk beside the match."""
NEVER_TAKEN_BACK: Final = (TimePassed, NamesGiven, CameraPlaced, *OF_THE_DESK)
"""What no undo goes back before."""


def elsewhere(event: Event) -> Event:
    """As another table has it, which has no picture of it: those are kept by the numbers of one table's journal."""
    return replace(event, number=None) if isinstance(event, CardsRead) else event
