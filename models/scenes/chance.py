"""Scenes drawn by chance."""

from dataclasses import replace

import numpy as np

from models.scenes.arrays import SQUARE, Rng, turned
from models.scenes.cards.decks import Deck
from models.scenes.cards.wear import random_print
from models.scenes.photograph.camera import Camera, View
from models.scenes.photograph.light import Light, random_light
from models.scenes.photograph.sensor import random_sensor
from models.scenes.spec import (
    EVERY_KIND,
    FAR,
    FAR_WIDTH,
    FORTY_KINDS,
    HARDER_KINDS,
    KINDS,
    STEEP,
    CardItem,
    SceneOptions,
    SceneSpec,
    Stage,
    corners,
)
from models.scenes.table.laying import handled, lay_hands, lay_whole_deck
from models.scenes.table.surfaces import Surface, random_surface
from models.scenes.table.things import things


def random_spec(rng: Rng, kind: str, deck: Deck, options: SceneOptions) -> SceneSpec:
    """A scene of `kind` with this deck. ValueError where there is no such kind."""
    if kind not in EVERY_KIND:
        raise ValueError(f"no such kind of scene: {kind!r}")
    wide = options.wide

    def of() -> str:
        return str(rng.choice(KINDS)) if kind == "any" else kind if kind in KINDS else "clean"

    def lying() -> str:
        return {"coins": "clutter", "steep": "tilted", "far": "tilted", "mirrored": "clutter"}.get(kind) or of()

    stage = _stage(rng, deck, kind, kind if kind in HARDER_KINDS else of(), options)
    if kind in FORTY_KINDS:
        stage, cards = lay_whole_deck(rng, kind, stage)
    else:
        stage, cards = lay_hands(rng, lying, stage, options)
    cards = handled(rng, cards, wide)
    light_kind = of()
    light, glare, glare_size = _aim_glare(rng, light_kind, random_light(rng, light_kind, wide), stage.view, cards, wide)
    surfaces = _surfaces(rng, cards, stage.size, 0.8 if kind == "far" else 0.26 * wide, options)
    below, above = things(rng, kind, of(), cards, stage, options)
    return SceneSpec(
        seed=int(rng.integers(2**31)),
        kind=kind,
        deck=stage.deck,
        camera=stage.camera,
        light=light,
        sensor=random_sensor(rng, of(), wide),
        surfaces=surfaces,
        items=(*below, *cards, *above),
        card_size=stage.size,
        ink=random_print(rng, wide),
        shadow=float(rng.uniform(0.15, 0.75)),
        sharp=float(rng.uniform(0.8, 1.3)),
        glare=glare,
        glare_size=glare_size,
        aspect=options.aspect,
        mirrored=kind == "mirrored",
    )


def _stage(rng: Rng, deck: Deck, kind: str, camera_kind: str, options: SceneOptions) -> Stage:
    camera = _random_camera(rng, camera_kind, options.wide)
    size = _card_size(rng, deck, options.wide)
    if kind == "far":
        focal = FAR_WIDTH / 2 / np.tan(np.radians(camera.hfov) / 2)
        camera = replace(camera, height=float(size[1] * focal / rng.uniform(*FAR)))
    return Stage(deck, size, camera, options.aspect)


def _random_camera(rng: Rng, kind: str, wide: float) -> Camera:
    if kind == "tilted":
        tilt = rng.uniform(12, 21.5 + 4 * wide)
    elif kind == "steep":
        tilt = rng.uniform(STEEP, 42)
    else:
        tilt = rng.uniform(0, 6 + (9 * wide if rng.random() < 0.3 else 0))
    azimuth = rng.normal(0, 25) + rng.choice([0, 180]) if rng.random() < 0.7 else rng.uniform(0, 360)
    roll = rng.normal(0, 2.0) if rng.random() > 0.4 * wide else rng.uniform(-20, 20)
    hfov = rng.uniform(63, 68) if rng.random() > 0.3 * wide else rng.uniform(50, 80)
    return Camera(
        height=float(rng.uniform(960 - 160 * wide, 1200 + 100 * wide)),
        tilt=float(tilt),
        azimuth=float(azimuth),
        roll=float(roll),
        look_at=(float(rng.normal(0, 18)), float(rng.normal(0, 12))),
        hfov=float(hfov),
        distortion=float(rng.uniform(-0.06, 0.03)) if rng.random() < 0.5 * wide else 0.0,
    )


def _card_size(rng: Rng, deck: Deck, wide: float) -> tuple[float, float]:
    if rng.random() > 0.6 * wide:
        width = rng.uniform(60, 62)
        height = width / deck.aspect if 0.58 < deck.aspect < 0.73 else width / 0.642
    else:
        width = 61 * rng.uniform(0.78, 1.25)
        height = width / rng.uniform(0.60, 0.68)
    return float(width), float(height)


def _aim_glare(
    rng: Rng, kind: str, light: Light, view: View, cards: list[CardItem], wide: float
) -> tuple[Light, float, float]:
    """A lamp whose mirror image falls on a hand in `glare`, somewhere else or nowhere in other kinds.

    With it the mirror image's strength and size.
    """
    strong = kind == "glare"
    if not cards or (not strong and rng.random() > 0.35):
        return light, 0.0, 100.0
    lamp = light.main
    if strong:
        aim = cards[int(rng.integers(len(cards)))]
        here, part = view.camera.position, view.camera.position[2] / (view.camera.position[2] + lamp.height)
        at = (np.array([aim.x, aim.y]) + rng.normal(0, 40, 2) - here[:2]) / part + here[:2]
        moved = replace(lamp, x=float(at[0]), y=float(at[1]))
        light = replace(light, lamps=tuple(moved if other is lamp else other for other in light.lamps))
    strength = rng.uniform(50, 280) if strong else rng.uniform(10, 90)
    return light, float(strength), float(rng.uniform(25, 150 + 60 * wide))


def _surfaces(
    rng: Rng, cards: list[CardItem], size: tuple[float, float], edged: float, options: SceneOptions
) -> tuple[tuple[Surface, tuple[tuple[float, float], ...]], ...]:
    """The table; with the chance `edged` its edge with the floor beyond, or a mat on it."""
    top = random_surface(rng, options.surface, options.held_out)
    chance = rng.random()
    if chance > edged or not cards:
        return ((top, ()),)
    reach = np.abs(np.concatenate([corners(c, size) for c in cards])).max(axis=0)
    room = rng.uniform(8, 120, 2)
    half = reach + room
    turn = np.radians(rng.normal(0, 4))
    if rng.random() < 0.25:
        angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
        outline = np.stack([np.cos(angles), np.sin(angles)], axis=1) * float(np.hypot(*half))
    else:
        if rng.random() < 0.25:
            # A mat that the hands reach over.
            half = reach * rng.uniform(0.6, 1.0, 2)
        outline = SQUARE * half
    points = tuple((float(p[0]), float(p[1])) for p in turned(outline, turn))
    return ((random_surface(rng, None, options.held_out), ()), (top, points))
