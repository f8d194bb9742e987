"""A whole tournament as JSON lines, which another desk reads in: every act with who, when and why, in their order.

{"made": {"name": "Cup"}, "said": {"at": "2026-11-22T18:00:00.000Z", "who": "Ane", "role": "committee"}}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from sqlalchemy import Connection

from desk.acts import Made, Role, Said, Who, from_json, moment, to_json
from desk.reading import keepable
from desk.service.desk import Desk, require
from desk.state import State
from engine.errors import MusError, TournamentError, quoted
from engine.fields import NOTE, Field, Fields, one_of, read_fields, text
from engine.sentences import Sentence, msgid
from engine.strict_json import decode, encode


def lines(desk: Desk, tournament: int) -> Iterator[str]:
    """All that was said in a tournament, a line each."""
    return map(line_of, desk.said(tournament))


def line_of(said: Said) -> str:
    """What was said, as a line."""
    about = {"at": said.at, "who": said.who, "role": said.role.value}
    if said.why is not None:
        about["why"] = said.why
    return encode({**to_json(said.act), "said": about}) + "\n"


def read_in(desk: Desk, who: Who, given: Iterable[str]) -> int:
    """A tournament that another desk wrote, under a number of its own. TournamentError names the line that is wrong, or
    says that the tournament is here already: one that begins with the same act, said at the same time by the same."""
    require(who, Role.COMMITTEE)
    said: list[Said] = []
    state = State()
    for number, line in enumerate(given, 1):
        if not line.strip():
            continue
        try:
            one = _said(len(said) + 1, keepable(decode(line)))
            if not said and not isinstance(one.act, Made):
                raise TournamentError(Sentence("the first line begins the tournament"))
            state = state.after([one])
        except MusError as error:
            raise TournamentError(Sentence("line {line}: {what}", line=number, what=error.sentence)) from None
        said.append(one)
    if not said:
        raise TournamentError(Sentence("nothing is there to be read"))

    def begin(connection: Connection) -> int:
        if here := desk.ledger.begun_by(connection, said[0]):
            number, acts = here
            why = _HERE_WITH_LESS if acts < len(said) else _HERE
            raise TournamentError(Sentence(why, name=state.name, number=number))
        return desk.ledger.begin(connection, said)

    return desk.database.run(begin)


_HERE: Final = msgid("{name} is here already, as tournament {number}: it is not read in again")
_HERE_WITH_LESS: Final = msgid(
    "{name} is here already, as tournament {number}, with less than the file has: another desk reads it in whole"
)


def _said(number: int, data: Any) -> Said:
    if not isinstance(data, dict) or "said" not in data:
        raise TournamentError(Sentence("a line is an act as a desk writes it, not {what}", what=quoted(data)))
    about = read_fields(data["said"], _SAID, "said")
    return Said(number, act=from_json({name: value for name, value in data.items() if name != "said"}), **about)


_SAID: Final[Fields] = {
    "at": Field(moment),
    "who": Field(text),
    "role": Field(one_of({role.value: role for role in Role})),
    "why": NOTE,
}
