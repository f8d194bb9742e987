"""Whether a deck that is learned from hands is read as surely as one that is learned from photographs.

``python -m models.measuring.played [--decks N] [--hands N] [--tables N] [--seed S] [--told]``: decks that nothing was
trained on are drawn; hands of each are read by a reader that does not know it. What is certain there is what it is
learned from; with ``--told`` all that was read right, as players would have settled the rest. Other tables are then
read without it, with it, and as it is learned from two photographs. Hands and tables are of the kinds of an evening:
mirrored pictures, steep and far cameras are left out.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

import numpy as np

from engine.cards import Card
from models.measuring.judged import Tally, print_tallies, promised_of
from models.measuring.learned import SIZE, enrolled
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import random_deck
from models.scenes.chance import random_spec
from models.scenes.photograph.sensor import compressed
from models.scenes.scene import Scene, render
from models.scenes.spec import SceneOptions
from vision.decide.place import Seen
from vision.enrolled.layout import LayoutError
from vision.enrolled.played import PlayedHand, UnseenError, learn_from_hands
from vision.geometry import Corners
from vision.picture import Picture
from vision.reader import Reader
from vision.reading import TableReading
from vision.scaling import within

SEED = 703_001
KEPT = 2304, 85
"""The longer side in pixels, and the JPEG quality, at which a table keeps a hand's picture."""

KINDS = ("clean", "clutter", "dim", "tilted", "overlap", "clean", "coins", "mixed", "glare", "dim")


def evening(deck: Deck, seed: tuple[int, ...], tables: range) -> Iterator[tuple[str, Scene]]:
    """The tables of these numbers, of each kind in turn, with their kinds."""
    for number in tables:
        kind = KINDS[number % len(KINDS)]
        rng = np.random.default_rng((*seed, number))
        yield kind, render(random_spec(rng, kind, deck, SceneOptions(wide=0.4, occlude=0.05, held_out=True)), SIZE)


def known(reading: TableReading, scene: Scene, told: bool) -> dict[Card, Corners]:
    """Where the cards lie that nobody doubts: those that are certain where the table is scorable; `told`: all that are
    read right."""
    doubted = {doubt.card for doubt in reading.doubts}
    truth = {(card.card, card.seat) for card in scene.cards}
    return {
        read.card: np.array(read.quad)
        for place, read in enumerate(reading.cards)
        if read.seat
        and ((str(read.card), read.seat.value) in truth if told else reading.scorable and place not in doubted)
    }


def main() -> None:
    """Print how many decks are learned from hands, and how their tables are read."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.played")
    parser.add_argument("--decks", type=int, default=20)
    parser.add_argument("--hands", type=int, default=30, help="of each deck at most, from which it is learned")
    parser.add_argument("--tables", type=int, default=10, help="of each deck, which are then read")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--told", action="store_true", help="players settled what was in doubt")
    args = parser.parse_args()
    reader = Reader.shipped()
    tallies: dict[str, Tally] = defaultdict(Tally)
    took = list[int]()
    for number in range(args.decks):
        seed = (args.seed, number)
        deck = random_deck(np.random.default_rng(seed), 480, f"deck{number}", held_out=number % 2 == 0)
        hands = [hand(scene, reader, args.told) for _, scene in evening(deck, seed, range(args.hands))]
        looked_at = Counted(reader)
        ways = {
            "from hands": partial(learn_from_hands, "played", hands, looked_at),
            "from photographs": partial(enrolled, deck, (*seed, 99), reader),
        }
        readers = {"not learned": reader}
        for way, learn in ways.items():
            try:
                readers[way] = reader.with_deck(learn())
            except (UnseenError, LayoutError) as error:
                print(f"{deck.name} is not learned {way}: {error}", flush=True)
        if "from hands" not in readers:
            continue
        took.append(looked_at.count)
        for kind, scene in evening(deck, seed, range(args.hands, args.hands + args.tables)):
            for way, reads in readers.items():
                tallies[way].add(promised_of(reads.read(Picture(scene.image), ""), scene), f"{kind} of {deck.name}")
    print(f"{len(took)} of {args.decks} decks are learned from hands: {sorted(took)} of them")
    print_tallies("Other tables of these decks", tallies)


class Counted:
    """A reader that counts the pictures in which it is asked what is seen."""

    def __init__(self, reader: Reader) -> None:
        self._reader, self.count = reader, 0
        self.faces = reader.faces

    def seen(self, picture: Picture, cards: int) -> Seen:
        """As `Reader.seen`."""
        self.count += 1
        return self._reader.seen(picture, cards)


def hand(scene: Scene, reader: Reader, told: bool) -> PlayedHand:
    """The hand as a table keeps it."""
    longest, quality = KEPT
    small, factor = within(scene.image, longest)
    places = known(reader.read(Picture(scene.image), ""), scene, told)
    return PlayedHand(Picture(compressed(small, quality)), {card: where * factor for card, where in places.items()})


if __name__ == "__main__":
    main()
