"""An enrolled deck and its file: a line with a checksum, a line about it, and a sheet of cut-outs a photograph."""

from __future__ import annotations

import hashlib
import io
import json
import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PIL import Image

from engine.sentences import Sentence
from vision.arrays import U8
from vision.classify.naming import FORTY
from vision.rectify import CLOSE

VERSION = 1
SUFFIX = ".deck"
MOST_PHOTOGRAPHS = 8
LONGEST_NAME = 64
"""Letters."""

_FIRST = re.compile(rb"hamarreko deck (\d{1,6}) ([0-9a-f]{64})\n")
_NAME = re.compile(rf"\w[\w .-]{{0,{LONGEST_NAME - 1}}}")
_COLUMNS, _ROWS = 10, 4
_QUALITY = 95


class DeckError(ValueError):
    """A deck's name or file that cannot be used."""


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDeck:
    """A deck by its cards' pictures: (photographs, 40, 128, 80, 3) bytes, blue, green, red, upright, as FORTY."""

    name: str
    pictures: U8

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", checked_name(self.name))
        wanted = (len(FORTY), CLOSE.height, CLOSE.width, 3)
        if self.pictures.ndim != 5 or self.pictures.shape[1:] != wanted or self.pictures.dtype != np.uint8:
            raise DeckError(f"not the pictures of a deck: {self.pictures.dtype} {self.pictures.shape}")
        _require_few(len(self.pictures))

    def to_bytes(self) -> bytes:
        """The deck as its file holds it."""
        sheets = [_sheet(pictures) for pictures in self.pictures]
        about = {"name": self.name, "sheets": [len(sheet) for sheet in sheets]}
        rest = json.dumps(about, ensure_ascii=False).encode() + b"\n" + b"".join(sheets)
        return f"hamarreko deck {VERSION} {hashlib.sha256(rest).hexdigest()}\n".encode() + rest

    @classmethod
    def from_bytes(cls, data: bytes, where: str) -> EnrolledDeck:
        """The deck in a file's bytes; `where` names the file in what a DeckError says."""
        first = _FIRST.match(data)
        if first is None:
            raise _unfit(where, Sentence("not a deck file of hamarreko"))
        if int(first[1]) != VERSION:
            raise _unfit(
                where,
                Sentence(
                    "a deck file of version {version}, this program knows version {known}",
                    version=int(first[1]),
                    known=VERSION,
                ),
            )
        rest = data[first.end() :]
        if hashlib.sha256(rest).hexdigest().encode() != first[2]:
            raise _unfit(where, Sentence("the deck file is damaged: its checksum is not that of its contents"))
        try:
            line, _, sheets = rest.partition(b"\n")
            about = json.loads(line)
            _require_few(len(about["sheets"]))  # before memory is spent on them: the file may be anybody's
            ends = np.cumsum([0, *about["sheets"]]).tolist()
            pictures = np.stack([_cards(sheets[a:b]) for a, b in pairwise(ends)])
            return cls(str(about["name"]), pictures)
        except (ValueError, TypeError, KeyError, OSError, RecursionError, Image.DecompressionBombError) as error:
            raise _unfit(
                where, Sentence("the deck file does not hold what a deck file holds: {why}", why=str(error))
            ) from error


def _require_few(photographs: int) -> None:
    if not 1 <= photographs <= MOST_PHOTOGRAPHS:
        raise DeckError(f"a deck has 1 to {MOST_PHOTOGRAPHS} photographs, not {photographs}")


def _unfit(where: str, what: Sentence) -> DeckError:
    return DeckError(Sentence("{picture}: {what}", picture=where, what=what))


def checked_name(name: str) -> str:
    """A deck's name with its accents composed, if it can be a file's name everywhere; else DeckError."""
    composed = unicodedata.normalize("NFC", name)
    if not _NAME.fullmatch(composed) or composed.endswith((" ", ".")):
        raise DeckError(
            Sentence(
                "{name} cannot be a deck's name: up to 64 letters, digits, spaces, dots and hyphens, "
                "beginning with a letter or digit",
                name=repr(name),
            )
        )
    return composed


def _sheet(pictures: U8) -> bytes:
    """Forty cut-outs on one sheet, as a JPEG file."""
    rows = pictures.reshape(_ROWS, _COLUMNS, *pictures.shape[1:]).transpose(0, 2, 1, 3, 4)
    whole = rows.reshape(_ROWS * CLOSE.height, _COLUMNS * CLOSE.width, 3)
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(whole[..., ::-1])).save(out, "JPEG", quality=_QUALITY, subsampling=0)
    return out.getvalue()


def _cards(sheet: bytes) -> U8:
    """The forty cut-outs of a sheet."""
    with Image.open(io.BytesIO(sheet), formats=["JPEG"]) as image:
        if image.size != (_COLUMNS * CLOSE.width, _ROWS * CLOSE.height) or image.mode != "RGB":
            raise DeckError(f"a sheet of {image.size[0]} x {image.size[1]} pixels")
        whole = np.asarray(image)[..., ::-1]
    rows = whole.reshape(_ROWS, CLOSE.height, _COLUMNS, CLOSE.width, 3).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(rows.reshape(len(FORTY), CLOSE.height, CLOSE.width, 3))
