"""Every text that people read, through one door: the English text is the key that catalogues translate.

What other rooms have to tell (a refusal of the law, a doubt of the reader) comes as a Sentence, a kind with values, and
is said in the table's language where it is shown.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from pathlib import Path
from typing import Final

from engine.calls import Action, Call, Manner
from engine.cards import Suit
from engine.rounds import Round
from engine.seats import Seat, Team
from engine.sentences import NEXT, Sentence, msgid
from words.names import NOBODY, NameRefusedError, Names

LANGUAGE = "en"
"""The language of the keys themselves."""

LANGUAGES: Mapping[str, str] = {"eu": "Euskara", "es": "Español", "fr": "Français", "en": "English"}
"""The languages with the names that they give themselves."""

DOMAIN: Final = "hamarreko"
CATALOGUES: Final = Path(__file__).parent / "languages"
"""Where the catalogues stand, as gettext has them: `LANGUAGE/LC_MESSAGES/DOMAIN.mo`."""

SUITS: Final = {
    Suit.OROS: msgid("oros"),
    Suit.COPAS: msgid("copas"),
    Suit.ESPADAS: msgid("espadas"),
    Suit.BASTOS: msgid("bastos"),
}
_OF_SUITS: Final = {
    Suit.OROS: msgid("of oros"),
    Suit.COPAS: msgid("of copas"),
    Suit.ESPADAS: msgid("of espadas"),
    Suit.BASTOS: msgid("of bastos"),
}
"""The suits behind a rank: languages join them to it in different ways."""
_TEAMS: Final = {Team.NS: msgid("N-S"), Team.EW: msgid("E-W")}
_SEATS: Final = {Seat.N: msgid("N"), Seat.W: msgid("W"), Seat.S: msgid("S"), Seat.E: msgid("E")}
_PLACES: Final = {Seat.N: msgid("North"), Seat.W: msgid("West"), Seat.S: msgid("South"), Seat.E: msgid("East")}
_ROUNDS: Final = {
    Round.HANDIA: msgid("handia"),
    Round.TXIKIA: msgid("txikia"),
    Round.PAREAK: msgid("pareak"),
    Round.FOURTH: msgid("fourth"),
    Round.JOKOA: msgid("jokoa"),
    Round.PUNTUA: msgid("puntua"),
}
_ACTIONS: Final = {
    Action.ENVIDO: msgid("envido"),
    Action.GEHIAGO: msgid("gehiago"),
    Action.HORDAGO: msgid("hordago"),
    Action.IDUKI: msgid("iduki"),
    Action.KANTA: msgid("kanta"),
    Action.TIRA: msgid("tira"),
    Action.PASO: msgid("paso"),
    Action.AUKERA: msgid("aukera"),
}


class Speech:
    """Texts in one language, and who plays by their names. KeyError for a language that is none of `LANGUAGES`."""

    def __init__(self, language: str = LANGUAGE, names: Names = NOBODY, short: bool = False) -> None:
        """`short` is how the small display says names: by their first letters."""
        self.language = language
        self.name = LANGUAGES[language]
        self._catalogue = gettext.translation(DOMAIN, CATALOGUES, [language])
        self._names, self._short = names, short

    def named(self, names: Names) -> Speech:
        """The same with these names of the teams and players."""
        return self if names == self._names else Speech(self.language, names, self._short)

    @property
    def short(self) -> Speech:
        """The same as the small display says it."""
        return self if self._short else Speech(self.language, self._names, short=True)

    def __call__(self, text: str, /, **values: object) -> str:
        """The text in this language, with `{name}` replaced by the value of that name, as `value` says it."""
        said = self._catalogue.gettext(text) if text else ""  # gettext's answer to nothing is the catalogue's head
        return said.format(**{name: self.value(value) for name, value in values.items()}) if values else said

    def sentence(self, sentence: str) -> str:
        """A Sentence in this language; any other text is a name, and the same in all of them."""
        return self(sentence.kind, **sentence.values) if isinstance(sentence, Sentence) else sentence

    def whole(self, sentence: str) -> str:
        """The same standing by itself: with a capital, unless a picture's name comes first, and a full stop."""
        if isinstance(sentence, Sentence) and sentence.kind == NEXT:
            return " ".join(map(self.whole, sentence.values.values()))
        said = self.sentence(sentence)
        if not (isinstance(sentence, Sentence) and sentence.kind.startswith("{picture}")):
            said = f"{said[:1].upper()}{said[1:]}"
        return said if said.endswith((".", "?", "!", "…")) or not said else f"{said}."

    def value(self, value: object) -> str:
        """What a Sentence is made of: a seat, a team, a round, a call, another Sentence; anything else as it is."""
        if isinstance(value, Sentence):
            return self.sentence(value)
        if isinstance(value, tuple):
            return ", ".join(map(self.value, value))
        if isinstance(value, Call):
            return self.call(value)
        if isinstance(value, Round):
            return self.round(value)
        if isinstance(value, Team):
            return self.team(value)
        if isinstance(value, Seat):
            return self.seat(value)
        return "" if value is None else str(value)

    def team(self, team: Team | str) -> str:
        """A team, or a team of that name, as it is shown: by its name, else by its seats, `N-S` for NS."""
        team = Team(team)
        if self._short:
            return self._names.short_teams({one: self(letters) for one, letters in _TEAMS.items()})[team]
        return self._names.team(team) or self(_TEAMS[team])

    def seat(self, seat: Seat) -> str:
        """Who sits at a seat: the name, else the seat's letter; whoever plays alone is the team."""
        if self._short:
            return self._names.short_seats({one: self.letter(one) for one in Seat})[seat]
        return self._names.players.get(seat) or (self.team(seat.team) if self._alone(seat) else self.letter(seat))

    def letter(self, seat: Seat) -> str:
        """A seat's letter as it is shown, whoever sits there."""
        return self(_SEATS[seat])

    def place(self, seat: Seat) -> str:
        """Who sits at a seat where there is room for a word: the name, else where the seat is, `North` for N.

        Where one plays against one they are N-S and E-W.
        """
        name = self._names.first_name(seat) if self._short else self._names.players.get(seat)
        return name or self(_TEAMS[seat.team] if self._alone(seat) else _PLACES[seat])

    def _alone(self, seat: Seat) -> bool:
        """Whether whoever sits there plays without a partner."""
        return seat in self._names.seats and seat.partner not in self._names.seats

    def card(self, rank: int, suit: Suit) -> str:
        """A card in words."""
        return self(msgid("{rank} {of_suit}"), rank=rank, of_suit=self(_OF_SUITS[suit]))

    def round(self, round: Round) -> str:
        """A round's name as it is called out."""
        return self(_ROUNDS[round])

    def call(self, call: Call) -> str:
        """A call as it is shown: its speaker, its word, the tantos, and for whom it is said."""
        amount = () if call.amount is None else (str(call.amount),)
        manner = () if call.manner is Manner.PLAIN else (call.manner.value,)
        return " ".join((self.value(call.speaker), self(_ACTIONS[call.action]), *amount, *manner))

    def percent(self, number: int | str) -> str:
        """So many percent: languages have the sign before the number or behind it."""
        return self(msgid("{number}\N{NO-BREAK SPACE}%"), number=number)

    def headed(self, head: str, text: str) -> str:
        """A text behind what it is about: `Handia: no bid yet`."""
        return self(msgid("{head}: {text}"), head=head, text=text)

    def listed(self, parts: Iterable[str]) -> str:
        """Several texts in a row."""
        *parts, last = [*parts] or [""]
        return reduce(lambda rest, one: self(msgid("{one}; {rest}"), one=one, rest=rest), reversed(parts), last)


def decimal(number: float) -> Sentence:
    """A number with one decimal place: languages have a point before it or a comma."""
    whole, part = f"{number:.1f}".split(".")
    return Sentence("{whole}.{part}", whole=whole, part=part)


@lru_cache(maxsize=len(LANGUAGES))
def speech(language: str) -> Speech:
    """The texts of a language. KeyError for one that is none of `LANGUAGES`."""
    return Speech(language)


def require_own(names: Names) -> Names:
    """The names, where none is what a team or a seat goes by that has no name, in records or in whatever language.

    NameRefusedError for one that is: it could be taken for somebody else's, and people change ends.
    """
    taken = {_as_read(who.value) for who in (*Team, *Seat)}
    for say in map(speech, LANGUAGES):
        taken |= {_as_read(say.team(team)) for team in Team}
        taken |= {_as_read(word) for seat in Seat for word in (say.letter(seat), say.place(seat))}
    for name in names.written().values():
        if _as_read(name) in taken:
            raise NameRefusedError(Sentence("a team or a seat goes by {name} already", name=name))
    return names


def _as_read(name: str) -> str:
    """A name without what tells it from no other: capitals and spaces."""
    return "".join(name.casefold().split())


english = speech(LANGUAGE)
