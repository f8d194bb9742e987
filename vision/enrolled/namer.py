"""Naming cards of an enrolled deck: by how they look beside its forty, and by what the network makes of them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify.inspector import Closer
from vision.classify.namer import FORTY, Namer, Naming
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.match import Matcher

LOOKS = 4
"""Pictures of the deck with which a cut-out is compared closely, beside the one that the network names."""

BY_SIGHT = 4.2
BY_SIGHT_SEEN = 15.4
BY_NETWORK = 0.41
NONE = 3.0
NONE_BY_NETWORK = 0.52
"""How much likeness counts (and how much more where the whole card is in view), how much the network's word does, and
how likely none of the deck's cards is: fitted to 2,741 cut-outs of drawn and given tables with their enrolled decks."""

KNOWN, CERTAIN = 0.9, 0.99
"""Share from which the network knows an enrolled card for what it is. Where it does, and the looks say the same card,
its own word is taken if it is surer (of 2,293 such cut-outs above 0.95 none was wrong); and where it is certain, if the
looks beside its own word say that card, though they may be liker another: parts of cards are alike."""

BY_SIGHT_ALONE, DOUBTFUL = 0.8, 0.85
"""Likeness below which looks name no card for certain, unless the network is certain of it; and what they may give it
then. A four of copas cut out a little off was liker the six (0.61) than itself, and the network took it for that."""

UNLIKE = 0.7
SURELY_NONE = 0.9
"""Likeness below which a thing is like none of the deck's cards; and the probability above which the network's word
that it is none of the forty is then enough."""

EIGHT_OR_NINE = 0.1
"""Share from which the network's word that a card is an 8 or a 9 counts whole, as far as it does not call the deck's
likest card that as well: an 8 looks much like a 7. Of 329 eights and nines among cards of enrolled decks 59 were taken
for sevens and sixes without it."""

_FLOOR = 1e-4
_CONFUSED = 0.02
"""Share of the network's word that is taken for chance when it is asked about the enrolled cards themselves."""


class EnrolledNamer:
    """Names cut-out cards of one deck; says the same things as `Namer`, and how much each is like the deck's card."""

    def __init__(self, namer: Namer, deck: EnrolledDeck) -> None:
        self._namer = namer
        self._matcher = Matcher(deck.pictures.reshape(-1, *deck.pictures.shape[2:]))
        self._words, self._eights_and_nines = _words(namer, deck)

    def name(self, cut_outs: NDArray[np.uint8], closer: Closer | None = None) -> list[Naming]:
        """One Naming for each of (n, 128, 80, 4) cut-outs; `closer` as for `Namer`."""
        by_network = self._namer.name(cut_outs, closer)
        return [self._naming(cut_out, naming) for cut_out, naming in zip(cut_outs, by_network, strict=True)]

    def numbers(self, corners: NDArray[np.uint8]) -> NDArray[np.float64]:
        """As `Namer.numbers`."""
        return self._namer.numbers(corners)

    def _naming(self, cut_out: NDArray[np.uint8], by_network: Naming) -> Naming:
        agreed = self._words @ np.append(by_network.cards, by_network.strange)
        fits, rough = self._matcher.best(cut_out, LOOKS, (int(agreed.argmax()),))
        best = max(fits, key=lambda fit: fit.likeness)
        if best.seen == 0.0 or (best.likeness < UNLIKE and by_network.strange > SURELY_NONE):
            return by_network
        closely = np.full(len(FORTY), -1.0)
        for fit in fits:
            closely[fit.picture % len(FORTY)] = max(closely[fit.picture % len(FORTY)], fit.likeness)
        # what was not looked at closely is as likely as the least of what was, or less
        others = np.minimum(rough.reshape(-1, len(FORTY)).max(axis=0), closely[closely >= 0].min(initial=1.0))
        likeness = np.clip(np.where(closely >= 0, closely, others), 0.0, 1.0)
        weight = BY_SIGHT + BY_SIGHT_SEEN * best.seen
        cards = -weight / 2 * np.log(1.001 - likeness**2) + BY_NETWORK * np.log(agreed + _FLOOR)
        none = NONE + NONE_BY_NETWORK * np.log(by_network.strange + _FLOOR)
        chances = np.exp(np.append(cards, none) - max(float(cards.max()), none))
        chances /= chances.sum()
        if best.likeness < BY_SIGHT_ALONE:
            chances[:-1] = DOUBTFUL * chances[:-1] + (1 - DOUBTFUL) * chances[:-1].mean()
        likely, named = int(np.argmax(chances[:-1])), int(np.argmax(by_network.cards))
        like_it = best.likeness if best.seen >= ENOUGH else None
        sure = float(by_network.cards[named])
        alike = best.picture % len(FORTY) == named and best.likeness >= BY_SIGHT_ALONE
        agreeing = likely == named and (alike or sure > CERTAIN)
        if agreeing and self._words[named, named] > KNOWN and sure > chances[likely]:
            return replace(by_network, likeness=like_it)
        if sure > CERTAIN and likely != named and self._words[named, named] > KNOWN:
            chances = _either(chances, np.append(by_network.cards, by_network.strange))
        strange = float(chances[-1])
        back = strange * min(by_network.back / max(by_network.strange, _FLOOR), 1.0)
        usual = float(self._eights_and_nines[likely])
        numbered = max(0.0, by_network.eight + by_network.nine - usual) / (1 - usual)
        if numbered > EIGHT_OR_NINE:
            cards = chances[:-1] * (1 - numbered)
            none_of_them = 1 - float(cards.sum())
            back *= 1 - numbered
            eight, nine = by_network.eight, by_network.nine
            return Naming(cards, none_of_them, back, like_it, eight, nine, by_network.numbers)
        return Naming(chances[:-1], strange, back, like_it, numbers=by_network.numbers)


def _either(looks: NDArray[np.float64], word: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chances where the looks name one card, and the network, which knows this deck's, is certain of another."""
    return np.asarray((looks + word) / 2)


ENOUGH = 0.35
"""Share of a card that must be compared for its likeness to tell whether it is the deck's."""


def _words(namer: Namer, deck: EnrolledDeck) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the network calls each of the deck's cards: (40, 41) shares, the last for none of the forty; and of these
    the shares (40,) for an 8 or a 9.

    A deck of another style may look to the network like other cards than it shows; what it is known to say of a card
    then speaks for that card.
    """
    mask = np.full((*deck.pictures.shape[:4], 1), 255, np.uint8)
    plain = np.concatenate([deck.pictures, mask], axis=4).reshape(-1, *deck.pictures.shape[2:4], 4)
    shown = [plain, _dull(plain)]
    said = np.zeros((len(FORTY), len(FORTY) + 1))
    numbered = np.zeros(len(FORTY))
    for cut_outs in shown:
        for number, naming in enumerate(namer.name(cut_outs)):
            said[number % len(FORTY)] += np.append(naming.cards, naming.strange)
            numbered[number % len(FORTY)] += naming.eight + naming.nine
    times = said.sum(axis=1)
    said /= times[:, np.newaxis]
    return (1 - _CONFUSED) * said + _CONFUSED / said.shape[1], numbered / times


def _dull(cut_outs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The cut-outs as a dimmer room and a worse lens would show them, upside down."""
    dull = np.stack([cv2.GaussianBlur(cut_out, (0, 0), 1.2) for cut_out in cut_outs[:, ::-1, ::-1]])
    dull[..., :3] = (dull[..., :3] * 0.6).astype(np.uint8)
    return np.ascontiguousarray(dull)
