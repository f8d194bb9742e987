"""How fast the law is: the odds of a deal, records scored. One core; for docs/figures.md."""

from __future__ import annotations

import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from engine.bids.aldia import Aldia
from engine.calls import Action, Call
from engine.cards import DECK
from engine.hands import evaluate
from engine.odds import odds
from engine.rules import BOOK_NAMES, rulebook
from engine.seats import Seat, Team

HAMARREKO = (sys.executable, "-m", "firmware.cli")
DEALS = 11
RECORDS = 100_000
OFTEN = {
    Action.PASO: 5,
    Action.ENVIDO: 10,
    Action.GEHIAGO: 4,
    Action.HORDAGO: 0.5,
    Action.IDUKI: 8,
    Action.KANTA: 1,
    Action.TIRA: 8,
}
"""How often each of the calls that are legal is made."""
BOOKS = ("nabo", "federacion")
"""A book with four kings, and the real 31 as well, and one with eight."""


def rows() -> list[str]:
    """The figures as rows of a table in Markdown: what, and how much."""
    found = []
    for name in BOOKS:
        book = rulebook(name)
        own, both = odds_seconds(name)
        found += [
            f"| odds from one's own hand, {book.kings} kings, median of {DEALS} | {own * 1000:.0f} ms |",
            f"| odds from both partners' hands, {book.kings} kings, median of {DEALS} | {both * 1000:.0f} ms |",
        ]
    wall, processor = score_seconds("".join(json.dumps(record) + "\n" for record in records()))
    return [
        *found,
        f"| records a second through `hamarreko score`, {RECORDS:,} different ones | {RECORDS / wall:,.0f} |",
        f"| the same, by the time that its own processor worked | {RECORDS / processor:,.0f} |",
    ]


def odds_seconds(name: str) -> tuple[float, float]:
    """The median time of all five rounds' odds in the rule book `name`: from one's own hand, from both partners'."""
    book, rng = rulebook(name), np.random.default_rng(1)
    own, both = [], []
    odds(book, Seat.W, {Seat.N: DECK[:4]})  # the book's tables are built once
    for _ in range(DEALS):
        cards = [DECK[i] for i in rng.permutation(len(DECK))]
        own.append(seconds(partial(odds, book, Seat.W, {Seat.N: cards[:4]})))
        both.append(seconds(partial(odds, book, Seat.W, {Seat.N: cards[:4], Seat.S: cards[4:8]})))
    return statistics.median(own), statistics.median(both)


def score_seconds(lines: str) -> tuple[float, float]:
    """How long `hamarreko score` takes for `lines`, its start included: by the clock, and in processor time."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*HAMARREKO, "score"], input=lines.encode(), capture_output=True, check=True)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def records() -> Iterator[dict[str, Any]]:
    """Different karta aldiak of all rule books, each with calls drawn among the legal ones until its end.

    Everybody tells the truth, with announcements in every other record.
    """
    rng = random.Random(1)
    for number in range(RECORDS):
        book = rulebook(rng.choice(BOOK_NAMES))
        esku = rng.choice(list(Seat))
        deal = rng.sample(DECK, 16)
        cards = {seat: deal[4 * i : 4 * i + 4] for i, seat in enumerate(Seat)}
        hands = {seat: evaluate(cards[seat], book) for seat in Seat}
        pareak = frozenset(seat for seat, hand in hands.items() if hand.pareak)
        jokoa = frozenset(seat for seat, hand in hands.items() if hand.jokoa)
        score = {team: rng.randrange(book.target) for team in Team}
        record: dict[str, Any] = {
            "id": number,
            "rules": book.name,
            "esku": esku.value,
            "score": {team.value: tantos for team, tantos in score.items()},
            "cards": {seat.value: [str(card) for card in hand] for seat, hand in cards.items()},
        }
        if rng.random() < 0.5:
            said = {"pareak": pareak, "jokoa": jokoa}
            record["announced"] = {name: [seat.value for seat in Seat if seat in who] for name, who in said.items()}
        aldia = Aldia.start(book, esku, score, tuple(Seat), pareak, jokoa)
        while not aldia.over:
            aldia = _called(aldia, rng)
        record["calls"] = {round.value: [str(call) for call in calls] for round, calls in aldia.calls.items()}
        yield record


def _called(aldia: Aldia, rng: random.Random) -> Aldia:
    """After one more call; or, where nobody has bid, with the round passed without a word."""
    legal = aldia.legal_calls()
    if not aldia.to_answer and (len(legal) == len(Team) or rng.random() < 0.35):
        return aldia.pass_round()
    said = rng.choices(legal, [OFTEN[call.action] for call in legal])[0]
    speakers: list[Seat | Team] = [said.team, *(s for s in Seat if s.team is said.team and s in aldia.bidding.seats)]
    tantos = said.minimum and said.minimum + int(rng.expovariate(0.4))
    return aldia.call(Call(rng.choice(speakers), said.action, tantos), aldia.round)


def seconds(work: Callable[[], object]) -> float:
    """How long it takes, by the clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
