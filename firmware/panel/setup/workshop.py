"""What is done with pictures away from the game: the mount check, the deck check, the enrolment of a deck.

The reader is loaded for each of them and forgotten: they are done seldom, and the game's own goes on meanwhile.
"""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.sentences import Sentence
from firmware.devices.light.lighting import Lighting
from firmware.panel.answers import RefusedError
from firmware.table.pictures.live_picture import as_jpeg
from vision.picture import Picture, PictureError
from vision.reading import Quad
from vision.scaling import within
from words.text import Speech

if TYPE_CHECKING:
    from firmware.decks.played import KnownHand
    from firmware.panel.setup.uploads import Upload
    from vision.checks.deck_check import DeckCheck
    from vision.checks.mounting import MountCheck
    from vision.enrolled.deck import EnrolledDeck
    from vision.enrolled.played import PlayedHand
    from vision.reader import Reader

_LOG = logging.getLogger("hamarreko")

_WIDTH: Final = 1280
_GOOD, _BAD, _UNSURE = (46, 204, 113), (240, 92, 72), (255, 186, 59)
_ONE_AT_A_TIME = threading.Lock()


def mount_check(
    upload: Upload, field_of_view: float, say: Speech, light: Lighting, again: Callable[[], Picture]
) -> tuple[MountCheck, bytes]:
    """How well the camera hangs, and the picture with the four places drawn into it.

    Where the light is bad `again` takes a picture by another one. CameraError where it cannot.
    """
    from vision.checks.mount import check_picture
    from vision.checks.mounting import Mounting

    pictures = itertools.chain((upload.picture,), iter(again, None))

    def look() -> tuple[MountCheck, Picture]:
        picture = next(pictures)
        return check_picture(reader, picture, Mounting(field_of_view=field_of_view)), picture

    with _ONE_AT_A_TIME:
        reader = _reader()
        found, picture = light.mended(look, lambda looked: looked[0].badly_lit)
    canvas, factor = _canvas(picture)
    for area in found.areas:
        told = (area.in_view, area.sharp, area.bright, None if area.glare is None else not area.glare)
        colour = _BAD if False in told else _UNSURE if None in told else _GOOD
        _outline(canvas, area.quad, factor, colour, say.letter(area.seat))
    return found, _jpeg(canvas)


def deck_check(uploads: Sequence[Upload], apart: bool, deck: EnrolledDeck | None) -> tuple[DeckCheck, list[bytes]]:
    """What of a deck is missing, double or strange, and the pictures with what was seen drawn into them."""
    from firmware.commands.deck_check import views
    from vision.checks.deck_check import check

    with _ONE_AT_A_TIME:
        reader = _reader(deck)
        found = check(views(((upload.id, upload.picture) for upload in uploads), reader, apart), apart)
    outlines = (
        *((seen.image, seen.quad, _GOOD, "") for seen in found.seen),
        *((odd.image, odd.quad, _BAD, "!") for odd in found.strange),
        *((unsure.image, unsure.quad, _UNSURE, "?") for unsure in found.doubts),
    )
    drawn = []
    for upload in uploads:
        canvas, factor = _canvas(upload.picture)
        for image, quad, colour, name in outlines:
            if image == upload.id and quad:
                _outline(canvas, quad, factor / upload.picture.scale, colour, name)
        drawn.append(_jpeg(canvas))
    return found, drawn


def enrol(name: str, uploads: Sequence[Upload], data: Path) -> tuple[str, bool]:
    """Learn a deck from photographs and keep it: its name, and whether one was replaced. RefusedError says why not."""
    from vision.enrolled.learn import different, learn

    photographs = different([(upload.name, upload.picture) for upload in uploads])
    return _kept(name, lambda reader: learn(name, photographs, reader), data)


def enrol_played(name: str, hands: Iterable[KnownHand], data: Path) -> tuple[str, bool]:
    """The same from hands that were played with it, the latest first."""
    from vision.enrolled.played import learn_from_hands

    return _kept(name, lambda reader: learn_from_hands(name, _loaded(hands), reader), data)


def _loaded(hands: Iterable[KnownHand]) -> Iterator[PlayedHand]:
    for hand in hands:
        try:
            yield hand.loaded()
        except (PictureError, OSError) as error:
            _LOG.info("a hand is left out of the learning of a deck: %s", error)


def _kept(name: str, learned: Callable[[Reader], EnrolledDeck], data: Path) -> tuple[str, bool]:
    from firmware.decks.kept import deck_path, keep_deck
    from vision.enrolled.deck import DeckError
    from vision.enrolled.layout import LayoutError
    from vision.enrolled.played import UnseenError
    from vision.network import ModelError

    try:
        deck_path(name, data)
        with _ONE_AT_A_TIME:
            deck = learned(_reader())
        return deck.name, keep_deck(deck, data)[1]
    except (LayoutError, UnseenError, DeckError, ModelError) as error:
        raise RefusedError(Sentence.of(error)) from error
    except OSError as error:
        raise RefusedError(Sentence("the deck cannot be kept: {why}", why=error.strerror or str(error))) from error


def _reader(deck: EnrolledDeck | None = None) -> Reader:
    from vision.reader import Reader

    return Reader.shipped(deck=deck)


def _canvas(picture: Picture) -> tuple[Image.Image, float]:
    """The picture as a page shows it, and how large a pixel of it is there."""
    small, factor = within(picture.pixels, _WIDTH)
    return Image.fromarray(np.ascontiguousarray(small[..., ::-1])), factor


def _outline(canvas: Image.Image, quad: Quad, factor: float, colour: tuple[int, int, int], name: str) -> None:
    points = [(x * factor, y * factor) for x, y in quad]
    draw = ImageDraw.Draw(canvas, "RGBA")
    draw.line([*points, points[0], points[1]], (0, 0, 0, 150), 7, joint="curve")
    draw.line([*points, points[0], points[1]], colour, 4, joint="curve")
    if name:
        x, y = (sum(point[axis] for point in points) / 4 for axis in (0, 1))
        draw.ellipse((x - 17, y - 17, x + 17, y + 17), (16, 20, 18, 225))
        draw.text((x, y), name, colour, ImageFont.load_default(22), anchor="mm")


def _jpeg(canvas: Image.Image) -> bytes:
    return as_jpeg(np.asarray(canvas)[..., ::-1])
