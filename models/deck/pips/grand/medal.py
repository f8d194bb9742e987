"""The grand ace of oros: a medal with what a maker heaps up about it."""

from __future__ import annotations

from models.deck.drawing.colour import mix
from models.deck.drawing.lettering import phrase, word, write
from models.deck.drawing.vector import Transform, ellipse, form, rect, rounded, segment, star
from models.deck.pips import coins, ornament
from models.deck.pips.grand.parts import Ace
from models.deck.size import CENTRE, MIDDLE
from models.deck.style import DESIGNS


class Medal:
    """A coin of radius `r` in the card's middle, `y` from above, and the parts about it."""

    def __init__(self, ace: Ace) -> None:
        self.ace, self.brush, self.chance, self.tones = ace, ace.brush, ace.chance, ace.tones
        self.y, self.r = ace.chance.within(41, 50), ace.chance.within(11, 20.5)
        self.out = max(self.r, 15.0)
        """How far the parts above and below a coin reach, however small it is."""
        self.wide = min(self.out, 17.5)
        """How far those beside it do."""
        self.floor, self.ceiling = self.y + self.out + 5, self.y - self.out - 3
        """Of a temple."""
        self.ground = ace.brush.palette.stock
        """The colour that words are printed on."""

    def draw(self) -> None:
        """The parts of every layer, each by the method of its name, about the coin."""
        for layer in ("ground", "behind", "beside"):
            for part in self.ace.of(layer):
                getattr(self, f"_{part}")()
        self._coin()
        for layer in ("below", "above"):
            for part in self.ace.of(layer):
                if part in ("banner", "words"):
                    self._lettered(part, layer == "above")
                else:
                    getattr(self, f"_{part}")()

    def _coin(self) -> None:
        brush, chance, design = self.brush, self.chance, self.brush.style.coin
        if design in DESIGNS["coin"] and chance.happens(0.5):
            design = chance.pick(["portrait", "portrait", "shield", "cross", "sun", "rosette"])
        with brush.group(Transform.shift(MIDDLE, self.y)):
            if chance.happens(0.3):
                brush.solid(ellipse(0, 0, self.r * 1.12), self.tones.one, self.r * 0.05)
            coins.draw(brush, design, 2 * self.r)

    # Grounds.

    def _tint(self) -> None:
        self.ground = mix(self.ground, self.tones.one.base, self.chance.within(0.12, 0.5))
        width, height = self.chance.within(36, 45), self.chance.within(60, 77)
        corner = self.chance.pick([0.5, 6.0, 18.0])
        self.brush.fill(rounded(MIDDLE - width / 2, CENTRE - height / 2, width, height, corner), self.ground)

    def _panel(self) -> None:
        brush, gold, corner = self.brush, self.tones.gold, self.chance.pick([0.5, 2.0, 5.0])
        brush.solid(rounded(8.5, 10.5, 44, 74, corner), gold, 0.6)
        inner = rounded(11, 13, 39, 69, corner)
        brush.solid(inner, self.tones.one, 0)
        self.ground = self.tones.one.base
        with brush.group(clip=inner):
            for x, y in ((11, 13), (50, 13), (11, 82), (50, 82)):
                brush.solid(star(x, y, 8, 4, 8), gold, 0.3)

    def _glory(self) -> None:
        tips, far = self.chance.pick([12, 16, 24, 36]), min(self.out * self.chance.within(1.25, 1.75), 24.5)
        rays = star(0, 0, far, self.out * self.chance.within(0.7, 1.0), tips)
        place = Transform.scale(1, self.chance.within(1.0, 1.35)).then(Transform.shift(MIDDLE, self.y))
        self.brush.solid(rays.moved(place), self.tones.gold, 0)

    # Behind the coin and beside it.

    def _branches(self) -> None:
        radius = self.wide * self.chance.within(1.05, 1.25)
        ornament.wreath(self.brush, MIDDLE, self.y, radius, self.brush.palette.leaf)

    def _flags(self) -> None:
        brush, palette, count = self.brush, self.brush.palette, self.chance.pick([1, 2, 3])
        for side in (-1, 1):
            for number in range(count):
                lean, long = side * (35.0 + 20 * number), self.wide * 1.3
                cloth = palette.cloth[(number + (side > 0)) % len(palette.cloth)]
                with brush.group(Transform.turn(lean).then(Transform.shift(MIDDLE, self.y))):
                    brush.line(segment(0, 0, 0, -long - 2), palette.wood.shade, 1.1)
                    place = Transform.scale(side * self.wide, self.wide).then(Transform.shift(0, 1 - long))
                    brush.solid(form("0,0! 0.38,0.08 0.75,0.03! 0.7,0.6! 0.38,0.7 0,0.55!").moved(place), cloth, 0.8)

    def _curls(self) -> None:
        count = self.chance.pick([3, 4, 5])
        for side in (-1.0, 1.0):
            for k in range(count):
                way = 150.0 * k / (count - 1) + 15
                x, y = Transform.turn(side * way).then(Transform.shift(MIDDLE, self.y))((0.0, -self.wide * 0.85))
                self.ace.paint("curl", x, y, self.wide * 0.62, side, way - 50)

    def _lions(self) -> None:
        self._pair("lion")

    def _cupids(self) -> None:
        self._pair("cupid")

    def _pair(self, name: str) -> None:
        size, down = self.wide * self.chance.within(0.6, 0.95), self.chance.within(-0.3, 0.5) * self.wide
        for flip in (-1.0, 1.0):
            self.ace.paint(name, MIDDLE - flip * (21.0 - size * 0.55), self.y + down, size, flip)

    def _columns(self) -> None:
        for side in (-1, 1):
            x = MIDDLE + side * 19.0
            self.brush.solid(rect(x - 2.6, self.ceiling, 5.2, self.floor - self.ceiling), self.tones.two, 1.0)
            for y in (self.ceiling, self.floor - 3):
                self.brush.solid(rounded(x - 3.8, y, 7.6, 3, 0.6), self.tones.gold, 0.5)

    def _eagle(self) -> None:
        for flip in (-1.0, 1.0):
            self.ace.paint("eagle", MIDDLE, self.y, min(self.r, 15.0), flip)

    def _mantle(self) -> None:
        self.ace.paint("mantle", MIDDLE, self.y, min(self.out, 16.0))

    # Above the coin and below.

    def _lettered(self, part: str, above: bool) -> None:
        brush, chance, cloth = self.brush, self.chance, self.chance.pick(self.brush.palette.cloth)
        high, words = chance.within(5, 8), phrase(chance, 2)
        y = max(9.5, self.y - self.out - high - 4.5) if above else min(self.y + self.out + 2.5, 83 - high)
        at = (MIDDLE, y + high / 2)
        if part == "words":
            write(brush, words, at, high * 0.75, self.ace.ink_on(self.ground), 36, chance.within(-2, 3))
            return
        bow, width = chance.within(-3, 5), chance.within(26, 37)
        ornament.banner(brush, MIDDLE, y, width, high, cloth, bow)
        write(brush, words, at, high * 0.55, self.ace.ink_on(cloth.base), width * 0.86, bow * 0.9)

    def _plaque(self) -> None:
        brush, chance = self.brush, self.chance
        high, width, corner = chance.within(6.5, 11), chance.within(28, 42), chance.pick([0.3, 1.5, 3.0])
        y = min(self.y + self.out - 1, 82 - high)
        brush.solid(rounded(MIDDLE - width / 2, y, width, high, corner), self.tones.gold, 0.7)
        field = chance.pick(brush.palette.cloth)
        brush.solid(rounded(MIDDLE - width / 2 + 1.2, y + 1.2, width - 2.4, high - 2.4, corner * 0.6), field, 0)
        write(brush, word(chance, 2, 4), (MIDDLE, y + high / 2), high * 0.5, self.ace.ink_on(field.base), width - 4)

    def _swag(self) -> None:
        y = min(self.y + self.out + 2, 72)
        for side in (-1, 1):
            points = [(MIDDLE, y + 4), (MIDDLE + side * 8, y + 7), (MIDDLE + side * 15, y + 1)]
            ornament.streamer(self.brush, points, 4.5, self.tones.one)
            self.ace.paint("tassel", MIDDLE + side * 15, y, 4.5)

    def _tail(self) -> None:
        for number, lean in enumerate((-40.0, 40.0, -20.0, 20.0, 0.0)):
            place = Transform.turn(lean).then(Transform.shift(MIDDLE, self.y + self.r * 0.9))
            feather = form("0,-2! 3.2,6 2.4,15 0,17! -2.4,15 -3.2,6").moved(place)
            self.brush.solid(feather, self.tones.two if number % 2 else self.tones.one, 0.8)

    def _crown(self) -> None:
        width = self.chance.within(11, 22)
        y = max(self.y - self.out * 1.05, 10 + width * 0.7)
        ornament.crown(self.brush, MIDDLE, y, width, self.tones.gold, self.tones.one)

    def _star(self) -> None:
        y = max(self.y - self.out - 6, 15)
        self.brush.solid(star(MIDDLE, y, 6, 2.8, self.chance.pick([5, 6, 8, 12])), self.tones.gold, 0.5)

    def _roof(self) -> None:
        self.brush.solid(rect(MIDDLE - 24, self.ceiling - 3, 48, 3.4), self.tones.gold, 0.5)
        roof = form(self.chance.pick(["-1.8,0! 0,-1! 1.8,0!", "-1.8,0! -1.1,-0.77 0,-1 1.1,-0.77 1.8,0!"]))
        place = Transform.scale(min(13.0, self.ceiling - 11.5)).then(Transform.shift(MIDDLE, self.ceiling - 3))
        self.brush.solid(roof.moved(place), self.tones.one, 0.7)

    def _steps(self) -> None:
        for k in range(3):
            self.brush.solid(rect(MIDDLE - 22 - k, self.floor + 2.6 * k, 44 + 2 * k, 2.6), self.tones.two, 0.4)
