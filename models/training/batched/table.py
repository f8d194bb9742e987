"""A batch of cards laid on tables among other cards, with what of each is in view."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from models.training.batched.canvas import COLUMNS, LONG, ROWS, WIDE, Dice, pixels

OTHERS = 4
"""Cards that may lie beside, under and over each."""

ALONE, BESIDE, STAGGERED, FANNED = 0.2, 0.35, 0.2, 0.17
"""Shares of the ways in which cards lie among others; the rest lie along each other."""

BESIDE_THERE, NEAR_THERE, FAR_THERE = 0.37, 0.85, 0.4
"""Shares of the cards that are there: of each four side by side, and else of the two next to the own one and the two
after."""

SHADOWED, PLAIN = 0.7, 0.15
"""Shares of the cards that throw a shadow, and of the tables that have no colour."""

UNKNOWN_COVERS = 0.08
"""Share of the samples in which nothing tells the reading what covers the card."""

THINGS = (0.1, 0.06)
"""Shares of the samples on which a first, and a second, small thing lies."""


def composed(dice: Dice, cards: Tensor, others: Tensor, misplaced: Tensor, absent: Tensor) -> tuple[Tensor, Tensor]:
    """Scenes (n, 3, rows, columns), and what of the own card is in view, under no other (n, 1, rows, columns).

    `cards` (n, 4, LONG, WIDE) and `others` (n, OTHERS, 4, LONG, WIDE), 0 to 1, colours multiplied by opacity. One that
    is `misplaced` (n, 1, 1, 1) lies half aside, others on either side of it; where it is `absent` they may, and it not.
    """
    aside = misplaced * dice.sign() * dice.flat(0.35, 0.65) * WIDE
    below, above = _company(dice, others, aside, absent)
    scene = _table(dice)
    straight = torch.zeros(dice.count, 1, 1, 1, device=dice.device)
    for lying in (*below, _Lying(cards, aside, straight, straight, ~absent), *above):
        scene = _laid(dice, scene, lying)
    unknown, by = dice.some(UNKNOWN_COVERS), 0.008 * LONG
    in_view = torch.ones(dice.count, 1, ROWS, COLUMNS, device=dice.device)
    for lying in above:
        x, y, turn = lying.x + dice.normal(by), lying.y + dice.normal(by), lying.turn + dice.normal(0.012)
        in_view = torch.minimum(in_view, 1 - _rectangle(x, y, turn)[0] * (lying.there & ~unknown))
    for share in THINGS:
        scene = _with_a_thing(dice, scene, dice.some(share))
    return scene, in_view


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card that may lie on each canvas: its face, how far it is shifted from the middle, in pixels, and turned, and
    where it is `there` at all."""

    face: Tensor
    x: Tensor
    y: Tensor
    turn: Tensor
    there: Tensor


def _company(dice: Dice, others: Tensor, aside: Tensor, absent: Tensor) -> tuple[list[_Lying], list[_Lying]]:
    """Two cards under each and two over it, the farther ones first and last: side by side, staggered, fanned, along
    each other, or none."""
    what, sign, misplaced = dice.flat(), dice.sign(), aside != 0
    together = ~(misplaced | absent)
    alone = (what < ALONE) & together
    beside = ((what >= ALONE) & (what < ALONE + BESIDE)) | ~together
    staggered = (what >= ALONE + BESIDE) & (what < ALONE + BESIDE + STAGGERED)
    along = what >= ALONE + BESIDE + STAGGERED + FANNED
    fanned = ~(staggered | along)
    across = torch.where(staggered, dice.flat(0.12, 0.8), dice.flat(0.15, 0.6)) * sign
    across = torch.where(along, dice.normal(0.04), across) * WIDE
    down = torch.where(staggered, dice.normal(0.03), dice.flat(-0.08, 0.08))
    down = torch.where(along, dice.flat(0.12, 0.6) * sign, down) * LONG
    lean = dice.normal(1.0) * torch.where(fanned, 0.25, torch.where(along, 0.05, 0.03))
    found = []
    for number, steps in enumerate((-2, -1, 1, 2)):
        side, is_far = 1.0 if number % 2 else -1.0, abs(steps) == 2
        next_to = dice.some(0.8)
        x = torch.where(beside, side * dice.flat(0.96, 1.3) * WIDE * next_to, steps * across)
        y = torch.where(beside, side * dice.flat(0.97, 1.2) * LONG * ~next_to, steps * down)
        turn = torch.where(beside, dice.normal(0.05), steps * lean + dice.normal(0.02))
        there = torch.where(beside, dice.some(BESIDE_THERE), dice.some(FAR_THERE if is_far else NEAR_THERE)) & ~alone
        off = torch.where(beside, 0.015, 0.006) * LONG
        there = there | (misplaced & is_far)
        found.append(_Lying(others[:, number], aside + x + dice.normal(off), y + dice.normal(off), turn, there))
    return found[:2], found[2:]


