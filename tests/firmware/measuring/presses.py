"""How many presses a karta aldia takes, over deals and dialogues drawn by chance.

`python -m tests.firmware.measuring.presses` prints it.

Who plays which round follows from the cards that are dealt; whether somebody bids there, how much, and what is
answered is drawn at the rates below. Every dialogue is pressed on a session as at the table, and what the session made
of the presses is compared with the dialogue.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from engine.bids.bidding import Bidding
from engine.calls import Action, Call
from engine.cards import DECK, Card
from engine.hands import evaluate
from engine.rounds import Round
from engine.rules import RuleBook, rulebook
from engine.seats import Seat, Team
from engine.tantos.tally import HAMARREKO
from firmware.session.buttons import Button
from firmware.session.events import MatchStarted
from firmware.session.press import Wish, meaning
from firmware.session.press.calling import RAISE, STANDS
from firmware.session.state import Phase
from firmware.session.view import LIVE
from tests.firmware.screens.gallery import Play

T = TypeVar("T")

DEALS: Final = 1000
BUDGET: Final = 7.0
"""So many presses a karta aldia on average, at most."""
BOOKS: Final = ("nabo", "federacion")

BIDS: Final[Mapping[Round, float]] = {
    Round.HANDIA: 0.4,
    Round.TXIKIA: 0.3,
    Round.PAREAK: 0.6,
    Round.JOKOA: 0.7,
    Round.PUNTUA: 0.6,
}
"""In how many of the rounds that both teams play somebody bids. Assumed: nobody has published such a count."""
FIRST: Final[Mapping[int | None, float]] = {2: 0.8, 3: 0.04, 4: 0.02, 5: 0.1, 10: 0.02, None: 0.02}
"""How much is bid first; None is a hordago."""
ANSWERS: Final[Mapping[Action, float]] = {
    Action.IDUKI: 0.45,
    Action.TIRA: 0.4,
    Action.GEHIAGO: 0.13,
    Action.HORDAGO: 0.02,
}
RAISES: Final[Mapping[int, float]] = {2: 0.6, 1: 0.05, 3: 0.1, 5: 0.25}


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands, and what is said in the rounds in which somebody bids, in their order."""

    hands: Mapping[Seat, tuple[Card, ...]]
    said: Mapping[Round, tuple[Call, ...]]
    kind: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a karta aldia took: presses for calls and passes, to go on from the one before, and for the reading."""

    deal: Deal
    calls: int
    around: int
    read: int

    @property
    def total(self) -> int:
        """All presses."""
        return self.calls + self.around + self.read


def deals(book: RuleBook, count: int, chance: random.Random, often: float = 1.0) -> Iterator[Deal]:
    """Deals with their dialogues; bids are `often` times as frequent as `BIDS` says, and never in more than all."""
    for _ in range(count):
        cards = chance.sample(DECK, 16)
        hands = {seat: tuple(cards[place * 4 : place * 4 + 4]) for place, seat in enumerate(Seat)}
        values = {seat: evaluate(hand, book) for seat, hand in hands.items()}
        pareak = frozenset(seat for seat in Seat if values[seat].pareak)
        jokoa = frozenset(seat for seat in Seat if values[seat].jokoa)
        last = (Round.JOKOA, jokoa) if jokoa else (Round.PUNTUA, frozenset(Seat))
        said = {}
        for round, playing in (
            (Round.HANDIA, frozenset(Seat)),
            (Round.TXIKIA, frozenset(Seat)),
            (Round.PAREAK, pareak),
            last,
        ):
            if not _both(playing) or chance.random() >= BIDS[round] * often:
                continue
            said[round] = _dialogue(Bidding(playing, book), chance)
            if said[round][-1].action is Action.IDUKI and said[round][-2].action is Action.HORDAGO:
                break
        kind = f"{_who(pareak)} pareak, {f'{_who(jokoa)} jokoa' if jokoa else 'puntua'}"
        yield Deal(hands, said, kind)


def play(book: str, played: Iterable[Deal]) -> Iterator[Pressed]:
    """The deals pressed one after the other in matches by that rule book. ValueError where a session says otherwise."""
    table = Play(book)
    for deal in played:
        around = _begin(table, book, deal)
        calls = _press_calls(table, deal)
        read = not table.state.finished
        if read:
            if table.state.phase is Phase.CALLS and meaning(table.session, LIVE, Button.READ).wish is not Wish.READ:
                raise ValueError("the cards cannot be read")
            table.read({seat.value: " ".join(map(str, hand)) for seat, hand in deal.hands.items()})
        _compare(table, deal)
        yield Pressed(deal, calls, around, int(read))


def report(pressed: Sequence[Pressed], often: Mapping[float, float]) -> list[str]:
    """The figures as lines of Markdown."""
    totals = [one.total for one in pressed]
    lengths = [len(calls) for one in pressed for calls in one.deal.said.values()]
    lines = [
        f"{len(pressed)} karta aldiak by chance, rule books {', '.join(BOOKS)}.",
        "",
        f"Bids in {_rates({round.value: rate for round, rate in BIDS.items()})} of the rounds that both teams play.",
        f"First bids: {_rates({'hordago' if n is None else n: r for n, r in FIRST.items()})}; answers: "
        f"{_rates({action.value: rate for action, rate in ANSWERS.items()})}; raises by {_rates(RAISES)}.",
        f"Dialogues: {len(lengths)}, {len(lengths) / len(pressed):.2f} a karta aldia; calls in one: mean "
        f"{statistics.mean(lengths):.2f}, longest {max(lengths)}.",
        "",
        "| presses a karta aldia | how many | mean | 95th percentile | most |",
        "|---|---|---|---|---|",
        _row("all, the reading pressed", totals),
        _row("all, the table reads by itself", [one.total - one.read for one in pressed]),
    ]
    kinds: dict[str, list[int]] = {}
    for one in sorted(pressed, key=lambda one: (len(one.deal.said), one.deal.kind)):
        kinds.setdefault(f"bids in {len(one.deal.said)} rounds", []).append(one.total)
    for one in sorted(pressed, key=lambda one: one.deal.kind):
        kinds.setdefault(one.deal.kind, []).append(one.total)
    lines += [_row(kind, totals) for kind, totals in kinds.items()]
    lines += ["", "| bids so many times as often | mean presses |", "|---|---|"]
    lines += [f"| {times:g} | {mean:.2f} |" for times, mean in often.items()]
    return lines


def measure(count: int = DEALS, seed: int = 1, often: float = 1.0) -> list[Pressed]:
    """So many karta aldiak, shared evenly among `BOOKS`."""
    found: list[Pressed] = []
    for place, book in enumerate(BOOKS):
        share = count * (place + 1) // len(BOOKS) - count * place // len(BOOKS)
        chance = random.Random(seed * len(BOOKS) + place)
        found += play(book, deals(rulebook(book), share, chance, often))
    return found


def mean(pressed: Sequence[Pressed]) -> float:
    """Presses a karta aldia."""
    return statistics.mean(one.total for one in pressed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the figures; 1 where the budget is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.firmware.measuring.presses", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    pressed = measure(given.deals, given.seed)
    often = {times: mean(measure(given.deals, given.seed, times)) for times in (0.5, 1.0, 1.25, 1.5)}
    print("\n".join(report(pressed, often)))
    print(f"\nBudget: at most {BUDGET:g} on average; measured {mean(pressed):.2f}.")
    return 0 if mean(pressed) <= BUDGET else 1


def _dialogue(bidding: Bidding, chance: random.Random) -> tuple[Call, ...]:
    """What is said in a round in which somebody bids."""
    team, first = chance.choice(list(Team)), _drawn(FIRST, chance)
    bidding = bidding.apply(Call(team, Action.HORDAGO) if first is None else Call(team, Action.ENVIDO, first))
    while team_to_answer := bidding.to_answer:
        action = _drawn(ANSWERS, chance)
        if bidding.hordago and action not in (Action.IDUKI, Action.TIRA):
            action = Action.TIRA
        tantos = _drawn(RAISES, chance) if action is Action.GEHIAGO else None
        bidding = bidding.apply(Call(team_to_answer, action, tantos))
    return bidding.calls


def _begin(table: Play, book: str, deal: Deal) -> int:
    """Presses what goes on to the next deal; after a karta aldia that only brought marks its first call does."""
    phase = table.state.phase
    if phase is Phase.CALLS or (phase is Phase.MARKS and deal.said):
        return 0
    if phase is Phase.MATCH_WON:
        table.happen(MatchStarted(book, table.state.esku.next.value, "gallery", "table.jpg"))
    else:
        _press(table, Button.OK.value)
    return 1


def _press_calls(table: Play, deal: Deal) -> int:
    """Presses what is said, with a pass for every silent round before a bid; how many presses that took.

    Once a refusal has won the game the rest is not said.
    """
    made: list[str] = []
    passed = 0
    for round, calls in deal.said.items():
        names = [Button.PASO.value] * (round.number - passed - 1)
        for before, call in zip((None, *calls), calls, strict=False):
            names += presses(call, before)
        for name in names:
            _press(table, name)
        made += names
        passed = round.number
        if table.state.aldia.winner:
            break
    return len(made)


def presses(call: Call, before: Call | None) -> list[str]:
    """The fewest presses that make a call after the one `before`: the bid or raise, then up to what was said."""
    own = Button.ENVIDO_NS if call.team is Team.NS else Button.ENVIDO_EW
    if call.action is Action.HORDAGO:
        return [Button.HORDAGO.value, own.value]
    if call.amount is None:
        return [call.action.value]
    made, at = [own.value], RAISE
    if call.action is Action.GEHIAGO and call.amount < RAISE:
        again = before is not None and before.action is Action.GEHIAGO
        made, at = [*([Button.OK.value] if again else []), Button.GEHIAGO.value], 1
    while at < call.amount:
        up = at + HAMARREKO - at % HAMARREKO
        at, name = (up, Button.NEXT.value) if up <= call.amount else (at + 1, own.value)
        made.append(name)
    return made


def _press(table: Play, name: str) -> None:
    table.press(name)
    if table.view.notice not in (None, STANDS):
        raise ValueError(f"{name} was refused: {table.view.notice}")


def _compare(table: Play, deal: Deal) -> None:
    """ValueError where the session has other calls than were said; what came after a won game was not said."""
    said = deal.said
    finished = table.state.finished
    if finished is None:
        raise ValueError(f"not marked: {table.state.conflict}")
    made = {round: calls for round, calls in finished.record.calls.items() if calls}
    if not finished.record.cards:
        said = {(Round.JOKOA if round is Round.PUNTUA else round): calls for round, calls in said.items()}
        said = {round: calls for round, calls in said.items() if round in made}
    if made != said:
        raise ValueError(f"said {said}, and the table has {made}")


def _both(seats: frozenset[Seat]) -> bool:
    return {seat.team for seat in seats} == set(Team)


def _who(seats: frozenset[Seat]) -> str:
    return ("no", "one team's", "both teams'")[len({seat.team for seat in seats})]


def _drawn(rates: Mapping[T, float], chance: random.Random) -> T:
    return chance.choices(list(rates), list(rates.values()))[0]


def _rates(rates: Mapping[T, float]) -> str:
    return ", ".join(f"{name} {rate:.0%}" for name, rate in rates.items())


def _row(name: str, counts: Sequence[int]) -> str:
    ordered = sorted(counts)
    percentile = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"| {name} | {len(counts)} | {statistics.mean(counts):.2f} | {percentile} | {ordered[-1]} |"


if __name__ == "__main__":
    raise SystemExit(main())
