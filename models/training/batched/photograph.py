"""A batch of cards as photographs show them: among others, in bad light, through lens and sensor, and cut out.

`models/training/samples/shots.py` does the same to one card after another, on the processor.
"""

from __future__ import annotations

import math
from functools import cache

import torch
from torch import Tensor
from torch.nn import functional

from models.training.batched.canvas import COLUMNS, LEFT, LONG, ROWS, TOP, WIDE, Dice, pixels
from models.training.batched.table import composed
from vision.rectify import CLOSE

SIZES = ((60, 86, 112), (86, 120, 152), (120, 168, 208), (168, 230, 280))
"""How long a card may be in the photograph, from and to, and the side of the square that is photographed then, whole
blocks of a JPEG's, all in pixels: most cards are small, and what is small is quickly photographed."""

STRAIGHT, TILT = 0.5, 0.035
"""Share of the cards that lie as the sensor does, and how far they are turned then, radians; the others lie anyhow."""

ASPECTS, ASPECT, USUAL = (0.605, 0.70), 0.642, 0.6
"""Widths that a card may have for a length of 1, and which one that share of them has."""


def photograph(cards: Tensor, others: Tensor, misplaced: Tensor, absent: Tensor, size: int) -> Tensor:
    """Cards of one of the SIZES as cut-outs (n, 128, 80, 4) in bytes: colours, and 255 where the card is in view.

    `cards` (n, 4, LONG, WIDE) and `others` (n, table.OTHERS, 4, LONG, WIDE), 0 to 1, colours multiplied by opacity; of
    the `misplaced` (n,) the cut-out shows a half, of the `absent` (n,) but where they might lie.
    """
    dice, (shortest, longest, side) = Dice(len(cards), cards.device), SIZES[size]
    misplaced, absent = misplaced[:, None, None, None], absent[:, None, None, None]
    scene, mask = composed(dice, cards, others, misplaced, absent)
    length = dice.flat(math.log(shortest), math.log(longest)).exp()
    scene = _through_the_lens(dice, _lit(dice, _worn(dice, _recoloured(dice, scene))), length)
    to_sensor = _placed(dice, length, side)
    seen = _sensed(dice, _sampled(scene, to_sensor, side))
    grid = _slipped(dice, mask.amin((1, 2, 3), keepdim=True) < 0.5)
    cut = functional.grid_sample(
        seen, _on(_moved(to_sensor, grid), side, side), padding_mode="border", align_corners=False
    )
    in_view = functional.grid_sample(mask, _on(grid, COLUMNS, ROWS), padding_mode="border", align_corners=False)
    return (torch.cat([cut, in_view], 1) * 255 + 0.5).clamp(0, 255).byte().permute(0, 2, 3, 1).contiguous()


def _recoloured(dice: Dice, scene: Tensor) -> Tensor:
    """Another printer's inks: hue and saturation changed."""
    changed = dice.some(0.25)
    angle = torch.where(dice.some(0.8), dice.normal(0.3), dice.turn()) * changed
    rich = 1 + (dice.flat(0.25, 1.6) - 1) * changed
    grey = scene.mean(1, keepdim=True)
    colour = (scene - grey) * rich
    turned = torch.stack([colour[:, 1] - colour[:, 2], colour[:, 2] - colour[:, 0], colour[:, 0] - colour[:, 1]], 1)
    return (grey + colour * angle.cos() - turned / math.sqrt(3) * angle.sin()).clamp(0, 1)


def _worn(dice: Dice, scene: Tensor) -> Tensor:
    """Stains and scratches."""
    cloud = torch.rand(dice.count, 1, 6, 6, device=dice.device) * 2.2 - 1.2
    amount = functional.interpolate(cloud, (ROWS, COLUMNS), mode="bicubic").clamp(0, 1)
    scene = scene * (1 - amount * (1 - dice.flat(0.45, 1.0, 3)) * dice.some(0.35))
    across, along = pixels(dice.device)
    for _ in range(2):
        angle = dice.turn()
        far = (across - dice.flat(0, WIDE)) * angle.cos() + (along - dice.flat(0, LONG)) * angle.sin()
        scene = scene + (0.7 - far.abs()).clamp(0, 1) * dice.some(0.3) * (dice.flat(0.3, 1.1) - scene)
    return scene


