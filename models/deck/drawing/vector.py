"""A small vector language: paths, transforms, and the nodes of a drawing. Millimetres, y grows downwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

Point = tuple[float, float]
Colour = str
"""`#rrggbb`."""

KAPPA = 0.5522847498
"""Handle length of the cubic that passes for a quarter of a circle."""


@dataclass(frozen=True, slots=True)
class Transform:
    """An affine map: (x, y) -> (a x + c y + e, b x + d y + f)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @staticmethod
    def shift(x: float, y: float) -> Transform:
        return Transform(e=x, f=y)

    @staticmethod
    def scale(x: float, y: float | None = None) -> Transform:
        return Transform(a=x, d=x if y is None else y)

    @staticmethod
    def turn(degrees: float) -> Transform:
        """Clockwise as seen on the card, about the origin."""
        s, c = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        return Transform(c, s, -s, c)

    @staticmethod
    def slant(amount: float) -> Transform:
        return Transform(c=-amount)

    def then(self, other: Transform) -> Transform:
        """First this one, then the other."""
        o = other
        return Transform(
            o.a * self.a + o.c * self.b,
            o.b * self.a + o.d * self.b,
            o.a * self.c + o.c * self.d,
            o.b * self.c + o.d * self.d,
            o.a * self.e + o.c * self.f + o.e,
            o.b * self.e + o.d * self.f + o.f,
        )

    def __call__(self, p: Point) -> Point:
        x, y = p
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f


IDENTITY = Transform()


@dataclass(frozen=True)
class Path:
    """Sub-paths of lines and cubic curves: each step holds one point (M, L), three (C) or none (Z)."""

    steps: tuple[tuple[str, tuple[float, ...]], ...]

    def __add__(self, other: Path) -> Path:
        return Path(self.steps + other.steps)

    def moved(self, transform: Callable[[Point], Point]) -> Path:
        """The path with each of its points, handles too, taken elsewhere."""

        def each(values: tuple[float, ...]) -> tuple[float, ...]:
            out: list[float] = []
            for k in range(0, len(values), 2):
                out.extend(transform((values[k], values[k + 1])))
            return tuple(out)

        return Path(tuple((op, each(values)) for op, values in self.steps))

    @cached_property
    def operators(self) -> str:
        """The path in PDF's own words."""
        words = {"M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c", "Z": "h"}
        return " ".join(words[op] % values for op, values in self.steps)

    @property
    def points(self) -> list[Point]:
        """The points that the path passes through."""
        return [(values[-2], values[-1]) for _, values in self.steps if values]


def polygon(points: Iterable[Point], closed: bool = True) -> Path:
    steps: list[tuple[str, tuple[float, ...]]] = [("L", tuple(p)) for p in points]
    steps[0] = ("M", steps[0][1])
    if closed:
        steps.append(("Z", ()))
    return Path(tuple(steps))


def segment(x0: float, y0: float, x1: float, y1: float) -> Path:
    return polygon([(x0, y0), (x1, y1)], closed=False)


def rect(x: float, y: float, width: float, height: float) -> Path:
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Path:
    r, k = radius, radius * (1 - KAPPA)
    x1, y1 = x + width, y + height
    return Path(
        (
            ("M", (x + r, y)),
            ("L", (x1 - r, y)),
            ("C", (x1 - k, y, x1, y + k, x1, y + r)),
            ("L", (x1, y1 - r)),
            ("C", (x1, y1 - k, x1 - k, y1, x1 - r, y1)),
            ("L", (x + r, y1)),
            ("C", (x + k, y1, x, y1 - k, x, y1 - r)),
            ("L", (x, y + r)),
            ("C", (x, y + k, x + k, y, x + r, y)),
            ("Z", ()),
        )
    )


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Path:
    ry = rx if ry is None else ry
    kx, ky = rx * KAPPA, ry * KAPPA
    return Path(
        (
            ("M", (cx + rx, cy)),
            ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
            ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
            ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
            ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
            ("Z", ()),
        )
    )


def star(cx: float, cy: float, outer: float, inner: float, tips: int) -> Path:
    points = []
    for k in range(2 * tips):
        angle = math.radians(180.0 * k / tips - 90.0)
        r = inner if k % 2 else outer
        points.append((cx + r * math.cos(angle), cy + r * math.sin(angle)))
    return polygon(points)


