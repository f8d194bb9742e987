"""Horses that look to the left, standing, walking or rearing, or that come towards us."""

from __future__ import annotations

from dataclasses import dataclass

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import Point, Transform, ellipse, form, polygon
from models.deck.figures.jointed.joints import along, between, cloth, reach, smooth
from models.deck.figures.jointed.maker import Maker
from models.deck.figures.parts import limb

GROUND = 88.0


@dataclass(frozen=True)
class Horse:
    """Where a horse's parts are, millimetres."""

    tone: Tone
    mane: Tone
    middle: Point
    long: float
    """From the chest to the rump."""
    deep: float
    """From the back to the belly."""
    rearing: float
    """By how many degrees its fore part is lifted."""
    ahead: bool
    """Whether it comes towards us: short, its hind legs side by side, the forelegs lifted to either side."""

    @property
    def saddle(self) -> Point:
        x, y = self.middle
        return self.place((x - self.long * 0.02, y - self.deep * 0.45))

    def place(self, point: Point) -> Point:
        """Where a point of a horse on four legs is on one that rears."""
        hind = (self.middle[0] + self.long * 0.35, self.middle[1])
        turned = Transform.shift(-hind[0], -hind[1]).then(Transform.turn(self.rearing)).then(Transform.shift(*hind))
        return turned(point)


def stabled(brush: Brush, maker: Maker, chance: Chance) -> Horse:
    """Any horse of the maker's."""
    tone = chance.pick(brush.palette.horses if chance.happens(0.85) else brush.palette.cloth)
    mane = chance.pick([tone.unlit, *brush.palette.hair])
    ahead = chance.happens(maker.ahead)
    long, deep = chance.within(16, 36), chance.within(11, 15) * maker.horse
    middle = (chance.within(30, 34), chance.within(54, 63))
    if ahead:
        long, deep = chance.within(13, 19), deep * chance.within(1.3, 1.8)
    rearing = chance.within(8, 28) if not ahead and chance.happens(maker.wild * 0.5) else chance.within(-2, 2)
    return Horse(tone, mane, middle, long, deep, rearing, ahead)


def draw(brush: Brush, horse: Horse, maker: Maker, chance: Chance) -> None:
    """The horse from tail to muzzle. The rider's near leg goes over it."""
    x, y = horse.middle
    half, deep = horse.long / 2, horse.deep
    fore, hind = (x - half * 0.72, y + deep * 0.15), (x + half * 0.74, y + deep * 0.1)
    hidden = chance.happens(maker.caparisoned)
    _tail(brush, horse, chance)
    for near in (False, True):
        tone = horse.tone if near else horse.tone.unlit
        away = 0.0 if near else chance.within(0.5, 3.0)
        if horse.ahead:
            _leg(brush, horse, (x + (3.0 if near else -3.0), y + deep * 0.3), tone, -1.0, maker, chance)
        else:
            _leg(brush, horse, (fore[0] + away, fore[1]), tone, 1.0, maker, chance)
            _leg(brush, horse, (hind[0] - away, hind[1]), tone, -1.0, maker, chance)
    barrel: list[Point] = [
        (x - half, y - deep * 0.1), (x - half * 0.8, y - deep * 0.5), (x, y - deep * chance.within(0.36, 0.46)),
        (x + half * 0.7, y - deep * 0.54), (x + half, y - deep * 0.1), (x + half * 0.8, y + deep * 0.4),
        (x, y + deep * chance.within(0.42, 0.52)), (x - half * 0.75, y + deep * 0.5),
    ]  # fmt: skip
    brush.solid(smooth([horse.place(p) for p in barrel]), horse.tone, 1.0)
    if horse.ahead:
        for side in (-1.0, 1.0):
            _foreleg(brush, (x + side * half * 0.55, y + deep * 0.15), side, horse, maker, chance)
    _neck_and_head(brush, horse, chance)
    other, cover = chance.pick(brush.palette.cloth), chance.pick(brush.palette.cloth)
    if hidden:
        hem = y + deep * 0.5 + chance.within(3, 13)
        sheet = [(x - half * 1.02, y - deep * 0.3), (x, y - deep * 0.5), (x + half * 1.02, y - deep * 0.3),
                 (x + half * 1.1, hem), (x, hem + chance.within(-3, 2)), (x - half * 1.1, hem)]  # fmt: skip
    else:
        wide = chance.within(0.2, 0.55)
        low = (x + half * wide, y + deep * chance.within(-0.1, 0.6)), (x - half * wide, y + deep * 0.3)
        sheet = [(x - half * wide, y - deep * 0.48), (x + half * wide, y - deep * 0.48), *low]
    path = smooth([horse.place(p) for p in sheet], range(len(sheet)))
    cloth(brush, path, cover, chance.pick(maker.weaves), other, chance)
    if chance.happens(maker.harnessed):
        strap, wide = chance.pick([*brush.palette.cloth, brush.palette.hilt]), chance.within(0.8, 2.2)
        for side in (-1.0, 1.0):
            ends = [(x + side * half * 0.1, y - deep * 0.2), (x + side * half * 0.95, y + deep * 0.1)]
            hang = (x + side * half * 0.55, y + deep * chance.within(0.0, 0.35))
            limb(brush, [horse.place(p) for p in (ends[0], hang, ends[1])], [wide] * 3, strap, "flat")


