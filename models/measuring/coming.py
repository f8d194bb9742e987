"""What it helps to have watched the cards come down.

``python -m models.measuring.coming [--tables N] [--seed S]``: tables whose hands overlap are drawn as they are laid,
each seat's cards one after the other, and read twice: the last picture alone, and with what the pictures before showed.
Two of three show the project's own deck, the others decks that no network was trained on.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np

from models.measuring.judged import Tally, print_tallies, promised_of
from models.measuring.learned import SIZE
from models.memory import keep_memory
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck, random_deck
from models.scenes.chance import random_spec
from models.scenes.scene import render
from models.scenes.spec import CardItem, SceneOptions, SceneSpec
from vision.decide.joint import CARDS_A_HAND
from vision.picture import Picture
from vision.reader import Reader

KINDS = ("overlap", "mixed")


def main() -> None:
    """Draw, read and print."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.coming")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=777)
    args = parser.parse_args()
    keep_memory()
    reader, own = Reader.shipped(), own_deck(480)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for number in range(args.tables):
        whose, spec = table(number, args.seed, own)
        earlier = [reader.seen(Picture(render(laid(spec, count), size=SIZE).image)) for count in range(1, CARDS_A_HAND)]
        scene = render(spec, size=SIZE)
        picture, name = Picture(scene.image), f"{spec.kind}-{number}"
        tallies[f"{whose}, the last picture"].add(promised_of(reader.read(picture, name), scene), name)
        watched = reader.read_frames([picture], name, earlier=earlier)
        tallies[f"{whose}, watched"].add(promised_of(watched, scene), name)
    print_tallies("Drawn tables whose hands overlap", tallies)


def table(number: int, seed: int, own: Deck) -> tuple[str, SceneSpec]:
    """The table of that number, and whose deck lies there. Of twelve tables one is of each kind with an unseen deck of
    each kind of maker."""
    rng = np.random.default_rng((seed, number))
    known = number % 3 > 0
    deck = own if known else random_deck(rng, height=480, held_out=number % 4 < 2)
    spec = random_spec(rng, KINDS[number % 2], deck, SceneOptions(wide=0.4, held_out=True))
    return "own deck" if known else "unseen", spec


def laid(spec: SceneSpec, count: int) -> SceneSpec:
    """The table once each seat has laid so many cards."""
    lying: Counter[str] = Counter()
    items = []
    for item in spec.items:
        if isinstance(item, CardItem) and item.seat:
            lying[item.seat] += 1
            if lying[item.seat] > count:
                continue
        items.append(item)
    return replace(spec, items=tuple(items))


if __name__ == "__main__":
    main()