def _tangent(before: Point, at: Point, after: Point) -> Point:
    """The direction of the circle through three points, at the middle one."""
    ux, uy, vx, vy = at[0] - before[0], at[1] - before[1], after[0] - at[0], after[1] - at[1]
    u, v = math.hypot(ux, uy) or 1e-9, math.hypot(vx, vy) or 1e-9
    tx, ty = ux / u * v + vx / v * u, uy / u * v + vy / v * u
    length = math.hypot(tx, ty)
    if length < 1e-9:
        return 0.0, 0.0
    return tx / length, ty / length


def through(points: Sequence[Point], closed: bool = False, corners: frozenset[int] = frozenset()) -> Path:
    """A smooth curve through the points; it breaks at the corners, and is straight between two of them."""
    n = len(points)
    directions: list[Point | None] = []
    for k in range(n):
        if k in corners or (not closed and k in (0, n - 1)):
            directions.append(None)
        else:
            directions.append(_tangent(points[k - 1], points[k], points[(k + 1) % n]))
    steps: list[tuple[str, tuple[float, ...]]] = [("M", tuple(points[0]))]
    for k in range(n if closed else n - 1):
        p, q = points[k], points[(k + 1) % n]
        out, into = directions[k], directions[(k + 1) % n]
        if out is None and into is None:
            steps.append(("L", tuple(q)))
            continue
        h = math.dist(p, q) * 0.36
        c1 = (p[0] + out[0] * h, p[1] + out[1] * h) if out else None
        c2 = (q[0] - into[0] * h, q[1] - into[1] * h) if into else None
        # An end without a direction of its own leans towards the other end's handle.
        c1 = c1 or (p[0] + (c2[0] - p[0]) * 0.4, p[1] + (c2[1] - p[1]) * 0.4)  # type: ignore[index]
        c2 = c2 or (q[0] + (c1[0] - q[0]) * 0.4, q[1] + (c1[1] - q[1]) * 0.4)
        steps.append(("C", (*c1, *c2, *q)))
    if closed:
        steps.append(("Z", ()))
    return Path(tuple(steps))


def read_points(text: str) -> tuple[list[Point], frozenset[int]]:
    """Points written as `x,y x,y! x,y`: an exclamation mark makes a corner."""
    points: list[Point] = []
    corners: set[int] = set()
    for k, word in enumerate(text.split()):
        if word.endswith("!"):
            corners.add(k)
        x, y = word.rstrip("!").split(",")
        points.append((float(x), float(y)))
    return points, frozenset(corners)


def form(text: str) -> Path:
    """A closed smooth shape from written points."""
    points, corners = read_points(text)
    return through(points, True, corners)


def curve(text: str) -> Path:
    """An open smooth line from written points."""
    points, corners = read_points(text)
    return through(points, False, corners)


def sample(points: Sequence[Point], per_span: int) -> list[Point]:
    """Points along the smooth curve through the given ones."""
    steps = through(points).steps
    out = [points[0]]
    here = points[0]
    for op, v in steps[1:]:
        if op == "L":
            v = (*here, v[0], v[1], v[0], v[1])
        for k in range(1, per_span + 1):
            t = k / per_span
            s = 1 - t
            w = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            out.append(
                (
                    w[0] * here[0] + w[1] * v[0] + w[2] * v[2] + w[3] * v[4],
                    w[0] * here[1] + w[1] * v[1] + w[2] * v[3] + w[3] * v[5],
                )
            )
        here = (v[4], v[5])
    return out


def normals(points: Sequence[Point]) -> list[Point]:
    """Unit normals (to the left of the way, as y grows downwards) at each point of a line."""
    out = []
    n = len(points)
    for k in range(n):
        (ax, ay), (bx, by) = points[max(k - 1, 0)], points[min(k + 1, n - 1)]
        length = math.hypot(bx - ax, by - ay) or 1e-9
        out.append(((by - ay) / length, -(bx - ax) / length))
    return out


