"""A lamp's sheen on a card: it makes the print pale, and what is left of it can still be told apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.levels import percentile

PALE = 0.6
"""How bright a card's darkest print is beside its paper from which on it is pale."""

FAINT = 12
"""Grey levels between the two below which nothing can be made out: what would be enlarged is noise."""

_SPARSE = 2
"""Every so many-th pixel each way is enough to tell how pale a card is."""

_RIM = 0.1
"""Share of a cut-out's width that is not asked on each side: the table, the card's edge, its shadow."""


def without_sheen(cut_out: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A cut-out (height, width, 4), its print as dark beside the paper again as it is without a lamp on it.

    A card that is not pale, or of which nothing can be made out, comes back as it is.
    """
    rim = round(_RIM * cut_out.shape[1])
    inner = cut_out[rim:-rim:_SPARSE, rim:-rim:_SPARSE]
    seen = inner[inner[..., 3] > 200, :3]
    if len(seen) == 0:
        return cut_out
    dark, paper = percentile(seen, 1), percentile(seen, 80)
    if dark < PALE * paper or paper - dark < FAINT:
        return cut_out
    table = np.clip((np.arange(256) - dark) / (paper - dark), 0, 1) * 230 + 20
    return np.dstack([table.astype(np.uint8)[cut_out[..., :3]], cut_out[..., 3]])
