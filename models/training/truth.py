"""What lies on the drawn tables that something is fitted to, and what saw them."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.scenes.scene import Scene
from vision import geometry
from vision.classify.naming import FORTY
from vision.decide.posterior import EIGHT, NINE, OTHER, POSTERIOR
from vision.locate.found import Found
from vision.network import checksums

DECKS = 100_000
"""Out of so many random decks a table's is drawn: hardly two have the same. Every fourth table is of the own deck."""

STRANGE = 6
"""How many cards of the hands are none of the forty, at tables that show what such cards look like: they are rare, and
must be known."""

SAME_CARD = 0.4
"""Share of their union that a found thing has in common with the card that it is."""


UNHEARD = (POSTERIOR, "rims.onnx")
"""Networks that what `seen_by` tells apart does not hang on."""


def seen_by(*others: object) -> str:
    """What tells what the shipped networks that look at pictures said, and what hangs on the others too, from what
    different ones would have said."""
    files = sorted(name for name in checksums() if name.endswith(".onnx") and name not in UNHEARD)
    networks = [checksums()[name] for name in files]
    return hashlib.sha256(pickle.dumps((networks, *others))).hexdigest()[:12]


def labels(found: Sequence[Found], scene: Scene) -> NDArray[np.intp]:
    """What each found thing is: an index into FORTY, EIGHT, NINE or OTHER. What is found twice is once OTHER."""
    names = {str(card): i for i, card in enumerate(FORTY)}
    truth = [(card.quad.astype(np.float64), names[card.card]) for card in scene.cards]
    numbered = {"8": EIGHT, "9": NINE}
    truth += [(card.quad.astype(np.float64), numbered.get(card.card[:-1], OTHER)) for card in scene.strange]
    said = np.full(len(found), OTHER)
    if truth and found:
        shares = np.array([[geometry.iou(thing.corners, corners) for corners, _ in truth] for thing in found])
        nearest = shares == shares.max(axis=1, keepdims=True)
        for (_, what), share in zip(truth, np.where(nearest, shares, 0.0).T, strict=True):
            if share.max() > SAME_CARD:
                said[int(share.argmax())] = what
    return said
