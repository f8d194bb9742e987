"""What the display is showing besides the state: a guard that is armed, a place in a list, a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.session.choices.grid import Path
from firmware.session.finished import Finished


@dataclass(frozen=True, slots=True)
class View:
    """Nothing here is kept: it is where somebody looks, never what happened.

    `hordago` is the team whose hordago waits for its second press. `perete` is the seat whose declaration of tio
    Perete's hand waits for its second press. `voiding` says that voiding the karta aldia waits for its second press.
    `spread` says that the hands with a card in doubt are to be spread, before anybody is asked which card it is.
    `choice` is the place of the cursor among a doubt's choices. `step` is how many marks of the karta aldia have come
    up, None for all. `hand` is the place of the finished hand that is looked at again, `page` which of its pages;
    `path` is what has been chosen so far in a grid. `clock` says that the match's clock is looked at, or a team's time
    to answer; `mus` is the team whose minute to cut the mus or to give it runs. `notice` is a sentence to read, `busy`
    says that the camera's picture is being read.
    """

    hordago: Team | None = None
    perete: Seat | None = None
    voiding: bool = False
    spread: bool = False
    choice: int = 0
    step: int | None = None
    hand: int | None = None
    path: Path = ()
    clock: bool = False
    mus: Team | None = None
    page: int = 0
    notice: Sentence | None = None
    busy: bool = False

    @property
    def guarded(self) -> bool:
        """Whether something waits for its second press."""
        return bool(self.hordago or self.perete or self.voiding)


LIVE = View()
"""Looking at the state as it is."""

CALLS_A_PAGE = 2
MARKS_A_PAGE = 4


def call_pages(hand: Finished) -> int:
    """How many pages the calls of a finished hand take: two rounds a page."""
    rounds = sum(1 for calls in hand.record.calls.values() if calls) + len(hand.noted.struck)
    return max(1, -(-rounds // CALLS_A_PAGE))


def pages(hand: Finished) -> int:
    """How many pages a finished hand has: its cards, its calls, and four a page its marks with a hordago that won."""
    return 1 + call_pages(hand) + max(1, -(-hand.steps // MARKS_A_PAGE))
