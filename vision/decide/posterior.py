"""From evidence to probabilities: what each place holds, by one model whose weights are calibrated on drawn tables.

Each source (the numeral and the pinta of either end, the art's rank, its suit, and whether it is a face at all) gives
a likelihood for every class. None is trusted whole: in some share of cases it says something else, so
that no single look makes a card certain against the others.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models import model_bytes
from vision.classify.evidence import RANKS, SUITS, Evidence
from vision.classify.naming import FORTY, SUIT_ORDER, Naming
from vision.network import CALIBRATION, ModelError

F64 = NDArray[np.float64]

_RANK = np.array([card.rank - 1 for card in FORTY])
_SUIT = np.array([SUIT_ORDER.index(card.suit) for card in FORTY])
EIGHT, NINE, OTHER = len(FORTY), len(FORTY) + 1, len(FORTY) + 2
CLASSES = len(FORTY) + 3
"""The forty, an eight, a nine, and anything else."""


@dataclass(frozen=True, slots=True)
class MarksTrust:
    """How far the marks of one kind of deck are believed; `calibrate` writes all numbers.

    `scale` multiplies a source's logits, `wrong` is the share in which it says anything at all whatever is there,
    `missing` the share of cards that lack the mark, `found` that of other things that seem to have it. `second`: what
    the other end counts where it says the same as the first. `misprinted`: the share of cards on which a maker printed
    another suit's pinta, at both ends. `odds`: the logarithm of how often a deck is of this kind.
    """

    odds: float
    numeral_scale: float
    numeral_wrong: float
    numeral_missing: float
    numeral_found: float
    numeral_second: float
    pinta_scale: float
    pinta_wrong: float
    pinta_missing: float
    pinta_found: float
    pinta_second: float
    pinta_misprinted: float


@dataclass(frozen=True, slots=True)
class ArtTrust:
    """How far the art of one kind of deck is believed: its rank, its suit, and whether it is a face at all."""

    odds: float
    rank_scale: float
    rank_wrong: float
    suit_scale: float
    suit_wrong: float
    face_scale: float
    face_wrong: float


@dataclass(frozen=True, slots=True)
class Weights:
    """The model's numbers: the kinds of decks that there are, by their marks and by their art, and what does not hang
    on the deck.

    `other`, `eight`: the logarithms of the odds of a thing that is none of the cards, and of an eight or a nine, to a
    card, before it is looked at; `score`, `seen` and `under`: how the finder's score, the logarithm of the share in
    view, and how little like faces the things on it look change the first. `look`, `look_seen`, `look_other`: what
    likeness to an enrolled deck's card counts, how much more where more of it was compared, and what speaks against its
    being one.
    """

    marks: tuple[MarksTrust, ...]
    arts: tuple[ArtTrust, ...]
    other: float
    eight: float
    score: float
    seen: float
    under: float
    look: float
    look_seen: float
    look_other: float

    @classmethod
    def of(cls, data: dict[str, Any]) -> Weights:
        """The weights as the file holds them; KeyError, TypeError or ValueError where they are not all there."""
        marks = tuple(MarksTrust(**_numbers(MarksTrust, kind)) for kind in data["marks"])
        arts = tuple(ArtTrust(**_numbers(ArtTrust, kind)) for kind in data["arts"])
        return cls(marks, arts, **_numbers(cls, data, ("marks", "arts")))


def _numbers(of: type[Any], data: dict[str, Any], but: tuple[str, ...] = ()) -> dict[str, float]:
    return {each.name: float(data[each.name]) for each in fields(of) if each.name not in but}


@dataclass(frozen=True, slots=True)
class Calibration:
    """What `calibrate` writes: the weights, and the risk accepted that a promise is wrong."""

    weights: Weights
    risk: float

    @classmethod
    @cache
    def shipped(cls) -> Calibration:
        """The one that belongs to the shipped networks; ModelError where it is missing or damaged."""
        try:
            data = json.loads(model_bytes(CALIBRATION))
            return cls(Weights.of(data["weights"]), float(data["risk"]))
        except (FileNotFoundError, KeyError, TypeError, ValueError) as unfit:
            raise ModelError(f"{CALIBRATION} is missing or damaged") from unfit


def log_posterior(evidence: Evidence, weights: Weights, table: NDArray[np.intp] | None = None) -> F64:
    """Logarithms (n, 43) of the probabilities of the forty, an eight, a nine, anything else; each row sums to 1.

    All things lie on one table, or on those that `table` (n,) numbers. Of which kind a table's deck is, one whose art
    is known, say, and whose numerals are hard to read, shows in how well the sources agree about all its cards, and
    each of them is believed accordingly.
    """
    prior = _prior(evidence, weights)
    by_marks = [prior + _by_marks(evidence, trust) for trust in weights.marks]
    by_art = [_by_art(evidence, trust) for trust in weights.arts]
    ways = [marks + art for marks in by_marks for art in by_art]
    totals = np.stack([_log_sum(way)[:, 0] for way in ways])
    of_table = np.zeros(len(evidence), np.intp) if table is None else table
    count = int(of_table.max(initial=0)) + 1
    summed = np.array([np.bincount(of_table, total, count) for total in totals], np.float64)
    summed += np.array([[marks.odds + art.odds] for marks in weights.marks for art in weights.arts])
    kind = normalised(summed.T)[of_table]
    each = [kind[:, [k]] + way - totals[k][:, np.newaxis] for k, way in enumerate(ways)]
    return np.asarray(np.logaddexp.reduce(each))


def _prior(evidence: Evidence, w: Weights) -> F64:
    """What is known of every class (n, 43) before a thing is looked at."""
    score = np.zeros((len(evidence), CLASSES))
    score[:, [EIGHT, NINE]] = w.eight
    found = np.clip(evidence.located[:, 0], 1e-4, 1 - 1e-4)
    seen = np.log(np.clip(evidence.located[:, 1], 0.02, 1))
    score[:, OTHER] = w.other + w.score * (np.log(found) - np.log1p(-found)) + w.seen * seen
    score[:, OTHER] += w.under * evidence.located[:, 2]
    return score


def _by_marks(evidence: Evidence, t: MarksTrust) -> F64:
    """What both ends say of every class (n, 43), if they are trusted so far."""
    numerals, pintas = evidence.ends[..., : RANKS + 1], evidence.ends[..., RANKS + 1 :]
    numeral = _mark(numerals, t.numeral_scale, t.numeral_wrong, t.numeral_missing, t.numeral_found)
    pinta = _mark(pintas, t.pinta_scale, t.pinta_wrong, t.pinta_missing, t.pinta_found)
    return _both(numeral, _RANK, t.numeral_second) + _both(pinta, _SUIT, t.pinta_second, t.pinta_misprinted)


def _by_art(evidence: Evidence, t: ArtTrust) -> F64:
    """What the art says of every class (n, 43), if it is trusted so far."""
    art = evidence.art
    rank = _spread(_trusted(art[:, :RANKS], t.rank_scale, t.rank_wrong), _RANK)
    suit = _spread(_trusted(art[:, RANKS : RANKS + SUITS], t.suit_scale, t.suit_wrong), _SUIT)
    return rank + suit + _face(art[:, RANKS + SUITS], t.face_scale, t.face_wrong)


def normalised(logs: F64) -> F64:
    """Logarithms (n, k) of likelihoods as those of probabilities, which sum to 1 in each row."""
    return logs - _log_sum(logs)


def _trusted(logits: F64, scale: float, wrong: float) -> F64:
    """Log-likelihoods of each class by one look's logits (…, k): 0 where it says nothing."""
    p = _softmax(scale * np.nan_to_num(logits))
    said = np.log((1 - wrong) * p * p.shape[-1] + wrong)
    return np.asarray(np.where(np.isnan(logits[..., :1]), 0.0, said))


