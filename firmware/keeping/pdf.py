"""A PDF of text and shapes, written by hand: the two fonts that every reader has, in the letters of Western Europe.

Measures are in points, 72 to the inch, from the page's upper left corner.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

A4: Final = (595.0, 842.0)

Colour = tuple[float, float, float]
"""Red, green and blue, from 0 to 1."""

# widths of Helvetica and Helvetica-Bold in thousandths of the size, from code 32 of WinAnsi: Adobe's font metrics
_PLAIN: Final = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584 350 556 0 222 556 333 1000 556 556 333 1000 667 333 1000 0 611 0 0 "
    "222 222 333 333 350 556 1000 333 1000 500 333 944 0 500 667 278 333 556 556 556 556 260 556 333 737 370 556 584 "
    "333 737 333 400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722 667 "
    "667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 "
    "556 889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500 "
)
_BOLD: Final = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 "
    "584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 "
    "333 611 556 778 556 556 500 389 280 389 584 350 556 0 278 556 500 1000 556 556 333 1000 667 333 1000 0 611 0 0 "
    "278 278 500 500 350 556 1000 333 1000 556 333 944 0 500 667 278 333 556 556 556 556 280 556 333 737 370 556 584 "
    "333 737 333 400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 722 722 722 722 722 722 1000 722 667 "
    "667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 "
    "556 889 556 556 556 556 556 278 278 278 278 611 611 611 611 611 611 611 584 611 611 611 611 611 556 611 556 "
)
_WIDTHS: Final = (tuple(map(int, _PLAIN.split())), tuple(map(int, _BOLD.split())))


class Page:
    """One page: what is drawn on it, in order."""

    def __init__(self) -> None:
        self._drawn: list[str] = []

    def text(self, x: float, y: float, text: str, size: float = 9, bold: bool = False, align: str = "left") -> None:
        """A line of text whose baseline is at `y`, and which begins, ends or has its middle at `x`."""
        wide = width(text, size, bold)
        x -= {"left": 0.0, "middle": wide / 2, "right": wide}[align]
        font = "F2" if bold else "F1"
        shown = _encoded(text).replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        self._drawn.append(f"BT /{font} {size:g} Tf {x:.2f} {A4[1] - y:.2f} Td ({shown.decode('latin-1')}) Tj ET")

    def line(self, x: float, y: float, to_x: float, to_y: float, wide: float = 0.5, grey: float = 0.0) -> None:
        """A straight line."""
        ends = f"{x:.2f} {A4[1] - y:.2f} m {to_x:.2f} {A4[1] - to_y:.2f} l"
        self._drawn.append(f"{grey:g} G {wide:g} w {ends} S")

    def field(self, x: float, y: float, wide: float, high: float, grey: float) -> None:
        """A filled rectangle under what is drawn later; `grey` from 0, black, to 1."""
        self._drawn.append(f"{grey:g} g {x:.2f} {A4[1] - y - high:.2f} {wide:.2f} {high:.2f} re f 0 g")

    def shape(self, corners: Sequence[tuple[float, float]], colour: Colour) -> None:
        """A filled polygon."""
        path = " ".join(f"{x:.2f} {A4[1] - y:.2f} {'l' if place else 'm'}" for place, (x, y) in enumerate(corners))
        self._drawn.append(f"{_rgb(colour)} rg {path} f 0 g")

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A filled circle about a point."""
        middle, bend = A4[1] - y, radius * 0.5523  # four curves whose middles lie on the circle
        path = [f"{x + radius:.2f} {middle:.2f} m"]
        for (ax, ay), (bx, by) in pairwise([(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)]):
            points = (
                (x + ax * radius + bx * bend, middle + ay * radius + by * bend),
                (x + bx * radius + ax * bend, middle + by * radius + ay * bend),
                (x + bx * radius, middle + by * radius),
            )
            path.append(" ".join(f"{px:.2f} {py:.2f}" for px, py in points) + " c")
        self._drawn.append(f"{_rgb(colour)} rg {' '.join(path)} f 0 g")

    @property
    def content(self) -> bytes:
        """The page's drawing in PDF's own operators."""
        return "\n".join(self._drawn).encode("latin-1")


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is."""
    return sum(_WIDTHS[bold][code - 32] for code in _encoded(text)) * size / 1000


def shortened(text: str, room: float, size: float, bold: bool = False) -> str:
    """The text, cut off with three dots where there is not room for it."""
    if width(text, size, bold) <= room:
        return text
    while text and width(text + "...", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "..."


def document(pages: Sequence[Page], title: str) -> bytes:
    """The pages as a PDF file. The same pages give the same bytes."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    objects += [_font("Helvetica"), _font("Helvetica-Bold")]
    objects.append(b"<< /Producer (hamarreko) /Title <" + title.encode("utf-16").hex().encode() + b"> >>")
    numbers = []
    for page in pages:
        packed = zlib.compress(page.content, 9)
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed))
        size = f"[0 0 {A4[0]:g} {A4[1]:g}]"
        fonts = "<< /Font << /F1 3 0 R /F2 4 0 R >> >>"
        made = f"<< /Type /Page /Parent 2 0 R /MediaBox {size} /Resources {fonts} /Contents {len(objects)} 0 R >>"
        objects.append(made.encode())
        numbers.append(len(objects))
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(numbers)} >>".encode()
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    begin = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += "".join(f"{place:010} 00000 n \n" for place in places).encode()
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{begin}\n%%EOF\n".encode()
    return bytes(out)


def _rgb(colour: Colour) -> str:
    return " ".join(f"{part:g}" for part in colour)


def _font(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


def _encoded(text: str) -> bytes:
    """A text in WinAnsi; a letter that is not in it without its marks, or as a question mark."""
    codes = bytearray()
    for letter in text:
        for form in (letter, unicodedata.normalize("NFKD", letter)):
            code = form.encode("cp1252", "ignore")
            if code:
                break
        codes += code or b"?"
    return bytes(code if code >= 32 else 32 for code in codes)
