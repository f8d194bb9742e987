"""The networks by name, in the order in which they are trained, and what training each is made of."""

from __future__ import annotations

from models.training.lessons import art, finder, marks, parter, rims
from models.training.loop import Lesson

LESSONS: dict[str, Lesson] = {
    "finder": finder.LESSON,
    "art": art.LESSON,
    "parter": parter.LESSON,
    "marks": marks.LESSON,
    "rims": rims.LESSON,
}
