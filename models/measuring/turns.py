"""Whether it matters how a card is turned: the same cards, in the same light, read at every 15 degrees.

``python -m models.measuring.turns [--seed S]``: each group is six cards of one deck, apart, around
the middle of a table that is drawn anew for each turn of the camera, of the surfaces that are trained on. A card counts
where it is named right and for certain.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck, random_decks
from models.scenes.chance import random_spec
from models.scenes.scene import Scene, render
from models.scenes.spec import CardItem, SceneOptions, SceneSpec
from vision import geometry
from vision.decide.place import Place
from vision.picture import Picture
from vision.reader import Reader

STEP = 15
TURNS = tuple(range(0, 360, STEP))
CERTAIN = 0.95
GROUPS = 20
SEED = 987_001
SIZE = (1296, 1296)
_SPOTS = tuple((x, y) for y in (-60.0, 60.0) for x in (-80.0, 0.0, 80.0))


def measure(reader: Reader, decks: list[Deck], seed: int) -> dict[int, Counter[str]]:
    """How many cards came out `right`, `asked` and `wrong` by turn in degrees: the same GROUPS groups of six cards at
    each of TURNS."""
    turned: dict[int, Counter[str]] = {turn: Counter() for turn in TURNS}
    for number in range(GROUPS):
        spec = group(np.random.default_rng((seed, number)), decks[number % len(decks)])
        for turn in TURNS:
            scene = render(replace(spec, camera=replace(spec.camera, roll=float(turn))), SIZE)
            turned[turn].update(_outcomes(scene, reader.seen(Picture(scene.image)).places))
    return turned


def group(rng: np.random.Generator, deck: Deck) -> SceneSpec:
    """Six different cards apart on a table as it may be, nothing else on it."""
    spec = random_spec(rng, "clean", deck, SceneOptions(wide=0.3, aspect=1.0))
    names = rng.permutation(sorted(deck.faces))[: len(_SPOTS)]
    handled = [item for item in spec.items if isinstance(item, CardItem)]
    cards = tuple(
        replace(card, card=str(name), x=x, y=y, turn=float(rng.normal(0, 2.0)))
        for card, name, (x, y) in zip(handled, names, _SPOTS, strict=False)
    )
    # A square picture of the field that the usual one sees from top to bottom.
    camera = replace(spec.camera, hfov=40.0, look_at=(0.0, 0.0))
    return replace(spec, items=cards, camera=camera, aspect=1.0)


def _outcomes(scene: Scene, places: list[Place]) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    for card in scene.cards:
        quad = np.asarray(card.quad, np.float64)
        there = max(places, key=lambda place: geometry.overlap(place.found.corners, quad), default=None)
        if there is None or geometry.overlap(there.found.corners, quad) < geometry.area(quad) / 2:
            outcomes["asked"] += 1
            continue
        name, p = there.naming.ranked()[0]
        sure = p >= CERTAIN and not there.is_strange
        outcomes["asked" if not sure else "right" if str(name) == card.card else "wrong"] += 1
    return outcomes


def rows(turned: dict[int, Counter[str]]) -> Iterator[str]:
    """The figures as rows of a table in Markdown."""
    shares = {turn: outcomes["right"] / max(outcomes.total(), 1) for turn, outcomes in turned.items()}
    worst, best = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
    below = shares[best] - shares[worst]
    wrong = sum(outcomes["wrong"] for outcomes in turned.values())
    each = turned[0].total()
    yield f"| cards at every {STEP} degrees | {each} at each of {len(turned)} turns, {wrong} named wrong |"
    yield f"| best turn | {best} degrees: {shares[best]:.2%} named right for certain |"
    yield f"| worst turn | {worst} degrees: {shares[worst]:.2%}, {below * 100:.2f} points below the best |"
    yield f"| by turn | {', '.join(f'{turn}: {part:.1%}' for turn, part in shares.items())} |\n"


def main() -> None:
    """Print the rows, for the own deck and decks that were not trained on."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.turns")
    parser.add_argument("--seed", type=int, default=SEED)
    seed, reader = parser.parse_args().seed, Reader.shipped()
    for name, decks in {
        "own deck": [own_deck(480)],
        "decks not trained on": list(random_decks(seed, 4, 480)),
    }.items():
        print(f"{name}\n\n| what | figure |\n|---|---|")
        for row in rows(measure(reader, decks, seed)):
            print(row, flush=True)


if __name__ == "__main__":
    main()
