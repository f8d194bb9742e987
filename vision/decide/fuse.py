"""Several pictures of one table: what they agree on counts once, what they do not is a doubt."""

from __future__ import annotations

import numpy as np

from vision import geometry
from vision.classify.naming import Naming
from vision.decide.decide import Place
from vision.locate.found import Found

SAME_PLACE = 0.5
"""Share of their union that two outlines have in common where they are one card."""


def fuse(frames: list[list[Place]]) -> list[Place]:
    """The places of all frames, each once, with the mean of what the frames say of it.

    The mean keeps a disagreement visible: two frames that are sure of different cards leave neither certain, and what
    only some of the frames saw may be nothing at all.
    """
    groups: list[list[Place]] = []
    for places in frames:
        for place in places:
            home = next((group for group in groups if _same(group[0], place)), None)
            if home is None:
                groups.append([place])
            else:
                home.append(place)
    return [Place(_found(group), _mean([place.naming for place in group], len(frames))) for group in groups]


def show_one_table(frames: list[list[Place]]) -> bool:
    """Whether each frame shows at least half of the cards of any other in the same place."""
    faces = [[place for place in places if not place.is_strange] for places in frames]
    return all(
        2 * sum(any(_same(place, other) for other in others) for place in places) >= len(places)
        for places in faces
        for others in faces
        if others is not places
    )


def _found(group: list[Place]) -> Found:
    """The thing as the first frame shows it in which something lies on it, or as the first of all."""
    return next((place.found for place in group if place.found.under), group[0].found)


def _same(a: Place, b: Place) -> bool:
    shared = geometry.overlap(a.found.corners, b.found.corners)
    union = geometry.area(a.found.corners) + geometry.area(b.found.corners) - shared
    return shared > SAME_PLACE * union


def _mean(namings: list[Naming], frames: int) -> Naming:
    cards = np.sum([naming.cards for naming in namings], axis=0) / frames
    unseen = frames - len(namings)
    back = (sum(naming.back for naming in namings) + unseen) / frames
    eight, nine = (sum(shares) / frames for shares in zip(*((n.eight, n.nine) for n in namings), strict=True))
    likeness = [naming.likeness for naming in namings if naming.likeness is not None]
    return Naming(cards, 1 - float(cards.sum()), back, max(likeness, default=None), eight, nine)
