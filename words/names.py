"""Names of the teams and the players: what may be one, and its short form for the small display."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Final, TypeVar

from engine.match.header import Header
from engine.seats import ALL_SEATS, Seat, Team
from engine.sentences import Sentence

MOST: Final = 24
"""Letters of a name, at most."""
_SIGNS: Final = frozenset(" .'’&-")
_ALIKE: Final = dict.fromkeys("‘ʼ´`", "’")
"""Signs that are written for another one."""
_WORDS: Final = 3
"""Letters of a team's name for which the display has room."""
_FIRST_NAME: Final = 8
"""Letters of a player's first name for which the display has room."""


class NameRefusedError(ValueError):
    """A text that can be no name, in one sentence."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the teams and the players are called; whoever has no name is not there. `seats` are those who play."""

    teams: Mapping[Team, str] = field(default_factory=dict)
    players: Mapping[Seat, str] = field(default_factory=dict)
    seats: Collection[Seat] = ALL_SEATS

    @staticmethod
    def of(header: Header) -> Names:
        """The names in a match."""
        return Names(header.teams, header.players, frozenset(header.seats))

    @staticmethod
    def parse(given: Mapping[str, str]) -> Names:
        """Names by `NS`, `EW`, or a seat's letter; an empty one is none. NameRefusedError, SeatError for no seat."""
        told = {who: name for who, text in given.items() if (name := _name(text))}
        for names in ([name for who, name in told.items() if len(who) == size] for size in (1, 2)):
            if twice := next((name for name in names if names.count(name) > 1), None):
                raise NameRefusedError(Sentence("two have the same name: {name}", name=twice))
        teams = {Team.parse(who): name for who, name in told.items() if len(who) > 1}
        return Names(teams, {Seat.parse(who): name for who, name in told.items() if len(who) == 1})

    def among(self, seats: Collection[Seat]) -> Names:
        """The names of those who play, where these do."""
        players = {seat: name for seat, name in self.players.items() if seat in seats}
        return Names(self.teams, players, frozenset(seats))

    def written(self) -> dict[str, str]:
        """As `parse` takes them."""
        return {who.value: name for who, name in (*self.teams.items(), *self.players.items())}

    def team(self, team: Team) -> str | None:
        """A team's own name, or its players' names; None where neither is known."""
        return self.teams.get(team) or " & ".join(self._partners(team)) or None

    def short_teams(self, letters: Mapping[Team, str]) -> Mapping[Team, str]:
        """The teams by the first letters of their names; by their `letters` where those could be mistaken."""
        short = {team: self._short_team(team) or letters[team] for team in Team}
        return short if _are_clear(short, letters) else letters

    def short_seats(self, letters: Mapping[Seat, str]) -> Mapping[Seat, str]:
        """The players by their first letter or two, where all have a name; else the seats by their `letters`."""
        if len(self.players) < len(self.seats):
            return letters
        ways = ({seat: _first_letters(name, count) for seat, name in self.players.items()} for count in (1, 2))
        return {**letters, **next((short for short in ways if _are_clear(short, letters)), {})}

    def first_name(self, seat: Seat) -> str | None:
        """A player's first name as far as the display has room, and letters, for it; else None."""
        name = self.players.get(seat, "").split(" ")[0][:_FIRST_NAME]
        drawn = all(_plain(letter) and ord(letter) < 256 for letter in name if letter.isalnum())
        return name if name and drawn else None

    def _partners(self, team: Team) -> tuple[str, ...]:
        """The players of a team, where all of them have a name."""
        names = [self.players.get(seat, "") for seat in map(Seat, team.value) if seat in self.seats]
        return tuple(names) if all(names) else ()

    def _short_team(self, team: Team) -> str:
        """A team by the first letter of each of its words; one word by three."""
        partners = self._partners(team)
        name = self.teams.get(team) or (partners[0] if len(partners) == 1 else "")
        words, between = re.findall(r"\w+", name)[:_WORDS], ""
        if not words:
            words, between = list(partners), "-"
        parts = [_first_letters(word, 1 if len(words) > 1 else _WORDS) for word in words]
        return between.join(parts) if all(parts) else ""


_Who = TypeVar("_Who", Team, Seat)


def _are_clear(short: Mapping[_Who, str], letters: Mapping[_Who, str]) -> bool:
    """Whether nobody's short form is empty, somebody else's, or the letters of somebody else."""
    strange = any(name == letters[other] for who, name in short.items() for other in letters if other is not who)
    return all(short.values()) and len(set(short.values())) == len(short) and not strange


NOBODY: Final = Names()
"""Nobody has a name."""


def _name(text: str) -> str:
    """A name as it is kept, with one space between its words. NameRefusedError for what can be none."""
    name = unicodedata.normalize("NFC", " ".join(str(text).split()))
    fits = len(name) <= MOST and all(letter in _SIGNS or _is_letter(letter) for letter in name)
    if not fits or (name and not any(map(_is_letter, name))):
        why = Sentence("a name has up to {most} letters, digits, spaces and . ' & -: not {what}", most=MOST, what=name)
        raise NameRefusedError(why)
    return name


def as_names(given: Mapping[str, str]) -> dict[str, str]:
    """Names from elsewhere, as `Names.parse` takes them: each cut to what can be shown of it.

    Left out are those of which nothing can be shown, and those that two teams, or two players, would share then.
    """
    cut = {who: name for who, text in given.items() if (name := _cut(text))}
    shared = Counter((len(who), name) for who, name in cut.items())
    return {who: name for who, name in cut.items() if shared[len(who), name] == 1}


def _cut(text: str) -> str:
    """As much of a text as can be a name, in whole words where one fits; empty where it has no letter that can be."""
    letters = unicodedata.normalize("NFC", text)
    kept = " ".join("".join(map(_replaced, letters)).split())
    name = (shorten(kept, MOST, placeholder="") or kept[:MOST]).rstrip(" -&")
    return name if any(map(_is_letter, name)) else ""


def _replaced(letter: str) -> str:
    """What stands for a letter or sign in a name: itself, one much like it, a space, or nothing if it has no width."""
    category = unicodedata.category(letter)
    if letter in _SIGNS or _is_letter(letter):
        return letter
    return "-" if category == "Pd" else _ALIKE.get(letter, "" if category in ("Mn", "Cf") else " ")


def _is_letter(letter: str) -> bool:
    """Whether it is a digit, a Latin letter, or one that is written small behind an abbreviation: José Mª, Fco. Jº."""
    if letter in "0123456789":
        return True
    named = unicodedata.name(letter, "")
    return letter.isalpha() and (named.startswith("LATIN") or named.endswith("ORDINAL INDICATOR"))


def _first_letters(name: str, count: int) -> str:
    """A name's first letters, with a capital and without marks, for which lines that stand close have no room.

    Empty where one is none of the plain Latin letters.
    """
    forms = [_plain(letter) for letter in name if letter.isalnum()][:count]
    short = "".join(forms)
    return f"{short[:1].upper()}{short[1:]}" if all(forms) else ""


def _plain(letter: str) -> str:
    """A letter or digit without its mark; empty for what is none of the plain Latin ones."""
    base = unicodedata.normalize("NFKD", letter)[:1]
    return base if base.isascii() and base.isalnum() else ""
