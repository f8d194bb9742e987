"""The rule books by the names that people know, and what is special about each: read off its own settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.rules import RuleBook
from engine.sentences import Sentence, msgid
from words.text import Speech

_CALLED: Final[Mapping[str, str]] = {
    "nabo": msgid("NABO (America)"),
    "federacion": msgid("Federación de Mus"),
    "spain": msgid("Spanish mus"),
    "basque": msgid("Basque mus"),
    "france": msgid("French mus"),
}
_ROW: Final = msgid("{one}, {rest}")


def called(name: str, say: Speech) -> str:
    """What people call the rule book of that name; a club's own goes by the name itself."""
    return say(_CALLED[name]) if name in _CALLED else name


def length(book: RuleBook) -> Sentence:
    """Its kings, and what wins a match, in a few words."""
    return Sentence.listed((_kings(book), *_wins(book)[-1:]), _ROW)


def special(book: RuleBook) -> Sentence:
    """All that it is known by, in a line."""
    target = Sentence("to {target}", target=book.target)
    return Sentence.listed((target, _kings(book), *_wins(book), *_more(book)), _ROW)


def _kings(book: RuleBook) -> Sentence:
    return Sentence("{kings} kings", kings=book.kings)


def _wins(book: RuleBook) -> tuple[Sentence, ...]:
    mantxak = Sentence("mantxak: {games}", games=book.games)
    return (mantxak, Sentence("vacas: {vacas}", vacas=book.vacas)) if book.vacas > 1 else (mantxak,)


def _more(book: RuleBook) -> Iterator[Sentence]:
    if book.real31 != "none":
        yield Sentence("the real 31")
    if book.penalties != "judge":
        yield Sentence("penalties of its own")
    if book.clock != "none":
        yield Sentence("a clock")
    if book.tio_perete:
        yield Sentence("tio Perete")
