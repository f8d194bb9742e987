"""What follows in a knockout once the judge has said that another team won a partida than was thought."""

from __future__ import annotations

from collections.abc import Iterator

from desk.acts import Act, Seated
from desk.keeping import boxes
from desk.service.desk import Desk
from desk.service.results import bare
from desk.state import State
from engine.errors import TournamentError
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Drawn, Reported
from engine.tournament.draw import drawn_anew
from engine.tournament.fold import Partida


class FollowedError(TournamentError):
    """Something has been told of a partida that was drawn from the winner of another one."""


def follows(desk: Desk, tournament: int, state: State, changed: Reported) -> Iterator[Act]:
    """What is said with a result that was changed so, as things stand with it: what was drawn from the other winner is
    void, and drawn anew at its table.

    It is another partida, so that phones and boxes begin it, and tell nothing of it that belongs to the void one.
    FollowedError where something has been told of one that is not void yet.
    """
    tables: dict[int, int] = {}
    for past, pairing in drawn_anew(state.tournament, changed.pairing.partida):
        number = past.pairing.partida
        if not past.void:
            if _is_told(desk, tournament, state, past):
                why = msgid("partida {partida} was drawn from this result, and something is told of it: void it first")
                raise FollowedError(Sentence(why, partida=number))
            yield Reported(bare(past.pairing), void=True, by=changed.by, why=changed.why)
        yield Drawn(pairing, next(said.seed for said in past.said if isinstance(said, Drawn)))
        if number in state.tables:
            tables[pairing.partida] = state.tables[number]
    if tables:
        yield Seated(tables)


def _is_told(desk: Desk, tournament: int, state: State, partida: Partida) -> bool:
    """Whether anybody has told anything of it: a result, a mantxa, or a box a hand."""
    number = partida.pairing.partida
    if isinstance(partida.now, Reported) or any(of == number for of, _ in state.told):
        return True
    told = desk.database.read(lambda connection: boxes.told(connection, tournament, number))
    return any(one.get("lines") for one in told.values())