def _mark(logits: F64, scale: float, wrong: float, missing: float, found: float) -> F64:
    """Log-likelihoods of each mark and, last, of a thing that has none, by logits (…, k + 1) whose last says so."""
    p = np.exp(_trusted(logits, scale, wrong))
    has, lacks = p[..., :-1], p[..., -1:]
    cards = (1 - missing) * has + missing * lacks
    things = (1 - found) * lacks + found * has.mean(axis=-1, keepdims=True)
    return np.asarray(np.log(np.concatenate([cards, things], axis=-1)))


def _both(marks: F64, of: NDArray[np.intp], second_counts: float, misprinted: float = 0.0) -> F64:
    """Both ends' word (n, 2, k + 1) on every class (n, 43), where a share of the cards has another one's marks.

    Where they say the same, the weaker counts in part, as one error may be behind both; where they contradict each
    other, both count whole, whichever is the first.
    """
    first, second = marks[:, 0], marks[:, 1]
    stronger = np.abs(first) >= np.abs(second)
    most, least = np.where(stronger, first, second), np.where(stronger, second, first)
    said = most + np.where(most * least > 0, second_counts, 1.0) * least
    printed = np.exp(said[:, :-1])
    classes = _spread(np.log((1 - misprinted) * printed + misprinted * printed.mean(axis=1, keepdims=True)), of)
    classes[:, OTHER] = said[:, -1]
    return classes


def _spread(said: F64, of: NDArray[np.intp]) -> F64:
    """What is said of ranks (n, 12) or of suits (n, 4), on every class; of a thing that is no card it says nothing."""
    classes = np.zeros((len(said), CLASSES))
    classes[:, : len(FORTY)] = said[:, of]
    if said.shape[1] == RANKS:
        classes[:, [EIGHT, NINE]] = said[:, [7, 8]]
    else:
        classes[:, [EIGHT, NINE]] = _log_sum(said) - np.log(SUITS)
    return classes


def _face(logit: F64, scale: float, wrong: float) -> F64:
    face = 1 / (1 + np.exp(-scale * np.nan_to_num(logit)))
    classes = np.repeat(np.log((1 - wrong) * face + wrong / 2)[:, np.newaxis], CLASSES, axis=1)
    classes[:, OTHER] = np.log((1 - wrong) * (1 - face) + wrong / 2)
    classes[np.isnan(logit)] = 0.0
    return classes


def namings(log_p: F64, art: F64) -> list[Naming]:
    """What each place holds, by the logarithms (n, 43); the art says which of the other things are no faces at all."""
    p = np.exp(log_p)
    faces = 1 / (1 + np.exp(-np.nan_to_num(art[:, RANKS + SUITS])))
    return [
        Naming(
            row[: len(FORTY)],
            strange=float(row[EIGHT:].sum()),
            back=float(row[OTHER] * (1 - face)),
            eight=float(row[EIGHT]),
            nine=float(row[NINE]),
        )
        for row, face in zip(p, faces, strict=True)
    ]


def _softmax(logits: F64) -> F64:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: F64 = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def _log_sum(logs: F64) -> F64:
    most = logs.max(axis=1, keepdims=True)
    total: F64 = most + np.log(np.exp(logs - most).sum(axis=1, keepdims=True))
    return total
