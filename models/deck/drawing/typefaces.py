"""Text in real typefaces: outlines of the fonts that PDFium brings, and of the font files found on the machine."""

from __future__ import annotations

import ctypes
import os
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import pypdfium2.raw as pdfium_c

from models.deck.drawing.vector import Path, Transform

STANDARD = (
    "Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique",
    "Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic",
    "Courier", "Courier-Bold",
)  # fmt: skip
"""Typefaces that are there on every machine: PDFium carries them."""
FOLDERS = "HAMARREKO_FONTS"
"""The environment's variable that names the folders of font files, instead of the system's."""

_SYSTEM = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/Library/Fonts", "/Library/Fonts")
_TYPES = {".ttf": pdfium_c.FPDF_FONT_TRUETYPE, ".otf": pdfium_c.FPDF_FONT_TRUETYPE, ".pfb": pdfium_c.FPDF_FONT_TYPE1}
_CONTOURS = {"1": 1, "2": 1, "3": 1, "5": 1, "6": 2, "7": 1, "8": 3, "9": 2}


class NoTypefaceError(ValueError):
    """A name that is neither a standard typeface nor a readable font file with plain digits."""


@lru_cache(maxsize=8)
def files(*places: File) -> tuple[str, ...]:
    """The font files in these folders and theirs, by file name: the same ones are in the same order on any machine."""
    found = {path.name: str(path) for place in places for path in place.rglob("*") if path.suffix.lower() in _TYPES}
    return tuple(found[name] for name in sorted(found))


def installed() -> tuple[str, ...]:
    """The font files of the folders that HAMARREKO_FONTS names, or else of the system's."""
    named = os.environ.get(FOLDERS)
    places = _SYSTEM if named is None else named.split(os.pathsep)
    return files(*(File(each).expanduser() for each in places if each))


@lru_cache(maxsize=1)
def _document() -> Any:
    return pdfium_c.FPDF_CreateNewDocument()


@lru_cache(maxsize=1024)
def _font(name: str) -> Any:
    if name in STANDARD:
        return pdfium_c.FPDFText_LoadStandardFont(_document(), name.encode())
    kind = _TYPES.get(File(name).suffix.lower())
    try:
        data = File(name).read_bytes() if kind is not None else b""
    except OSError as error:
        raise NoTypefaceError(f"{name}: the font cannot be read: {error.strerror}") from error
    buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
    font = pdfium_c.FPDFText_LoadFont(_document(), buffer, len(data), kind, 0) if data else None
    if not font:
        raise NoTypefaceError(f"{name}: not a typeface")
    return font


@lru_cache(maxsize=8192)
def glyph(name: str, character: str) -> tuple[Path, float]:
    """A character's outline, its baseline at y = 0 and the em 1 high, and how far the next one stands.

    Raises NoTypefaceError where there is no such font. A character that the font lacks has an empty outline.
    """
    font = _font(name)
    drawn = pdfium_c.FPDFFont_GetGlyphPath(font, ord(character), 1.0)
    steps: list[tuple[str, tuple[float, ...]]] = []
    handles: list[float] = []
    x, y, wide = ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
    for k in range(pdfium_c.FPDFGlyphPath_CountGlyphSegments(drawn) if drawn else 0):
        piece = pdfium_c.FPDFGlyphPath_GetGlyphPathSegment(drawn, k)
        pdfium_c.FPDFPathSegment_GetPoint(piece, x, y)
        kind = pdfium_c.FPDFPathSegment_GetType(piece)
        at = (x.value, -y.value)
        if kind == pdfium_c.FPDF_SEGMENT_MOVETO:
            steps.append(("M", at))
        elif kind == pdfium_c.FPDF_SEGMENT_LINETO:
            steps.append(("L", at))
        else:
            handles += at
            if len(handles) == 6:
                steps.append(("C", tuple(handles)))
                handles = []
        if pdfium_c.FPDFPathSegment_GetClose(piece):
            steps.append(("Z", ()))
    pdfium_c.FPDFFont_GetGlyphWidth(font, ord(character), 1.0, wide)
    return Path(tuple(steps)), float(wide.value)


@lru_cache(maxsize=1024)
def usable(name: str) -> bool:
    """Whether the font's digits are plain: those of fonts of signs, stencils and outlines have other contours."""
    try:
        glyphs = {digit: glyph(name, digit)[0] for digit in "0123456789"}
    except NoTypefaceError:
        return False
    if len(set(glyphs.values())) < 10:
        return False
    return all(sum(op == "M" for op, _ in glyphs[d].steps) == count for d, count in _CONTOURS.items())


@lru_cache(maxsize=1024)
def has_letters(name: str, wanted: str = "AJQKMUS") -> bool:
    """Whether the font has these letters besides its digits: those that it lacks all look the same, or have no
    outline."""
    letters = [glyph(name, letter)[0] for letter in wanted]
    return all(letter.steps for letter in letters) and len(set(letters)) == len(letters)


def choose(names: tuple[str, ...], share: float) -> str:
    """The usable one that stands at `share` (0..1) of the names, or the next one after it; the first standard
    typeface where none is usable."""
    start = int(share * len(names))
    for k in range(len(names)):
        name = names[(start + k) % len(names)]
        if usable(name):
            return name
    return STANDARD[0]


def text(words: str, name: str, height: float) -> tuple[Path, float]:
    """Words from the origin to the right and downwards, digits `height` high, and their width.

    Raises NoTypefaceError where there is no such font.
    """
    eight = glyph(name, "8")[0].points
    if not eight:
        raise NoTypefaceError(f"{name}: the typeface has no digits")
    top = min(y for _, y in eight)
    scale = height / -top
    at, whole = 0.0, Path(())
    for character in words:
        outline, step = glyph(name, character)
        whole += outline.moved(Transform.shift(at, -top).then(Transform.scale(scale)))
        at += step
    points = whole.points
    if not points:
        return whole, at * scale
    left = min(x for x, _ in points)
    return whole.moved(Transform.shift(-left, 0)), max(x for x, _ in points) - left
