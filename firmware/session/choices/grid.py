"""A grid of choices, one for every button where it lies: what is chosen by one press, and never by counting presses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.calls import Call
from engine.cards import Suit
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sentences import Sentence
from firmware.session.buttons import Button
from firmware.session.events import Event
from firmware.session.finished import Face
from words.acts import Deed

Path = tuple[str, ...]
"""What has been chosen so far, one word a press; the first word says what the choice is about."""

HAND: Final = "hand"
TOLD: Final = "told"
"""The first words of the choices about a finished hand, and about what was announced in the one that lies open."""

Lead = Path | Event
"""Where a choice leads: to further choices, or to an event."""

PLACES: Final = tuple(button for button in Button if button is not Button.BACK)
"""The buttons that choose, in the order in which they lie on the box; Back goes one choice back."""
SUIT_OF: Final[Mapping[Button, Suit]] = dict(zip(PLACES, Suit, strict=False))
"""The buttons that say which suit a card in doubt is of, as they lie in every grid: then its rank has its own."""
COLUMNS: Final = 4


@dataclass(frozen=True, slots=True)
class Lot:
    """Of these one is drawn."""

    leads: tuple[Lead, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A choice: what stands on it, and where it leads: to further choices, to an event, or to a draw among several.

    `label` is an English text, a Sentence or a name; `team` stands before it, or alone where it is empty, `card` or
    what the `deed` is instead of it.
    """

    label: str
    leads: Lead | Lot
    team: str = ""
    card: Face | None = None
    deed: Deed | None = None


def further(path: Path, words: Iterable[str]) -> tuple[Cell, ...]:
    """For each word the choice that leads on by it."""
    return tuple(Cell(word, (*path, word)) for word in words)


def each_team(path: Path) -> tuple[Cell, ...]:
    """For each team the choice that leads on by it."""
    return tuple(Cell("", (*path, team.value), team.value) for team in Team)


About = Seat | Team | Round | Call | Face | Sentence | tuple[Seat, ...] | str | None
"""What choices are about; a text is a name or a number."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Choices under a title, an English text; None where a button chooses nothing.

    `about` is what they are about, `so_far` the calls that were entered before, `seat` whose card is asked for. Those
    of a `listed` one are sentences: the display shows one at a time, Next another one, and OK takes it; what is `told`
    comes first.
    """

    title: str
    cells: tuple[Cell | None, ...]
    about: About = None
    so_far: tuple[Call, ...] = ()
    seat: Seat | None = None
    listed: bool = False
    told: Sentence | None = None

    @property
    def slots(self) -> tuple[Sentence | Cell | None, ...]:
        """What a list shows one after the other."""
        return (self.told, *self.cells) if self.told else self.cells

    def cell(self, button: Button) -> Cell | None:
        """What the button chooses; in a list none does by its place."""
        if self.listed:
            return None
        place = PLACES.index(button) if button in PLACES else len(self.cells)
        return self.cells[place] if place < len(self.cells) else None


NO_CHOICE: Final = Sentence("there is no such choice")


class GridError(ValueError):
    """What cannot be chosen now, in a Sentence."""
