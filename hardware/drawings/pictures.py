"""The documentation's pictures of the box: each carries what it was made from, so that an old one is seen."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, PngImagePlugin

from hardware.drawings.documents import ROOT
from hardware.printed.prints import MOUNT

_KEY = "Made from"
_COMMENT = re.compile(r"<!-- Made from ([0-9a-f]{64}) -->\s*$")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture by its file's name, and how its sources are found."""

    name: str
    sources: Callable[[], list[Path]]

    @property
    def kept(self) -> Path:
        """Where the documentation has it."""
        return ROOT / "docs" / self.name

    def stamp(self) -> str:
        """A sum of everything that it is made from."""
        content = b"\0".join(path.read_bytes() for path in self.sources())
        return hashlib.sha256(content).hexdigest()

    @property
    def old(self) -> bool:
        """Whether the documentation's was made from something else than what there is now."""
        return marked(self.kept) != self.stamp()


def _mount() -> list[Path]:
    return sorted(MOUNT.glob("*.scad"))


KEPT = (
    Picture("box.png", _mount),
    Picture("ceiling.png", _mount),
    Picture("head.png", _mount),
    Picture("wiring.svg", lambda: [ROOT / "hardware/wiring.yml"]),
)
"""All of them; `make hardware` makes them anew where they are old."""


def mark(picture: Path, stamp: str) -> None:
    """Write into a picture, an SVG or a PNG, what it was made from."""
    if picture.suffix == ".svg":
        picture.write_text(f"{picture.read_text('utf-8').rstrip()}\n<!-- {_KEY} {stamp} -->\n", "utf-8")
        return
    with Image.open(picture) as image:
        image.load()
        save(image, picture, stamp)


def save(image: Image.Image, path: Path, stamp: str) -> None:
    """Write a PNG or a JPEG that says what it was made from."""
    if path.suffix == ".png":
        text = PngImagePlugin.PngInfo()
        text.add_text(_KEY, stamp)
        image.save(path, pnginfo=text, optimize=True)
    else:
        image.save(path, quality=88, comment=f"{_KEY} {stamp}")


def marked(picture: Path) -> str | None:
    """What a picture was made from; None where there is none, or it does not say."""
    if not picture.exists():
        return None
    if picture.suffix == ".svg":
        found = _COMMENT.search(picture.read_text("utf-8"))
        return found[1] if found else None
    with Image.open(picture) as image:
        if picture.suffix == ".png":
            return image.info.get(_KEY)
        comment: str = image.info.get("comment", b"").decode("ascii", "replace")
    return comment.removeprefix(f"{_KEY} ") if comment.startswith(_KEY) else None


def keep(built: Path) -> list[Path]:
    """Mark the pictures just built in a folder, and copy them over those that are old; which those were."""
    for picture in KEPT:
        mark(built / picture.name, picture.stamp())
    changed = [picture for picture in KEPT if picture.old]
    for picture in changed:
        shutil.copyfile(built / picture.name, picture.kept)
    return [picture.kept for picture in changed]
