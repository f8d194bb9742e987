"""`hamarreko read`: photographs of the table in, readings out."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from vision.picture import Picture, PictureError, load
from vision.reader import Reader
from vision.reading import TableReading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--deck", metavar="NAME|FILE", help="the enrolled deck that lies on the table")
    parser.add_argument("--turn", type=float, default=0.0, metavar="DEG", help="turn the picture clockwise first")
    parser.add_argument("--players", type=int, choices=(2, 4), default=4)
    parser.add_argument("--frames", action="store_true", help="all pictures show the same table: one reading")
    parser.add_argument("--any", action="store_true", help="whatever cards are in sight, no seats")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where enrolled decks are kept")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--threads", type=int, default=1, help="processor threads to use (default 1)")


def run(args: argparse.Namespace) -> int:
    """Read every picture in turn; 1 if one of them could not be read, 2 if the deck is not there."""
    if args.deck is not None:
        where = f" in {args.data}" if args.data else ""
        print(f"hamarreko read: there is no enrolled deck {args.deck}{where}", file=sys.stderr)
        return 2
    reader = Reader.shipped(players=args.players, turn=args.turn, threads=args.threads)
    loader = _Loader(args.pictures, args.json)
    if args.frames:
        loaded = list(loader)
        if loaded:
            try:
                reading = reader.read_frames([picture for _, picture, _ in loaded], loaded[0][0].name)
            except ValueError as error:
                loader.complain(loaded[0][0], str(error))
            else:
                _print(reading, sum(ms for _, _, ms in loaded), args.json)
        return loader.status
    read = reader.read_any if args.any else reader.read
    for path, picture, ms in loader:
        _print(read(picture, path.name), ms, args.json)
    return loader.status


class _Loader:
    """The pictures that can be read, each with the milliseconds it took; of the others it says why not."""

    def __init__(self, paths: list[Path], as_json: bool) -> None:
        self._paths = paths
        self._as_json = as_json
        self.status = 0

    def __iter__(self) -> Iterator[tuple[Path, Picture, float]]:
        for path in self._paths:
            start = time.perf_counter()
            try:
                picture = load(path)
            except PictureError as error:
                self.complain(path, str(error))
                continue
            yield path, picture, (time.perf_counter() - start) * 1000

    def complain(self, path: Path, text: str) -> None:
        """Say what is wrong with a picture, in place of its reading."""
        self.status = 1
        if self._as_json:
            print(json.dumps({"image": path.name, "error": text}, ensure_ascii=False), flush=True)
        else:
            print(f"hamarreko read: {text}", file=sys.stderr, flush=True)


def _print(reading: TableReading, loading: float, as_json: bool) -> None:
    reading.ms.update(load=loading, total=reading.ms["total"] + loading)
    print(json.dumps(reading.to_json(), ensure_ascii=False) if as_json else describe(reading), flush=True)


def describe(reading: TableReading) -> str:
    """The reading as a person wants it: the hands, then what is in doubt."""
    lines = [f"{reading.image}: {'complete' if reading.complete else 'not certain'}"]
    for seat, hand in reading.hands().items():
        by_rank = sorted(hand, key=lambda card: (card.rank, card.suit.value), reverse=True)
        lines.append(f"  {seat.value}: {' '.join(str(card) for card in by_rank)}")
    loose = [str(card.card) for card in reading.cards if card.seat is None]
    if loose:
        lines.append(f"  in sight: {' '.join(loose)}")
    lines += [f"  ? {doubt.text}" for doubt in reading.doubts]
    return "\n".join(lines)
