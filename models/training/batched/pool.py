"""Ends of drawn and given cards, kept on the device that trains: other processes draw more of them all the while."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.random import default_rng
from torch import Tensor

from models.scenes.arrays import U8
from models.scenes.cards.decks import BACKS, Deck, back
from models.training.batched import canvas
from models.training.labels import NO_RANK, NO_SUIT
from models.training.samples.ends import as_printed, bared, new_styles
from models.training.samples.feed import Arrays

BACKS_BESIDE = 5
"""Backs that are drawn beside four decks' cards."""


def drawn(seed: int) -> Arrays:
    """The ends of cards of four new makers, two of them without marks, and of some backs, as `_packed` has them."""
    rng = default_rng(seed)
    ends = []
    for deck in new_styles(rng):
        ends += [end for name in (*deck.faces, *deck.strange) for end in _of(deck, name, deck.name == "bare")]
    for number in rng.integers(BACKS, size=BACKS_BESIDE).tolist():
        ends += [(end, NO_RANK, NO_SUIT, False) for end in _ends_of(back(number)[0])]
    return _packed(ends)


def given(deck: Deck) -> Arrays:
    """The ends of all cards of a deck, with their marks and without."""
    names = (*deck.faces, *deck.strange)
    return _packed([end for name in names for is_bare in (False, True) for end in _of(deck, name, is_bare)])


_End = tuple[U8, int, int, bool]


def _of(deck: Deck, name: str, is_bare: bool) -> list[_End]:
    """Both ends of a card, their labels, and whether marks may be printed there."""
    if is_bare:
        face = deck.levels(name)[0]
        art = face if deck.name == "bare" else bared(face)
        return [(end, NO_RANK, NO_SUIT, True) for end in _ends_of(art)]
    printed = as_printed(deck, name)
    return [(end, printed.rank, printed.suit, False) for end in _ends_of(printed.face[0])]


def _ends_of(face: U8) -> list[U8]:
    """What the canvas shows of either end of a face."""
    whole = np.asarray(cv2.resize(face, (canvas.WIDE, canvas.LONG), interpolation=cv2.INTER_AREA), np.uint8)
    return [whole[: canvas.DEEP], np.ascontiguousarray(whole[::-1, ::-1])[: canvas.DEEP]]


def _packed(ends: list[_End]) -> Arrays:
    """Pictures (n, DEEP, WIDE, 4), their papers' colours (n, 3), and rank, suit and whether they are bare (n, 3)."""
    pictures = np.stack([end[0] for end in ends])
    papers = np.median(pictures[:, 20:, 20:32, :3].reshape(len(ends), -1, 3), axis=1)
    return pictures, papers.astype(np.float32), np.array([end[1:] for end in ends], np.int64)


@dataclass(frozen=True, slots=True)
class Ends:
    """Some ends (n, 4, DEEP, WIDE), 0 to 1, colours multiplied by opacity; their papers' colours (n, 3); rank, suit and
    whether they show neither (n,)."""

    pictures: Tensor
    papers: Tensor
    ranks: Tensor
    suits: Tensor
    is_bare: Tensor


class Store:
    """So many ends at most; when it is full the oldest drawn ones make room, the given ones stay."""

    def __init__(self, capacity: int, device: torch.device) -> None:
        self.kept = self.seen = self._filled = self._at = 0
        self._capacity, self._device = capacity, device
        self._pictures = torch.empty((capacity, canvas.DEEP, canvas.WIDE, 4), dtype=torch.uint8, device=device)
        self._papers = torch.empty(capacity, 3, device=device)
        self._labels = torch.empty(capacity, 3, dtype=torch.long, device=device)
        self._changing = threading.Lock()

    def keep(self, ends: Arrays) -> None:
        """Take given ones, before any drawn one."""
        self.add(ends)
        self.kept = self._filled

    def add(self, ends: Arrays) -> None:
        """Take drawn ones."""
        count = len(ends[0])
        if self._at + count > self._capacity:
            self._at = self.kept
        here = slice(self._at, self._at + count)
        with self._changing:
            for own, new in zip((self._pictures, self._papers, self._labels), ends, strict=True):
                own[here] = torch.from_numpy(new).to(self._device)
        self._at += count
        self.seen += count
        self._filled = max(self._filled, self._at)

    def some(self, count: int, share_kept: float) -> Ends:
        """Any ends, given ones to that share."""
        given = torch.randint(self.kept, (count,), device=self._device)
        which = torch.where(torch.rand(count, device=self._device) < share_kept, given, self._any_drawn(count))
        with self._changing:
            pictures, papers, labels = self._shown(which), self._papers[which] / 255, self._labels[which]
        return Ends(pictures, papers, labels[:, 0], labels[:, 1], labels[:, 2] > 0)

    def beside(self, count: int, each: int) -> Tensor:
        """So many other ends for each (count, each, 4, DEEP, WIDE)."""
        return self._shown(self._any_drawn(count * each)).unflatten(0, (count, each))

    def _any_drawn(self, count: int) -> Tensor:
        return torch.randint(self.kept, self._filled, (count,), device=self._device)

    def _shown(self, which: Tensor) -> Tensor:
        return self._pictures[which].permute(0, 3, 1, 2).float() / 255
