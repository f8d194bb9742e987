"""Rule books as data: one table per book, every field checked, the wrong one named."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, Literal

from engine.errors import RuleBookError, quoted
from engine.rulebooks.fields import (
    CHECKS,
    SUITS,
    Answers,
    Check,
    MusLawName,
    Real31,
    TieBreakName,
    TwoBids,
    as_held,
    one_of,
)
from engine.sentences import OR, Sentence, msgid

TIE_BREAKS: Final[tuple[tuple[TieBreakName, str], ...]] = (
    ("partidak", "nabo 22.1"),
    ("mantxak", "nabo 22.2"),
    ("lost_tantos", "nabo 22.3"),
    ("between", "nabo 22.4"),
)
"""What standings go by in a book that does not say it: one book does, and the others are silent."""

BOOK_NAMES: Final = ("nabo", "federacion", "spain", "basque", "france")
"""The five rule books that come with the engine."""

DEFAULT_BOOK: Final = "nabo"
"""The one that is played by where nobody has said which."""
ONE_TO_ONE_BOOK: Final = "france"
"""The one of them that describes one against one."""


@dataclass(frozen=True, slots=True)
class RuleBook:
    """What one rule book says, where books differ. The fields with a default may be left out of a file.

    - `title`: the source, as people call it
    - `kings`: 4, or 8 where a 3 is a king and a 2 an ace for everything
    - `target`: tantos of one game
    - `games`: games won that win a vaca; `vacas`: vacas won that win the match (1 where the book has none)
    - `minimum_bid`: tantos of the least first bid
    - `real31`: which 31 is the best jokoa. `real31_suits`: the suits that its ten-value card may have;
      `real31_sevens`: `any` sevens, those of the `other-suits` than the ten-value card's, or of the suits named
    - `players`: the numbers of players it is played by, at a table; a record of one against one is taken in any book
    - `unanswered`: a bid that still waits when the next round is opened is `refused`, or an `error` of the record
    - `answers`: an answer binds both partners as the `first` decision; unless it was said `ene-gatik`, when the partner
      may put it right (nabo 10); or each player speaks for its `own` and only a plural binds both (federacion 40-43)
    - `two_bids`: two partners who bid different numbers at once are an `error` of the record, or the `others-choose`
      (federacion 38)
    - `penalties`: whose articles settle errors at the table: `nabo`, `federacion`, or the `judge` alone
    - `mus`: whose law of mus and discards holds, one of `engine.deal.mus.MUS_LAWS`
    - `tio_perete`: whether 4-5-6-7, declared before play, is worth 1 tanto
    - `clock`: whose limits of time hold: `none`, or those of `federacion` (articles 23, 29-37, 41)
    - `first_dealer`: by `lot`, by the `smallest-card` flipped (nabo 4), or by the `suit-of-cut` (federacion 6)
    - `first_esku`: the seat at the `right-of-dealer`, or whoever `cuts-the-mus` (federacion 6)
    - `tie_breaks`: what a tournament's standing goes by, in order, each with its article
    - `appeals`: a judge's ruling is final (`none`), or can be taken once to `three-judges` (federacion 92)
    """

    name: str
    title: str
    kings: int
    target: int
    games: int
    vacas: int
    minimum_bid: int
    real31: Real31
    players: tuple[int, ...]
    unanswered: Literal["refused", "error"]
    penalties: Literal["nabo", "federacion", "judge"]
    real31_suits: tuple[str, ...] = SUITS
    real31_sevens: Literal["any", "other-suits"] | tuple[str, ...] = "any"
    answers: Answers = "first"
    two_bids: TwoBids = "error"
    mus: MusLawName = "wikipedia"
    tio_perete: bool = False
    clock: Literal["none", "federacion"] = "none"
    first_dealer: Literal["lot", "smallest-card", "suit-of-cut"] = "lot"
    first_esku: Literal["right-of-dealer", "cuts-the-mus"] = "right-of-dealer"
    tie_breaks: tuple[tuple[TieBreakName, str], ...] = TIE_BREAKS
    appeals: Literal["none", "three-judges"] = "none"

    def __hash__(self) -> int:  # of one field, and quick: books of one name are hardly ever many
        return hash(self.name)

    @property
    def suits_count(self) -> bool:
        """Whether a mark may hang on a suit: a club's real 31 may be of certain suits, no other rule looks at one."""
        return self.real31 != "none" and (len(self.real31_suits) < len(SUITS) or self.real31_sevens != "any")

    def is_the_law_of(self, other: RuleBook) -> bool:
        """Whether one plays by both in the same way; what they are called is no law.

        >>> rulebook("nabo").with_options({"target": 30}).is_the_law_of(rulebook("nabo"))
        False
        """
        return replace(self, name=other.name, title=other.title) == other

    def with_options(self, options: Mapping[str, Any]) -> RuleBook:
        """This book with some of `kings`, `target` and `real31` set otherwise. RuleBookError names a wrong one.

        A `real31` set here is one of any suits, whatever suits the book's own needs.

        >>> rulebook("spain").with_options({"target": 40}).target
        40
        """
        if not options:
            return self
        changed = {}
        for name, value in options.items():
            if name not in OPTIONS:
                why = msgid("unknown option {name}: the options are {options}")
                raise RuleBookError(Sentence(why, name=quoted(name), options=OPTIONS))
            is_right, wanted = _CHECKS[name]
            if not is_right(value):
                why = msgid("option {name} is {wanted}, not {value}")
                raise RuleBookError(Sentence(why, name=name, wanted=wanted, value=quoted(value)))
            changed[name] = as_held(value)
        return _changed(self, tuple(changed.items()))


