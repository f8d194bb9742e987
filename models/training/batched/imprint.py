"""Numerals and pintas printed on a batch of ends that show none: `models/training/samples/imprint.py`, batched."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from models.deck.ends.frame import GAPS
from models.deck.size import WIDTH as CARD_WIDTH
from models.training.batched import canvas
from models.training.batched.canvas import Dice
from models.training.batched.glyphs import FOREIGN, HEIGHT, NUMERALS, TEXTS, Glyphs, levels, numbers_of
from models.training.labels import NO_RANK, NO_SUIT, SUITS

WITHOUT, FRENCH, LETTERED, NO_NUMERAL, NO_FRAME = 0.05, 0.05, 0.03, 0.04, 0.1
"""Shares of the ends: with neither mark; with a foreign suit's; with a letter; without a numeral; without a frame."""

CLEARED, BOXED, SIGNED, BOTH, PALE = 0.6, 0.15, 0.12, 0.15, 0.06
"""Shares: paper under the numeral; a box or a disc around it; a small sign below it; the numeral in the other corner
as well; ink that hardly shows."""

DARK = 110 / 255
"""Brightness of paper below which the ink is lighter."""

LOWEST = 18.8
"""How far down a numeral ends at most, millimetres."""

PAD = 4
"""Pixels around a glyph into which it may grow."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Ends (n, 4, rows, columns) with their marks, 0 to 1, colours multiplied by opacity, and their labels (n,)."""

    pictures: Tensor
    ranks: Tensor
    suits: Tensor


@dataclass(frozen=True, slots=True)
class _Line:
    """How far in the frame's line runs along the long sides and the short ones, how thick it is, and where it is two
    of them; millimetres."""

    inset: Tensor
    deep: Tensor
    width: Tensor
    double: Tensor

    @classmethod
    def any(cls, dice: Dice) -> _Line:
        """A maker's."""
        inset = dice.flat(1.4, 6.6)
        deep = (inset + dice.normal(0.7)).clamp(min=1.2)
        return cls(inset, deep, dice.flat(math.log(0.16), math.log(1.3)).exp(), dice.some(0.18))

    @property
    def thick(self) -> Tensor:
        """What both lines take."""
        return self.width + self.double * 1.2


def imprint(ends: Tensor, paper: Tensor, glyphs: Glyphs) -> Printed:
    """Marks on ends (n, 4, DEEP, WIDE) whose paper has that colour (n, 3), 0 to 1."""
    dice = Dice(len(ends), ends.device)
    paper = paper[:, :, None, None]
    what, how = dice.flat(), dice.flat()
    bare, french = what < WITHOUT, (what >= WITHOUT) & (what < WITHOUT + FRENCH)
    lettered, unnumbered = how < LETTERED, (how >= LETTERED) & (how < LETTERED + NO_NUMERAL)
    ranks, suits = dice.one_of(NO_RANK), dice.one_of(NO_SUIT)
    texts = _texts(dice, ranks, french.flatten(), lettered.flatten())
    framed = ~(bare | french | dice.some(NO_FRAME))
    numbered = ~(bare | (unnumbered & ~french))

    line = _Line.any(dice)
    frame = _frame(dice, line, _gaps(suits)[:, None, None, None]) * framed
    ink, clear = (each * numbered for each in _numeral(dice, line, glyphs, texts, french))
    clear = torch.maximum(clear, _outside(line) * (dice.some(0.8) & ~bare))

    dark = paper.mean(1, keepdim=True) < DARK
    line_ink = _line_ink(dice, dark)
    number_ink = torch.where(dice.some(0.6), line_ink, _number_ink(dice, paper, dark))
    red = torch.cat([dice.flat(0.04, 0.24), dice.flat(0.04, 0.24), dice.flat(0.6, 0.9)], 1)
    number_ink = torch.where(french & dice.some(0.5), red, number_ink)
    colours, alpha = ends[:, :3], ends[:, 3:]
    for share, colour in ((clear, paper), (frame, line_ink), (ink, number_ink)):
        colours = colours + share * (colour - colours)
    has_rank = (numbered & ~french & ~lettered).flatten()
    return Printed(
        torch.cat([torch.minimum(colours, alpha), alpha], 1),
        torch.where(has_rank, ranks, NO_RANK),
        torch.where(framed.flatten(), suits, NO_SUIT),
    )


