"""How often a promise is broken, that a reading is scorable or complete: a long run over drawn tables.

``python -m models.measuring.silent [--tables N] [--seed S] [--record FILE] [--workers N] [--decks N] [--enrolled]
[--given FOLDER...] [--traced]``: each table is drawn from its own number: decks never trained on and, every fourth
time, the own one; held-out tables and things (`SceneOptions.held_out`); every kind in turn, as the box's camera or a
smaller one sees it, a hand with a card too few, too many (which hardly looks out at half of these) or none of the forty
now and then.
With ``--enrolled`` each deck is learned first, from two drawn photographs; a table whose deck is refused is left out.
With ``--given`` these decks of faces lie there in turn, and no drawn ones. With ``--traced`` the tables are path-traced
(`models.scenes.traced`), which takes some ten times as long.
Every other deck is of a reserved maker (`models.deck.style.RESERVED`). Tallies of hands of four are printed by kind;
those of plain tables also by how high the numerals are, those of covered cards by how much of the one least in view is;
and at how many of the tables that are asked about a card is wrong that nobody asks about. Each outcome is a line of
FILE, with the checksums of the networks and of the program that read it; started again with the same FILE the run goes
on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np

import vision
from models import model_bytes
from models.deck.drawing import typefaces
from models.deck.style import DeckStyle, random_style
from models.measuring.judged import Tally, hands_of_four, print_tallies, promised_of, upper_bound, wrong_beside
from models.measuring.learned import SIZE, enrolled
from models.memory import keep_memory
from models.scenes.cards.decks import Deck, load_deck
from models.scenes.cards.library import own_deck, whole_deck
from models.scenes.chance import random_spec
from models.scenes.scene import Scene, render
from models.scenes.spec import ALL_KINDS, SceneOptions
from vision.decide.joint import CARDS_A_HAND
from vision.enrolled.layout import LayoutError
from vision.picture import Picture
from vision.reader import Reader

SEED = 991_019
TABLES = 3000
DECKS = 60
"""Decks of random styles that the tables are drawn with; where they are learned, every worker learns them all."""

SIZES = (SIZE, (3456, 1944))
"""Pixels of the pictures: the box's camera's, then a smaller camera's; they take turns."""

OWN, OWN_EVERY = -1, 4
"""Stands for the project's own deck, which every so many tables lies there."""

ODD = 0.08
"""Share of the tables at which a hand is not four cards of the forty: whatever is complete there is wrong."""

STUCK = 0.5
"""Share of the hands of five in which the fifth sticks to another card and hardly looks out."""

PLAIN, COVERED = ("clean", "clutter", "dim", "tilted"), ("overlap", "mixed")
"""Kinds of tables whose cards lie apart, seen from above in ordinary light, and those on which cards lie on others."""

NO_HANDS = "mirrored, or not four of the forty at a seat"
"""Such tables are counted apart: whatever is promised of them is wrong."""

NUMERALS = {"none": 0.1, "below 3.2 mm": 3.2, "3.2 to 4.4 mm": 4.4, "higher": np.inf}
IN_VIEW = {"below 0.20": 0.20, "0.20 to 0.26": 0.26, "0.26 to 0.33": 0.33, "more": np.inf}
"""Where each class ends: of the height of the numerals, and of the share in view of the card of which least is. Those
two tell most of whether a deck that is not known can be read."""

WHAT = {"numerals": "the height of the numerals", "in_view": "the share in view of the card of which least is"}


class AnotherRunError(ValueError):
    """A record of other networks, another program or another seed than this run's."""


@dataclass(frozen=True)
class Run:
    """Which tables are drawn, and how they are read."""

    seed: int = SEED
    decks: int = DECKS
    learned: bool = False
    """Each deck is learned before, from two photographs."""
    traced: bool = False
    """The tables are path-traced, not drawn."""
    given: tuple[Path, ...] = ()
    """Folders of faces: these decks lie there, in turn."""

    def told(self) -> dict[str, Any]:
        """What tells this run from another, with the checksums of the networks and of the program that reads."""
        program = hashlib.sha256()
        for module in sorted(Path(vision.__path__[0]).rglob("*.py")):
            program.update(module.read_bytes())
        networks = json.loads(model_bytes("calibration.json"))
        given = [folder.name for folder in self.given]
        return {**vars(self), "given": given, "networks": networks, "program": program.hexdigest()}

    def given_at(self, number: int) -> Path | None:
        """Which of the given decks lies at the table of that number; None where none are given."""
        return self.given[number % len(self.given)] if self.given else None