def ribbon(points: Sequence[Point], widths: Sequence[float], tips: str = "round", per_span: int = 3) -> Path:
    """A limb: a smooth line that is as wide at each of its points as told. Tips: round, flat or sharp (each end
    may have its own, `flat round`)."""
    line = sample(points, per_span)
    wide: list[float] = []
    for k in range(len(points) - 1):
        for j in range(per_span):
            t = j / per_span
            t = t * t * (3 - 2 * t)
            wide.append(widths[k] * (1 - t) + widths[k + 1] * t)
    wide.append(widths[-1])
    across = normals(line)
    left = [(p[0] + n[0] * w / 2, p[1] + n[1] * w / 2) for p, n, w in zip(line, across, wide, strict=True)]
    right = [(p[0] - n[0] * w / 2, p[1] - n[1] * w / 2) for p, n, w in zip(line, across, wide, strict=True)]
    kinds = tips.split()
    first, last = kinds[0], kinds[-1]
    outline: list[Point] = []
    corners: set[int] = set()

    def end(kind: str, at: Point, normal: Point, width: float, sign: float, pair: tuple[Point, Point]) -> None:
        forward = (-normal[1] * sign, normal[0] * sign)
        outline.append(pair[0])
        if kind == "flat":
            corners.update((len(outline) - 1, len(outline)))
        elif kind == "sharp":
            outline.append((at[0] + forward[0] * width, at[1] + forward[1] * width))
            corners.add(len(outline) - 1)
        else:
            outline.append((at[0] + forward[0] * width / 2, at[1] + forward[1] * width / 2))
        outline.append(pair[1])

    outline.extend(left[1:-1])
    end(last, line[-1], across[-1], wide[-1], 1, (left[-1], right[-1]))
    outline.extend(reversed(right[1:-1]))
    end(first, line[0], across[0], wide[0], -1, (right[0], left[0]))
    return through(outline, True, frozenset(corners))


@dataclass(frozen=True)
class Shape:
    """A path with its fill and its outline."""

    path: Path
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0
    round: bool = True


@dataclass(frozen=True)
class Group:
    """Nodes moved together, seen only inside the clip if there is one."""

    nodes: tuple[Node, ...]
    transform: Transform = IDENTITY
    clip: Path | None = None


@dataclass(frozen=True, eq=False)
class Symbol:
    """Nodes that are drawn many times: kept once in the file."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Use:
    """A symbol at a place."""

    symbol: Symbol
    transform: Transform = IDENTITY


Node = Shape | Group | Use


def bent(nodes: Iterable[Node], bend: Callable[[Point], Point], so_far: Transform = IDENTITY) -> tuple[Node, ...]:
    """The nodes with every path bent. Symbols keep their form: they go where the bend takes their origin."""
    out: list[Node] = []
    for node in nodes:
        if isinstance(node, Shape):
            path = node.path.moved(lambda p: bend(so_far(p)))
            grown = math.sqrt(abs(so_far.a * so_far.d - so_far.b * so_far.c))
            out.append(replace(node, path=path, width=node.width * grown))
        elif isinstance(node, Use):
            place = node.transform.then(so_far)
            x, y = bend((place.e, place.f))
            out.append(Use(node.symbol, replace(place, e=x, f=y)))
        else:
            place = node.transform.then(so_far)
            clip = None if node.clip is None else node.clip.moved(lambda p, place=place: bend(place(p)))  # type: ignore[misc]
            out.append(Group(bent(node.nodes, bend, place), IDENTITY, clip))
    return tuple(out)


def bounds(nodes: Iterable[Node]) -> tuple[float, float, float, float]:
    """The box about shapes and groups of them: left, top, right, bottom. ValueError for symbols and for nothing."""
    corners: list[Point] = []
    for node in nodes:
        if isinstance(node, Use):
            raise ValueError("what a symbol measures is not known")
        if isinstance(node, Shape):
            reach = node.width / 2
            corners += [(x + side * reach, y + side * reach) for x, y in node.path.points for side in (-1, 1)]
        else:
            # What is clipped reaches no farther than its clip.
            x0, y0, x1, y1 = bounds([Shape(node.clip)] if node.clip else node.nodes)
            corners += [node.transform(corner) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@dataclass
class Drawing:
    """Collects nodes, back to front."""

    nodes: list[Node] = field(default_factory=list)

    def add(self, *nodes: Node) -> None:
        self.nodes.extend(nodes)

    def fill(self, path: Path, colour: Colour) -> None:
        self.nodes.append(Shape(path, colour))

    def line(self, path: Path, colour: Colour, width: float, round: bool = True) -> None:
        if width > 0:
            self.nodes.append(Shape(path, None, colour, width, round))

    @contextmanager
    def group(self, transform: Transform = IDENTITY, clip: Path | None = None) -> Iterator[None]:
        """What is drawn inside the block becomes one group. The clip is in the group's own measure."""
        outer, self.nodes = self.nodes, []
        try:
            yield
        finally:
            inner, self.nodes = self.nodes, outer
            if inner:
                self.nodes.append(Group(tuple(inner), transform, clip))
