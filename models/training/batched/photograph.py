"""A batch of ends as photographs show them: among other cards, in bad light, through lens and sensor, and cut out.

`models/training/samples/shots.py` does the same to one card after another, on the processor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor
from torch.nn import functional

from models.training.batched import canvas
from models.training.batched.canvas import COLUMNS, DEEP, LONG, ROWS, WIDE, Dice
from models.training.samples.ends import GENTLE, HARSH
from vision.rectify import END

LENGTHS = (110.0, 420.0)
"""Pixels of a card's longer side in the photograph, as the box's camera and smaller ones see it, far ones too."""

SENSOR = (208, 352)
"""Rows and columns of the photograph around an end, whole blocks of a JPEG's."""

TILT = 0.21
"""How far an end may be turned on the sensor, radians either way: all turns are left to samples made one by one."""

ALONE, BESIDE, STAGGERED, FANNED = 0.2, 0.35, 0.2, 0.17
"""Shares of the ways in which cards lie among others; the rest lie along each other."""

UNKNOWN_COVERS = 0.04
"""Share of the photographs in which nothing tells the reading what covers the card."""


def photograph(ends: Tensor, others: Tensor) -> Tensor:
    """Ends (n, 4, DEEP, WIDE) of cards, 0 to 1, colours multiplied by opacity, as cut-outs (n, 64, 192, 4) in bytes.

    `others` (n, k, 4, DEEP, WIDE): the ends of cards that may lie beside, under and over each, four of them.
    """
    dice = Dice(len(ends), ends.device)
    scene, mask = _composed(dice, ends, others)
    length = dice.flat(math.log(LENGTHS[0]), math.log(LENGTHS[1])).exp()
    harsh = torch.where(dice.some(HARSH), 1.0, GENTLE)
    scene = _lit(dice, _worn(dice, _recoloured(dice, scene, harsh), harsh), harsh)
    seen = _through_the_lens(dice, scene, length, harsh)
    to_sensor = _placed(dice, length)
    seen = _sensed(dice, _sampled(seen, to_sensor), harsh)
    grid = _slipped(dice)
    cut = _cut_out(seen, grid, to_sensor)
    in_view = functional.grid_sample(mask, _on(grid, COLUMNS, ROWS), padding_mode="border", align_corners=False)
    return (torch.cat([cut, in_view], 1) * 255 + 0.5).clamp(0, 255).byte().permute(0, 2, 3, 1).contiguous()


@dataclass(frozen=True, slots=True)
class _Lying:
    """A card that may lie on each canvas: its end, how far it is shifted, in pixels, and turned, against the own card,
    and where it is `there` at all."""

    end: Tensor
    x: Tensor
    y: Tensor
    turn: Tensor
    there: Tensor


def _composed(dice: Dice, ends: Tensor, others: Tensor) -> tuple[Tensor, Tensor]:
    """Each end on a table among other cards (n, 3, rows, columns), and what of it is in view (n, 1, rows, columns)."""
    below, above = _company(dice, others)
    scene = _table(dice)
    for lying in below:
        scene = _laid(dice, scene, lying)
    scene = _own_laid(dice, scene, ends)
    for lying in above:
        scene = _laid(dice, scene, lying)
    unknown, by = dice.some(UNKNOWN_COVERS), 0.008 * LONG
    in_view = torch.ones(dice.count, 1, ROWS, COLUMNS, device=dice.device)
    for lying in above:
        x, y, turn = lying.x + dice.normal(by), lying.y + dice.normal(by), lying.turn + dice.normal(0.012)
        in_view = torch.minimum(in_view, 1 - _rectangle(x, y, turn)[0] * (lying.there & ~unknown))
    for _ in range(2):
        scene = _beaded(dice, scene, dice.some(0.12))
    return scene, in_view


