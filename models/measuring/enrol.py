"""Whether decks can be learned from two photographs, and whether photographs with a wrong card are refused.

``python -m models.measuring.enrol [--decks N] [--sabotaged N] [--seed S] [--data FOLDER]``: decks that nothing
was trained on are drawn, laid out and learned; in the sabotaged photographs one place holds something else: an 8 or a
9, a joker, a plain card, a dark one, the same card of another deck, another card of another deck, another suit's card,
one card a second time; or three places hold the same cards of another deck; or the figures lie before the ones.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from engine.cards import RANKS
from models.measuring.learned import given, photographs
from models.memory import keep_memory
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import random_deck
from vision.arrays import U8
from vision.classify.naming import FORTY
from vision.enrolled.layout import LayoutError, said
from vision.enrolled.learn import Photograph, learn
from vision.reader import Reader

SEED = 993_001
WAYS = (
    "eight",
    "nine",
    "joker",
    "plain",
    "dark",
    "other deck",
    "other deck's three",
    "other deck's other",
    "other suit",
    "twice",
    "figures first",
)


def sabotaged(rng: Generator, deck: Deck, other: Deck, way: str) -> tuple[Deck, set[str]]:
    """The deck with something else at one place or several, and the names of the cards of which a refusal must name
    one."""
    card = str(rng.choice(list(deck.faces)))
    rank, suit = card[:-1], card[-1]
    named = {card}
    if way == "other deck's three":
        named = {str(name) for name in rng.choice(list(deck.faces), 3, replace=False)}
        instead = {name: _of_size(other.faces[name], deck.faces[name]) for name in named}
        return replace(deck, faces={**deck.faces, **instead}), named
    if way == "figures first":
        ranks = dict(zip(map(str, RANKS), map(str, (*RANKS[-3:], *RANKS[:-3])), strict=True))
        laid = {name: deck.faces[ranks[name[:-1]] + name[-1]] for name in deck.faces}
        return replace(deck, faces={name: _of_size(face, deck.faces[name]) for name, face in laid.items()}), {*laid}
    if way in ("eight", "nine"):
        face = deck.strange[f"{8 if way == 'eight' else 9}{suit}"]
    elif way == "other deck":
        face = other.faces[card]
    elif way == "other suit":
        twin = f"{rank}{rng.choice([one for one in 'oceb' if one != suit])}"
        face, named = deck.faces[twin], {card, twin}
    elif way in ("other deck's other", "twice"):
        twin = str(rng.choice([name for name in deck.faces if name != card]))
        face, named = (deck if way == "twice" else other).faces[twin], {card, twin}
    else:
        face = next(strange for name, strange in deck.strange.items() if name.startswith(way))
    return replace(deck, faces={**deck.faces, card: _of_size(face, deck.faces[card])}), named


def _of_size(face: U8, like: U8) -> U8:
    return np.asarray(cv2.resize(face, like.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)


def refusal(reader: Reader, deck: str, shots: list[Photograph]) -> str | None:
    """Why the photographs are refused; None where the deck is learned."""
    try:
        learn(deck, shots, reader)
    except LayoutError as refused:
        return str(refused)
    return None


def main() -> None:
    """Print how many were accepted and refused, and every one that came out wrong."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.enrol")
    parser.add_argument("--decks", type=int, default=30)
    parser.add_argument("--sabotaged", type=int, default=60)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--data", type=Path, help="folder with enrol/: two photographs of each given deck")
    args = parser.parse_args()
    if args.sabotaged and args.decks < 2:
        parser.error("--sabotaged: a card of another deck wants --decks 2 at least")
    keep_memory()
    reader = Reader.shipped()
    decks = [
        random_deck(np.random.default_rng((args.seed, i)), 480, f"deck{i}", held_out=i % 2 == 0)
        for i in range(args.decks)
    ]
    refusals = [refusal(reader, deck.name, photographs(deck, (args.seed, 1, i))) for i, deck in enumerate(decks)]
    for why in filter(None, refusals):
        print(f"refused: {why}")
    print(f"drawn decks: {refusals.count(None)} of {len(decks)} learned", flush=True)
    if args.data:
        for name, shots in given(args.data / "enrol").items():
            print(f"{name}: {refusal(reader, 'given', shots) or 'learned'}", flush=True)
    outcomes = _of_sabotaged(reader, decks, args.sabotaged, args.seed)
    for way in WAYS:
        counts = {how: outcomes[way, how] for how in ("named", "refused", "learned")}
        print(f"{way}: {counts['named']} refused by name, {counts['refused']} otherwise, {counts['learned']} learned")


def _of_sabotaged(reader: Reader, decks: list[Deck], count: int, seed: int) -> Counter[tuple[str, str]]:
    """What became of so many sabotaged pairs of photographs, by the way; those not refused by name are printed."""
    outcomes: Counter[tuple[str, str]] = Counter()
    names = {str(card): said(card) for card in FORTY}
    for number in range(count):
        rng = np.random.default_rng((seed, 2, number))
        way = WAYS[number % len(WAYS)]
        which, other = rng.choice(len(decks), 2, replace=False)
        wrong, named = sabotaged(rng, decks[which], decks[other], way)
        why = refusal(reader, wrong.name, photographs(wrong, (seed, 3, number)))
        how = "learned" if why is None else "named" if any(names[card] in why for card in named) else "refused"
        outcomes[way, how] += 1
        if how != "named":
            print(f"{way} at {sorted(named)} of {wrong.name}: {why or 'learned'}")
    return outcomes


if __name__ == "__main__":
    main()