def main() -> None:
    """Draw, read and record what is missing, and print the tallies of all."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.silent")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--record", type=Path, help="silent.jsonl, or enrolled.jsonl, if it is left out")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw and read")
    parser.add_argument("--decks", type=int, default=DECKS, help="decks of random styles, beside the own one")
    parser.add_argument("--enrolled", action="store_true", help="read each deck after two photographs of its cards")
    parser.add_argument("--given", type=Path, nargs="+", default=[], metavar="FOLDER", help="decks that lie there")
    parser.add_argument("--traced", action="store_true", help="path-trace the tables, with Mitsuba")
    args = parser.parse_args()
    keep_memory()
    file = args.record or Path("enrolled.jsonl" if args.enrolled else "silent.jsonl")
    run = Run(args.seed, args.decks, args.enrolled, args.traced, tuple(args.given))
    try:
        outcomes = _outcomes(run, args.tables, args.workers, file)
    except AnotherRunError as error:
        parser.error(str(error))
    read = [line for line in outcomes if line["promise"] != "refused"]
    print(f"Read until {time.strftime('%Y-%m-%d')}, seed {run.seed}.\n")
    if refused := len(outcomes) - len(read):
        print(f"{refused} tables are left out: their decks' photographs were refused.\n")
    _print(run, read)


def _outcomes(run: Run, tables: int, workers: int, file: Path) -> list[dict[str, Any]]:
    """What came of all tables; those that the file does not have yet are read, and put into it. AnotherRunError as of
    `recorded`."""
    told = run.told()
    outcomes = {line["table"]: line for line in recorded(file, told)}
    missing = [number for number in range(tables) if number not in outcomes]
    with file.open("a") as record, Pool(workers) as pool:
        for line in pool.imap_unordered(partial(outcome, run=run), missing):
            outcomes[line["table"]] = line
            record.write(json.dumps({**told, **line}) + "\n")
            record.flush()
    return [*outcomes.values()]


def _print(run: Run, read: list[dict[str, Any]]) -> None:
    """The tallies of what was read, by kind, by deck, by how high the numerals are, and by how much is in view."""
    how = ", each deck after two photographs" if run.learned else ""
    decks = {True: "Drawn decks", False: "Given decks" if run.given else "The own deck"}
    tallies: dict[str, Tally] = defaultdict(Tally)
    by_deck: dict[str, Tally] = defaultdict(Tally)
    for line in read:
        _add(tallies[line["kind"] if line["hands"] else NO_HANDS], line)
        if line["hands"]:
            _add(by_deck[decks[line["random"]]], line)
    made, whose = "Path-traced" if run.traced else "Drawn", "given" if run.given else "held-out"
    print_tallies(f"{made} tables, {whose} decks, held-out tables and things{how}", tallies)
    print_tallies("Hands of four of these", by_deck)
    for random, kinds, what, ends in (
        (True, PLAIN, "numerals", NUMERALS),
        (True, COVERED, "in_view", IN_VIEW),
        (False, COVERED, "in_view", IN_VIEW),
    ):
        classes = {name: Tally() for name in ends}
        for line in read:
            if line["hands"] and line["random"] is random and line["kind"] in kinds:
                _add(classes[next(name for name, end in ends.items() if line[what] < end)], line)
        print_tallies(f"{decks[random]}, {', '.join(kinds)}, by {WHAT[what]}", classes)
    _print_beside(read)


def _print_beside(read: list[dict[str, Any]]) -> None:
    """By kind, at how many tables a rank would be wrong still once all cards that are asked about were told."""
    beside: dict[str, list[bool]] = defaultdict(list)
    for line in read:
        if (wrong := line.get("wrong_beside")) is not None:
            beside[line["kind"]].append(wrong)
            beside["all"].append(wrong)
    print("Asked about cards alone, and each of these answered truly\n")
    print("| kind | tables | wrong at another card | at most (one-sided, 95 %) |\n|---|---|---|---|")
    for kind in (*ALL_KINDS, "all"):
        if some := beside[kind]:
            print(f"| {kind} | {len(some)} | {sum(some)} | {upper_bound(sum(some), len(some)):.2%} |")
    print(flush=True)


def _add(tally: Tally, line: dict[str, Any]) -> None:
    tally.add(line["promise"], f"{line['kind']}-{line['table']}")


def recorded(record: Path, told: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines of a record, AnotherRunError where one is not of the run that says this of itself; a last one that was
    cut off is taken off."""
    if not record.exists():
        return []
    whole, newline, _ = record.read_bytes().rpartition(b"\n")
    with record.open("r+b") as file:
        file.truncate(len(whole) + len(newline))
    lines = [json.loads(text) for text in whole.splitlines()]
    for number, line in enumerate(lines, 1):
        if {key: line.get(key) for key in told} != told:
            raise AnotherRunError(
                f"{record}, line {number}: of another seed, or read by another program, with other networks or decks"
            )
    return lines


