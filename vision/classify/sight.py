"""What the networks see of the things in one picture: at each, as it lies there, they look once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.arrays import F32, F64
from vision.classify.evidence import MARKS, Classifier, Faces, cut_out_whole
from vision.locate.found import Found
from vision.picture import Picture

_Key = tuple[bytes, ...]
"""What a thing's cut-outs hang on: its corners, and those of what lies on it."""

_UNREAD = np.full((2, MARKS), np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A `picture`, and the same as a `frame` of the size at which cards are found, in whose pixels things are told."""

    classifier: Classifier
    picture: Picture
    frame: Picture
    _faces: dict[_Key, tuple[F64, F32, F32]] = field(default_factory=dict)
    _ends: dict[_Key, F64] = field(default_factory=dict)

    def faces(self, found: list[Found]) -> Faces:
        """What each thing shows as a whole."""
        if not found:
            return self.classifier.faces(cut_out_whole(self.frame.pixels, found))
        keys = _keys(found)
        new = [number for number, key in enumerate(keys) if key not in self._faces]
        if new:
            seen = self.classifier.faces(cut_out_whole(self.frame.pixels, found, new))
            rows = zip(seen.logits, seen.patches, seen.in_view, strict=True)
            self._faces.update(zip((keys[number] for number in new), rows, strict=True))
        logits, patches, in_view = zip(*(self._faces[key] for key in keys), strict=True)
        return Faces(np.stack(logits), np.stack(patches), np.stack(in_view))

    def ends(self, found: list[Found], which: NDArray[np.bool_]) -> F64:
        """Logits (n, 2, 18) of both ends of `which` of the things (n,), in all of the picture's pixels; NaN of those
        that are not in view, and of the other things."""
        keys = _keys(found)
        new = which & np.array([key not in self._ends for key in keys], np.bool_)
        if new.any():
            read = self.classifier.ends(self.picture.pixels, self._closely(found), np.stack([new, new], axis=1))
            self._ends.update({keys[number]: read[number] for number in np.flatnonzero(new)})
        rows = [self._ends[key] if asked else _UNREAD for key, asked in zip(keys, which, strict=True)]
        return np.array(rows).reshape(-1, 2, MARKS)

    def sticking(self, found: list[Found], which: Sequence[int]) -> F64:
        """How likely it is (n,) that a card that was not found sticks to `which` of the things, the cards of one table,
        in all of the picture's pixels."""
        return self.classifier.sticking(self.picture.pixels, self._closely(found), which)

    def _closely(self, found: list[Found]) -> list[Found]:
        """The things in the pixels of the picture itself."""
        return [thing.scaled(self.frame.scale / self.picture.scale) for thing in found]


def _keys(found: list[Found]) -> list[_Key]:
    own = [thing.corners.tobytes() for thing in found]
    return [(key, *(own[other] for other in thing.under)) for key, thing in zip(own, found, strict=True)]
