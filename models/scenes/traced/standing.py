"""Glasses, hands and sleeves, as they stand on a table and reach over it."""

from typing import Any

import numpy as np

from models.scenes.table.standing import Arm, Glass, limbs_of
from models.scenes.traced.solids import Solid, grid_triangles
from models.scenes.traced.stuff import Made, glass, matt, mesh, on_both_sides, plastic, tone
from vision.arrays import F64

_CLEAR = 0.6
"""How solid a glass may be that one sees through."""
_HAND, _SLEEVE = 35.0, 60.0
"""How high their middles are over the table, mm."""


def glass_parts(item: Glass) -> dict[str, Any]:
    """Its wall, and its drink or its bottom."""
    wall = glass(item.colour) if item.solid < _CLEAR else on_both_sides(plastic(tone(item.colour), 0.8))
    level = max(item.level, 0.02)
    radius = item.foot + (item.rim - item.foot) * level - 1
    inside = on_both_sides(plastic(tone(item.drink), 1.0)) if item.level > 0 else wall
    return {
        "wall": _between(_ring(item, item.rim, item.height), _ring(item, item.foot, 1.0), wall),
        "inside": _between(_ring(item, 0.0, item.height * level), _ring(item, radius, item.height * level), inside),
    }


def _ring(item: Glass, radius: float, z: float) -> F64:
    turn = np.linspace(0, 2 * np.pi, 49)
    return np.stack([item.x + np.cos(turn) * radius, -item.y + np.sin(turn) * radius, np.full(49, z)], axis=1)


def _between(upper: F64, lower: F64, stuff: Made) -> Any:
    rings = np.stack([upper, lower])
    return mesh(Solid(rings.reshape(-1, 3), np.zeros((rings[..., 0].size, 2)), grid_triangles(*rings.shape[:2])), stuff)


def arm_parts(arm: Arm) -> dict[str, Made]:
    """Fingers, palm and sleeve: cylinders that are round at their ends."""
    limbs, wrist, _ = limbs_of(arm)
    skin, cloth = matt(tone(arm.skin)), matt(tone(arm.sleeve))
    parts = [(a, b, radius, _HAND, skin) for a, b, radius in limbs]
    parts.append((wrist, np.array(arm.start), 42.0, _SLEEVE, cloth))
    found: dict[str, Made] = {}
    for k, (a, b, radius, z, stuff) in enumerate(parts):
        start, end = ([float(p[0]), -float(p[1]), z] for p in (a, b))
        found[f"limb-{k}"] = {
            "type": "cylinder", "p0": start, "p1": end, "radius": radius, "bsdf": on_both_sides(stuff)
        }  # fmt: skip
        found[f"start-{k}"] = {"type": "sphere", "center": start, "radius": radius, "bsdf": stuff}
        found[f"end-{k}"] = {"type": "sphere", "center": end, "radius": radius, "bsdf": stuff}
    return found
