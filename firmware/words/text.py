"""Every text that people read, through one door: the English text is the key that catalogues translate.

Sentences that come from elsewhere as they are (a refusal of the engine, a doubt of the reader) are kept in English,
and said in the table's language where they are shown: `Speech.sentence`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files

from firmware.words.catalogue import parse_catalogue

LANGUAGE = "en"
"""The language of the keys themselves."""

LANGUAGES: Mapping[str, str] = {"eu": "Euskara", "es": "Español", "fr": "Français", "en": "English"}
"""The languages with the names that they give themselves."""

_NAME = re.compile(r"\{(\w+)\}")
_CALL = re.compile(r"(NS|EW|[NWSE]) (envido|gehiago|hordago|iduki|tira|kanta|paso)(?: (\d+))?")


class Speech:
    """Texts in one language. KeyError for a language that is none of `LANGUAGES`."""

    def __init__(self, language: str = LANGUAGE) -> None:
        self.language = language
        self.name = LANGUAGES[language]
        self._catalogue = _catalogue(language)
        templates = sorted((text for text in self._catalogue if "{" in text), key=_literal, reverse=True)
        self._templates = tuple((text, _NAME.split(text)[::2]) for text in templates)

    def __call__(self, text: str, **values: object) -> str:
        """The text in this language, with `{name}` replaced by the value of that name."""
        said = self._catalogue.get(text, text)
        return said.format(**values) if values else said

    def has(self, text: str) -> bool:
        """Whether there is a translation (in English: always)."""
        return self.language == LANGUAGE or text in self._catalogue

    def team(self, team: str) -> str:
        """A team as it is shown: `N-S` for NS."""
        return self({"NS": "N-S", "EW": "E-W"}[team])

    def seat(self, seat: str) -> str:
        """A seat's letter as it is shown."""
        return self(seat)

    def call(self, call: str) -> str:
        """A call as it is shown: its speaker, its word, and the tantos."""
        found = _CALL.fullmatch(call)
        if found is None:
            return call
        speaker = self.team(found[1]) if found[1] in ("NS", "EW") else self.seat(found[1])
        return " ".join(word for word in (speaker, self(found[2]), found[3]) if word)

    def headed(self, head: str, text: str) -> str:
        """A text behind what it is about: `Handia: no bid yet`."""
        return f"{head}{self(': ')}{text}"

    def listed(self, parts: Iterable[str]) -> str:
        """Several texts in a row."""
        return self("; ").join(parts)

    def sentence(self, sentence: str) -> str:
        """An English sentence, whole and with its values in it, in this language; as it is where none is known.

        It may begin with a capital letter and end with a full stop where the catalogue's text does not.
        """
        for said, finish in _forms(sentence):
            if (heard := self._heard(said)) is not None:
                return finish(heard)
        if "; " in sentence:
            return self.listed(map(self.sentence, sentence.split("; ")))
        return sentence

    def _heard(self, sentence: str) -> str | None:
        if sentence in self._catalogue:
            return self._catalogue[sentence]
        several = "; " in sentence
        for text, literals in self._templates:
            if several and "; " not in text:
                continue  # a value must not swallow the sentences that follow
            if not all(literal in sentence for literal in literals):
                continue  # looking is much quicker than making the pattern
            if found := _pattern(text).fullmatch(sentence):
                return self(text, **{name: self._value(name, value) for name, value in found.groupdict().items()})
        return None

    def _value(self, name: str, value: str) -> str:
        if name == "call":
            return self.call(value)
        if name == "where":
            return ", ".join(map(self.sentence, value.split(", ")))
        if name == "team":
            return self.team(value)
        return self.sentence(value)


def _forms(sentence: str) -> list[tuple[str, Callable[[str], str]]]:
    """The sentence as a catalogue may have it, each with what makes of its translation what was said."""
    small = f"{sentence[:1].lower()}{sentence[1:]}"
    bare = sentence.removesuffix(".")
    return [
        (sentence, str),
        (bare, lambda said: f"{said}."),
        (small, _capital),
        (small.removesuffix("."), lambda said: f"{_capital(said)}{sentence[len(bare) :]}"),
    ]


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


_VALUES = {
    "call": _CALL.pattern.replace("(", "(?:").replace("(?:?:", "(?:"),
    "team": "NS|EW",
    "seat": "[NWSE]",
    "number": r"\d+",
    "picture": r"\S+\.\w+",
    "count": r"\d+",
    "card": r"\d+[oceb]",
    "round": r"handia|txikia|pareak|jokoa|puntua|fourth",
}
"""What may stand for a name in a sentence that is heard; for any other name whatever is there."""


@lru_cache(maxsize=256)
def _pattern(text: str) -> re.Pattern[str]:
    parts = _NAME.split(text)
    literal = [
        re.escape(part) if place % 2 == 0 else f"(?P<{part}>{_VALUES.get(part, '.+')})"
        for place, part in enumerate(parts)
    ]
    return re.compile("".join(literal), re.DOTALL)


def _literal(text: str) -> int:
    """How many letters of a text are its own: the pattern that says most is tried first."""
    return len(_NAME.sub("", text))


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: str) -> dict[str, str]:
    return parse_catalogue(files("firmware.words").joinpath(f"languages/{language}.po").read_text("utf-8"))


@lru_cache(maxsize=len(LANGUAGES))
def speech(language: str) -> Speech:
    """The texts of a language. KeyError for one that is none of `LANGUAGES`."""
    return Speech(language)


english = speech(LANGUAGE)
