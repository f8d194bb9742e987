"""Setting up: the camera's mount, a club's own deck, whether a deck is whole, and what is said of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import DECK, Card
from firmware.panel.page import Asked, Page, filled
from firmware.screens.parts import card_name
from firmware.session.finished import known
from vision.lens import CAMERA_MODULE_3, CAMERA_MODULE_3_WIDE
from words.text import Speech

if TYPE_CHECKING:
    from vision.checks.deck_check import DeckCheck
    from vision.checks.mounting import MountCheck


def camera_page(asked: Asked) -> Page:
    """The mount check: a picture, and what it says."""
    lenses = {
        "narrow": f"{CAMERA_MODULE_3.horizontal:g}",
        "wide": f"{CAMERA_MODULE_3_WIDE.horizontal:g}",
    }
    return Page("camera.html", asked.say("Camera"), "/setup", lenses, ("pictures.js",))


def enrol_page(asked: Asked, missing: list[Card]) -> Page:
    """A deck is learned, step by step; or from the last hands, where none is `missing` that must be known in them."""
    values = {"known": len(DECK) - len(missing), "missing": [known(card) for card in missing]}
    return Page("enrol.html", asked.say("Learn a deck"), "/setup", values, ("pictures.js",))


def mount_told(found: MountCheck, say: Speech) -> str:
    """What the mount check says, as HTML."""
    measures = []
    if found.pose:
        measures.append(say("{height} cm high", height=f"{found.pose.height / 10:.0f}"))
        if found.tilt is not None:
            measures.append(say("tilted {degrees} degrees", degrees=f"{found.tilt:.0f}"))
    measures.append(say("{count} cards in sight", count=found.cards))
    change, unknown = ([say.whole(one) for one in told] for told in (found.change, found.unknown))
    return filled("mount_told.html", say, good=found.good, measures=measures, change=change, unknown=unknown)


def deck_told(found: DeckCheck, names: dict[str, str], say: Speech) -> str:
    """What the deck check says, as HTML; `names` are those of the pictures."""
    wrong = bool(found.missing or found.double or found.strange)
    kinds = {"back": say("a back or a joker"), "card": say("a card that is none of the forty")}
    return filled(
        "deck_told.html",
        say,
        whole=True if found.whole else False if wrong else None,
        count=len({seen.card for seen in found.seen}),
        missing=[known(card) for card in found.missing],
        perhaps_missing=[known(card) for card in found.perhaps_missing],
        double=[
            say("{times} times: {card}", times=one.times, card=card_name(known(one.card), say)) for one in found.double
        ],
        strange=[f"{kinds.get(odd.kind, odd.kind)} ({names[odd.image]})" for odd in found.strange],
        doubts=[f"{say.sentence(each.doubt.text)} ({names[each.image]})" for each in found.doubts],
    )
