"""People: a page who stands, a rider, a king; each with the sign of the suit in a hand or beside him."""

from __future__ import annotations

import math
from dataclasses import dataclass

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.drawing.vector import IDENTITY, Point, Transform, Use, ellipse, polygon, rect
from models.deck.figures.jointed import horses
from models.deck.figures.jointed.heads import head
from models.deck.figures.jointed.horses import GROUND
from models.deck.figures.jointed.joints import along, between, cloth, reach, smooth
from models.deck.figures.jointed.maker import Maker
from models.deck.figures.parts import limb, shoe
from models.deck.pips import pip

_SIGNS = {"o": (11.0, 18.0), "c": (12.0, 20.0), "e": (32.0, 46.0), "b": (32.0, 46.0)}
"""How large a sign in a hand may be, millimetres."""

Head = tuple[Point, float]
"""The middle of somebody's head, and how long it is from the chin to the crown; millimetres."""

_TOP = 8.5
"""Below the edge of the card and its frame."""

_ARM = 1.25
"""How long an upper arm, and a forearm, is, in heads."""


def page(brush: Brush, suit: str, maker: Maker, chance: Chance) -> Head:
    """The sota: no crown, no horse, two legs in sight."""
    who = _standing(brush, maker, chance)
    coat, hose, other = who.cloths()
    if chance.happens(maker.caped):
        who.cape(chance.within(0.45, 0.95), other)
    who.free_arm(coat)
    who.legs(hose, chance.pick([hose, hose, other]))
    hem = who.down(chance.within(0.08, 0.5))
    who.coat(hem, chance.within(1.0, 1.7), coat)
    if chance.happens(0.2):
        who.drape(hem, other)
    who.sign_bearer(suit, coat)
    return who.head_and_collar(crowned=False)


def king(brush: Brush, suit: str, maker: Maker, chance: Chance) -> Head:
    """The errege: crowned, in a robe that hides his legs, but for a few."""
    who = _standing(brush, maker, chance)
    robe, mantle, other = who.cloths()
    kind = chance.pick(maker.robes)
    if kind in ("caped", "open", "short", "layered"):
        who.cape(1.0, mantle)
    elif kind == "trailing":
        who.trail(mantle)
    who.free_arm(chance.pick([robe, mantle]))
    hem = who.down(chance.within(0.15, 0.8) if kind == "short" else chance.within(0.95, 1.0))
    if kind == "short":
        who.legs(other, other)
    wide = chance.within(1.3, 2.0) * (1.3 if kind == "wide" else 1.0)
    who.coat(hem, wide, robe)
    if kind == "layered":
        who.coat(between(who.hips, (0, hem))[1], wide * 0.9, mantle)
    elif kind in ("open", "wide"):
        who.open_mantle(hem, mantle)
    elif kind == "draped" or (kind == "trailing" and chance.happens(0.6)):
        who.drape(hem, mantle)
    who.sign_bearer(suit, chance.pick([robe, mantle]))
    return who.head_and_collar(crowned=True)


def rider(brush: Brush, suit: str, maker: Maker, chance: Chance) -> Head:
    """The zaldun on his horse, who fills the card: horses seen aslant are short."""
    horse = horses.stabled(brush, maker, chance)
    size = maker.head * chance.within(0.8, 0.95)
    seat = horse.saddle
    x = seat[0] + chance.within(-1.5, 2.0)
    neck = (x - chance.within(-1, 2), seat[1] - size * chance.within(1.7, 2.3))
    grow = (GROUND - chance.within(11, 22)) / (GROUND - neck[1] + size * 1.3)
    wide = min(grow, chance.within(0.75, 1.25))
    place = Transform.shift(-31, -GROUND).then(Transform.scale(wide, grow)).then(Transform.shift(31, GROUND))
    with brush.group(place):
        broad, top = size * maker.stout * chance.within(1.4, 1.9), GROUND - (GROUND - _TOP) / grow
        who = _Person(brush, maker, chance, neck, (x, seat[1] + 1.0), broad, size, top)
        coat, hose, other = who.cloths()
        if chance.happens(maker.caped):
            who.cape(chance.within(0.3, 0.6), other)
        who.free_arm(coat)
        turned = chance.happens(0.3)
        with brush.group(Transform.scale(-1, 1).then(Transform.shift(2 * seat[0], 0)) if turned else IDENTITY):
            horses.draw(brush, horse, maker, chance)
        who.leg_astride(hose, other)
        who.coat(seat[1] + size * chance.within(0.2, 0.8), chance.within(0.9, 1.4), coat)
        who.sign_bearer(suit, coat)
        middle, long = who.head_and_collar(crowned=False)
    return place(middle), long * grow