def _table(dice: Dice) -> Tensor:
    colour = torch.where(dice.some(PLAIN), dice.flat(150, 255) + dice.normal(8, 3), dice.flat(5, 220, 3)) / 255
    depth = dice.flat(2, 30) / 255
    grains = [torch.randn(dice.count, 1, ROWS // grain, COLUMNS // grain, device=dice.device) for grain in (4, 20)]
    fine, coarse = (functional.interpolate(each, (ROWS, COLUMNS), mode="bilinear") for each in grains)
    return (colour + depth * torch.where(dice.some(0.5), fine, coarse)).clamp(0, 1)


def _rectangle(x: Tensor, y: Tensor, turn: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """How much of each pixel a card covers that is so shifted from the middle and turned, and where on it that is:
    across and along, in pixels from its own middle."""
    across, along = pixels(x.device)
    dx, dy = across - WIDE / 2 - x, along - LONG / 2 - y
    cos, sin = turn.cos(), turn.sin()
    u, v = dx * cos + dy * sin, dy * cos - dx * sin
    return (0.5 + WIDE / 2 - u.abs()).clamp(0, 1) * (0.5 + LONG / 2 - v.abs()).clamp(0, 1), u, v


def _laid(dice: Dice, scene: Tensor, lying: _Lying) -> Tensor:
    """The scene with another card on it, either way up, and its shadow."""
    _, u, v = _rectangle(lying.x, lying.y, lying.turn)
    soft = dice.flat(0.7, 4.0)
    throw_x, throw_y = dice.normal(0.012) * LONG, dice.normal(0.012) * LONG
    shade = torch.sigmoid((WIDE / 2 - (u + throw_x).abs()) / soft)
    shade = shade * torch.sigmoid((LONG / 2 - (v + throw_y).abs()) / soft)
    scene = scene * (1 - dice.flat(0.15, 0.6) * shade * (lying.there & dice.some(SHADOWED)))
    way_up = dice.sign()
    grid = torch.stack([(u * way_up)[:, 0] * (2 / WIDE), (v * way_up)[:, 0] * (2 / LONG)], -1)
    face = functional.grid_sample(lying.face, grid, align_corners=False) * lying.there
    return scene * (1 - face[:, 3:]) + face[:, :3]


def _with_a_thing(dice: Dice, scene: Tensor, there: Tensor) -> Tensor:
    """A finger, a bean or a coin on it, of which nothing tells the reading."""
    across, along = pixels(dice.device)
    angle = dice.turn()
    dx, dy = across - dice.flat(0, WIDE), along - dice.flat(0, LONG)
    a, b = dx * angle.cos() + dy * angle.sin(), dy * angle.cos() - dx * angle.sin()
    radius = dice.flat(0.03, 0.15) * LONG
    depth = 1 - torch.hypot(a / radius, b / (radius * dice.flat(0.5, 1.0)))
    share = (0.5 + depth * radius).clamp(0, 1) * there
    colour = torch.where(dice.some(0.5), dice.flat(0, 1, 3), dice.flat(0.15, 0.9) * dice.flat(0.8, 1.0, 3))
    lit = colour * (1 + dice.flat(-0.4, 0.6) * (depth.clamp(0, 1) - 0.4) + dice.normal(0.15) * a / radius)
    return scene + share * (lit.clamp(0, 1) - scene)
