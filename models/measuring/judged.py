"""Readings held against the truth: what was promised, and whether it was kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.special import betaincinv

from engine.seats import Seat
from models.scenes.scene import Scene
from vision import geometry
from vision.decide.joint import CARDS_A_HAND
from vision.reading import TableReading

CONFIDENCE = 0.95


@dataclass
class Tally:
    """How the hands of one kind of picture came out.

    `scorable` and `complete` count the promises that were kept; `silent` names the readings in which one was not: a
    wrong rank or seat under `scorable`, a wrong card under `complete`.
    """

    count: int = 0
    scorable: int = 0
    complete: int = 0
    silent: list[str] = field(default_factory=list)

    def add(self, promise: str, name: str) -> None:
        """Count a reading by what `promised` says of it."""
        self.count += 1
        self.scorable += promise in ("scorable", "complete")
        self.complete += promise == "complete"
        if promise == "broken":
            self.silent.append(name)

    def bounds(self) -> tuple[float, float, float]:
        """The upper bounds of the share of silent errors: of all tables; of those that were promised anything; of those
        that were called complete, as if all that were broken had been."""
        broken = len(self.silent)
        counts = (self.count, self.scorable + broken, self.complete + broken)
        of_all, of_promised, of_complete = (upper_bound(broken, count) for count in counts)
        return of_all, of_promised, of_complete

    def __iadd__(self, other: Tally) -> Tally:
        self.count += other.count
        self.scorable += other.scorable
        self.complete += other.complete
        self.silent += other.silent
        return self


def promised(reading: TableReading, truth: Iterable[tuple[str, str]], hands: bool = True) -> str:
    """What a reading promises of the cards (name, seat) that lie there: `complete`, `scorable`, nothing (`asked`), or
    something that is not so (`broken`).

    `hands`: whether what lies there is four cards of the forty at each seat; of anything else every promise is broken.
    """
    if not reading.scorable:
        return "asked"
    wanted = sorted(truth)
    read = sorted((str(card.card), card.seat.value) for card in reading.cards if card.seat)
    if not hands or _ranks(read) != _ranks(wanted):
        return "broken"
    if not reading.complete:
        return "scorable"
    return "complete" if read == wanted else "broken"


def promised_of(reading: TableReading, scene: Scene) -> str:
    """The same of a drawn table; in a mirrored picture players are exchanged, and nothing may be promised."""
    return promised(reading, [(card.card, str(card.seat)) for card in scene.cards], _of_the_forty(scene))


def wrong_beside(reading: TableReading, scene: Scene) -> bool | None:
    """Whether a rank or a seat is wrong at a card that is not asked about: whoever answers the doubts goes on with it.
    A card of which the suit alone is asked counts as not asked about.

    None where a promise tells, or where more is in doubt than cards, so that the table is looked at once more.
    """
    if reading.scorable or any(doubt.kind not in ("card", "twice") for doubt in reading.doubts):
        return None
    asked = {doubt.card for doubt in reading.doubts if not doubt.suit_only}
    lying = [*scene.cards, *scene.strange]
    outlines = [card.quad.astype(np.float64) for card in lying]
    shares = np.array([[geometry.iou(np.array(read.quad), each) for each in outlines] for read in reading.cards])
    there = {i: lying[k] for i, k in zip(*linear_sum_assignment(shares, maximize=True), strict=True) if shares[i, k]}
    return any(
        i not in there or (str(read.card)[:-1], read.seat.value) != (there[i].card[:-1], there[i].seat)
        for i, read in enumerate(reading.cards)
        if read.seat and i not in asked
    )


def hands_of_four(scene: Scene) -> bool:
    """Whether four of the forty lie at each of four seats, and not in a mirror: else every promise is wrong."""
    held = Counter(card.seat for card in scene.cards if card.seat)
    return _of_the_forty(scene) and [*held.values()] == [CARDS_A_HAND] * len(Seat)


def _of_the_forty(scene: Scene) -> bool:
    return not scene.mirrored and not any(thing.seat for thing in scene.strange)


def _ranks(cards: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted((card[:-1], seat) for card, seat in cards)


def upper_bound(errors: int, count: int) -> float:
    """The exact (Clopper-Pearson) one-sided upper bound at 95 % of an error rate, `errors` of `count` being seen."""
    return 1.0 if errors >= count else float(betaincinv(errors + 1, count - errors, CONFIDENCE))


def print_tallies(title: str, tallies: dict[str, Tally]) -> None:
    """Print the tallies by kind, and their sum, as a table in Markdown."""
    print(f"{title}\n")
    most = "at most (one-sided, 95 %), of all | of promised | of complete"
    print(f"| kind | tables | scorable and right | complete and right | silent errors | {most} |")
    print("|---|---|---|---|---|---|---|---|")
    whole = Tally()
    for kind, tally in tallies.items():
        if tally.count:
            _print_row(kind, tally)
            whole += tally
    _print_row("all", whole)
    if whole.silent:
        print(f"\nsilently wrong: {', '.join(whole.silent)}")
    print(flush=True)


def _print_row(kind: str, tally: Tally) -> None:
    n = max(tally.count, 1)
    bounds = " | ".join(f"{bound:.2%}" for bound in tally.bounds())
    shares = f"{tally.scorable} ({tally.scorable / n:.1%}) | {tally.complete} ({tally.complete / n:.1%})"
    print(f"| {kind} | {tally.count} | {shares} | {len(tally.silent)} | {bounds} |")