def _company(dice: Dice, others: Tensor) -> tuple[list[_Lying], list[_Lying]]:
    """Two cards under each and two over it, the farther ones first and last: side by side, staggered, fanned, along
    each other, or none."""
    what, sign = dice.flat(), torch.where(dice.some(0.5), 1.0, -1.0)
    alone, beside = what < ALONE, (what >= ALONE) & (what < ALONE + BESIDE)
    staggered = (what >= ALONE + BESIDE) & (what < ALONE + BESIDE + STAGGERED)
    along = what >= ALONE + BESIDE + STAGGERED + FANNED
    fanned = ~(alone | beside | staggered | along)
    across = torch.where(staggered, dice.flat(0.12, 0.8), dice.flat(0.15, 0.6)) * sign
    across = torch.where(along, dice.normal(0.04), across) * WIDE
    down = torch.where(staggered, dice.normal(0.03), dice.flat(-0.08, 0.08))
    down = torch.where(along, dice.flat(0.12, 0.6) * sign, down) * LONG
    lean = dice.normal(1.0) * torch.where(fanned, 0.25, torch.where(along, 0.05, 0.03))
    found = []
    for number, steps in enumerate((-2, -1, 1, 2)):
        side = 1.0 if number % 2 else -1.0
        next_to = dice.some(0.8)
        x = torch.where(beside, side * dice.flat(0.96, 1.3) * WIDE * next_to, steps * across)
        y = torch.where(beside, side * dice.flat(0.97, 1.2) * LONG * ~next_to, steps * down)
        turn = torch.where(beside, dice.normal(0.05), steps * lean + dice.normal(0.02))
        there = torch.where(beside, dice.some(0.37), dice.some(0.85 if abs(steps) == 1 else 0.4)) & ~alone
        off = torch.where(beside, 0.015, 0.006) * LONG
        found.append(_Lying(others[:, number], x + dice.normal(off), y + dice.normal(off), turn, there))
    return found[:2], found[2:]


def _table(dice: Dice) -> Tensor:
    colour = torch.where(dice.some(0.15), dice.flat(150, 255) + dice.normal(8, 3), dice.flat(5, 220, 3)) / 255
    depth = dice.flat(2, 30) / 255
    fine = torch.randn(dice.count, 1, 40, 107, device=dice.device)
    coarse = torch.randn(dice.count, 1, 8, 21, device=dice.device)
    rough = [functional.interpolate(each, (ROWS, COLUMNS), mode="bilinear") for each in (fine, coarse)]
    return (colour + depth * torch.where(dice.some(0.5), rough[0], rough[1])).clamp(0, 1)


