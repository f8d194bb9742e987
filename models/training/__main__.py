"""`python -m models.training whole|<network>|…`: from folders of faces to the networks, and to what they reach."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

import models
from models.memory import keep_memory
from models.scenes.cards.decks import Deck, load_deck
from models.scenes.cards.library import own_deck, random_decks
from models.training.calibrate import LEARNED_SHARE, calibrate, know, likeness
from models.training.export import export_all
from models.training.lessons import LESSONS
from models.training.loop import Course
from models.training.samples.ink import typefaces
from vision.decide.posterior import Calibration


def main() -> None:
    """The command line of the training."""
    parser = argparse.ArgumentParser(prog="python -m models.training")
    parser.add_argument(
        "network",
        choices=[*LESSONS, "whole", "export", "calibrate", "likeness", "known"],
        help="whole: all of them, then the files and the figures; export: the files of those that have a checkpoint; "
        "calibrate: what is certain; likeness: of that, what likeness to a learned deck counts; "
        "known: how the cards of the given decks and the own one look",
    )
    parser.add_argument("--decks", type=Path, nargs="*", default=[], help="folders of faces <rank>_<suit>.png")
    parser.add_argument("--styles", type=int, help="how many decks of random styles are drawn as well")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="folder of the checkpoints")
    parser.add_argument("--out", type=Path, default=Path("models"), help="folder that the files are written to")
    parser.add_argument("--chunks", type=int, help="how many chunks of samples are drawn")
    parser.add_argument("--passes", type=int, help="how often each drawn sample is used")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, help="highest learning rate")
    parser.add_argument("--begin", type=Path, help="checkpoint or shipped .onnx file to take the weights from")
    parser.add_argument(
        "--tables",
        type=int,
        nargs=3,
        default=(2000, 2000, 2000),
        help="drawn tables to fit to, to choose on, to confirm",
    )
    args = parser.parse_args()
    keep_memory()
    cv2.setNumThreads(0)  # OpenCV's threads do not survive a fork
    if args.network in ("calibrate", "likeness", "known"):
        _fit(parser, args)
        return
    if args.network == "export":
        export_all(args.runs, args.out)
        return
    torch.set_num_threads(1)
    for name in LESSONS if args.network == "whole" else [args.network]:
        _train(name, args)
    if args.network == "whole":
        export_all(args.runs, args.out)
        if args.out.resolve() == Path(models.__file__).resolve().parent:
            subprocess.run([sys.executable, "-m", "models.measuring.figures"], check=True)
        else:
            print(f"`make measure` reads with the networks in models/; put those in {args.out} there to measure them")


def _fit(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    if not (args.out / "calibration.json").exists():
        parser.error(f"{args.out}: no calibration.json; export the networks there first")
    if args.tables[0] < 2 * LEARNED_SHARE:
        parser.error(f"--tables: to fit to, {2 * LEARNED_SHARE} at least")
    if args.network == "likeness":
        likeness(args.tables[0], args.runs / "evidence", args.workers, args.out, Calibration.shipped())
        return
    known = [load_deck(deck) for deck in args.decks]
    if len({deck.name for deck in known}) < len(known):
        parser.error("--decks: two of them have the same name")
    if args.network == "known":
        know(known, args.workers, args.out)
        return
    calibrate(tuple(args.tables), known, args.runs / "evidence", args.workers, args.out)


def _train(name: str, args: argparse.Namespace) -> None:
    lesson = LESSONS[name]
    styles = lesson.styles if args.styles is None else args.styles
    decks, shares = gather(args.decks, styles, args.seed)
    names = ", ".join(deck.name for deck in decks[:8])
    print(f"{name}: {len(decks)} decks: {names}…; numerals in {len(typefaces())} typefaces", flush=True)
    begin = args.begin or (args.runs / f"{lesson.begins}.pt" if lesson.begins else None)
    chunks, passes = args.chunks or lesson.chunks, args.passes or lesson.passes
    course = Course(chunks, passes, args.seed, args.workers, args.rate, begin)
    lesson.train(decks, shares, args.runs / f"{name}.pt", course)


def gather(folders: list[Path], styles: int, seed: int) -> tuple[list[Deck], NDArray[np.float64]]:
    """The decks to train on and how often each is drawn: given ones and the own one often, each random style seldom."""
    given = [load_deck(folder) for folder in folders]
    decks = [*given, own_deck(height=480), *random_decks(seed, styles, height=320)]
    shares = np.array([*[1.0] * len(given), 0.7, *[3.0 / max(styles, 1)] * styles])
    return decks, shares / shares.sum()


if __name__ == "__main__":
    main()
