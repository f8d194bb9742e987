"""What things are made of, as Mitsuba has it: pictures, plastic, glass, cloth."""

from typing import Any

import mitsuba
import numpy as np

from models.scenes.arrays import Colour
from models.scenes.traced.solids import Solid
from vision.arrays import F32

mitsuba.set_variant("llvm_ad_rgb")
mitsuba.set_log_level(mitsuba.LogLevel.Error)

_GAMMA = np.float32(2.2)

Made = dict[str, Any]
"""What `mitsuba.load_dict` takes."""


def bitmap(picture: F32) -> Made:
    """A texture of a picture (rows, columns, 3), BGR as a screen shows it, or of opacities (rows, columns, 1)."""
    linear = picture[..., ::-1] ** _GAMMA if picture.shape[2] == 3 else picture
    return {"type": "bitmap", "bitmap": mitsuba.Bitmap(np.ascontiguousarray(linear, np.float32)), "raw": True}


def tone(colour: Colour, white: float = 0.0) -> Made:
    """A colour, so far on the way to white."""
    linear = (np.array(colour[::-1]) / 255) ** _GAMMA
    return {"type": "rgb", "value": (white + (1 - white) * linear).tolist()}


def matt(colour: Made) -> Made:
    """What mirrors nothing."""
    return {"type": "diffuse", "reflectance": colour}


def plastic(colour: Made, gloss: float) -> Made:
    """Colour under a coat: the glossier (0 to 1), the smoother."""
    return {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": 0.34 - 0.28 * gloss, "nonlinear": True}


def glass(colour: Colour) -> Made:
    """A thin clear wall, tinted a little."""
    return {"type": "thindielectric", "specular_transmittance": tone(colour, 0.6)}


def on_both_sides(stuff: Made) -> Made:
    """Stuff that looks the same from below."""
    return {"type": "twosided", "nested": stuff}


def mesh(solid: Solid, stuff: Made) -> Any:
    """A solid made of that."""
    properties = mitsuba.Properties()
    properties["mesh_bsdf"] = mitsuba.load_dict(stuff)
    made = mitsuba.Mesh(
        "mesh", len(solid.points), len(solid.triangles), has_vertex_normals=True, has_vertex_texcoords=True,
        props=properties,
    )  # fmt: skip
    values = mitsuba.traverse(made)
    values["vertex_positions"] = solid.points.astype(np.float32).ravel()
    values["vertex_texcoords"] = solid.places.astype(np.float32).ravel()
    values["faces"] = solid.triangles.astype(np.uint32).ravel()
    values.update()
    made.recompute_vertex_normals()
    return made
