"""What follows in a knockout once the judge has said that another team won a partida than was thought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count

from desk.acts import Act, Seated
from desk.keeping import boxes
from desk.service.desk import Desk
from desk.service.results import bare
from desk.state import State
from engine.errors import TournamentError
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Drawn, Reported
from engine.tournament.draw import drawn_anew
from engine.tournament.state import Partida


class FollowedError(TournamentError):
    """Something has been told of a partida that was drawn from the winner of another one."""


def follows(desk: Desk, tournament: int, state: State, changed: Reported) -> Iterator[Act]:
    """What is said with a result that was changed so, as things stand with it: what was drawn from the other winner is
    past, and what can be drawn anew is, at its table; the rest waits for the next draw.

    It is another partida, so that phones and boxes begin it, and tell nothing of it that belongs to the past one.
    FollowedError where something has been told of one that is not void yet, the last of these first.
    """
    anew = drawn_anew(state.tournament, changed.pairing.partida)
    standing = {one.pairing.partida: one for one, _ in anew if one and not one.past}
    for number, one in sorted(standing.items(), reverse=True):
        if not one.void and _is_told(desk, tournament, state, one):
            why = msgid("partida {partida} was drawn from this result, and something is told of it: void it first")
            raise FollowedError(Sentence(why, partida=number))
        yield Reported(bare(one.pairing), void=True, past=True, by=changed.by, why=changed.why)
    yield from (drawn for _, drawn in anew if drawn)
    if tables := _tables(state, anew):
        yield Seated(tables)


def _tables(state: State, anew: Sequence[tuple[Partida | None, Drawn | None]]) -> dict[int, int]:
    """Where is played what was drawn anew: at the tables of those whose places are taken, else at new ones."""
    past = [partida for partida, _ in sorted(anew, key=lambda one: one[1] is None) if partida]
    free = dict.fromkeys(table for partida in past if (table := state.tables.get(partida.pairing.partida)))
    tables = chain(free, count(max(state.tables.values(), default=0) + 1))
    playing = (drawn.pairing for _, drawn in anew if drawn and None not in drawn.pairing.teams)
    return {pairing.partida: next(tables) for pairing in playing}


def _is_told(desk: Desk, tournament: int, state: State, partida: Partida) -> bool:
    """Whether anybody has told anything of it: a result, a mantxa, or a box a hand."""
    number = partida.pairing.partida
    if isinstance(partida.now, Reported) or any(state.told.get((number, str(team))) for team in partida.pairing.teams):
        return True
    told = desk.database.read(lambda connection: boxes.told(connection, tournament, number))
    return any(one.get("lines") for one in told.values())
