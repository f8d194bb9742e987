"""Pictures from files and cameras: bytes in, pixels out, and one clear sentence where that cannot be."""

from __future__ import annotations

import logging
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from stat import S_ISREG

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from engine.sentences import Sentence
from vision.arrays import U8
from vision.memory import give_back
from vision.scaling import halved

MAX_PIXELS = 120_000_000
"""Larger pictures are refused by their header, before a pixel is decoded."""

MAX_DECODED = 64_000_000
"""The same for those that cannot be shrunk while they are decoded: a few kilobytes may unpack to as much."""

WORKING_WIDTH = 2304
"""The longer side in pixels at which cards are looked for: larger pictures are halved for that."""

CLOSE_WIDTH = 3000
"""The longer side in pixels below which a file's picture is never shrunk: the ends of its cards are read in all of its
pixels. A picture of 12 megapixels stays as it is."""

BAND = 32
"""Rows of a file's picture that are taken over at once: so few that what they take on the way counts for nothing."""

LEAST_SIDE = 16
"""The shorter side in pixels below which a picture is too small to hold a card."""

FORMATS = ("JPEG", "MPO", "PNG", "TIFF", "WEBP", "BMP", "GIF", "PPM", "JPEG2000", "AVIF")
"""What photographs come in; other files that Pillow could open (drawings, icons, page descriptions) are refused."""

DAMAGED = Sentence("the file is damaged, or part of it is missing")

_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What brings a picture upright, by the orientation that its EXIF data gives."""

_ORIENTATION = 0x0112

_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")

Image.MAX_IMAGE_PIXELS = None  # MAX_PIXELS is the limit here, and said in our own words

# What Pillow has to say about odd files is said by this module, in one sentence.
logging.getLogger("PIL").addHandler(logging.NullHandler())


class PictureError(ValueError):
    """A file or an array that cannot be used as a picture: `what` is wrong, after the path where it is a file's."""

    def __init__(self, what: Sentence, path: Path | None = None) -> None:
        super().__init__(what if path is None else Sentence("{picture}: {what}", picture=path, what=what))
        self.what = what


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels as rows of blue, green, red bytes; `scale` is how many of the original's pixels one of these is wide.

    `note`: what whoever reads it should know of the file; None where there is nothing to say.
    """

    pixels: U8
    scale: float = 1.0
    note: Sentence | None = None

    def __post_init__(self) -> None:
        if self.pixels.dtype != np.uint8 or self.pixels.ndim != 3 or self.pixels.shape[2] != 3:
            found = f"{self.pixels.dtype} {self.pixels.shape}"
            raise PictureError(Sentence("not a colour picture of bytes: {found}", found=found))
        if min(self.pixels.shape[:2]) < LEAST_SIDE:
            raise PictureError(Sentence("too small to hold a card: {size} pixels", size=_size(*self.size)))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def at_working_size(self) -> Picture:
        """The picture as cards are looked for in it: halved as often as it is at least twice the working size, and
        as its shorter side bears."""
        shorter, longer = sorted(self.pixels.shape[:2])
        factor = 2.0 ** -int(np.log2(max(1.0, min(longer / WORKING_WIDTH, shorter / LEAST_SIDE))))
        if factor == 1.0:
            return self
        smaller, _ = halved(self.pixels, factor)
        return Picture(smaller, self.scale / factor, self.note)


UNREAD = frozenset({".heic", ".heif"})
"""How the names of HEIC pictures end."""


@cache
def endings() -> frozenset[str]:
    """How the names of photographs end; the UNREAD ones' too, of which `load` says that they cannot be read."""
    read = {ending for ending, form in Image.registered_extensions().items() if form in FORMATS}
    return frozenset({*read, *UNREAD})


def load(path: Path | str) -> Picture:
    """Read a picture file, turned upright as its EXIF data says: pixels are counted as a viewer shows it.

    A picture of 6,000 pixels or more is brought to half its size or less, a JPEG while it is decoded, which is faster
    and loses nothing that the reading uses. Of a file that holds several pictures it is the first.

    Raises PictureError, with a sentence that names the file, for a file that is missing, empty, truncated, larger than
    MAX_PIXELS (MAX_DECODED where all of it would have to be decoded) or no photograph at all.
    """
    path = Path(path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _load(path)
        except PictureError as unfit:
            raise PictureError(unfit.what, path) from unfit


def _load(path: Path) -> Picture:
    give_back()  # what is left of the last picture, which would lie beside this one
    with _open(path) as image:
        _refuse_unfit(image)
        shrunk_by = _draft(image)
        _refuse_too_large(image)
        try:
            note = _note(image)
            image.load()
            rgb = _to_rgb(_upright(image))
        except Exception as broken:  # Pillow's decoders raise whatever they stumble over
            raise PictureError(DAMAGED) from broken
        factor = int(_times_too_large(rgb.size))
        if shrunk_by == 1.0 and factor >= 2:
            rgb, shrunk_by = rgb.reduce(factor), float(factor)
    pixels = _pixels(rgb)
    del image, rgb
    give_back()
    return Picture(pixels, shrunk_by, note)


def _pixels(image: Image.Image) -> U8:
    """Rows of blue, green, red bytes; band by band, since all at once takes twice as much memory again on the way."""
    width, height = image.size
    pixels = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, BAND):
        band = image.crop((0, top, width, min(height, top + BAND)))
        cv2.cvtColor(np.asarray(band), cv2.COLOR_RGB2BGR, dst=pixels[top : top + BAND])
    return pixels


