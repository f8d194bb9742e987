"""A match of Mus por Equipos at a desk: real tables with the box's own sender, which play by chance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from desk.acts import Role
from desk.equipos.known import Known
from desk.keeping.people import Place
from desk.service import Desk, setting_up
from desk.state import State
from engine.cards import Card
from engine.equipos.packs import PACK
from engine.match.standing import Standing
from engine.seats import Seat
from engine.tournament.entries import TeamEntry
from firmware.session.buttons import Button
from firmware.session.state import Phase
from tests.desk.playing import ANE, SETTINGS
from tests.firmware.joined.test_joined import Box
from tests.firmware.playing import RandomEyes, likely
from tests.firmware.screens.gallery import reading
from vision.picture import Picture
from vision.reading import TableReading

SIDES = TeamEntry("T01", "Chino"), TeamEntry("T02", "Tolosa")
SEED = "what nobody has seen"


def begun(desk: Desk, tables: int = 2, games: int = 2, target: int = 10, rules: str = SETTINGS["rules"]) -> int:
    """A match that is dealt."""
    stage = {"system": "equipos", "tables": tables, "games": games, "jugadas": 20}
    settings = {"rules": rules, "options": {"target": target}, "stages": [stage]}
    tournament = setting_up.make(desk, ANE, SETTINGS | settings)
    setting_up.enter(desk, tournament, ANE, SIDES)
    setting_up.lock(desk, tournament, ANE)
    setting_up.draw(desk, tournament, ANE, SEED)
    return tournament


class OwnPacks(RandomEyes):
    """Sees hands that can come of the packs of the jugada in play, after some discards."""

    def read_frames(self, pictures: Sequence[Picture], name: str, players: int = 4, packs: Any = None) -> TableReading:
        chance = random.Random(name)
        if packs is None:
            return super().read_frames(pictures, name, players)
        return reading({seat.value: " ".join(map(str, _hand(packs[seat], chance))) for seat in Seat}, ())


def _hand(pack: tuple[Card, ...], chance: random.Random) -> list[Card]:
    drawn = pack[: chance.randint(4, PACK)]
    return [*chance.sample(drawn[:-1], 3), drawn[-1]]


class Table(Box):
    """A table of the match, whose box may be another one by now."""

    def __init__(self, stack: ExitStack, folder: Path, desk: Desk, number: int, code: str) -> None:
        self.number, self.code = number, code
        super().__init__(stack, folder, desk, code, OwnPacks())

    @property
    def state(self):
        """How the table stands."""
        return self.appliance.snapshot().state

    @property
    def standing(self) -> Standing:
        """How its match does."""
        return self.state.standing

    @property
    def done(self) -> int:
        """With how many games it is done."""
        return sum(game.over for game in self.standing.games)

    def hand(self, chance: random.Random) -> None:
        """The next jugada, up to its marks."""
        before = len(self.state.noted)
        while self.phase is not Phase.MATCH_WON and len(self.state.noted) <= before:
            button = likely(self.appliance, chance)
            if button is not Button.BACK or not self.state.pristine:  # before the first call that would be the match
                self.appliance.press(button)

    def game(self, chance: random.Random) -> None:
        """All jugadak that are left of the game in hand."""
        before = self.done
        while self.done == before:
            self.hand(chance)

    def hordago(self) -> None:
        """The game in hand is won by an accepted hordago."""
        if self.phase is not Phase.CALLS:
            self.appliance.press(Button.OK)
        for button in (Button.HORDAGO, Button.HORDAGO, Button.IDUKI, Button.READ):
            assert self.appliance.press(button).done


class Match:
    """All tables of a match at one desk."""

    def __init__(
        self, stack: ExitStack, folder: Path, desk: Desk, tables: int = 2, games: int = 2, rules: str = "nabo"
    ) -> None:
        self.desk, self.stack, self.folder = desk, stack, folder
        self.tournament = begun(desk, tables, games, rules=rules)
        places = [Place(self.tournament, Role.TABLE, table=number) for number in range(1, tables + 1)]
        self._codes = [issued.code for issued in desk.issue(places)]
        self.tables = [self.joined(number) for number in range(1, tables + 1)]

    def joined(self, number: int) -> Table:
        """A new box at a table, which goes on where that is."""
        folder = self.folder / f"box {number} {len(list(self.folder.glob('box*')))}"
        table = Table(self.stack, folder, self.desk, number, self._codes[number - 1])
        table.send()
        return table

    @property
    def state(self) -> State:
        """How the desk has it."""
        return self.desk.state(self.tournament)

    @property
    def known(self) -> Known:
        """What is open."""
        return self.desk.matches.known(self.tournament, self.state)

    @property
    def open(self) -> int:
        """How many games are."""
        return len(self.known.outcome.games) if self.known.outcome else 0
