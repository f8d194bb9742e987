"""A picture for docs/eyes.md: one card of a table, its two ends, what each says, and what comes of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.classify.evidence import RANKS
from vision.classify.naming import FORTY
from vision.decide.posterior import Calibration, log_posterior, normalised
from vision.picture import Picture
from vision.reader import Reader
from vision.rectify import END, Frame, cut_out

_SIZE = (1200, 520)
_CARD = Frame(260, 404, 0.03)
_INK, _PALE, _BAR, _LINE = (34, 40, 38), (120, 128, 124), (46, 139, 104), (214, 218, 214)
_RANK_NAMES = tuple(str(rank) for rank in range(1, RANKS + 1))
_SUIT_NAMES = ("oros 0", "copas 1", "espadas 2", "bastos 3")


def evidence_picture(reader: Reader, picture: Picture, card: str) -> Image.Image:
    """How the card of that name is read in a picture of a table. ValueError where it is not in sight."""
    found, evidence = reader.evidence(picture)
    p = np.exp(log_posterior(evidence, Calibration.shipped().posterior))
    names = [str(one) for one in FORTY]
    place = int(np.argmax(p[:, names.index(card)]))
    if p[place, names.index(card)] < 0.5:
        raise ValueError(f"the {card} is not in sight")
    corners = found[place].corners
    canvas = Image.new("RGB", _SIZE, (252, 252, 250))
    draw = ImageDraw.Draw(canvas)
    _text(draw, (30, 20), "the card, cut out", 20)
    canvas.paste(_shown(cut_out(picture.pixels, corners, [], _CARD)), (30, 60))
    for end, turn in enumerate((0, 2)):
        left, top = 340, 60 + 225 * end
        ends = _shown(cut_out(picture.pixels, np.roll(corners, turn, axis=0), [], END)).resize((384, 128))
        _text(draw, (left, top - 40), ("one end", "the other end")[end], 20)
        canvas.paste(ends, (left, top))
        logits = evidence.ends[place, end]
        if np.isnan(logits).any():
            continue
        _bars(draw, (left, top + 138), _RANK_NAMES, np.exp(normalised(logits[: RANKS + 1])), 16)
        _bars(draw, (left + 205, top + 138), _SUIT_NAMES, np.exp(normalised(logits[RANKS + 1 :])), 45)
    _text(draw, (790, 20), "the posterior of this place", 20)
    order = np.argsort(-p[place])[:6]
    classes = [*names, "an 8", "a 9", "anything else"]
    for row, number in enumerate(order):
        y = 70 + 56 * row
        share = float(p[place, number])
        _text(draw, (790, y), classes[number], 22)
        draw.rectangle((930, y + 4, 930 + 160, y + 24), outline=_LINE)
        draw.rectangle((930, y + 4, 930 + round(160 * share), y + 24), fill=_BAR)
        _text(draw, (1100, y), f"{share:.4f}" if share > 0.00005 else f"{share:.0e}", 18, _PALE)
    return canvas


def _bars(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], names: tuple[str, ...], shares: NDArray[np.float64], step: int
) -> None:
    """Upright bars, the share of each name, the names below."""
    for i, (name, share) in enumerate(zip(names, shares, strict=False)):
        x = at[0] + step * i
        draw.rectangle((x, at[1] + 30 - round(30 * float(share)), x + step - 4, at[1] + 30), fill=_BAR)
        draw.line((x, at[1] + 30, x + step - 4, at[1] + 30), fill=_LINE)
        _text(draw, (x, at[1] + 33), name, 10, _PALE)


def _shown(cut: NDArray[np.uint8]) -> Image.Image:
    return Image.fromarray(np.ascontiguousarray(cut[..., 2::-1]))


def _text(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, ink: tuple[int, int, int] = _INK
) -> None:
    draw.text(at, text, fill=ink, font=ImageFont.load_default(size=size))
