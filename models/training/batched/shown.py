"""What the art network is shown of stored decks: photographs of their cards, and what is to be said of each."""

from __future__ import annotations

import torch
from torch import Tensor

from models.training.batched.canvas import LONG
from models.training.batched.cards import ALL, FACES, STRANGE
from models.training.batched.photograph import SIZES, photograph
from models.training.batched.ring import Ring
from models.training.batched.table import OTHERS
from models.training.labels import SUITS
from models.training.samples.crops import LEAST_IN_VIEW, NO_CARD, NO_LABEL

KNOWN = 0.1
"""Share of the samples that show a kept deck as it was given, each of them as often as another."""

STRANGERS, BACKS, BACKS_BESIDE = 0.12, 0.06, 0.07
"""Shares of strange cards, of backs, and of backs among the cards that lie around one."""

FAMILY = FACES + 8
"""How many of a deck's cards lie around others: its faces, and of the strange ones the first, mostly its 8s and 9s."""

MISPLACED, ABSENT = 0.03, 0.02
"""Shares of the samples whose cut-out shows half a card, and where no card lies."""

OTHER_ENDS, END = 0.3, round(0.09 * LONG)
"""Share of the faces that have a random suit's ends, and how many rows that is: pips and figures tell the suit too."""

Samples = tuple[Tensor, Tensor]
"""Cut-outs (n, 128, 80, 4) in bytes, and (n, 3) labels rank, suit, face."""


@torch.no_grad()
def shown(decks: Ring, count: int) -> Samples:
    """Photographs of so many cards, a multiple of the number of SIZES."""
    each = [_of_a_size(decks, count // len(SIZES), size) for size in range(len(SIZES))]
    crops, labels = (torch.cat(parts) for parts in zip(*each, strict=True))
    return crops, labels


def _of_a_size(decks: Ring, count: int, size: int) -> Samples:
    device = decks.pictures.device

    def some(share: float, *more: int) -> Tensor:
        return torch.rand(count, *more, device=device) < share

    def one_of(first: int, beyond: int, *more: int) -> Tensor:
        return torch.randint(first, beyond, (count, *more), device=device)

    deck, first_back = decks.any_rows(count, KNOWN), FACES + STRANGE
    card = torch.where(some(STRANGERS), one_of(FACES, first_back), one_of(0, FACES))
    card = torch.where(some(BACKS), one_of(first_back, ALL), card)
    other_suit = card // len(SUITS) * len(SUITS) + one_of(0, len(SUITS))
    ends = decks.pictures[deck, torch.where(some(OTHER_ENDS) & (card < FACES), other_suit, card)]
    pictures, labels = decks.pictures[deck, card], decks.labels[deck, card]
    pictures[:, :END], pictures[:, -END:] = ends[:, :END], ends[:, -END:]
    what = torch.rand(count, device=device)
    misplaced, absent = what < MISPLACED, what > 1 - ABSENT
    beside = torch.where(some(BACKS_BESIDE, OTHERS), one_of(first_back, ALL, OTHERS), one_of(0, FAMILY, OTHERS))
    crops = photograph(_planes(pictures), _planes(decks.pictures[deck[:, None], beside]), misplaced, absent, size)
    no_card = torch.tensor(NO_CARD, device=device)
    labels = torch.where((misplaced | absent)[:, None], no_card, labels)
    is_hidden = crops[..., 3].float().mean((1, 2)) < 255 * LEAST_IN_VIEW
    labels[:, :2].masked_fill_(is_hidden[:, None], NO_LABEL)
    return crops, labels


def _planes(pictures: Tensor) -> Tensor:
    """Bytes (…, rows, columns, 4) as (…, 4, rows, columns), 0 to 1."""
    return pictures.movedim(-1, -3).float() / 255