def _refuse_unfit(image: Image.Image) -> None:
    """PictureError where the header is no photograph's, or that of too large a one."""
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise PictureError(
            Sentence("{size} pixels are more than the {most} allowed", size=_size(width, height), most=MAX_PIXELS)
        )
    if image.format not in FORMATS:
        raise PictureError(Sentence("a {form} file is no photograph; save it as JPEG or PNG", form=str(image.format)))


def _open(path: Path) -> Image.Image:
    """The file with its header read."""
    try:
        if S_ISREG(path.stat().st_mode):
            return Image.open(path)
    except FileNotFoundError as missing:
        raise PictureError(Sentence("there is no such file")) from missing
    except UnidentifiedImageError as unknown:
        raise PictureError(_what_it_is(path)) from unknown
    except Exception as broken:  # as above: a header may be anything
        if isinstance(broken, OSError) and broken.strerror:  # the system's; Pillow's own have none
            raise PictureError(Sentence("cannot be opened: {why}", why=broken.strerror)) from broken
        raise PictureError(DAMAGED) from broken
    raise PictureError(Sentence("cannot be opened: it is a folder or a device, not a file"))


def _size(width: int, height: int) -> str:
    return f"{width} x {height}"


def _what_it_is(path: Path) -> Sentence:
    with path.open("rb") as file:
        start = file.read(12)
    if not start:
        return Sentence("an empty file, not a picture")
    if start[4:8] == b"ftyp" and start[8:12] in _HEIC:
        return Sentence("a HEIC picture, which cannot be read here; save it as JPEG")
    return Sentence("not a picture in a format known here")


def _times_too_large(size: tuple[int, int]) -> float:
    """By how much a picture of that size may be shrunk, as its shorter side bears."""
    return min(max(size) / CLOSE_WIDTH, min(size) / LEAST_SIDE)


def _draft(image: Image.Image) -> float:
    """Have a large JPEG decoded small; how many of its pixels then go into one."""
    width, height = image.size
    factor = _times_too_large(image.size)
    if image.format not in ("JPEG", "MPO") or factor < 2:
        return 1.0
    power = 4 if factor >= 4 else 2
    image.draft(None, (width // power, height // power))
    return width / image.size[0]


def _refuse_too_large(image: Image.Image) -> None:
    width, height = image.size
    if width * height > MAX_DECODED:
        raise PictureError(
            Sentence(
                "{size} pixels are more than the {most} allowed in a {form}",
                size=_size(width, height),
                most=MAX_DECODED,
                form=str(image.format),
            )
        )


def _note(image: Image.Image) -> Sentence | None:
    count = int(getattr(image, "n_frames", 1))
    # A phone's JPEG brings its preview along.
    if count == 1 or image.format == "MPO":
        return None
    return Sentence("the file holds {count} pictures, and this is the first", count=count)


def _upright(image: Image.Image) -> Image.Image:
    """The decoded picture as a viewer shows it; where its EXIF data is damaged, as it is stored."""
    try:
        turned = _UPRIGHT.get(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # the pixels are sound; what is written beside them may be anything
        return image
    return image if turned is None else image.transpose(turned)


def _to_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I") or image.mode == "F":
        image = _to_grey(image)
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        flat = Image.new("RGBA", image.size, "white")
        flat.alpha_composite(image.convert("RGBA"))
        return flat.convert("RGB")
    return image if image.mode == "RGB" else image.convert("RGB")


def _to_grey(image: Image.Image) -> Image.Image:
    """Grey of more than eight bits, or of fractions, as bytes."""
    levels = np.nan_to_num(np.asarray(image, dtype=np.float64))
    highest = float(np.max(levels, initial=0))
    if image.mode.startswith("I;16") or highest > 255:
        top = 65535.0
    else:
        top = 1.0 if image.mode == "F" and highest <= 1 else 255.0
    return Image.fromarray(np.clip(levels * (255 / top), 0, 255).astype(np.uint8))
