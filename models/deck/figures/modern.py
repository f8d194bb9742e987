"""Figures of modern decks: busts, double-headed ones, flat shapes, or a letter alone."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing import typefaces
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import mix
from models.deck.drawing.vector import Group, Node, Path, Transform, curve, ellipse, form, polygon, rect, rounded
from models.deck.ends import digits
from models.deck.palette import suit_colour
from models.deck.pips import put
from models.deck.size import CENTRE, HEIGHT, MIDDLE, WIDTH

LETTERS = {10: "S", 11: "C", 12: "R"}
UPSIDE_DOWN = Transform.turn(180).then(Transform.shift(WIDTH, HEIGHT))
_SIZES = {"o": 15.0, "c": 19.0, "e": 34.0, "b": 34.0}


def sign(brush: Brush, suit: str, x: float, y: float, grow: float = 1.0, turn: float = 0.0) -> None:
    """A suit's sign at the size that it has beside a figure."""
    put(brush, suit, _SIZES[suit] * grow, x, y, turn)


def _sign_above(brush: Brush, suit: str) -> None:
    """A suit's sign beside a head, in the corner where most decks have no number."""
    sign(brush, suit, 47.5, 17.5 if suit in "oc" else 21.0, 0.62)


def _panel(brush: Brush, chance: Chance) -> None:
    """A ground of one colour behind a figure."""
    colour = chance.pick(brush.palette.cloth).base
    if chance.happens(0.6):
        inset = chance.about(8.0, 6.5, 11.0)
        shape = rounded(inset, inset + 2, WIDTH - 2 * inset, HEIGHT - 2 * inset - 4, chance.about(2, 0, 6))
        brush.fill(shape, mix(brush.palette.stock, colour, 0.35))


def bust(brush: Brush, figure: tuple[Node, ...], suit: str, chance: Chance) -> None:
    """Head and shoulders, cut off below."""
    _panel(brush, chance)
    grow, low = chance.about(1.6, 1.45, 1.8), chance.about(80.0, 68.0, 86.0)
    place = Transform.shift(-32.5, -22).then(Transform.scale(grow)).then(Transform.shift(31.5, 37))
    with brush.group(clip=rect(7.5, 4, WIDTH - 15, low - 4)):
        brush.add(Group(figure, place))
    _sign_above(brush, suit)


def double(brush: Brush, figure: tuple[Node, ...], suit: str, chance: Chance) -> None:
    """Half a figure, and the same half from the other end."""
    _panel(brush, chance)
    place = Transform.shift(-32, -23).then(Transform.scale(1.12)).then(Transform.shift(31, 23))
    two_headed(brush, figure, place, rect(6.5, 0, WIDTH - 13, CENTRE))
    brush.line(polygon([(6.5, CENTRE), (WIDTH - 6.5, CENTRE)], closed=False), brush.ink, max(brush.weight, 0.3))
    for at in (Transform(), UPSIDE_DOWN):
        with brush.group(at):
            _sign_above(brush, suit)


def two_headed(brush: Brush, figure: tuple[Node, ...], place: Transform, clip: Path) -> None:
    """What is inside the clip of a figure at that place, and the same from the other end."""
    half = Group((Group(figure, place),), clip=clip)
    brush.add(half, Group((half,), UPSIDE_DOWN))


def letter(brush: Brush, rank: int, suit: str) -> None:
    """The first letter of sota, caballo or rey, or the number, as large as the card allows."""
    style = brush.style
    whole = Chance(style.seed, "letters", False)
    font = style.index.font if style.index.font not in digits.FONTS else whole.pick(typefaces.STANDARD)
    words = whole.pick([LETTERS, {10: "10", 11: "11", 12: "12"}])[rank]
    path, width = typefaces.text(words, font, 30.0)
    shrink = min(1.0, 36.0 / width) if width else 1.0
    place = Transform.scale(shrink, 1.0).then(Transform.shift(MIDDLE - width * shrink / 2, 22.0))
    brush.fill(path.moved(place), suit_colour(brush.palette, suit))
    sign(brush, suit, MIDDLE, 67.0, 0.9, 90.0 if suit in "eb" else 0.0)


def shapes(brush: Brush, rank: int, suit: str, chance: Chance) -> None:
    """A body, a head and what tells the rank, each of one colour: a cap, a horse, a crown."""
    p = brush.palette
    whole = Chance(brush.style.seed, "shapes", False)
    broad, round_ = whole.about(15.0, 12.0, 18.0), whole.happens(0.5)
    coat, other = chance.pick(p.cloth), chance.pick(p.cloth)
    neck = 40.0 if rank != 11 else 33.0
    if rank == 11:
        horse = form(
            "12,84! 13,66 18,57 28,55! 37,55 42,47 45,40! 47,36! 49,40! 54,50 53,54 49,54! 46,53 45,60 47,70 46,84! "
            "41,84! 40,72! 20,72! 18,84!"
        )
        brush.solid(horse, chance.pick(p.horses), 0)
        brush.fill(ellipse(47.5, 45.0, 0.9), p.stock)
    if round_:
        low = 82.0 if rank != 11 else 60.0
        body = form(f"{MIDDLE - broad},{low}! {MIDDLE - broad},{neck + 6} {MIDDLE},{neck} {MIDDLE + broad},{neck + 6} "
                    f"{MIDDLE + broad},{low}!")  # fmt: skip
    else:
        low = 84.0 if rank != 11 else 62.0
        body = polygon([(MIDDLE - 6, neck), (MIDDLE + 6, neck), (MIDDLE + broad, low), (MIDDLE - broad, low)])
    with brush.group(Transform.shift(-4.0 if rank == 11 else 0.0, 0)):
        brush.solid(body, coat, 0)
        brush.solid(rounded(MIDDLE - 1.6, neck, 3.2, low - neck, 0.0), other, 0)
        head = neck - 6.5
        brush.solid(ellipse(MIDDLE, head, 7.2), p.flesh, 0)
        if whole.happens(0.7):
            for side in (-1, 1):
                brush.fill(ellipse(MIDDLE + side * 2.6, head, 0.7), "#221c22")
            brush.line(curve("-2,3 0,3.8 2,3").moved(Transform.shift(MIDDLE, head)), "#221c22", 0.4)
        at = Transform.shift(MIDDLE, head)
        if rank == 12:
            brush.solid(form("-7,1! -6,9 0,14 6,9 7,1! 0,4").moved(at), chance.pick(p.hair), 0)
            crown = polygon([(-7.5, 0), (-7.5, -9), (-3.75, -4), (0, -10), (3.75, -4), (7.5, -9), (7.5, 0)])
            brush.solid(crown.moved(Transform.shift(MIDDLE, head - 4.6)), p.hilt, 0)
        else:
            brush.solid(form("-8.4,-2! -7,-9 4,-10 8.4,-2!").moved(at), other, 0)
            if rank == 11:
                brush.solid(ellipse(MIDDLE + 6, head - 9, 2.2, 4.2), p.leaf, 0)
    sign(brush, suit, 13.5 if suit in "eb" else 14.5, 30.0 if suit in "oc" else 36.0, 0.85)