def _leg(brush: Brush, horse: Horse, hip: Point, tone: Tone, bend: float, maker: Maker, chance: Chance) -> None:
    """A leg on the ground or lifted. `bend`: 1 for a foreleg, whose knee goes to the front, -1 for a hind one."""
    start, fat = horse.place(hip), maker.horse
    length = max(GROUND - hip[1], 14.0)
    lifted = bend > 0 and (horse.rearing > 6 or chance.happens(maker.wild * 0.5))
    if lifted:
        target = (start[0] - chance.within(1, 11), start[1] + length * chance.within(0.35, 0.75))
    else:
        target = (start[0] + chance.within(-6, 6) * maker.wild, GROUND - chance.within(-0.5, 1.5))
    bone = length * (0.54 if lifted else chance.within(0.49, 0.52))
    joint, foot = reach(start, target, bone, bone * 0.98, bend)
    limb(brush, [start, joint, foot], [6.4 * fat, 3.2 * fat, 2.3 * fat], tone)
    _hoof(brush, joint, foot, horse.mane.unlit.base)


def _hoof(brush: Brush, above: Point, at: Point, tone: str) -> None:
    """A hoof at the end of a leg that comes from above."""
    dx, dy = at[0] - above[0], at[1] - above[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    place = Transform(dy / length, -dx / length, dx / length, dy / length, *at)
    shape = form("-1.5,-0.2! 1.5,-0.2! 1.9,2.6! -2.7,2.6! -2.2,1.2").moved(place)
    brush.fill(shape, tone)
    brush.outline(shape)


def _foreleg(brush: Brush, start: Point, side: float, horse: Horse, maker: Maker, chance: Chance) -> None:
    """A foreleg of a horse that comes towards us, lifted to one side."""
    fat, bone = maker.horse, chance.within(8.0, 11.0)
    target = (start[0] + side * chance.within(2, 8), start[1] + bone * chance.within(0.6, 1.5))
    joint, foot = reach(start, target, bone, bone * 0.8, -side)
    limb(brush, [start, joint, foot], [6.4 * fat, 3.6 * fat, 2.6 * fat], horse.tone)
    _hoof(brush, joint, foot, horse.mane.unlit.base)


def _tail(brush: Brush, horse: Horse, chance: Chance) -> None:
    x, y = horse.middle
    root = horse.place((x + horse.long * 0.48, y - horse.deep * 0.3))
    out, low = chance.within(2, 7), chance.within(8, 22)
    points = [root, (root[0] + out, root[1] + low * 0.15), (root[0] + out * 0.8, root[1] + low * 0.6),
              (root[0] + out * chance.within(0.2, 1.3), root[1] + low)]  # fmt: skip
    limb(brush, points, [1.6, chance.within(2.0, 3.4), chance.within(2.4, 4.6), 1.0], horse.mane, "round sharp")


def _neck_and_head(brush: Brush, horse: Horse, chance: Chance) -> None:
    x, y = horse.middle
    half, deep = horse.long / 2, horse.deep
    base = horse.place((x - half * 0.72, y - deep * 0.2))
    poll = along(base, 180 + chance.within(38, 95) + horse.rearing * 0.5, chance.within(12, 19))
    bow = between(base, poll, 0.55)
    crest = (bow[0] + chance.within(-0.5, 2.0), bow[1] - chance.within(-0.5, 2.0))
    muzzle = along(poll, 180 - chance.within(25, 95), chance.within(8.5, 14.5))
    girth = deep * chance.within(0.62, 0.9)
    mane = [poll, (crest[0] + girth * 0.42, crest[1] - 0.5), (base[0] + girth * 0.55, base[1] - 3.0)]
    limb(brush, mane, [2.4, chance.within(2.4, 5.0), 2.0], horse.mane, "round sharp")
    limb(brush, [base, crest, poll], [girth, girth * 0.72, girth * 0.58], horse.tone)
    limb(brush, [poll, between(poll, muzzle, 0.35), muzzle], [girth * 0.55, girth * 0.58, girth * 0.36], horse.tone)
    ear = along((poll[0] - 0.4, poll[1] - 1.4), -100, chance.within(2.4, 4.0))
    brush.solid(polygon([(poll[0] - 1.4, poll[1] - 1.2), ear, (poll[0] + 1.0, poll[1] - 1.4)]), horse.tone, 0.2)
    eye = between(poll, muzzle, 0.3)
    brush.fill(ellipse(eye[0], eye[1] - 0.8, 0.55), brush.ink)
    if chance.happens(0.8):
        nose = between(poll, muzzle, 0.7)
        rein = polygon([nose, between(horse.saddle, nose, 0.4), horse.saddle], closed=False)
        brush.line(rein, chance.pick(brush.palette.cloth).shade, chance.within(0.4, 0.8))
