"""The grand ace of oros: a medal with what a maker heaps up about it."""

from __future__ import annotations

from models.deck.drawing.colour import mix, tone
from models.deck.drawing.lettering import phrase, word, write, write_round
from models.deck.drawing.vector import Transform, ellipse, form, polygon, rect, rounded, segment, star
from models.deck.pips import coins, ornament
from models.deck.pips.grand.parts import Ace, curl
from models.deck.size import MIDDLE
from models.deck.style import DESIGNS


class Medal:
    """A coin of radius `r` in the card's middle, `y` from above, and the parts about it."""

    def __init__(self, ace: Ace) -> None:
        self.ace, self.brush, self.chance, self.tones = ace, ace.brush, ace.chance, ace.tones
        self.y, self.r = ace.chance.within(41, 50), ace.chance.within(11, 20.5)
        self.out = max(self.r, 15.0)
        self.wide = min(self.out, 17.5)
        """How far the parts above and below a coin reach, however small it is; and those beside it."""

    def draw(self) -> None:
        for layer in ("ground", "behind", "beside", "coin", "below", "above"):
            for part in [layer] if layer == "coin" else self.ace.of(layer):
                if part in ("banner", "wave", "words"):
                    self._lettered(part, layer == "above")
                else:
                    getattr(self, f"_{part}")()

    def _coin(self) -> None:
        brush, chance, r, p = self.brush, self.chance, self.r, self.brush.palette
        edge = chance.pick(["plain", "teeth", "beads", "letters", "letters", "double"])
        if edge == "teeth":
            dark = chance.pick([p.coin, tone(p.ink)])
            brush.solid(star(MIDDLE, self.y, r * 1.06, r * 0.98, chance.pick([40, 56])), dark, 0)
        elif edge == "double":
            brush.solid(ellipse(MIDDLE, self.y, r * 1.12), self.tones.one, r * 0.05)
        inner = r * 0.76 if edge in ("letters", "beads") else r
        if inner < r:
            brush.solid(ellipse(MIDDLE, self.y, r), p.coin, r * 0.08)
        design = brush.style.coin
        if design in DESIGNS["coin"] and chance.happens(0.5):
            design = chance.pick(["portrait", "portrait", "shield", "cross", "sun", "rosette"])
        with brush.group(Transform.shift(MIDDLE, self.y)):
            coins.draw(brush, design, 2 * inner)
        if edge == "letters":
            ink = self.ace.ink_on(p.coin)
            for middle in (-90.0, 90.0):
                write_round(brush, word(chance, 2, 4), (MIDDLE, self.y), r * 0.87, r * 0.15, ink, middle)
        elif edge == "beads":
            for bead in range(24):
                at = Transform.turn(bead * 15).then(Transform.shift(MIDDLE, self.y))((r * 0.88, 0.0))
                brush.fill(ellipse(*at, r * 0.05), p.coin.shade)

    # Grounds.

    def _tint(self) -> None:
        colour = mix(self.brush.palette.stock, self.tones.one.base, self.chance.within(0.12, 0.5))
        width, height = self.chance.within(36, 45), self.chance.within(60, 77)
        self.brush.fill(
            rounded(MIDDLE - width / 2, 47.5 - height / 2, width, height, self.chance.pick([0.5, 6.0, 18.0])), colour
        )

    def _panel(self) -> None:
        brush, gold, corner = self.brush, self.tones.gold, self.chance.pick([0.5, 2.0, 5.0])
        brush.solid(rounded(8.5, 10.5, 44, 74, corner), gold, 0.6)
        inner = rounded(11, 13, 39, 69, corner)
        brush.solid(inner, self.tones.one, 0)
        with brush.group(clip=inner):
            if self.chance.happens(0.5):
                for k in range(9):
                    brush.line(segment(11, 15 + 8 * k, 50, 15 + 8 * k), self.tones.one.shade, 1.2)
            for x, y in ((11, 13), (50, 13), (11, 82), (50, 82)):
                brush.solid(star(x, y, 8, 4, 8), gold, 0.3)

    def _glory(self) -> None:
        tips, far = self.chance.pick([12, 16, 24, 36]), self.chance.within(1.25, 1.75)
        with self.brush.group(Transform.scale(1, self.chance.within(1.0, 1.35)).then(Transform.shift(MIDDLE, self.y))):
            self.brush.solid(
                star(0, 0, min(self.out * far, 24.5), self.out * self.chance.within(0.7, 1.0), tips),
                self.tones.gold,
                0,
            )

    # Behind the coin and beside it.

    def _branches(self) -> None:
        ornament.wreath(self.brush, MIDDLE, self.y, self.wide * self.chance.within(1.05, 1.25), self.brush.palette.leaf)
        if self.chance.happens(0.5):
            for side in (-1, 1):
                points = [
                    (MIDDLE, self.y + self.wide * 1.1),
                    (MIDDLE + side * 6, self.y + self.wide * 1.25),
                    (MIDDLE + side * 13, self.y + self.wide * 1.3),
                ]
                ornament.streamer(self.brush, points, 3.0, self.tones.one)

    def _flags(self) -> None:
        brush, palette, count = self.brush, self.brush.palette, self.chance.pick([1, 2, 3])
        for side in (-1, 1):
            for number in range(count):
                lean, long = side * (35.0 + 20 * number), self.wide * 1.3
                cloth = palette.cloth[(number + (side > 0)) % len(palette.cloth)]
                with brush.group(Transform.turn(lean).then(Transform.shift(MIDDLE, self.y))):
                    brush.line(segment(0, 0, 0, -long), palette.wood.shade, 1.1)
                    place = Transform.scale(side * self.wide, self.wide).then(Transform.shift(0, 1 - long))
                    brush.solid(form("0,0! 0.38,0.08 0.75,0.03! 0.7,0.6! 0.38,0.7 0,0.55!").moved(place), cloth, 0.8)
                    brush.solid(polygon([(-0.9, -long), (0, -long - 3), (0.9, -long)]), self.tones.gold, 0)

    def _curls(self) -> None:
        count = self.chance.pick([3, 4, 5])
        for side in (-1.0, 1.0):
            for k in range(count):
                way = 150.0 * k / (count - 1) + 15
                x, y = Transform.turn(side * way).then(Transform.shift(MIDDLE, self.y))((0.0, -self.wide * 0.85))
                curl(self.brush, x, y, self.wide * 0.62, self.tones.gold, side, way - 90 + 40)

    def _drapes(self) -> None:
        for flip in (-1.0, 1.0):
            self.ace.paint("drape", MIDDLE, self.y, self.wide, flip)

    def _lions(self) -> None:
        self._pair("lion")

    def _cupids(self) -> None:
        self._pair("cupid")

    def _pair(self, name: str) -> None:
        size, down = self.wide * self.chance.within(0.6, 0.95), self.chance.within(-0.3, 0.5) * self.wide
        for flip in (-1.0, 1.0):
            self.ace.paint(name, MIDDLE - flip * (21.0 - size * 0.55), self.y + down, size, flip)

    def _columns(self) -> None:
        brush, (top, bottom) = self.brush, self._temple()
        for side in (-1, 1):
            x = MIDDLE + side * 19.0
            brush.solid(rect(x - 2.6, top, 5.2, bottom - top), self.tones.two, 1.0)
            for at in (-1.2, 0.0, 1.2):
                brush.detail(segment(x + at, top + 2, x + at, bottom - 2), 0.6)
            for y in (top, bottom - 3):
                brush.solid(rounded(x - 3.8, y, 7.6, 3, 0.6), self.tones.gold, 0.5)

    def _temple(self) -> tuple[float, float]:
        return self.y - self.out - 3, self.y + self.out + 5

    def _eagle(self) -> None:
        for flip in (-1.0, 1.0):
            self.ace.paint("eagle", MIDDLE, self.y, min(self.r, 15.0), flip)

    def _mantle(self) -> None:
        self.ace.paint("mantle", MIDDLE, self.y, min(self.out, 16.0))

    # Above the coin and below.

    def _lettered(self, part: str, above: bool) -> None:
        brush, chance, cloth = self.brush, self.chance, self.chance.pick(self.brush.palette.cloth)
        high = chance.within(5, 8)
        y = max(9.5, self.y - self.out - high - 4.5) if above else min(self.y + self.out + 2.5, 83 - high)
        words = phrase(chance, 2)
        if part == "words":
            ground = self.tones.one if "panel" in self.ace.kind["ground"] else tone(brush.palette.stock)
            write(brush, words, (MIDDLE, y + high / 2), high * 0.75, self.ace.ink_on(ground), 36, chance.within(-2, 3))
            return
        bow = chance.within(0, 5) * (1 if above or part == "wave" else -0.6)
        width = chance.within(26, 37)
        ornament.banner(brush, MIDDLE, y, width, high, cloth, bow)
        write(brush, words, (MIDDLE, y + high / 2), high * 0.55, self.ace.ink_on(cloth), width * 0.86, bow * 0.9)
        if part == "wave":
            for side in (-1.0, 1.0):
                curl(
                    brush,
                    MIDDLE + side * width * 0.42,
                    y + high * 0.5,
                    high * 0.9,
                    cloth,
                    side,
                    60.0 if above else 100.0,
                )

    def _plaque(self) -> None:
        brush, chance = self.brush, self.chance
        high, width, corner = chance.within(6.5, 11), chance.within(28, 42), chance.pick([0.3, 1.5, 3.0])
        y = min(self.y + self.out - 1, 82 - high)
        brush.solid(rounded(MIDDLE - width / 2, y, width, high, corner), self.tones.gold, 0.7)
        field = chance.pick(brush.palette.cloth)
        brush.solid(rounded(MIDDLE - width / 2 + 1.2, y + 1.2, width - 2.4, high - 2.4, corner * 0.6), field, 0)
        write(brush, word(chance, 2, 4), (MIDDLE, y + high / 2), high * 0.5, self.ace.ink_on(field), width - 7)
        for side in (-1, 1):
            brush.solid(star(MIDDLE + side * (width / 2 - 2.6), y + high / 2, 1.1, 0.5, 5), self.tones.gold, 0)

    def _swag(self) -> None:
        y = min(self.y + self.out + 2, 72)
        for side in (-1, 1):
            points = [(MIDDLE, y + 4), (MIDDLE + side * 8, y + 7), (MIDDLE + side * 15, y + 1)]
            ornament.streamer(self.brush, points, 4.5, self.tones.one)
            self.ace.paint("tassel", MIDDLE + side * 15, y, 4.5)
        self.ace.paint("tassel", MIDDLE, y + 3, 5.5)

    def _tail(self) -> None:
        for number, lean in enumerate((-40.0, 40.0, -20.0, 20.0, 0.0)):
            with self.brush.group(Transform.turn(lean).then(Transform.shift(MIDDLE, self.y + self.r * 0.9))):
                self.brush.solid(
                    form("0,-2! 3.2,6 2.4,15 0,17! -2.4,15 -3.2,6"),
                    self.tones.two if number % 2 else self.tones.one,
                    0.8,
                )

    def _crown(self) -> None:
        width = self.chance.within(11, 22)
        ornament.crown(
            self.brush, MIDDLE, max(self.y - self.out * 1.05, 10 + width * 0.7), width, self.tones.gold, self.tones.one
        )

    def _star(self) -> None:
        y = max(self.y - self.out - 6, 15)
        self.brush.solid(star(MIDDLE, y, 6, 2.8, self.chance.pick([5, 6, 8, 12])), self.tones.gold, 0.5)

    def _roof(self) -> None:
        top = self._temple()[0]
        self.brush.solid(rect(MIDDLE - 24, top - 3, 48, 3.4), self.tones.gold, 0.5)
        self.ace.paint(self.chance.pick(["gable", "vault"]), MIDDLE, top - 3, min(13.0, top - 11.5))

    def _steps(self) -> None:
        bottom = self._temple()[1]
        for k in range(3):
            self.brush.solid(rect(MIDDLE - 22 - k, bottom + 2.6 * k, 44 + 2 * k, 2.6), self.tones.two, 0.4)