def _lit(dice: Dice, scene: Tensor) -> Tensor:
    """In some light: uneven, shaded, coloured, mirrored by the card; too little or too much of it."""
    across, along = (each / LONG for each in pixels(dice.device))
    scene = torch.where(dice.some(0.3), scene.clamp(min=1e-4).pow(dice.normal(0.3).exp()), scene)
    level = 1 + dice.normal(0.14) * (across - 0.3) + dice.normal(0.14) * (along - 0.5)
    angle = dice.turn()
    edge = (across - dice.flat(0, WIDE / LONG)) * angle.cos() + (along - dice.flat()) * angle.sin()
    level = level * (1 - dice.flat(0.15, 0.7) * torch.sigmoid(edge / dice.flat(0.003, 0.06)) * dice.some(0.25))
    exposure = (dice.normal(0.32) - 0.1).exp()
    exposure = torch.where(dice.some(0.18), exposure * dice.flat(0.15, 0.6), exposure)
    warm = dice.normal(0.22) * dice.some(0.4)
    cast = torch.cat([-warm, torch.zeros_like(warm), warm], 1) + dice.normal(0.12, 3)
    scene = scene * level * exposure * cast.exp()
    strength = torch.where(dice.some(0.75), dice.flat(0.15, 1.0), dice.flat(1.0, 2.5)) * dice.some(0.22)
    angle = dice.turn()
    dx, dy = across - dice.flat(-0.4, 1.05), along - dice.flat(-0.3, 1.3)
    u = (dx * angle.cos() + dy * angle.sin()) / dice.flat(0.15, 0.87)
    v = (dy * angle.cos() - dx * angle.sin()) / dice.flat(0.07, 0.43)
    scene = scene + strength * torch.exp(-(u.square() + v.square()))
    return torch.where(dice.some(0.2), scene * dice.flat(0.5, 0.95) + dice.flat(0, 0.25), scene)


def _through_the_lens(dice: Dice, scene: Tensor, length: Tensor) -> Tensor:
    """Out of focus, moved, and averaged over the sensor's pixels: what these leave of each frequency."""
    fx, fy = _frequencies(dice.device)
    pixel = LONG / length
    what = dice.flat()
    out_of_focus = torch.where(what < 0.4, dice.flat(0.3, 0.011 * length + 0.4), dice.flat(0.1, 0.5))
    reach = dice.flat(2, 0.03 * length + 3) * (what > 0.85) * pixel
    angle = dice.turn()
    passed = torch.exp(-2 * math.pi**2 * (out_of_focus * pixel).square() * (fx.square() + fy.square()))
    passed = passed * torch.sinc(reach * (fx * angle.cos() + fy * angle.sin()))
    passed = passed * torch.sinc(pixel * fx) * torch.sinc(pixel * fy)
    return torch.fft.irfft2(torch.fft.rfft2(scene) * passed, s=(ROWS, COLUMNS))


@cache
def _frequencies(device: torch.device) -> tuple[Tensor, Tensor]:
    """Cycles a pixel, across and along, as the real transform has them."""
    return torch.fft.rfftfreq(COLUMNS, device=device)[None], torch.fft.fftfreq(ROWS, device=device)[:, None]


def _placed(dice: Dice, length: Tensor, side: int) -> Tensor:
    """Where the canvas lies on the sensor (n, 2, 3), whose middle sees the card's: what takes a canvas pixel to one of
    the sensor's."""
    turn = torch.where(dice.some(STRAIGHT), dice.normal(TILT), dice.turn())
    aspect = torch.where(dice.some(USUAL), ASPECT, dice.flat(*ASPECTS)) * dice.normal(0.025).exp()
    cos, sin, wider = (each.flatten() for each in (turn.cos(), turn.sin(), aspect * (LONG / WIDE)))
    turned = torch.stack([torch.stack([cos * wider, -sin], 1), torch.stack([sin * wider, cos], 1)], 1)
    sheared = torch.eye(2, device=dice.device) + torch.randn(dice.count, 2, 2, device=dice.device) * 0.02
    matrix = turned @ sheared * (length / LONG)[..., 0]
    middle = torch.tensor([LEFT + WIDE / 2, TOP + LONG / 2], device=dice.device)
    shift = side / 2 + torch.rand(dice.count, 2, device=dice.device) - matrix @ middle
    return torch.cat([matrix, shift[..., None]], 2)


def _moved(to: Tensor, at: Tensor) -> Tensor:
    """Where points (n, rows, columns, 2) come to lie."""
    return torch.einsum("nij,nhwj->nhwi", to[:, :, :2], at) + to[:, None, None, :, 2]