def _gaps(suits: Tensor) -> Tensor:
    """How many breaks each suit's pinta has."""
    return torch.tensor([GAPS[suit] for suit in SUITS], device=suits.device)[suits]


def _card(device: torch.device) -> tuple[Tensor, Tensor]:
    """Where the end's pixels lie from the card's corner: across (1, WIDE), along (DEEP, 1), in millimetres."""
    across, along = canvas.millimetres(device)
    return across[:, canvas.LEFT : -canvas.LEFT], along[canvas.TOP :]


def _texts(dice: Dice, ranks: Tensor, french: Tensor, lettered: Tensor) -> Tensor:
    """Which of TEXTS each shows: its rank, a foreign card's, or a letter."""
    foreign = torch.tensor(numbers_of([*FOREIGN, *NUMERALS[1:10]]), device=ranks.device)
    letters = torch.arange(len(NUMERALS), len(TEXTS), device=ranks.device)
    texts = torch.where(french, foreign[dice.one_of(len(foreign))], ranks)
    return torch.where(lettered & ~french, letters[dice.one_of(len(letters))], texts)


def _outside(line: _Line) -> Tensor:
    """The margin outside the frame, which most makers leave free."""
    x, y = _card(line.inset.device)
    from_side = CARD_WIDTH / 2 - (x - CARD_WIDTH / 2).abs()
    return ((from_side < line.inset + line.thick) | (y < line.deep + line.thick)).float()


def _frame(dice: Dice, line: _Line, gaps: Tensor) -> Tensor:
    """How much of each pixel the frame covers, with so many breaks on the short side."""
    x, y = _card(dice.device)
    radius = dice.flat(0.5, 4.0) * dice.some(0.3)
    sides = dice.some(0.88)
    spacing = dice.flat(0.6, 1.6)
    inner = CARD_WIDTH - 2 * line.inset
    segment = inner / (gaps + 1)
    gap = torch.minimum(dice.flat(2.2, 11.0), segment * dice.flat(0.45, 0.72))
    broken = torch.zeros_like(x * y + inner, dtype=torch.bool)
    for number in range(3):
        middle = line.inset + segment * (number + 1) + dice.normal(0.012) * inner
        broken |= ((x - middle).abs() < gap / 2) & (gaps > number)
    broken &= y < line.deep + radius + line.width + line.double * 1.6
    covered = torch.zeros_like(broken, dtype=torch.float32)
    for number in range(2):
        by = number * spacing
        thick = line.width * (dice.flat(0.4, 1.0) if number else 1.0)
        curve = (radius - by).clamp(min=0)
        # The signed distance from a box with round corners, whose other end lies outside the canvas.
        across = (x - CARD_WIDTH / 2).abs() - (inner / 2 - by) + curve
        along = line.deep + by - y + curve
        outer = torch.hypot(across.clamp(min=0), along.clamp(min=0))
        distance = outer + torch.maximum(across, along).clamp(max=0) - curve
        drawn = (0.5 + (thick / 2 - distance.abs()) * canvas.MM).clamp(0, 1) * (thick * canvas.MM).clamp(max=1)
        drawn = drawn * (sides | (y < line.deep + by + curve + thick))
        covered = torch.maximum(covered, drawn * (line.double if number else 1.0))
    return covered * ~broken


