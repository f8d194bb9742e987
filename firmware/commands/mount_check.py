"""`hamarreko mount-check`: a picture of the table in; whether the camera hangs well, and what to change, out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from firmware.devices.threads import thread_count
from firmware.files.arguments import degrees, measure, told
from firmware.files.lines import put, put_json
from firmware.files.pictures import UPRIGHT, Pictures
from vision.checks.mount import check_picture
from vision.checks.mounting import Area, MountCheck, Mounting
from vision.network import ModelError
from vision.reader import Reader

WHAT_IT_TAKES = (
    "With a card lying flat before each player, or with the hands laid, their known size tells how high and how tilted "
    "the camera hangs; of an empty table it says what can be known of sharpness, light and mirrored lamps. Sizes hold "
    "for the given field of view: 66 degrees is a Camera Module 3, 102 its wide form. "
)

_LENS = measure("a lens's field of view in degrees", 5, 160)
_CM = measure("a length", 0.01, 1e4)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = WHAT_IT_TAKES + UPRIGHT
    usual = Mounting()
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument(
        "--field-of-view", type=_LENS, default=usual.field_of_view, metavar="DEG",
        help="of the lens, along the longer side of the picture (default %(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--card", type=_pair, default=usual.card, metavar="MMxMM", help="a card's width and height (default 61x95)"
    )
    parser.add_argument(
        "--field", type=_pair, default=tuple(side / 10 for side in usual.field), metavar="CMxCM",
        help="what the four hands take up, from W to E and from N to S (default 88x62)",
    )  # fmt: skip
    parser.add_argument("--height", type=_CM, metavar="CM", help="of the camera, where it was measured")
    parser.add_argument("--turn", type=degrees, default=0.0, metavar="DEG", help="turn the picture clockwise first")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--threads", type=thread_count, default=1, help="processor threads to use (default 1)")


def _pair(text: str) -> tuple[float, float]:
    wide, _, high = text.partition("x")
    try:
        return _CM(wide), _CM(high)
    except argparse.ArgumentTypeError as wrong:
        raise argparse.ArgumentTypeError(f"not a width and a height such as 61x95: {text!r}") from wrong


def run(args: argparse.Namespace) -> int:
    """Check every picture in turn; 1 if one of them, or a model, could not be read. UsageError if one is missing."""
    pictures = Pictures("mount-check", args.pictures, args.json)
    try:
        reader = Reader.shipped(turn=args.turn, threads=args.threads)
    except ModelError as error:
        return told("mount-check", error)
    mounting = Mounting(
        field_of_view=args.field_of_view,
        card=args.card,
        field=(args.field[0] * 10, args.field[1] * 10),
        turn=args.turn,
        height=args.height * 10 if args.height else None,
    )
    for name, picture, _ in pictures:
        found = check_picture(reader, picture, mounting)
        put_json(to_json(name, found, picture.scale)) if args.json else put(describe(name, found, picture.scale))
    return pictures.status


def to_json(name: str, found: MountCheck, scale: float) -> dict[str, Any]:
    """The check as the command prints it; lengths in pixels are those of the picture's file."""
    pose = found.pose
    return {
        "image": name,
        "good": found.good,
        "change": list(found.change),
        "unknown": list(found.unknown),
        "cards": found.cards,
        "height_cm": round(pose.height / 10, 1) if pose else None,
        "tilt_deg": None if found.tilt is None else round(found.tilt, 1),
        "card_pixels": round(found.card_length * scale) if found.card_length else None,
        "areas": [_area(area, scale) for area in found.areas],
    }


def _area(area: Area, scale: float) -> dict[str, Any]:
    return {
        "seat": area.seat.value,
        "cards": area.cards,
        "in_view": area.in_view,
        "sharp": area.sharp,
        "bright": area.bright,
        "glare": area.glare,
        "paper": None if area.paper is None else round(area.paper),
        "blur_pixels": None if area.blur is None else round(area.blur * scale, 1),
        "quad": [[round(x * scale, 1), round(y * scale, 1)] for x, y in area.quad],
    }


def describe(name: str, found: MountCheck, scale: float) -> str:
    """The check as a person wants it, lengths as in `to_json`."""
    verdict = {
        True: "the camera hangs well",
        False: "something is to be changed",
        None: "nothing wrong that can be seen",
    }
    lines = [f"{name}: {verdict[found.good]}"]
    if found.pose:
        tilt = "" if found.tilt is None else f", tilted {found.tilt:.0f} degrees"
        length = f", a card {found.card_length * scale:.0f} pixels long" if found.card_length else ""
        lines.append(f"  {found.pose.height / 10:.0f} cm high{tilt}{length}; {found.cards} cards in sight")
    lines += [f"  ! {sentence}" for sentence in found.change]
    lines += [f"  ? {sentence}" for sentence in found.unknown]
    return "\n".join(lines)