def _sampled(scene: Tensor, to_sensor: Tensor, side: int) -> Tensor:
    """What the sensor's pixels see."""
    middles = torch.arange(side, device=scene.device, dtype=torch.float32) + 0.5
    pixel = torch.stack(torch.meshgrid(middles, middles, indexing="xy"), -1)
    inverse = torch.linalg.inv(to_sensor[:, :, :2])
    to_canvas = torch.cat([inverse, -inverse @ to_sensor[:, :, 2:]], 2)
    at = _moved(to_canvas, pixel.expand(len(scene), -1, -1, -1))
    return functional.grid_sample(scene, _on(at, COLUMNS, ROWS), padding_mode="border", align_corners=False)


def _on(at: Tensor, columns: int, rows: int) -> Tensor:
    """Pixels (…, 2) as `grid_sample` has them."""
    return at * torch.tensor([2 / columns, 2 / rows], device=at.device) - 1


def _sensed(dice: Dice, seen: Tensor) -> Tensor:
    """With noise, sharpened, without colours, compressed."""
    noise = dice.flat(0.002, 0.05) * (1 + dice.some(0.1).float()) * dice.some(0.75)
    seen = seen + torch.randn_like(seen) * noise * (0.4 + 0.6 * seen.clamp(0, 1).sqrt())
    soft = functional.avg_pool2d(functional.pad(seen, (1, 1, 1, 1), mode="replicate"), 3, 1)
    seen = (seen + dice.flat(0.2, 1.2) * (seen - soft) * dice.some(0.3)).clamp(0, 1)
    seen = torch.where(dice.some(0.1), seen.mean(1, keepdim=True), seen)
    return torch.where(dice.some(0.6), _compressed(dice, seen), seen)


@cache
def _cosines(device: torch.device) -> Tensor:
    """The discrete cosine transform of eight values."""
    n = torch.arange(8, device=device, dtype=torch.float32)
    basis = torch.cos(math.pi / 8 * (n[None] + 0.5) * n[:, None]) / 2
    basis[0] /= math.sqrt(2)
    return basis


def _compressed(dice: Dice, seen: Tensor) -> Tensor:
    """As a JPEG leaves it: what is coarse and pale is kept better than what is fine and coloured."""
    quality = dice.flat(30, 95)
    strength = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
    basis = _cosines(seen.device)
    grey = seen.mean(1, keepdim=True)
    planes = torch.cat([grey, (seen - grey)[:, ::2]], 1)
    blocks = planes.unflatten(2, (-1, 8)).unflatten(4, (-1, 8)).permute(0, 1, 2, 4, 3, 5)
    waves = basis @ blocks @ basis.T
    k = torch.arange(8, device=seen.device, dtype=torch.float32)
    steps = (12 + 9 * (k[:, None] + k[None])) / 255
    steps = torch.stack([steps, steps * 1.6, steps * 1.6])[:, None, None] * strength[..., None, None]
    steps = steps.clamp(min=1 / 255)
    kept = (waves / steps).round() * steps
    planes = (basis.T @ kept @ basis).permute(0, 1, 2, 4, 3, 5).flatten(4, 5).flatten(2, 3)
    first, third = planes[:, 1:2], planes[:, 2:]
    return (planes[:, :1] + torch.cat([first, -first - third, third], 1)).clamp(0, 1)


def _slipped(dice: Dice, covered: Tensor) -> Tensor:
    """Where on the canvas the cut-out's pixels come from (n, 128, 80, 2), as its corners are a little off."""
    device = dice.device
    u = (torch.arange(CLOSE.width, device=device) + 0.5) / CLOSE.width
    v = (torch.arange(CLOSE.height, device=device) + 0.5) / CLOSE.height
    u, v = ((each - CLOSE.margin) / (1 - 2 * CLOSE.margin) for each in (u, v))
    slip = 0.005 + 0.014 * dice.some(0.25) + 0.02 * dice.some(0.08) + 0.012 * dice.flat() * covered
    corners = torch.randn(dice.count, 2, 2, 2, device=device) * slip * dice.flat(0.4, 1.2) * LONG
    left, right = corners[:, :, None, 0], corners[:, :, None, 1]
    above, below = (left + (right - left) * u[:, None]).unbind(1)
    off = above[:, None] + (below - above)[:, None] * v[:, None, None]
    return torch.stack(torch.meshgrid(u * WIDE + LEFT, v * LONG + TOP, indexing="xy"), -1) + off