def _place(dice: Dice, line: _Line, tall: Tensor) -> tuple[Tensor, Tensor]:
    """How far from the corner a numeral stands that is so tall: within the frame, on it, or anywhere; millimetres."""
    where = dice.flat()
    left = torch.where(where < 0.66, line.inset + line.thick + dice.flat(0.2, 2.5), line.inset + dice.flat(-0.8, 1.5))
    left = torch.where(where < 0.8, left, dice.flat(1.2, 9.0)).clamp(min=0.8)
    top = torch.where(
        where < 0.66, line.deep + line.thick + dice.flat(0.2, 2.5), line.deep - tall * dice.flat(0.3, 0.7)
    )
    top = torch.where(where < 0.8, top, dice.flat(1.2, 7.0)).clamp(min=0.8)
    return left, torch.minimum(top, (LOWEST - tall).clamp(min=0.8))


def _numeral(dice: Dice, line: _Line, glyphs: Glyphs, texts: Tensor, french: Tensor) -> tuple[Tensor, Tensor]:
    """How much of each pixel the numeral's ink covers, with what stands around and below it, and paper under it."""
    x, y = _card(dice.device)
    ink, columns = glyphs.pick(texts)
    columns = columns[:, None, None, None]
    sizes = levels(_weighted(dice, functional.pad(ink, (PAD, PAD, PAD, PAD))))
    tall = dice.flat(math.log(2.2), math.log(9.0)).exp()
    wide = columns / HEIGHT * tall * dice.normal(0.14).exp() * 0.95
    left, top = _place(dice, line, tall)
    lean = torch.where(dice.some(0.18), dice.flat(0.08, 0.3), dice.normal(0.04))
    turn = dice.normal(0.02)
    boxed, disc, filled = dice.some(BOXED) & ~french, dice.some(0.4), dice.some(0.5)
    signed, sign = french | dice.some(SIGNED), _sign(dice, french)
    margin = torch.where(boxed, tall * dice.flat(0.12, 0.3), dice.flat(0.3, 1.4))
    outline = dice.flat(0.1, 0.25)
    printed, paper = torch.zeros_like(x * y + left), torch.zeros_like(x * y + left)
    for at, there in ((left, torch.ones_like(signed)), (CARD_WIDTH - left - wide, dice.some(BOTH))):
        across, down = x - at - wide / 2, y - top - tall / 2
        u = (across + (turn + lean) * down) / wide + 0.5
        v = (down - turn * across) / tall + 0.5
        number = _looked_up(sizes, u * columns + PAD, v * HEIGHT + PAD, tall * canvas.MM)
        below = _looked_up(sign, across / tall * 60 + 24, (v - 1.12) * 60, tall * canvas.MM * 0.8)
        number = torch.maximum(number, below * signed)
        box = _box(across, down, wide / 2 + margin, tall / 2 + margin, disc & boxed)
        inside, rim = (0.5 + box * canvas.MM).clamp(0, 1), (0.5 + (outline - box.abs()) * canvas.MM).clamp(0, 1)
        in_box = torch.where(filled, inside * (1 - number), torch.maximum(number, rim))
        printed = torch.maximum(printed, torch.where(boxed, in_box, number) * there)
        longer = _box(across, down - tall * 0.4, wide / 2 + margin, tall * 0.9 + margin, torch.zeros_like(disc))
        under = torch.where(signed & ~boxed, (0.5 + longer * canvas.MM).clamp(0, 1), inside)
        paper = torch.maximum(paper, under * there)
    return printed, paper * (dice.some(CLEARED) | boxed)


def _weighted(dice: Dice, ink: Tensor) -> Tensor:
    """Some bolder, some as an outline alone."""
    what = dice.flat()
    bold = functional.max_pool2d(ink, 3, 1, 1)
    bolder = functional.max_pool2d(ink, 5, 1, 2)
    thin = -functional.max_pool2d(-ink, 3, 1, 1)
    ink = torch.where(what < 0.1, bold, ink)
    ink = torch.where((what >= 0.1) & (what < 0.15), bolder, ink)
    ink = torch.where((what >= 0.15) & (what < 0.2), thin, ink)
    return torch.where((what >= 0.2) & (what < 0.24), (bolder - thin).clamp(0, 1), ink)


