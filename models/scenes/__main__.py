"""``python -m models.scenes draw OUT --decks FOLDER… --own --kinds clean,clutter --count N --seed S --size 4608x2592``

writes JPEGs with ``truth.jsonl`` (the cards) and ``strange.jsonl`` (backs, eights, nines, jokers).
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.scenes.cards.decks import Deck, load_deck
from models.scenes.cards.library import own_deck, random_decks
from models.scenes.chance import random_spec
from models.scenes.scene import Scene, render
from models.scenes.spec import EVERY_KIND, KINDS, SceneOptions, SceneSpec


def truth_line(name: str, spec: SceneSpec, scene: Scene) -> dict[str, Any]:
    """What ``truth.jsonl`` says about one picture."""
    return {
        "image": name,
        "deck": spec.deck.name,
        "kind": spec.kind,
        "surface": spec.surfaces[-1][0].name,
        "hcam": round(spec.camera.height / 1000, 3),
        "tilt": round(spec.camera.tilt, 1),
        "cards": [
            {"card": c.card, "seat": c.seat, "layout": c.layout, "quad": rounded_quad(c.quad)} for c in scene.cards
        ],
        **({"mirrored": True} if scene.mirrored else {}),
    }


def rounded_quad(quad: Any) -> list[list[float]]:
    """A quad as it is written: to a tenth of a pixel."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in quad]


def photographed(spec: SceneSpec, size: tuple[int, int], path: Path, quality: int) -> Scene:
    """The scene drawn, and its picture written. The file itself is the JPEG; it is not made twice."""
    scene = render(replace(spec, sensor=replace(spec.sensor, jpeg=0)), size)
    cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tofile(path)
    return scene


def draw(out: Path, decks: Sequence[Deck], kinds: Sequence[str], count: int, seed: int, size: tuple[int, int]) -> None:
    """`count` pictures, the kinds in turn, with their truth."""
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "truth.jsonl", "w") as truth, open(out / "strange.jsonl", "w") as strange:
        for i in range(count):
            rng = np.random.default_rng((seed, i))
            kind = kinds[i % len(kinds)]
            deck = decks[i // len(kinds) % len(decks)]
            spec = random_spec(rng, kind, deck, SceneOptions(aspect=size[0] / size[1]))
            name = f"{seed}-{i:03d}-{deck.name}-{kind}.jpg"
            scene = photographed(spec, size, out / name, spec.sensor.jpeg or 93)
            truth.write(json.dumps(truth_line(name, spec, scene)) + "\n")
            odd = [{"kind": c.card, "seat": c.seat, "quad": rounded_quad(c.quad)} for c in scene.strange]
            strange.write(json.dumps({"image": name, "strange": odd}) + "\n")


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) >= 64 and int(height) >= 64):
        raise argparse.ArgumentTypeError(f"not a size such as 2304x1296: {text!r}")
    return int(width), int(height)


def _kinds(text: str) -> list[str]:
    kinds = text.split(",")
    for kind in kinds:
        if kind not in EVERY_KIND:
            raise argparse.ArgumentTypeError(f"no such kind: {kind!r}")
    return kinds


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.scenes", description="Draw scenes with their truth.")
    commands = parser.add_subparsers(dest="command", required=True)
    sub = commands.add_parser("draw", help="write pictures and truth.jsonl")
    sub.add_argument("out", type=Path, help="folder to write to")
    sub.add_argument("--decks", type=Path, nargs="+", default=[], metavar="FOLDER", help="folders of faces")
    sub.add_argument("--own", action="store_true", help="the project's own deck")
    sub.add_argument("--styles", type=int, default=0, metavar="N", help="and so many random styles of it")
    sub.add_argument("--held-out", action="store_true", help="those styles of makers that training never draws")
    sub.add_argument("--kinds", type=_kinds, default=list(KINDS), help=f"comma-separated, of {', '.join(EVERY_KIND)}")
    sub.add_argument("--count", type=int, default=7)
    sub.add_argument("--seed", type=int, default=1)
    sub.add_argument("--size", type=_size, default=(2304, 1296), metavar="WIDTHxHEIGHT")
    options = parser.parse_args(arguments)
    decks = [load_deck(folder) for folder in options.decks]
    if options.own:
        decks.append(own_deck())
    decks += random_decks(options.seed, options.styles, held_out=options.held_out)
    if not decks:
        parser.error("name a deck: --decks FOLDER or --own")
    draw(options.out, decks, options.kinds, options.count, options.seed, options.size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
