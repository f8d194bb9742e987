"""A game of a match as it stands: its karta aldiak with all that they ever were, and what the judge did about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from engine.match.entries import Correction
from engine.match.played import Played
from engine.rounds import Round
from engine.seats import Team
from engine.sentences import Sentence
from engine.tantos.result import JudgeCase, Result
from engine.tantos.tally import Mark


class Status(Enum):
    """What a karta aldia is to its game."""

    COUNTS = "counts"
    VOID = "void"
    """The judge has voided it, or its game."""
    IN_QUESTION = "in-question"
    """Its game had been won before it."""
    UNMARKED = "unmarked"
    """The rule book cannot mark it: `error` says why."""


@dataclass(frozen=True, slots=True)
class Version:
    """A karta aldia as it stood after one entry of the match.

    - `entry`: the entry that made it so: its own, or the correction or act that changed it
    - `played`: the cards and calls, with the corrections up to then
    - `before`: the score before it, in tantos, as the game comes to it
    - `result`: what it came to, None where it does not count; its `ended_by` may be ``judge``
    - `act`: the judge's act that settles it, if one does
    - `error`: why it cannot be marked, where it cannot
    - `beyond`: the rounds with calls that were made after a refused bid had won the game, and that count for nothing
    """

    entry: int
    played: Played
    before: Mapping[Team, int]
    status: Status
    result: Result | None = None
    act: int | None = None
    error: Sentence | None = None
    beyond: tuple[Round, ...] = ()

    @property
    def after(self) -> Mapping[Team, int]:
        """The score after it, in tantos."""
        return self.result.score if self.result else self.before

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What it brings, in the order in which it is marked."""
        return self.result.marks if self.result else ()

    def same_as(self, other: Version) -> bool:
        """Whether both say the same, whichever entries made them."""
        return replace(self, entry=other.entry) == other

    @property
    def open_case(self) -> JudgeCase | None:
        """What the rule book leaves to the judge, who has not decided it."""
        return self.result.judge if self.result else None


@dataclass(frozen=True, slots=True)
class AldiaHistory:
    """A karta aldia of a match: `entry` is its number there, `about` the corrections and acts that name it.

    `versions` is all that it ever was, the one of the table first and the one that stands last. `corrections` are those
    that hold, in their order.
    """

    entry: int
    game: int
    versions: tuple[Version, ...]
    about: tuple[int, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def original(self) -> Version:
        """As it was written down and marked at the table."""
        return self.versions[0]

    @property
    def now(self) -> Version:
        """As it stands."""
        return self.versions[-1]

    @property
    def since(self) -> int:
        """The entry that gave it the status in which it stands."""
        entry = self.now.entry
        for version in reversed(self.versions):
            if version.status is not self.now.status:
                break
            entry = version.entry
        return entry


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Tantos that the judge gave or took; `score` is as after it. A score is never below 0 nor past the target, and
    nothing is given once the game is won, or where the act was withdrawn, which no longer `holds`."""

    entry: int
    score: Mapping[Team, int]
    holds: bool = True


@dataclass(frozen=True, slots=True)
class GameEnding:
    """Who has won the game since `entry` was made, and how.

    `ended_by` is ``target``, ``hordago``, ``judge`` (by what the judge decided about a karta aldia), ``given`` (the
    judge gave the game), ``void`` (the judge voided it, and nobody has won it), or None while it goes on.
    """

    entry: int
    winner: Team | None
    ended_by: str | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game (mantxa, juego) of a match.

    - `opening`: the tantos of both teams at its begin; `decisive`: whoever wins it wins the match
    - `opened_by`: the entry that has it begin so; None where it begins as any other
    - `steps`: its karta aldiak and the judge's adjustments, in their order
    - `score`: the tantos of both teams as they stand
    """

    number: int
    opening: int
    decisive: bool
    opened_by: int | None
    steps: tuple[AldiaHistory | Adjustment, ...]
    score: Mapping[Team, int]
    ending: GameEnding

    @property
    def winner(self) -> Team | None:
        """The team that has won it, None while it goes on or where it is void."""
        return self.ending.winner

    @property
    def ended_by(self) -> str | None:
        """How it ended, as in `GameEnding`; None while it goes on."""
        return self.ending.ended_by

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.ended_by is not None

    @property
    def void(self) -> bool:
        """Whether the judge has voided it."""
        return self.ended_by == "void"

    @property
    def in_force(self) -> tuple[AldiaHistory | Adjustment, ...]:
        """Its steps, but for the adjustments that were withdrawn."""
        return tuple(step for step in self.steps if isinstance(step, AldiaHistory) or step.holds)

    @property
    def aldiak(self) -> tuple[AldiaHistory, ...]:
        """Its karta aldiak, in their order."""
        return tuple(step for step in self.steps if isinstance(step, AldiaHistory))
