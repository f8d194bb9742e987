"""What follows once the judge has said that a partida ended otherwise than was thought: who goes on may be another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from itertools import chain, count, zip_longest

from desk.acts import Act, Seated
from desk.keeping import boxes
from desk.matching import least_weight
from desk.service.desk import Desk
from desk.service.results import bare
from desk.state import State
from engine.errors import TournamentError
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Drawn, Reported
from engine.tournament.draw import alive, drawn_anew, goes_on, next_round
from engine.tournament.fold import Fold
from engine.tournament.stages.knockout import Anew
from engine.tournament.state import Partida, Tournament


class FollowedError(TournamentError):
    """Something has been told of a partida that was drawn from the winner of another one."""


def follows(desk: Desk, tournament: int, before: State, after: State, changed: Reported) -> Iterator[Act]:
    """What is said with a result by which things stand no longer as `before` but as `after`: what was drawn from the
    other winner, or of a later stage to which others go on by now, or of a round of zeros in which others play by now,
    is past, and what can be drawn anew is, at its table; the rest waits for the next draw.

    It is another partida, so that phones and boxes begin it, and tell nothing of it that belongs to the past one.
    FollowedError where something has been told of one that is not void yet, the last of these first.
    """
    number = changed.pairing.partida
    anew = drawn_anew(after.tournament, number)
    fold = copy(after.fold)
    assert fold is not None, "nothing is reported before the lock"
    for act in _acts(anew, changed):
        fold.add(act)
    anew += _rest_anew(before, fold, after.find(number).pairing.stage, changed)
    standing = [one for one, _ in anew if one and not one.void]
    for one in sorted(standing, key=lambda one: one.pairing.partida, reverse=True):
        if _is_told(desk, tournament, after, one):
            why = msgid("partida {partida} was drawn from this result, and something is told of it: void it first")
            raise FollowedError(Sentence(why, partida=one.pairing.partida))
    yield from _acts(anew, changed)
    if tables := _tables(after, anew):
        yield Seated(tables)


def _rest_anew(before: State, fold: Fold, stage: int, changed: Reported) -> list[Anew]:
    """What was drawn of the stages behind that one, or else last of that one, where others play in it by now than
    before, with what takes its place where that can be drawn; the fold has all that is said so far.

    What hinders it, such as an earlier stage's partida that is open again, or a lot, the next draw says.
    """
    drawn = [one for _, one in sorted(fold.tournament.partidak.items()) if not one.past]
    later = [one for one in drawn if one.pairing.stage > stage]
    if later:
        past = later if _others_go_on(before.tournament, fold.tournament, stage, later) else []
    else:
        last = max(one.pairing.round for one in drawn)
        others = alive(before.tournament, stage, last) != alive(fold.tournament, stage, last)
        past = [one for one in drawn if one.pairing.round == last] if others else []
    if not past:
        return []
    for one in past:
        fold.add(_past(one, changed))
    seed = past[0].seed
    with suppress(TournamentError):
        pairings = next_round(fold.tournament, seed, least_weight)
        if pairings[0].stage == past[0].pairing.stage:
            return [*zip_longest(past, (Drawn(pairing, seed) for pairing in pairings))]
    return [(one, None) for one in past]


def _others_go_on(before: Tournament, now: Tournament, stage: int, later: Iterable[Partida]) -> bool:
    """Whether others go on from a stage than before, of which the `later` ones are drawn.

    Where it could not be said before who goes on, as a team is back that had left, others do than those who were drawn.
    """
    went, go = goes_on(before, stage), goes_on(now, stage)
    if went is not None or go is None:
        return went != go
    drawn = {team for one in later if one.pairing.stage == stage + 1 for team in one.pairing.teams if team is not None}
    return not go >= drawn - now.out.keys()


def _acts(anew: Sequence[Anew], changed: Reported) -> list[Reported | Drawn]:
    """What is said of these: first what is past, the last first, then what is drawn."""
    past = {one.pairing.partida: one for one, _ in anew if one and not one.past}
    return [
        *(_past(one, changed) for _, one in sorted(past.items(), reverse=True)),
        *(drawn for _, drawn in anew if drawn),
    ]


def _past(partida: Partida, changed: Reported) -> Reported:
    return Reported(bare(partida.pairing), void=True, past=True, by=changed.by, why=changed.why)


def _tables(state: State, anew: Sequence[Anew]) -> dict[int, int]:
    """Where is played what was drawn anew: at the tables of those whose places are taken, else at new ones.

    The rounds of groups, which are drawn at once and played one after the other, share the tables.
    """
    past = [partida for partida, _ in sorted(anew, key=lambda one: one[1] is None) if partida]
    free = dict.fromkeys(table for partida in past if (table := state.tables.get(partida.pairing.partida)))
    new = max(state.tables.values(), default=0) + 1
    tables = defaultdict[int | None, Iterator[int]](lambda: chain(free, count(new)))
    playing = (drawn.pairing for _, drawn in anew if drawn and None not in drawn.pairing.teams)
    return {one.partida: next(tables[None if one.group is None else one.round]) for one in playing}


def _is_told(desk: Desk, tournament: int, state: State, partida: Partida) -> bool:
    """Whether anybody has told anything of it: a result, a mantxa, or a box a hand."""
    number = partida.pairing.partida
    if isinstance(partida.now, Reported) or any(state.told.get((number, str(team))) for team in partida.pairing.teams):
        return True
    told = desk.database.read(lambda connection: boxes.told(connection, tournament, number))
    return any(one.get("lines") for one in told.values())
