"""All that is chosen in grids, whatever a path's first word says that it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from firmware.session.choices.advising import advice
from firmware.session.choices.correcting import SETTLE, misheard, settled, wrong
from firmware.session.choices.entering import ENTER, entering
from firmware.session.choices.grid import HAND, TOLD, Grid, Path
from firmware.session.choices.menu import LAW, MENU, menu
from firmware.session.state import State

_LEADS_ON: Final[Mapping[str, tuple[int, Callable[[State, Path], Grid]]]] = {
    HAND: (2, wrong),
    TOLD: (1, misheard),
    SETTLE: (2, settled),
    MENU: (1, menu),
    LAW: (1, advice),
    ENTER: (2, entering),
}
"""By the first word: how many words the first choice has, and the choices."""


def grid(state: State, path: Path) -> Grid:
    """The choices after `path`. GridError where there is nothing to choose."""
    _, leads_on = _LEADS_ON[path[0]]
    return leads_on(state, path)


def is_first(path: Path) -> bool:
    """Whether it is the first choice of its kind: one back there is nothing to choose."""
    words, _ = _LEADS_ON[path[0]]
    return len(path) <= words
