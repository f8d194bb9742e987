"""Cards beside the pictures of an enrolled deck: how much each is like the card that it seems to be."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from vision.checks.mirrored import FEWEST
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place
from vision.decide.posterior import EIGHT, NINE, normalised
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.match import Fit, Look, Matcher, freed_of_light
from vision.reading import Doubt

POSSIBLE = 1e-4
"""Probability from which a card is held against its picture, the others only where none of these is like it. And the
share of the likeliest one's from which it is compared exactly."""

MOST_LOOKS = 4
"""How many cards beside the one expected are compared where nothing is known of a card."""

_LOOK, _LOOK_SEEN, _LOOK_OTHER = 4.2, 26.0, 3.0
"""What likeness to a card counts, how much more where more of it was compared, and what speaks against its being that
card. Of 10,364 things on 600 tables of learned decks a _LOOK_SEEN of 40 is likeliest; from 38 on one table is taken
wrongly, and at 26 none."""

_UNKNOWN = 1e-4
"""Added to what was known of a card before it is weighed with likeness: the networks may not know the deck."""

_NOISE = 0.02
"""How far the square of a card's likeness to its own picture may fall short of 1: of cards that are all but the same,
noise does not tell which one it is."""

_LIKER = 0.1
"""Share of eights and nines that are liker to one of the forty than any two of these are to each other: 33 of 480 drawn
ones were, rounded up."""

ENOUGH = 0.35
"""Share of a card that must be compared for its likeness to tell whether it is the deck's."""

OTHER_DECK, TELLING = 0.83, 5
"""Likeness to the enrolled deck (correlation) below which most cards of a table, of so many at least, are another's."""

OTHER_CARD = 0.75
"""The same of a single card where the deck itself is looked through."""


@dataclass(frozen=True, slots=True)
class _Start:
    """How a cut-out is roughly like a card, and from where it is compared exactly: which picture, whether the cut-out
    is turned, and the shift."""

    fit: Fit
    picture: int
    turned: bool
    shift: int


@dataclass(frozen=True, slots=True)
class Compared:
    """A cut-out, and what it came to with those of the forty that it has been held against so far."""

    look: Look
    starts: dict[int, _Start] = field(default_factory=dict)
    fits: dict[int, Fit] = field(default_factory=dict)


