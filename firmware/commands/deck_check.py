"""`hamarreko deck-check`: pictures of a deck spread face up in; what is missing, double or strange out."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.sentences import Sentence
from firmware.decks.kept import find_deck
from firmware.decks.strange import in_words
from firmware.devices.threads import thread_count
from firmware.files.arguments import told
from firmware.files.lines import put, put_json
from firmware.files.pictures import UPRIGHT, Pictures
from firmware.keeping.folders import data_folder
from vision.arrays import F64
from vision.checks import too_small
from vision.checks.deck_check import DeckCheck, View, check, likeliest
from vision.checks.mirrored import MIRRORED_CARDS
from vision.checks.out_of_view import cut_sides
from vision.checks.printing import ENOUGH, printed_otherwise
from vision.classify.naming import FORTY
from vision.decide.place import Place
from vision.enrolled.deck import DeckError
from vision.enrolled.looks import other_deck, strangers
from vision.network import ModelError
from vision.picture import Picture
from vision.reader import Reader, of_the_picture
from vision.reading import Doubt, Quad, rounded

OVERLAPPING = (
    "The forty cards lie face up in any order, under one picture or under several. Pictures may overlap: a card that "
    "several of them show counts once, what is in doubt in one of them is settled where another one shows it clearly, "
    "and only a card that one picture shows twice is a double. With --apart no two pictures show the same card (the "
    "deck was laid out in parts): then a card that two of them show is a double as well. "
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = OVERLAPPING + UPRIGHT
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--apart", action="store_true", help="no two pictures show the same card")
    parser.add_argument("--deck", metavar="NAME|FILE", help="the enrolled deck that it should be")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where enrolled decks are kept")
    parser.add_argument("--json", action="store_true", help="one JSON object for all pictures")
    parser.add_argument("--threads", type=thread_count, default=1, help="processor threads to use (default 1)")


def run(args: argparse.Namespace) -> int:
    """Check the deck; 1 if a picture, a model or the deck is unfit. UsageError where one of them is missing."""
    pictures = Pictures("deck-check", args.pictures, args.json)
    try:
        deck = find_deck(args.deck, data_folder(args.data)) if args.deck is not None else None
        reader = Reader.shipped(threads=args.threads, deck=deck)
    except (ModelError, DeckError) as error:
        return told("deck-check", error)
    seen = views(((name, picture) for name, picture, _ in pictures), reader, args.apart)
    if seen:
        found = check([*seen, *(_unread(name, what) for name, what in pictures.refused)], args.apart)
        names = [view.image for view in seen]
        put_json(to_json(found, names)) if args.json else put(describe(found))
    return pictures.status


def views(pictures: Iterable[tuple[str, Picture]], reader: Reader, apart: bool) -> list[View]:
    """The pictures of one deck, by name, with their things and the doubts about them; `apart`, as of `check`, where no
    two of them show the same card.

    The print of a card is held against that of the other cards of all pictures, where its ends can be seen: nothing
    lies on it, and the picture holds all of it.
    """
    seen, open_cards, ends = list[View](), list[tuple[int, Place]](), list[F64]()
    for number, (name, picture) in enumerate(pictures):
        view = _view(name, picture, reader)
        cards = [place for place in _faces(view) if not place.found.under]
        whole = [place for place in cards if not cut_sides(place.found.corners, picture.size)]
        seen.append(view)
        open_cards += [(number, place) for place in whole]
        ends.append(reader.embedded(picture, [place.found.corners for place in whole]))
    named = [FORTY.index(likeliest(place)) for _, place in open_cards]
    if len(set(named)) < ENOUGH and {likeliest(place) for view in seen for place in _faces(view)} == {*FORTY}:
        most = max(range(len(seen)), key=lambda number: len(_faces(seen[number])))
        seen[most] = _also(seen[most], Doubt("deck", _COVERED))
    if not seen:
        return seen
    numbers = np.arange(len(named)) if apart else np.array(named, np.intp)
    lying_in = np.array([number for number, _ in open_cards], np.intp)
    for sighting in printed_otherwise(np.concatenate(ends)[np.newaxis], numbers, lying_in):
        number, place = open_cards[sighting]
        seen[number] = _also(seen[number], _doubted(place, _OTHER_PRINT))
    return seen


def _view(name: str, picture: Picture, reader: Reader) -> View:
    """A picture with its things, and the doubts about it as a whole. Where it is too small, or mirrored, none of them
    is told."""
    seen = reader.seen(picture, len(FORTY))
    unfit = too_small.doubts(seen.places, picture.size, picture.scale)
    unfit += (Doubt("picture", MIRRORED_CARDS),) if seen.mirrored else ()
    view = View(name, picture.size, [] if unfit else seen.places, picture.scale, of_the_picture(picture) + unfit)
    told = _faces(view) if reader.looks else []
    return _also(view, *(other_deck(told) or (_doubted(told[i], _OTHER_LOOKS) for i in strangers(told))))


def _faces(view: View) -> list[Place]:
    """The cards in it that may be some of the forty."""
    return [place for place in view.places if not place.is_strange]


def _also(view: View, *doubts: Doubt) -> View:
    """The view with these doubts as well."""
    return replace(view, doubts=view.doubts + doubts)


def _unread(name: str, what: Sentence) -> View:
    """A picture that could not be read: what is absent from the others may lie in it."""
    return View(name, (0, 0), [], doubts=(Doubt("picture", what),))


_OTHER_LOOKS = Sentence("this card does not look like any of the deck that was told")
_OTHER_PRINT = Sentence("this card is not printed like the others")
_COVERED = Sentence("too many cards lie under others to tell whether one is of another deck: lay them apart")


def _doubted(place: Place, what: Sentence) -> Doubt:
    """The doubt whether a card is of the deck."""
    return Doubt("deck", Sentence("{card}: {what}", card=likeliest(place), what=what))


def to_json(deck: DeckCheck, images: list[str]) -> dict[str, Any]:
    """The check as the command prints it: one object for all pictures."""
    return {
        "images": images,
        "whole": deck.whole,
        "missing": [str(card) for card in deck.missing],
        "perhaps_missing": [str(card) for card in deck.perhaps_missing],
        "double": [{"card": str(d.card), "times": d.times, "images": list(d.images)} for d in deck.double],
        "strange": [{"kind": odd.kind, "image": odd.image, "quad": rounded(odd.quad)} for odd in deck.strange],
        "doubts": [
            {**each.doubt.to_json(), "image": each.image, "quad": rounded(each.quad) if each.quad else None}
            for each in deck.doubts
        ],
        "repeated": [str(card) for card in deck.repeated],
        "cards": [
            {
                "card": str(seen.card),
                "confidence": round(seen.confidence, 4),
                "image": seen.image,
                "quad": rounded(seen.quad),
            }
            for seen in deck.seen
        ],
    }


def describe(deck: DeckCheck) -> str:
    """The check as a person wants it."""
    wrong = bool(deck.missing or deck.double or deck.strange)
    named = len({seen.card for seen in deck.seen})
    verdict = "the deck is whole" if deck.whole else "the deck is not whole" if wrong else "not certain"
    lines = [f"{verdict}: {named} of the forty cards are in sight"]
    if deck.missing:
        lines.append(f"  missing: {' '.join(str(card) for card in deck.missing)}")
    if deck.perhaps_missing:
        lines.append(f"  missing, or in doubt: {' '.join(str(card) for card in deck.perhaps_missing)}")
    lines += [f"  {d.times} times: {d.card} ({', '.join(d.images)})" for d in deck.double]
    lines += [f"  strange: {in_words([odd.kind])} ({_where(odd.image, odd.quad)})" for odd in deck.strange]
    lines += [f"  ? {each.doubt.text} ({_where(each.image, each.quad)})" for each in deck.doubts]
    if deck.repeated:
        lines.append(f"  in several pictures, counted once: {' '.join(str(card) for card in deck.repeated)}")
    return "\n".join(lines)


def _where(image: str, quad: Quad | None) -> str:
    if quad is None:
        return image
    x, y = (round(sum(point[i] for point in quad) / 4) for i in (0, 1))
    return f"{image}, at {x} {y}"