FindBook = Callable[[str], RuleBook]
"""The rule book for what a record, a match or a tournament calls its rules."""


@lru_cache(maxsize=256)
def _changed(book: RuleBook, options: tuple[tuple[str, Any], ...]) -> RuleBook:
    """The book with these options, each of them right."""
    changed = dict(options)
    if "real31" in changed:
        changed |= {"real31_suits": SUITS, "real31_sevens": "any"}
    return replace(book, **changed)


OPTIONS: Final = ("kings", "target", "real31")
"""The settings of a book that a single record may override."""


def rulebook(name: str) -> RuleBook:
    """The built-in rule book of that name, in any case; RuleBookError if it is none of `BOOK_NAMES`."""
    if name.casefold() not in BOOK_NAMES:
        why = msgid("unknown rule book {name}: the rule books are {books}")
        raise RuleBookError(Sentence(why, name=quoted(name), books=BOOK_NAMES))
    return _built_in(name.casefold())


def require_players(book: RuleBook, number: int | None) -> None:
    """RuleBookError where `book` is not played by so many; None is left to the book."""
    if number is not None and number not in book.players:
        played = Sentence.listed(book.players, OR)
        why = msgid("{rules} is played by {played}, not by {number}")
        raise RuleBookError(Sentence(why, rules=book.name, played=played, number=number))


@cache
def _built_in(name: str) -> RuleBook:
    file = files("engine.rulebooks").joinpath(f"{name}.toml")
    return parse_rulebook(file.read_text(encoding="utf-8"), file.name)


def parse_rulebook(text: str, source: str) -> RuleBook:
    """The rule book that a TOML text describes; `source` says in messages where the text came from.

    With `base`, one of `BOOK_NAMES`, the text needs only a name, a title and what differs from that book.
    RuleBookError where it is no TOML, or a field is missing, unknown or wrong; it says which and in what line, and
    quotes nothing of the text, which may be a file that whoever reads the message may not read.

    >>> club = 'base = "nabo"\\nname = "club"\\ntitle = "Our club"\\ntarget = 30'
    >>> book = parse_rulebook(club, "club.toml")
    >>> book.target, book.penalties
    (30, 'nabo')
    >>> parse_rulebook(club + "\\nkings = 5", "club.toml")
    Traceback (most recent call last):
    engine.errors.RuleBookError: rule book club.toml, line 5: kings is 4 or 8
    """
    values = {name: _checked(name, value, text, source) for name, value in _table(text, source).items()}
    base = values.pop("base", None)
    for name in _OWN if base else _NEEDED:
        if name not in values:
            raise RuleBookError(_about(source, Sentence("{field} is missing", field=name)))
    return replace(rulebook(base), **values) if base else RuleBook(**values)


def _table(text: str, source: str) -> dict[str, Any]:
    """What a TOML text holds."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        where = re.search(r"\(at (line \d+, column \d+|end of document)\)", str(error))
        place = f", {where[1]}" if where else ""
        raise RuleBookError(_about(f"{source}{place}", Sentence("not readable as TOML"))) from None


def _checked(name: str, value: Any, text: str, source: str) -> Any:
    """The value of a field as a RuleBook has it."""
    if name not in _CHECKS:
        what = Sentence("an unknown field: the fields are {names}", names=tuple(_CHECKS))
    else:
        is_right, wanted = _CHECKS[name]
        if is_right(value):
            return as_held(value)
        what = Sentence("{field} is {what}", field=name, what=wanted)
    raise RuleBookError(_about(f"{source}{_line(text, name)}", what))


def _about(where: str, what: Sentence) -> Sentence:
    return Sentence("rule book {where}: {what}", where=where, what=what)


_CHECKS: Final[Mapping[str, Check]] = {"base": one_of(*BOOK_NAMES), **CHECKS}
_OWN: Final = ("name", "title")
_NEEDED: Final = tuple(field.name for field in fields(RuleBook) if field.default is MISSING)


def _line(text: str, field: str) -> str:
    """Where a field of a TOML text is set, for a message; nothing where it is set in an unusual way."""
    is_set = re.compile(rf"""\s*(\[+\s*)?["']?{re.escape(field)}["']?\s*[=.\]]""")
    number = next((number for number, line in enumerate(text.splitlines(), 1) if is_set.match(line)), None)
    return f", line {number}" if number else ""