class EnrolledLooks:
    """Holds cut-out cards against one deck's pictures, each against each no more than once."""

    def __init__(self, deck: EnrolledDeck) -> None:
        self._matcher = Matcher(deck.pictures.reshape(-1, *deck.pictures.shape[2:]))
        self._pictures = deck.pictures[0]
        self._photographs = len(deck.pictures)

    def named(self, things: list[Compared], log_p: NDArray[np.float64], named: list[Naming]) -> list[Naming]:
        """What each thing may be, its likeness to the deck's own cards weighed with what was known (n, 43)."""
        return [self._named(*each) for each in zip(things, log_p, named, strict=True)]

    def _named(self, thing: Compared, log_p: NDArray[np.float64], naming: Naming) -> Naming:
        known = log_p[: len(FORTY)]
        possible = np.flatnonzero(known > np.log(POSSIBLE)).tolist()
        if not possible:
            return naming
        fits = self._fits(thing, known, possible)
        likest = max(fits.values(), key=lambda fit: fit.likeness)
        if likest.seen >= ENOUGH and likest.likeness < self._alike:
            fits = self._fits(thing, known, list(range(len(FORTY))))
        exact = {card: thing.fits[card] for card in fits if card in thing.fits}
        if all(fit.seen == 0.0 for fit in exact.values()):
            return naming
        weighed = log_p.copy()
        for card, fit in fits.items():
            weighed[card] += _likelihood(fit)
        weighed[[EIGHT, NINE]] += self._unpictured(fits)
        p = np.exp(normalised(weighed[np.newaxis])[0])
        best = exact[max(exact, key=lambda card: weighed[card])]
        likeness = best.likeness if best.seen >= ENOUGH else None
        none = p[len(FORTY) :]
        back = float(none[2]) * min(1.0, naming.back / max(naming.strange, 1e-9))
        return Naming(p[: len(FORTY)], float(none.sum()), back, likeness, float(none[0]), float(none[1]))

    def _fits(self, thing: Compared, known: NDArray[np.float64], cards: list[int]) -> dict[int, Fit]:
        """How well each of these cards fits: the likeliest exactly, until the others are too unlikely by what they are
        roughly like."""
        fits = {card: start.fit for card, start in zip(cards, self._roughly(thing, cards), strict=True)}
        weighed = {card: float(known[card]) + _likelihood(fit) for card, fit in fits.items()}
        most = -np.inf
        for card in sorted(cards, key=weighed.__getitem__, reverse=True):
            if weighed[card] < most + np.log(POSSIBLE):
                break
            fits[card] = self._exactly(thing, card)
            most = max(most, float(known[card]) + _likelihood(fits[card]))
        return fits

    def fits(self, cut_out: NDArray[np.uint8], cards: list[int]) -> list[Fit]:
        """How well the cut-out (128, 80, 4) fits the pictures of these cards, indices into FORTY, either way up."""
        thing = Compared(freed_of_light(cut_out))
        self._roughly(thing, cards)
        return [self._exactly(thing, card) for card in cards]

    def is_mirrored(self, things: list[Compared], named: list[Naming]) -> bool:
        """Whether the cards that were `named` are, all together, liker to their pictures in a mirror.

        Those count that are like them at all, one way or the other; of few nothing is said.
        """
        gains = list[float]()
        for thing, naming in zip(things, named, strict=True):
            if naming.likeness is not None and naming.strange < 0.5:
                card = [int(np.argmax(naming.cards))]
                as_it_is = self._roughly(thing, card)[0].fit.likeness
                in_mirror = float(self._matcher.rough(thing.look, self._photographs_of(card), in_mirror=True)[0].max())
                if max(as_it_is, in_mirror) >= OTHER_CARD:
                    gains.append(in_mirror - as_it_is)
        return len(gains) >= FEWEST and sum(gains) > 0

    def _roughly(self, thing: Compared, cards: list[int]) -> list[_Start]:
        """For each card which of its pictures, which way up, is about the likest."""
        new = [card for card in cards if card not in thing.starts]
        if new:
            likeness, shifts = self._matcher.rough(thing.look, self._photographs_of(new))
            likeness, shifts = likeness.reshape(len(new), -1), shifts.reshape(len(new), -1)
            seen = self._matcher.in_view(thing.look)
            for n, (card, at) in enumerate(zip(new, likeness.argmax(axis=1).tolist(), strict=True)):
                fit = Fit(card, float(likeness[n, at]), seen)
                picture = card + at // 2 * len(FORTY)
                thing.starts[card] = _Start(fit, picture, bool(at % 2), int(shifts[n, at]))
        return [thing.starts[card] for card in cards]

    def _photographs_of(self, cards: list[int]) -> list[int]:
        """The pictures of these cards, one card's after the other's."""
        return [card + photograph * len(FORTY) for card in cards for photograph in range(self._photographs)]

    def _exactly(self, thing: Compared, card: int) -> Fit:
        """How well a card fits that it was roughly held against."""
        if card not in thing.fits:
            start = thing.starts[card]
            look = thing.look.turned if start.turned else thing.look
            thing.fits[card] = replace(self._matcher.fit(look, start.picture, start.shift), picture=card)
        return thing.fits[card]

    def likeliest(self, cut_out: NDArray[np.uint8], expected: int, naming: Naming, another: float) -> int:
        """Which of the forty the cut-out most likely shows: by its likeness, and by what was known of it before.

        Looked at are the one expected and those that it is a little like. `another`: the odds that it is another card
        than the one expected, before anything is looked at.
        """
        thing = Compared(freed_of_light(cut_out))
        rough = [start.fit.likeness for start in self._roughly(thing, list(range(len(FORTY))))]
        cards = sorted({expected, *np.argsort(-np.array(rough))[:MOST_LOOKS].tolist()})
        fits = [self._exactly(thing, card) for card in cards]
        known = np.log(naming.cards + _UNKNOWN)
        known[expected] -= np.log(another)
        return max(fits, key=lambda fit: known[fit.picture] + _likelihood(fit)).picture

    def _unpictured(self, fits: dict[int, Fit]) -> float:
        """The same as `_likelihood` of a card of which there is no picture, an eight or a nine, by how well those of
        the forty fit.

        It is hardly liker to one of them than these are to each other. A strip of it may be like any other strip.
        """
        likest = max(map(_likelihood, fits.values()))
        like_another = max(map(_likelihood, map(self._no_liker, fits.values())))
        return float(np.logaddexp(np.log(1 - _LIKER) + like_another, np.log(_LIKER) + likest))

    def _no_liker(self, fit: Fit) -> Fit:
        """A fit no better than two cards of the deck fit each other; that of a strip as it is."""
        return replace(fit, likeness=min(fit.likeness, self._alike)) if fit.seen >= ENOUGH else fit

    @cached_property
    def _alike(self) -> float:
        """About how like each other the two likest cards of the deck are: each is compared with the one that it is
        roughly likest to."""
        likeness = list[float]()
        for card, picture in enumerate(self._pictures):
            look = freed_of_light(np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]))
            others = [other for other in range(len(FORTY)) if other != card]
            rough, shifts = self._matcher.rough(look, others)
            likest = int(rough[:, 0].argmax())
            likeness.append(self._matcher.fit(look, others[likest], int(shifts[likest, 0])).likeness)
        return max(likeness)


def _likelihood(fit: Fit) -> float:
    """The logarithm of how much likelier so good a fit is where the card is the deck's own than where it is not."""
    if fit.seen == 0.0:
        return 0.0
    likeness = min(max(fit.likeness, 0.0), 1.0)
    return float(-(_LOOK + _LOOK_SEEN * fit.seen) / 2 * np.log(1 + _NOISE - likeness**2) - _LOOK_OTHER)


def to_compare(cut_outs: NDArray[np.uint8]) -> list[Compared]:
    """The things in a picture, by their cut-outs (n, 128, 80, 4), to be held against a deck's pictures."""
    return [Compared(freed_of_light(cut_out)) for cut_out in cut_outs]


def other_deck(places: list[Place]) -> tuple[Doubt, ...]:
    """The doubt whether the table's cards are the enrolled deck's at all; none where too few can be told.

    How little a single card is like its picture has been weighed with all else that is known of it.
    """
    likeness = [*_compared(places).values()]
    if len(likeness) < TELLING or float(np.median(likeness)) >= OTHER_DECK:
        return ()
    return (Doubt("deck", Sentence("the cards do not look like those of the deck that was told")),)


def strangers(places: list[Place]) -> list[int]:
    """The places whose card is little like the enrolled deck's."""
    return [i for i, likeness in _compared(places).items() if likeness < OTHER_CARD]


def _compared(places: list[Place]) -> dict[int, float]:
    """By its place, how like its picture each card is that lies under nothing.

    The part in view of a covered one may be like another card's.
    """
    return {i: p.naming.likeness for i, p in enumerate(places) if p.naming.likeness is not None and not p.found.under}
