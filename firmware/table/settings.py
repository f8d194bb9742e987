"""A tournament's settings of a match: a TOML file whose mistakes are named by line; the last good one is kept.

rules = "federacion"    # one of the rule books, or a file's path
target = 30             # tantos of a mantxa
games = 3               # mantxak that win the match, or a vaca
vacas = 1
esku = "N"              # who speaks first
players = 2             # one against one, in a rule book that is played so
desk = "http://192.168.1.20:8050"    # of the tournament, which the table joins by its code
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import MusError
from engine.rules import BOOK_NAMES, require_players
from engine.seats import Seat
from firmware.files.books import find_book, placed, text_in_file
from firmware.files.regular_files import NotUtf8Error, read_text
from firmware.joined.wire import Wire
from firmware.keeping.folders import keep_text
from firmware.screens.trouble import Trouble
from firmware.session.events import MatchStarted

_LOG = logging.getLogger("hamarreko")
_FIELDS = ("rules", "target", "games", "vacas", "esku", "players", "desk")
_GOOD = "match-settings.toml"
_LARGEST = 1 << 20
"""Bytes of a settings file."""


@dataclass(frozen=True, slots=True)
class SettingsMistake:
    """A mistake in the settings, told as a device's trouble is: matches begin by others, and somebody should know."""

    why: str

    def troubles(self) -> frozenset[Trouble]:
        """The mistake, for as long as the table runs."""
        return frozenset({Trouble.SETTINGS_WRONG})

    def details(self) -> Mapping[str, object]:
        """What is wrong, and by which settings matches begin."""
        return {"settings": self.why}


class SettingsError(ValueError):
    """A settings file with a mistake; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How matches are played here. What is None is as the rule book has it.

    With `deals` it is Mus por Equipos, and so many `games` are all played; they were in the file `packs`.
    """

    rules: str
    target: int | None = None
    games: int | None = None
    vacas: int | None = None
    esku: str = "N"
    players: int | None = None
    packs: str | None = None
    deals: Mapping[str, str] | None = None
    desk: str | None = None

    def __post_init__(self) -> None:
        name = self.rules.casefold()  # a book's name is as good in capitals
        if name in BOOK_NAMES:
            object.__setattr__(self, "rules", name)

    @property
    def options(self) -> dict[str, Any]:
        """What is otherwise than in the rule book."""
        return {} if self.target is None else {"target": self.target}

    def like(self, started: MatchStarted) -> bool:
        """Whether a match has been begun by them, whoever was esku; what they leave open may be any."""
        wanted = (self.target, self.games, self.vacas, self.players)
        has = (started.options.get("target"), started.games, started.vacas, started.players)
        same = all(mine is None or mine == its for mine, its in zip(wanted, has, strict=True))
        return self.rules == started.rules and same and self.deals in (None, started.deals)

    def match(self, camera: str, picture: str | None) -> MatchStarted:
        """The match that begins by them. RuleBookError where a club's own book cannot be read."""
        text = None if self.rules in BOOK_NAMES else text_in_file(self.rules)
        players = self.players or max(find_book(self.rules).players)
        return MatchStarted(
            self.rules,
            self.esku,
            camera,
            picture,
            self.options,
            text,
            self.games,
            self.vacas,
            players=players,
            packs=self.packs,
            deals=dict(self.deals or {}),
        )


def parse(text: str, name: str, folder: Path | None = None, was_good: bool = False) -> MatchSettings:
    """The settings that a text describes; `name` is what messages call it. SettingsError names the line.

    A rule book that they name by its path may lie in their file's `folder`. In what `was_good` when it was kept no
    setting is a mistake that is not known here: a later release knew it.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(?s)(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        what, line = (found[1], found[2]) if found else (str(error), None)
        raise SettingsError(f"{name}, line {line or len(text.splitlines())}: {what}") from None
    if was_good:
        data = {field: value for field, value in data.items() if field in _FIELDS}
    for field, value in data.items():
        wrong = _wrong(field, value)
        if wrong:
            raise SettingsError(f"{name}, line {_line(text, field)}: {wrong}")
    if "rules" not in data:
        raise SettingsError(f"{name}, line 1: rules is missing")
    settings, field = MatchSettings(**{**data, "rules": placed(data["rules"], folder)}), "rules"
    try:
        book = find_book(settings.rules)
        field = "players"
        require_players(book, settings.players)
        field = "target"
        book.with_options(settings.options)
    except MusError as error:
        raise SettingsError(f"{name}, line {_line(text, field)}: {error}") from None
    return settings


def taken(path: Path, data: Path) -> tuple[MatchSettings | None, str | None]:
    """The settings in the file, and they are kept in the data folder; where it has a mistake, the last good ones.

    The second says what the mistake is, None where there is none.
    """
    good = data / _GOOD
    try:
        settings, text = _read(path, path.parent)
    except SettingsError as error:
        try:
            return _read(good, path.parent, was_good=True)[0], f"{error}; the last good settings are used."
        except SettingsError as earlier:
            none = f"nor can the last good ones be used ({earlier})" if good.exists() else "there are no earlier ones"
            return None, f"{error}; {none}: the table goes on as without them."
    try:
        keep_text(good, text)
    except OSError as error:
        _LOG.warning("the settings are used, and could not be kept: %s", error)
    return settings, None


def _read(path: Path, folder: Path, was_good: bool = False) -> tuple[MatchSettings, str]:
    """The settings in the file, and its text. SettingsError also where there is no text to be read."""
    try:
        text = read_text(path, _LARGEST)
    except OSError as error:
        raise SettingsError(f"{path.name} cannot be read: {error}") from None
    except NotUtf8Error as error:
        raise SettingsError(f"{path.name}, {error}") from None
    return parse(text, path.name, folder, was_good), text


def _wrong(field: str, value: Any) -> str | None:
    """What is wrong with a field; None where nothing is."""
    if field not in _FIELDS:
        return f"there is no setting {field!r}: there are {', '.join(_FIELDS)}"
    if field == "rules":
        return None if isinstance(value, str) else f"rules is the name of a rule book, not {value!r}"
    if field == "desk":
        return _no_desk(value)
    if field == "esku":
        return None if value in [seat.value for seat in Seat] else f"esku is N, W, S or E, not {value!r}"
    return None if type(value) is int and value >= 1 else f"{field} is a whole number, at least 1, not {value!r}"


def _no_desk(value: Any) -> str | None:
    try:
        Wire(value if isinstance(value, str) else "")
    except ValueError:
        return f"desk is an address such as http://192.168.1.20:8050, not {value!r}"
    return None


def _line(text: str, field: str) -> int:
    return next(
        (n for n, line in enumerate(text.splitlines(), 1) if re.match(rf"\s*['\"]?{re.escape(field)}\b", line)), 1
    )
