"""Whether a deck that is learned from hands is read as surely as one that is learned from photographs.

``python -m models.measuring.played [--decks N] [--hands N] [--tables N] [--seed S]``: decks that nothing was trained
on are drawn; as many hands of each are read by a reader that does not know it, and what is certain there, or, with
``--told``, all that was read right, as players would have settled the rest, is what it is learned from. Other tables
are then read without it, and with it. Hands and tables are of the kinds of an evening: mirrored pictures, steep and far
cameras are left out.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from engine.cards import Card
from models.measuring.judged import Tally, print_tallies, promised_of
from models.measuring.learned import SIZE, enrolled
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import random_deck
from models.scenes.chance import random_spec
from models.scenes.scene import Scene, render
from models.scenes.spec import SceneOptions
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.layout import LayoutError
from vision.enrolled.played import PlayedHand, UnseenError, learn_from_hands
from vision.geometry import Corners
from vision.picture import Picture
from vision.reader import Reader
from vision.reading import TableReading

SEED = 703_001
KINDS = ("clean", "clutter", "dim", "tilted", "overlap", "clean", "coins", "mixed", "glare", "dim")
WAYS = ("not learned", "from hands", "from photographs")


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
    parser.add_argument("--hands", type=int, default=24, help="of each deck, from which it is learned")
    parser.add_argument("--tables", type=int, default=10, help="of each deck, which are then read")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--told", action="store_true", help="players settled what was in doubt")
    args = parser.parse_args()
    reader = Reader.shipped()
    tallies: dict[str, Tally] = defaultdict(Tally)
    for number in range(args.decks):
        seed = (args.seed, number)
        deck = random_deck(np.random.default_rng(seed), 480, f"deck{number}", held_out=number % 2 == 0)
        readers = {"not learned": reader}
        hands = list[PlayedHand]()
        for _, scene in evening(deck, seed, range(args.hands)):
            picture = Picture(scene.image)
            hands.append(PlayedHand(picture, known(reader.read(picture, ""), scene, args.told)))
        for way, learned in zip(
            WAYS[1:], (from_hands(hands, reader), from_photographs(deck, seed, reader)), strict=True
        ):
            if isinstance(learned, EnrolledDeck):
                readers[way] = reader.with_deck(learned)
            else:
                print(f"{deck.name}, {way}: {learned}", flush=True)
        if len(readers) < len(WAYS):
            continue
        for kind, scene in evening(deck, seed, range(args.hands, args.hands + args.tables)):
            for way, reads in readers.items():
                tallies[way].add(promised_of(reads.read(Picture(scene.image), ""), scene), f"{kind} of {deck.name}")
    print_tallies(f"Tables of decks never seen, of those learned both ways, by {args.hands} hands", tallies)


def from_hands(hands: list[PlayedHand], reader: Reader) -> EnrolledDeck | str:
    """The deck, or why it is not learned yet; the last hand comes first."""
    try:
        return learn_from_hands("played", reversed(hands), reader)
    except UnseenError as error:
        return str(error)


def from_photographs(deck: Deck, seed: tuple[int, ...], reader: Reader) -> EnrolledDeck | str:
    """The same from two photographs."""
    try:
        return enrolled(deck, (*seed, 99), reader)
    except LayoutError as error:
        return str(error)


if __name__ == "__main__":
    main()