def _sign(dice: Dice, french: Tensor) -> list[Tensor]:
    """What stands below a numeral (n, 1, 48, 48): a blot, or a shape like a foreign suit's."""
    grid = torch.arange(48, device=dice.device, dtype=torch.float32) - 23.5
    gx, gy = grid[None], grid[:, None]
    angle = dice.flat(0, math.pi)
    a, b = gx * angle.cos() + gy * angle.sin(), gy * angle.cos() - gx * angle.sin()
    blot = 1 - (a / dice.flat(6, 21)).square() - (b / dice.flat(6, 21)).square()
    blot = (0.5 + 6 * blot).clamp(0, 1) * dice.flat(0.4, 1.0)
    diamond = 20 - gx.abs() * 1.4 - gy.abs()
    heart = torch.where(gy < -5, 11 - torch.hypot(gx.abs() - 9, gy + 7), 20 - gx.abs() - (gy + 5) * 0.9)
    spade = torch.maximum(heart.flip(0), 4 - gx.abs() - (gy < 8) * 9)
    club = torch.maximum(9 - torch.hypot(gx.abs() - 9, gy - 3), 9 - torch.hypot(gx, gy + 10))
    club = torch.maximum(club, 3 - gx.abs() - (gy < 0) * 9)
    shapes = (0.5 + torch.stack([diamond, heart, spade, club])).clamp(0, 1)[:, None]
    return levels(torch.where(french, shapes[dice.one_of(4)], blot))


def _looked_up(sizes: list[Tensor], across: Tensor, down: Tensor, tall: Tensor) -> Tensor:
    """The glyphs at these of their own pixels, from the size that is hardly larger than the `tall` pixels that they are
    shown in."""
    rows, columns = sizes[0].shape[2:]
    across, down = torch.broadcast_tensors(across, down)
    grid = torch.stack([across[:, 0] / columns * 2 - 1, down[:, 0] / rows * 2 - 1], -1)
    shown = functional.grid_sample(sizes[0], grid, align_corners=False)
    for number, size in enumerate(sizes[1:], 1):
        smaller = functional.grid_sample(size, grid, align_corners=False)
        shown = torch.where(tall < HEIGHT / 2 ** (number - 1) * 0.6, smaller, shown)
    return shown


def _box(across: Tensor, down: Tensor, half_width: Tensor, half_height: Tensor, disc: Tensor) -> Tensor:
    """How far inside a box, or a disc around it, each pixel lies; below 0 outside."""
    box = torch.minimum(half_width - across.abs(), half_height - down.abs())
    round_ = torch.maximum(half_width, half_height) * 1.05 - torch.hypot(across, down)
    return torch.where(disc, round_, box)


def _line_ink(dice: Dice, dark: Tensor) -> Tensor:
    """The colour of the frame's ink."""
    what = dice.flat()
    black = dice.flat(0, 60 / 255) + dice.flat(0, 0.04, 3)
    any_ = torch.where(what < 0.92, dice.flat(0, 150 / 255, 3), dice.flat(90 / 255, 190 / 255, 3))
    return torch.where(dark, dice.flat(170 / 255, 1.0, 3), torch.where(what < 0.6, black, any_))


def _number_ink(dice: Dice, paper: Tensor, dark: Tensor) -> Tensor:
    """The colour of the numerals' ink on such paper."""
    what = dice.flat()
    any_ = dice.flat(0, 1, 3)
    any_ = any_ * (dice.flat(0.1, 0.68) / any_.mean(1, keepdim=True)).clamp(max=1)
    share = torch.where(what < 0.62, dice.flat(0, 0.35) + dice.flat(0, 0.06, 3), any_)
    share = torch.where(what < PALE, dice.flat(0.55, 0.78) + dice.flat(-0.08, 0.08, 3), share)
    return torch.where(dark, paper + (1 - paper) * (1 - share) * 0.8, paper * share)
