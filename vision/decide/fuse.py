"""Several pictures of one table: what they agree on counts once, what they do not is a doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from vision import geometry
from vision.arrays import F64
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place
from vision.locate.found import Found

SAME_PLACE = 0.5
"""Share of their union that two outlines have in common where they are one card."""

CHANGED = 0.01
"""How often another card lies where one lay in an earlier picture, though something lay there in every one between."""


def fuse(frames: list[list[Place]]) -> list[Place]:
    """The places of all frames, in the order of time, each once, with the mean of what the frames say of it.

    A frame counts the more the more it says: what shows in one and lies under another card later stays known. The mean
    keeps a disagreement visible: two frames that are sure of different cards leave neither certain, and what was there
    and is there no more may be nothing at all.
    """
    groups: list[list[tuple[int, Place]]] = []
    for number, places in enumerate(frames):
        matched = _matched([group[0][1] for group in groups], places)
        for which, place in enumerate(places):
            if which in matched:
                groups[matched[which]].append((number, place))
            else:
                groups.append([(number, place)])
    fused = []
    for group in groups:
        places = [place for _, place in group]
        gone = len(frames) - group[0][0] - len({number for number, _ in group})
        naming = _mean([place.naming for place in places], gone)
        fused.append(Place(_found(places), naming, float(np.mean([place.hides for place in places]))))
    return fused


def remembered(places: list[Place], earlier: Sequence[Sequence[Place]]) -> list[Place]:
    """The places as they are now, with what was seen of those that others have come to lie on while they lay open.

    `earlier`: the places of pictures from before, in the order of time. How much of a card was in view decides which
    picture tells of it; whether it is the same card still, both together.
    """
    before = [{now: others[i] for i, now in _matched(places, others).items()} for others in earlier]
    return [
        _recalled(place, [found.get(number) for found in before]) if place.found.under else place
        for number, place in enumerate(places)
    ]


def _recalled(place: Place, looks: Sequence[Place | None]) -> Place:
    """The place with the best of the looks at it, in the order of time, since the last that showed no card there.

    A look that rather shows another card leaves both in doubt. What is mostly covered may be a card all the same.
    """
    best: Place | None = None
    for look in looks:
        if look is None or look.is_strange:
            best = best if look and look.found.seen < 0.5 else None
        elif best is None or look.found.seen >= best.found.seen:
            best = look
        elif _unchanged(best.naming, look.naming) < 0.5:
            best = replace(best, naming=_of_both(best.naming, look.naming))
    if best is None or place.is_strange or best.found.seen <= place.found.seen:
        return place
    return replace(place, naming=_of_both(best.naming, place.naming))


def _of_both(before: Naming, now: Naming) -> Naming:
    """Which card it is by the look before, as far as what is in view now may be the same; whether it is one, by now."""
    share = _unchanged(before, now)
    cards = share * _shares(before) + (1 - share) * _shares(now)
    return replace(now, cards=(1 - now.strange) * cards)


def _unchanged(before: Naming, now: Naming) -> float:
    """The probability that a place holds the card that lay there before."""
    same = (1 - CHANGED) * len(FORTY) * float(_shares(before) @ _shares(now))
    return same / (same + CHANGED)


def _shares(naming: Naming) -> F64:
    """Which card it is (40,), if it is one."""
    return np.asarray(naming.cards / naming.cards.sum())


def _matched(known: Sequence[Place], places: Sequence[Place]) -> dict[int, int]:
    """Which of the places that are known each place of one more frame is, those that coincide best first.

    Two cards that all but lie on each other are two in every frame that shows them both.
    """
    shares = sorted(
        (
            (geometry.iou(a.found.corners, b.found.corners), i, k)
            for i, a in enumerate(places)
            for k, b in enumerate(known)
        ),
        reverse=True,
    )
    matched: dict[int, int] = {}
    for share, place, same in shares:
        if share > SAME_PLACE and place not in matched and same not in matched.values():
            matched[place] = same
    return matched


def show_one_table(frames: list[list[Place]]) -> bool:
    """Whether each frame shows at least half of the cards of any other in the same place."""
    faces = [[place for place in places if not place.is_strange] for places in frames]
    return all(2 * len(_matched(others, places)) >= len(places) for places, others in permutations(faces, 2))


def _found(group: list[Place]) -> Found:
    """The thing as the first frame shows it in which something lies on it, or as the first of all."""
    return next((place.found for place in group if place.found.under), group[0].found)


def _mean(namings: list[Naming], gone: int) -> Naming:
    """What so many looks say together; `gone` frames show nothing there any more."""
    information = np.array([_information(naming) for naming in namings])
    share = information / (information.sum() + gone + 1e-9)
    cards = share @ [naming.cards for naming in namings]
    back, eight, nine = (share @ [(naming.back, naming.eight, naming.nine) for naming in namings]).tolist()
    likeness = [naming.likeness for naming in namings if naming.likeness is not None]
    nothing = 1 - float(share.sum())
    return Naming(cards, 1 - float(cards.sum()), back, max(likeness, default=None), eight, nine, gone=nothing)


def _information(naming: Naming) -> float:
    """How much a look says, by its entropy: 1 where it leaves no doubt, 0 where anything may lie there."""
    p = np.append(naming.cards, naming.strange)
    return float(1 + (p * np.log(p + 1e-12)).sum() / np.log(len(p))) + 1e-3