def _rectangle(x: Tensor, y: Tensor, turn: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """How much of each pixel a card covers that is shifted and turned against the own one, and where on it that is:
    across and along, in pixels from its corner."""
    across, along = canvas.pixels(x.device)
    dx, dy = across - WIDE / 2 - x, along - LONG / 2 - y
    cos, sin = turn.cos(), turn.sin()
    u, v = dx * cos + dy * sin, dy * cos - dx * sin
    inside = (0.5 + WIDE / 2 - u.abs()).clamp(0, 1) * (0.5 + LONG / 2 - v.abs()).clamp(0, 1)
    return inside, u + WIDE / 2, v + LONG / 2


def _laid(dice: Dice, scene: Tensor, lying: _Lying) -> Tensor:
    """The scene with another card on it, and its shadow; of its middle, which no end shows, the ends are repeated."""
    inside, u, v = _rectangle(lying.x, lying.y, lying.turn)
    soft = dice.flat(1.5, 8.0)
    throw_x, throw_y = dice.normal(0.012) * LONG, dice.normal(0.012) * LONG
    shade = torch.sigmoid((WIDE / 2 - (u - WIDE / 2 + throw_x).abs()) / soft)
    shade = shade * torch.sigmoid((LONG / 2 - (v - LONG / 2 + throw_y).abs()) / soft)
    scene = scene * (1 - dice.flat(0.15, 0.6) * shade * (lying.there & dice.some(0.7)))
    u, v = torch.where(v > LONG / 2, WIDE - u, u), torch.minimum(v, LONG - v)
    v = DEEP - (v - DEEP).abs()
    face = _printed(lying.end, u, v, "border") * inside * lying.there
    return scene * (1 - face[:, 3:]) + face[:, :3]


def _own_laid(dice: Dice, scene: Tensor, ends: Tensor) -> Tensor:
    """The scene with the card on it whose end is looked at, and its shadow."""
    u, v = (each.expand(dice.count, 1, ROWS, COLUMNS) for each in canvas.pixels(dice.device))
    soft = dice.flat(1.5, 8.0)
    throw_x, throw_y = dice.normal(0.012) * LONG, dice.normal(0.012) * LONG
    shade = torch.sigmoid((WIDE / 2 - (u - WIDE / 2 + throw_x).abs()) / soft) * torch.sigmoid((v + throw_y) / soft)
    scene = scene * (1 - dice.flat(0.15, 0.6) * shade * dice.some(0.7))
    face = _printed(ends, u, v, "zeros")
    return scene * (1 - face[:, 3:]) + face[:, :3]


def _printed(ends: Tensor, u: Tensor, v: Tensor, beyond: str) -> Tensor:
    """What stands on ends, so many of their pixels across and along."""
    grid = torch.stack([u[:, 0] / WIDE * 2 - 1, v[:, 0] / DEEP * 2 - 1], -1)
    return functional.grid_sample(ends, grid, padding_mode=beyond, align_corners=False)


def _beaded(dice: Dice, scene: Tensor, there: Tensor) -> Tensor:
    """A finger, a bean or a coin on it, of which nothing tells the reading."""
    across, along = canvas.pixels(dice.device)
    angle = dice.flat(0, math.pi)
    dx, dy = across - dice.flat(0, WIDE), along - dice.flat(0, DEEP)
    a, b = dx * angle.cos() + dy * angle.sin(), dy * angle.cos() - dx * angle.sin()
    radius = dice.flat(0.03, 0.13) * LONG
    depth = 1 - torch.hypot(a / radius, b / (radius * dice.flat(0.5, 1.0)))
    share = (0.5 + depth * radius).clamp(0, 1) * there
    colour = torch.where(dice.some(0.5), dice.flat(0, 1, 3), dice.flat(0.15, 0.9) * dice.flat(0.8, 1.0, 3))
    round_ = colour * (1 + dice.flat(-0.4, 0.6) * (depth.clamp(0, 1) - 0.4) + dice.normal(0.15) * a / radius)
    return scene + share * (round_.clamp(0, 1) - scene)


def _recoloured(dice: Dice, scene: Tensor, harsh: Tensor) -> Tensor:
    """Another printer's inks: hue, saturation and lightness changed; now and then colours change places."""
    angle = torch.where(dice.some(0.8), dice.normal(0.3), dice.flat(-math.pi, math.pi)) * dice.some(0.25 * harsh)
    rich = 1 + (dice.flat(0.25, 1.6) - 1) * dice.some(0.25 * harsh)
    grey = scene.mean(1, keepdim=True)
    colour = (scene - grey) * rich
    turned = torch.stack([colour[:, 1] - colour[:, 2], colour[:, 2] - colour[:, 0], colour[:, 0] - colour[:, 1]], 1)
    scene = grey + colour * angle.cos() - turned / math.sqrt(3) * angle.sin()
    order = torch.rand(dice.count, 3, device=dice.device).argsort(1)
    order = torch.where(dice.some(0.3)[:, 0, :, 0], order, torch.arange(3, device=dice.device))
    return scene.gather(1, order[:, :, None, None].expand_as(scene)).clamp(0, 1)


def _worn(dice: Dice, scene: Tensor, harsh: Tensor) -> Tensor:
    """Stains and scratches."""
    amount = functional.interpolate(
        torch.rand(dice.count, 1, 5, 12, device=dice.device) * 2.2 - 1.2, (ROWS, COLUMNS), mode="bicubic"
    ).clamp(0, 1)
    scene = scene * (1 - amount * (1 - dice.flat(0.45, 1.0, 3)) * dice.some(0.35 * harsh))
    across, along = canvas.pixels(dice.device)
    for _ in range(2):
        angle = dice.flat(0, math.pi)
        far = (across - dice.flat(0, WIDE)) * angle.cos() + (along - dice.flat(0, DEEP)) * angle.sin()
        line = (1.2 - far.abs()).clamp(0, 1) * dice.some(0.3 * harsh)
        scene = scene + line * (dice.flat(0.3, 1.1) - scene)
    return scene


def _lit(dice: Dice, scene: Tensor, harsh: Tensor) -> Tensor:
    """In some light: uneven, shaded, coloured, mirrored by the card; too little or too much of it."""
    across, along = canvas.pixels(dice.device)
    across, along = across / LONG, along / LONG
    scene = torch.where(dice.some(0.3), scene.clamp(min=1e-4).pow(dice.normal(0.3).exp()), scene)
    level = 1 + dice.normal(0.14) * across + dice.normal(0.14) * along
    angle = dice.flat(-math.pi, math.pi)
    edge = (across - dice.flat(0, 0.6)) * angle.cos() + (along - dice.flat(0, 0.25)) * angle.sin()
    level = level * (1 - dice.flat(0.15, 0.7) * torch.sigmoid(edge / dice.flat(0.003, 0.06)) * dice.some(0.25))
    exposure = (dice.normal(0.32) * harsh - 0.1).exp()
    exposure = torch.where(dice.some(0.18 * harsh), exposure * dice.flat(0.15, 0.6), exposure)
    warm = dice.normal(0.22) * dice.some(0.4)
    cast = torch.cat([-warm, torch.zeros_like(warm), warm], 1) + dice.normal(0.12, 3)
    scene = scene * level * exposure * cast.exp()
    strength = torch.where(dice.some(0.75), dice.flat(0.15, 1.0), dice.flat(1.0, 2.5)) * dice.some(0.22 * harsh)
    angle = dice.flat(0, math.pi)
    dx, dy = across - dice.flat(-0.2, 0.85), along - dice.flat(-0.3, 0.6)
    u = (dx * angle.cos() + dy * angle.sin()) / dice.flat(0.15, 0.87)
    v = (dy * angle.cos() - dx * angle.sin()) / dice.flat(0.07, 0.43)
    scene = scene + strength * torch.exp(-(u.square() + v.square()))
    hazy = dice.some(0.2 * harsh)
    return torch.where(hazy, scene * dice.flat(0.5, 0.95) + dice.flat(0, 0.25), scene)


def _through_the_lens(dice: Dice, scene: Tensor, length: Tensor, harsh: Tensor) -> Tensor:
    """Out of focus, moved, and averaged over the sensor's pixels: what these leave of each frequency."""
    fx, fy = _frequencies(dice.device)
    pixel = LONG / length
    what = dice.flat()
    out_of_focus = torch.where(what < 0.4 * harsh, dice.flat(0.3, 0.011 * length + 0.4), dice.flat(0.2, 0.6))
    reach = dice.flat(2, 0.03 * length + 3) * (what > 1 - 0.15 * harsh) * pixel
    angle = dice.flat(0, math.pi)
    spread = out_of_focus * pixel
    passed = torch.exp(-2 * math.pi**2 * spread.square() * (fx.square() + fy.square()))
    passed = passed * torch.sinc(reach * (fx * angle.cos() + fy * angle.sin()))
    passed = passed * torch.sinc(pixel * fx) * torch.sinc(pixel * fy)
    return torch.fft.irfft2(torch.fft.rfft2(scene) * passed, s=(ROWS, COLUMNS))


@cache
def _frequencies(device: torch.device) -> tuple[Tensor, Tensor]:
    """Cycles a pixel, across and along, as the real transform has them."""
    return torch.fft.rfftfreq(COLUMNS, device=device)[None], torch.fft.fftfreq(ROWS, device=device)[:, None]


def _placed(dice: Dice, length: Tensor) -> Tensor:
    """Where the canvas lies on the sensor (n, 2, 3): what takes a canvas pixel to one of the sensor's."""
    turn, scale = dice.flat(-TILT, TILT), length / LONG
    cos, sin = (turn.cos() * scale).flatten(), (turn.sin() * scale).flatten()
    x, y = COLUMNS / 2, ROWS / 2
    shift_x = SENSOR[1] / 2 + torch.rand_like(cos) - cos * x + sin * y
    shift_y = SENSOR[0] / 2 + torch.rand_like(cos) - sin * x - cos * y
    return torch.stack([torch.stack([cos, -sin, shift_x], 1), torch.stack([sin, cos, shift_y], 1)], 1)


def _sampled(scene: Tensor, to_sensor: Tensor) -> Tensor:
    """What the sensor's pixels see."""
    device = scene.device
    rows = torch.arange(SENSOR[0], device=device, dtype=torch.float32) + 0.5
    columns = torch.arange(SENSOR[1], device=device, dtype=torch.float32) + 0.5
    y, x = torch.meshgrid(rows, columns, indexing="ij")
    at = torch.stack([x, y], -1) - to_sensor[:, None, None, :, 2]
    inverse = torch.linalg.inv(to_sensor[:, :, :2])
    back = torch.einsum("nij,nhwj->nhwi", inverse, at)
    return functional.grid_sample(scene, _on(back, COLUMNS, ROWS), padding_mode="border", align_corners=False)


def _on(at: Tensor, columns: int, rows: int) -> Tensor:
    """Pixels (…, 2) as `grid_sample` has them."""
    return at * torch.tensor([2 / columns, 2 / rows], device=at.device) - 1


def _sensed(dice: Dice, seen: Tensor, harsh: Tensor) -> Tensor:
    """With noise, sharpened, without colours, compressed."""
    noise = harsh * dice.flat(0.002, 0.05) * (1 + dice.some(0.1).float()) * dice.some(0.75)
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


def _slipped(dice: Dice) -> Tensor:
    """Where on the canvas the cut-out's pixels come from (n, 64, 192, 2), as its corners are a little off."""
    device = dice.device
    u = (torch.arange(END.width, device=device) + 0.5) / END.width
    v = (torch.arange(END.height, device=device) + 0.5) / END.height
    u, v = (u - END.margin) / (1 - 2 * END.margin), (v - END.margin) / (1 - 2 * END.margin) * END.part[1]
    slip = 0.006 + 0.01 * dice.some(0.4) + 0.015 * dice.some(0.15)
    corners = torch.randn(dice.count, 2, 2, 2, device=device) * slip * LONG
    above = corners[:, 0, None, 0, :] + (corners[:, 0, None, 1, :] - corners[:, 0, None, 0, :]) * u[None, :, None]
    below = corners[:, 1, None, 0, :] + (corners[:, 1, None, 1, :] - corners[:, 1, None, 0, :]) * u[None, :, None]
    off = above[:, None] + (below - above)[:, None] * v[None, :, None, None]
    at = torch.stack(torch.broadcast_tensors(u[None] * WIDE + canvas.LEFT, v[:, None] * LONG + canvas.TOP), -1)
    return at + off


def _cut_out(seen: Tensor, grid: Tensor, to_sensor: Tensor) -> Tensor:
    """The end (n, 3, 64, 192), flat, from the sensor's pixels."""
    at = torch.einsum("nij,nhwj->nhwi", to_sensor[:, :, :2], grid) + to_sensor[:, None, None, :, 2]
    return functional.grid_sample(seen, _on(at, SENSOR[1], SENSOR[0]), padding_mode="border", align_corners=False)
