"""The networks by name, with what training each is made of."""

from __future__ import annotations

from models.training import aligner, finder, inspector, namer, parter
from models.training.loop import Lesson

LESSONS: dict[str, Lesson] = {
    "finder": finder.LESSON,
    "parter": parter.LESSON,
    "aligner": aligner.LESSON,
    "namer": namer.LESSON,
    "inspector": inspector.LESSON,
}