def outcome(number: int, run: Run) -> dict[str, Any]:
    """Draw or trace, and read, the table of that number: its kind, and what was promised of it: `complete`, `scorable`,
    nothing (`asked`), something wrong (`broken`), or `refused`, where its deck could not be learned.

    Where it was read also whether its `hands` are four of the forty each, whether a card that is not asked about is
    `wrong_beside` those that are (null where that is not the question), whether its deck is a `random` one, then how
    high the `numerals` are, in millimetres, and which share is `in_view` of that card of the hands of which least is.
    """
    given = run.given_at(number)
    kind, deck, scene = table(number, run.seed, run.decks, _given(given) if given else None, traced=run.traced)
    reader = _reader_of(given or deck, run.seed) if run.learned else _reader()
    if reader is None:
        return {"table": number, "kind": kind, "promise": "refused"}
    reading = reader.read(Picture(scene.image), f"{kind}-{number}")
    in_view = min((card.visible for _, card in scene.coded() if card.seat), default=0.0)
    random = deck != OWN and not given
    hands = hands_of_four(scene)
    return {
        "table": number,
        "kind": kind,
        "promise": promised_of(reading, scene),
        "hands": hands,
        "wrong_beside": wrong_beside(reading, scene) if hands else None,
        "random": random,
        "in_view": in_view,
        **({"numerals": _numerals(deck, run.seed)} if random else {}),
    }


def table(
    number: int,
    seed: int,
    decks: int = DECKS,
    laid: Deck | None = None,
    strange: int | None = None,
    traced: bool = False,
) -> tuple[str, int, Scene]:
    """The table of that number: its kind, its deck (OWN or the number of a style), and its picture with the truth.

    `laid`: the deck that lies there whatever the number says; `strange`: how many cards of its hands are none of the
    forty; `traced`: whether its picture is path-traced, not drawn.
    """
    rng = np.random.default_rng((seed, number))
    kind = ALL_KINDS[number % len(ALL_KINDS)]
    deck = OWN if number % OWN_EVERY == OWN_EVERY - 1 else int(rng.integers(decks))
    what = rng.random()
    counts = {str(rng.choice(list("NWSE"))): int(rng.choice([3, 5]))} if what < ODD / 2 else {}
    stuck = "".join(seat for seat, count in counts.items() if count > CARDS_A_HAND and rng.random() < STUCK)
    if strange is None:
        strange = 1 if ODD / 2 <= what < ODD else 0
    spec = random_spec(
        rng,
        kind,
        laid or deck_of(deck, seed, decks),
        SceneOptions(wide=0.4, counts=counts, stuck=stuck, strange=strange, occlude=0.05, held_out=True),
    )
    size = SIZES[number // (OWN_EVERY * len(ALL_KINDS)) % len(SIZES)]
    if not traced:
        return kind, deck, render(spec, size)
    from models.scenes.traced.trace import trace  # It takes Mitsuba, which no other run does.

    return kind, deck, trace(spec, size)


@lru_cache(maxsize=1)
def _reader() -> Reader:
    return Reader.shipped()


def deck_of(number: int, seed: int, decks: int = DECKS) -> Deck:
    """The deck of that number; out of so many that none is likely to come again, none is kept but the own one."""
    if number == OWN:
        return _own()
    return (_random_kept if decks <= DECKS else _random)(number, seed)


@lru_cache(maxsize=1)
def _own() -> Deck:
    return own_deck(480)


def _random(number: int, seed: int) -> Deck:
    return whole_deck(f"held-out-{number}", _style(number, seed), 480)


def _style(number: int, seed: int) -> DeckStyle:
    rng = np.random.default_rng((seed, 7, number))
    return random_style(rng, typefaces.installed(), held_out=number % 2 == 0)


def _numerals(deck: int, seed: int) -> float:
    """How high the numerals of that style are, mm; 0 where it has none."""
    index = _style(deck, seed).index
    return index.height if index.corners else 0.0


_random_kept = lru_cache(maxsize=DECKS)(_random)


_given = lru_cache(maxsize=DECKS)(load_deck)


@lru_cache(maxsize=DECKS + 1)
def _reader_of(which: int | Path, seed: int) -> Reader | None:
    deck, number = (_given(which), 0) if isinstance(which, Path) else (deck_of(which, seed), which + 1)
    try:
        return _reader().with_deck(enrolled(deck, (seed, 99, number), _reader()))
    except LayoutError as refused:
        print(f"not enrolled: {refused}")
        return None


if __name__ == "__main__":
    main()
