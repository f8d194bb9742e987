"""How a deck is read whose faces no naming network was ever shown: each given deck left out of their training in turn.

``python -m models.training.left_out --decks FOLDER... [--data FOLDER] [--drawn N] [--seed S] [--runs FOLDER]``: namer,
indexer and inspector are trained on the project's own deck and random styles alone, which serves all; for each deck the
namer goes on with the others. That is half of what the shipped namer was trained, and a quarter for the other two, so
they ask more. What was trained before in the folder `runs` is not trained again. The shipped networks find the cards:
they learn shapes and edges.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from models.scenes.decks import load_deck
from models.training.__main__ import gather, keep_memory
from models.training.lessons import PLANS
from models.training.loop import train
from models.training.measure import HELD_OUT_SEED, drawn_tables, enrolled_tables, given_tables, print_tallies
from vision.classify.inspector import Inspector
from vision.classify.namer import Namer
from vision.network import Answer
from vision.reader import Reader

CHUNKS = {"namer": 10, "indexer": 6, "inspector": 4}
"""How many chunks of samples each network is trained on without any given deck."""

GOES_ON = 3
"""Chunks that the namer then goes on with, all given decks but one among them."""

SLOWER = 0.5
"""What the learning rate is lowered by where a network goes on."""

SEED = 81


def main() -> None:
    """Train what is missing, and print every figure for every deck."""
    parser = argparse.ArgumentParser(prog="python -m models.training.left_out")
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of faces <rank>_<suit>.png")
    parser.add_argument("--data", type=Path, default=os.environ.get("HAMARREKO_DATA"), help="folder with tables/")
    parser.add_argument("--drawn", type=int, default=8, help="how many tables of each kind and deck to draw")
    parser.add_argument("--seed", type=int, default=HELD_OUT_SEED, help="of the drawn tables")
    parser.add_argument("--runs", type=Path, default=Path("runs/left-out"), help="folder of the checkpoints")
    args = parser.parse_args()
    if len({deck.name for deck in args.decks}) < len(args.decks):
        parser.error("two of the folders have the same name")
    keep_memory()
    torch.set_num_threads(1)
    cv2.setNumThreads(0)  # OpenCV's threads do not survive the fork of the feed
    none = args.runs / "none"
    for name, chunks in CHUNKS.items():
        plan = PLANS[name]
        _train(name, [], none, chunks, none / f"{plan.begins}.pt" if plan.begins else None)
    for left_out in args.decks:
        rest = [deck for deck in args.decks if deck != left_out]
        own = args.runs / f"without-{left_out.name}"
        _train("namer", rest, own, GOES_ON, none / "namer.pt", SEED + 1, SLOWER)
        _print_figures(left_out, trained(own, none), args)


def _train(
    name: str, folders: list[Path], runs: Path, chunks: int, begin: Path | None, seed: int = SEED, slower: float = 1.0
) -> None:
    plan = PLANS[name]
    decks, shares = gather(folders, plan.styles, True, seed)
    train(
        plan.lesson, decks, shares, runs / f"{name}.pt", chunks, plan.passes, 1, seed, slower * plan.lesson.rate, begin
    )


def trained(own: Path, none: Path) -> Namer:
    """A deck's own namer, and the inspector and indexer of all, out of the checkpoints in those folders."""
    namer, inspector, indexer = (
        _asked(name, folder / f"{name}.pt") for name, folder in (("namer", own), ("inspector", none), ("indexer", none))
    )
    return Namer(namer, Inspector(inspector, indexer))


def _asked(name: str, checkpoint: Path) -> Answer:
    network = PLANS[name].lesson.network()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["average"])
    network.eval()

    @torch.no_grad()
    def answer(batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        output: NDArray[np.float32] = network(torch.from_numpy(np.ascontiguousarray(batch))).numpy()
        return output

    return answer


def _print_figures(left_out: Path, names: Namer, args: argparse.Namespace) -> None:
    reader = Reader.shipped().naming(names)
    if args.data:
        given = given_tables(reader, Path(args.data) / "tables", left_out.name)
        print_tallies(f"Given tables, {left_out.name} left out", given)
    deck = load_deck(left_out)
    drawn = drawn_tables(reader, [deck], args.drawn, args.seed)
    print_tallies(f"Drawn tables, {left_out.name} left out", drawn)
    print_tallies("The same deck after two photographs", enrolled_tables([deck], names, args.drawn, args.seed))


if __name__ == "__main__":
    main()
