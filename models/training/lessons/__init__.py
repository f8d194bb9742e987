"""The networks by name: what training each is made of, and how long it goes on."""

from __future__ import annotations

from dataclasses import dataclass

from models.training.lessons import art, finder, marks, parter
from models.training.loop import Lesson


@dataclass(frozen=True, slots=True)
class Plan:
    """A network's lesson, and how many random styles and chunks it takes, and how often each sample is used.

    `begins`: the network out of whose weights it grows.
    """

    lesson: Lesson
    styles: int
    chunks: int
    passes: int
    begins: str | None = None


PLANS: dict[str, Plan] = {
    "finder": Plan(finder.LESSON, styles=40, chunks=42, passes=4),
    "art": Plan(art.LESSON, styles=60, chunks=27, passes=5),
    "parter": Plan(parter.LESSON, styles=40, chunks=60, passes=2, begins="finder"),
    "marks": Plan(marks.LESSON, styles=0, chunks=30, passes=3),
}
"""In the order in which they are trained."""