def _standing(brush: Brush, maker: Maker, chance: Chance) -> _Person:
    size = maker.head * chance.within(0.95, 1.05)
    neck = (chance.within(28, 34), chance.within(9.5, 15.0) + size * 1.25)
    hips = (neck[0] + chance.within(-2.5, 2.5), neck[1] + (GROUND - neck[1]) * chance.within(0.36, 0.44))
    return _Person(brush, maker, chance, neck, hips, size * maker.stout * chance.within(1.5, 2.1), size)


@dataclass(frozen=True)
class _Person:
    """Somebody who looks to the left, drawn part by part from what is farthest."""

    brush: Brush
    maker: Maker
    chance: Chance
    neck: Point
    hips: Point
    broad: float
    """From shoulder to shoulder, millimetres."""
    head: float
    """From the chin to the crown."""
    top: float = _TOP
    """How high what is held may reach."""

    @property
    def shoulders(self) -> tuple[Point, Point]:
        x, y = self.neck
        return (x - self.broad / 2, y + self.head * 0.28), (x + self.broad / 2, y + self.head * 0.28)

    def down(self, share: float) -> float:
        """How low that share of the way from the hips to the ground is."""
        return self.hips[1] + (GROUND - self.hips[1]) * share

    def cloths(self) -> tuple[Tone, Tone, Tone]:
        pick = self.chance.pick
        cloth = self.brush.palette.cloth
        return pick(cloth), pick(cloth), pick(cloth)

    def _garment(self, points: list[Point], corners: tuple[int, ...], tone: Tone) -> None:
        weave, other = self.chance.pick(self.maker.weaves), self.chance.pick(self.brush.palette.cloth)
        cloth(self.brush, smooth(points, corners), tone, weave, other, self.chance)

    def coat(self, hem: float, wide: float, tone: Tone) -> None:
        """Coat, tunic or robe from the shoulders to the hem, `wide` shoulders wide there, and a belt."""
        brush, within = self.brush, self.chance.within
        if self.chance.happens(self.maker.armoured):
            tone = brush.palette.metal
        (left, high), (right, _) = self.shoulders
        (nape, top), (x, y), size = self.neck, self.hips, self.head
        waist, half = self.broad * within(0.34, 0.46), self.broad * wide / 2
        belt, low = y - size * within(0.0, 0.6), x + within(-2, 2)
        down = [(nape - size * 0.3, top + size * 0.1), (left, high), (x - waist, belt), (low - half, hem)]
        up = [(low + half, hem), (x + waist, belt), (right, high), (nape + size * 0.3, top + size * 0.1)]
        self._garment([*down, (low, hem + within(-1, 1.5)), *up], (0, 2, 3, 5, 6, 8), tone)
        if self.chance.happens(0.7):
            leather = self.chance.pick([*brush.palette.cloth, brush.palette.hilt])
            brush.solid(rect(x - waist, belt - 0.9, 2 * waist, 1.8), leather, 0)
        if self.chance.happens(0.4):
            edge = self.chance.pick([*brush.palette.cloth, brush.palette.hilt, brush.palette.white])
            high = within(1.2, 4.0)
            brush.solid(rect(low - half, hem - high, 2 * half, high), edge, 0)

    def cape(self, long: float, tone: Tone) -> None:
        """Behind everything, down to that share of the way to the ground."""
        (left, high), (right, _) = self.shoulders
        low, near, far = self.down(long), self.chance.within(-1, 9), self.chance.within(-1, 9)
        middle = (high + low) / 2
        one_side = [(left, high - 1), (left - near * 0.6, middle), (left - near, low)]
        other_side = [(right + far, low), (right + far * 0.6, middle), (right, high - 1)]
        self._garment([*one_side, (self.neck[0], low + 0.5), *other_side], (0, 2, 4, 6), tone)

    def open_mantle(self, hem: float, tone: Tone) -> None:
        """A mantle that hangs open over the robe."""
        brush, within = self.brush, self.chance.within
        gap, out = within(1.5, 5.0), within(2, 6)
        for side, (x, high) in zip((-1.0, 1.0), self.shoulders, strict=True):
            top = (self.neck[0] + side * gap * 0.4, self.neck[1] + self.head * 0.3)
            low = (self.hips[0] + side * gap, hem)
            outer = [(x + side, high - 0.5), (x + side * out, (hem + high) / 2), (x + side * out * 1.2, hem)]
            self._garment([top, *outer, low], (0, 3, 4), tone)
            if self.chance.happens(0.4):
                fur = self.chance.pick([brush.palette.white, *brush.palette.cloth])
                limb(brush, [top, between(top, low), low], [1.6, 2.0, 2.4], fur, "flat")

    def drape(self, hem: float, tone: Tone) -> None:
        """A mantle thrown across from one shoulder to the other side's hem."""
        within = self.chance.within
        side = self.chance.pick((-1.0, 1.0))
        near = self.shoulders[0 if side < 0 else 1]
        x, half, low = self.hips[0], self.broad * within(0.6, 0.95), hem - within(0, 16)
        shoulder = [(near[0] - side * 3, near[1] - 2), (near[0] + side * 1.5, near[1] + 1)]
        down = [(x + side * half, (near[1] + low) / 2), (x + side * half, low)]
        up = [(x - side * half, low - within(2, 14)), (x - side * half * 0.8, near[1] + (low - near[1]) * 0.45)]
        self._garment([*shoulder, *down, *up], (3, 4), tone)
        for _ in range(round(within(0, 6))):
            end = between(down[1], up[0], within(0.1, 0.9))
            middle = between(shoulder[1], end, 0.5)
            bow = [shoulder[1], (middle[0] + side * within(-1, 4), middle[1] + within(0, 4)), end]
            self.brush.stroke(bow, [0.1, within(0.2, 1.0), 0.1], self.chance.pick([tone.shade, self.brush.ink]))

    def trail(self, tone: Tone) -> None:
        """Behind everything, a mantle that lies on the ground to one side, perhaps with a border."""
        within, side = self.chance.within, self.chance.pick((-1.0, 1.0))
        (near, high), (far, _) = self.shoulders if side < 0 else self.shoulders[::-1]
        wide, low = within(5, 14), GROUND - within(-1, 3)
        middle = (high + low) / 2
        edge = [(near, high - 1), (near + side * wide * 0.7, middle), (near + side * wide, low)]
        heap = [(near + side * wide * within(0.2, 0.7), low + 1.5), (self.hips[0], low - 2)]
        self._garment([*edge, *heap, (far, middle), (far, high - 1)], (0, 2, 6), tone)
        if self.chance.happens(0.6):
            border = self.chance.pick([self.brush.palette.white, *self.brush.palette.cloth])
            limb(self.brush, edge, [1.5, within(1.5, 3.5), within(1.5, 4.0)], border, "flat")

    def legs(self, *tones: Tone) -> None:
        """Two legs, stiff or in a step, apart or crossed."""
        within = self.chance.within
        (x, y), length = self.hips, GROUND - self.hips[1]
        stance, bone = within(-2, 8) * self.maker.stout, length * within(0.5, 0.53)
        turned = self.chance.pick((-1.0, -1.0, 1.0))
        shoes = self.chance.pick([*self.brush.palette.cloth, *self.brush.palette.hair])
        for side, tone in zip((1.0, -1.0), tones, strict=True):
            start = (x + side * self.broad * 0.16, y)
            target = (x + side * stance + within(-2, 2), GROUND - within(0, 2))
            foot = self._leg(start, target, bone, turned, tone, shoes)
            self._shoe(foot, turned if self.chance.happens(0.5) else -side, shoes)

    def leg_astride(self, tone: Tone, shoes: Tone) -> None:
        """The near leg over a horse's flank."""
        within = self.chance.within
        target = (self.hips[0] - within(1, 8), self.hips[1] + self.head * within(1.8, 2.3))
        foot = self._leg((self.hips[0], self.hips[1] - 1), target, self.head * 1.25, 1.0, tone, shoes)
        self._shoe(foot, -1.0, shoes)

    def _leg(self, hip: Point, target: Point, bone: float, turned: float, tone: Tone, boot: Tone) -> Point:
        """A leg, perhaps in a boot, and where its ankle is."""
        knee, foot = reach(hip, target, bone, bone, turned)
        width = self.head * 0.62 * self.maker.stout
        points = [hip, between(hip, knee), knee, between(knee, foot, 0.4), foot]
        limb(self.brush, points, [width, width * 0.95, width * 0.68, width * 0.75, width * 0.42], tone, "round flat")
        if self.chance.happens(self.maker.booted):
            top = between(knee, foot, self.chance.within(0.05, 0.5))
            limb(self.brush, [top, between(top, foot), foot], [width * 0.85, width * 0.8, width * 0.5], boot, "flat")
        return foot

    def _shoe(self, ankle: Point, side: float, tone: Tone) -> None:
        shoe(self.brush, ankle, tone, self.head * self.chance.within(0.5, 0.85), side)

    def head_and_collar(self, crowned: bool) -> Head:
        (x, y), size, brush = self.neck, self.head, self.brush
        collar = self.maker.collar if crowned else self.chance.pick(["none", "none", "band", "points"])
        wide, low = self.broad * self.chance.within(0.5, 0.62), self.chance.within(0.3, 0.8) * size
        right = [(x + wide, y + low * 0.7), (x + wide * 0.5, y - size * 0.1)]
        ring = smooth([(x - wide * 0.5, y - size * 0.1), (x - wide, y + low * 0.7), (x, y + low), *right])
        if collar == "ermine":
            brush.solid(ring, brush.palette.white, 0.8)
            for k in range(7):
                brush.fill(ellipse(x + (k - 3) * wide * 0.28, y + low * (0.35 + 0.2 * (k % 2)), 0.4, 0.8), brush.ink)
        elif collar == "band":
            brush.solid(ring, self.chance.pick(brush.palette.cloth), 0.5)
        elif collar == "points":
            tips = [(x + k * wide * 0.25, y + low * (0.9 if k % 2 else 0.4)) for k in range(-4, 5)]
            lace = polygon([(x - wide * 0.4, y - 0.5), *tips, (x + wide * 0.4, y - 0.5)])
            brush.solid(lace, self.chance.pick([brush.palette.white, *brush.palette.cloth]), 0.3)
        head(brush, (x, y - size * 0.45), size, crowned, self.maker, self.chance)
        return (x, y - size * 0.45), size

    def _arm(self, shoulder: Point, target: Point, bend: float, tone: Tone) -> None:
        brush, width, bone = self.brush, self.head * 0.52 * self.maker.stout, self.head * _ARM
        elbow, hand = reach(shoulder, target, bone, bone, bend)
        widths = [width, width * 0.9, width * self.chance.within(0.55, 1.3)]
        limb(brush, [shoulder, elbow, hand], widths, tone, "round flat")
        if self.chance.happens(self.maker.puffed):
            ball = ellipse(*between(shoulder, elbow, 0.4), width * 0.8, width * 0.95)
            brush.solid(ball, self.chance.pick(brush.palette.cloth), 0.8)
        brush.solid(ellipse(*hand, self.head * 0.2), brush.palette.flesh, 0.3)

    def free_arm(self, tone: Tone) -> None:
        """The far arm: on the hip, hanging, raised, or across the body."""
        (sx, sy), (x, y) = self.shoulders[1], self.hips
        on_the_hip, hanging = (x + self.broad * 0.5, y - 1), (x + self.broad * 0.75, y + 5)
        target = self.chance.pick([on_the_hip, hanging, (sx + 6, sy - 4), (x, y - 5), (sx + 7, y - 6)])
        self._arm((sx, sy), target, self.chance.pick((1.0, 1.0, -1.0)), tone.unlit)

    def sign_bearer(self, suit: str, tone: Tone) -> None:
        """The near arm with the sign of the suit in its hand; where the maker prints that beside the figure, free."""
        within, (sx, sy) = self.chance.within, self.shoulders[0]
        size, upright = within(*_SIGNS[suit]), suit in "eb"
        low, high = (0.3, 1.8) if upright else (-1.4, 1.4)
        target = (max(sx - within(2, 9), 11.0), sy + self.head * within(low, high))
        hand = reach((sx, sy), target, self.head * _ARM, self.head * _ARM, -1.0)[1]
        lean, before = 0.0, False
        if self.brush.style.pip_beside:
            at = (13.0, 34.0 if upright else 24.0)
            size, lean = min(size, 32.0), self.chance.pick((0.0, 0.0, 180.0, 20.0)) if upright else 0.0
        elif upright:
            lean = self.chance.pick((0.0, 0.0, 180.0, 30.0, -20.0, 90.0)) + within(-12, 12)
            at = along(hand, lean - 90, size * (0.38 if suit == "e" else within(0.1, 0.4)))
        else:
            at = (max(hand[0], 8 + size * 0.4), hand[1] - size * within(0.3, 0.52))
            before = self.chance.happens(0.4)
        tall = size / 2 * abs(math.cos(math.radians(lean)))
        at = (at[0], max(at[1], self.top + tall))
        if not before:
            self._sign(suit, at, size, lean)
        self._arm((sx, sy), target, -1.0, tone)
        if before:
            self._sign(suit, at, size, lean)

    def _sign(self, suit: str, at: Point, size: float, lean: float) -> None:
        if self.brush.style.court == "bust":  # Its hands are cut off: the sign is printed over it.
            return
        slim = Transform.scale(0.85 if suit in "eb" else 1.0, 1.0)
        place = slim.then(Transform.turn(lean)).then(Transform.shift(*at))
        self.brush.add(Use(pip(self.brush.style, suit, size), place))
