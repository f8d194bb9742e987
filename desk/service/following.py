"""What follows once the judge has said that a partida ended otherwise than was thought: who goes on may be another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from itertools import chain, count, zip_longest

from desk.acts import Act, Said, Seated
from desk.keeping import boxes
from desk.matching import least_weight
from desk.service.desk import Desk
from desk.service.results import bare
from desk.state import State
from engine.errors import TournamentError
from engine.sentences import Sentence, msgid
from engine.tournament.acts import Drawn, Reported, Returned, Succeeded
from engine.tournament.draw import alive, drawn_anew, goes_on, next_round
from engine.tournament.fold import Fold
from engine.tournament.stages.knockout import Anew
from engine.tournament.state import Partida
from engine.tournament.systems import Groups, Knockout


class FollowedError(TournamentError):
    """Something has been told of a partida that was drawn from the winner of another one."""


def follows(desk: Desk, tournament: int, before: State, after: State, said: Said) -> Iterator[Act]:
    """What is said with what was `said`, a result or that a team is back or comes, by which things stand no longer as
    `before` but as `after`: what was drawn from the other winner, or from a partida that is open again, or of a later
    stage to which others go on by now, or of a round of zeros in which others play by a result, is past, and what can
    be drawn anew is, at its table; the rest waits for the next draw. So is a knockout, and so are groups, that were
    drawn without whoever is back, or comes for a team that was out, as long as nothing is told of them.

    It is another partida, so that phones and boxes begin it, and tell nothing of it that belongs to the past one.
    FollowedError where something has been told of one that is not void yet, the last of these first.
    """
    steps = list(_steps(before, after, said))
    anew = [*chain(*steps)]
    standing = [one for one, _ in anew if one and not one.void]
    told = [one for one in standing if _is_told(desk, tournament, after, one)]
    if _has_no_place(after, said) and (told or any(_is_noted(after, one) for one in standing)):
        return
    if told:
        last = max(one.pairing.partida for one in told)
        raise FollowedError(_void_first(last, before, said.act))
    for step in steps:
        yield from _acts(step, said)
    if tables := _tables(after, anew):
        yield Seated(tables)


def _void_first(partida: int, before: State, act: Act) -> Sentence:
    if not isinstance(act, Returned):
        why = msgid("partida {partida} was drawn from this result, and something is told of it: void it first")
        return Sentence(why, partida=partida)
    if _was_out(before, act.team, partida):
        why = msgid("partida {partida} was drawn while {team} was out, and something is told of it: void it first")
    else:
        why = msgid("partida {partida} does not stand once {team} is back, and something is told of it: void it first")
    return Sentence(why, partida=partida, team=act.team)


def _steps(before: State, after: State, said: Said) -> Iterator[Sequence[Anew]]:
    """What was drawn and is past now, with what takes its place, step by step: each as things stand by those before."""
    fold = copy(after.fold)
    assert fold is not None, "nothing is reported before the lock"
    changed = _changed(after, said)
    for partida in changed:
        yield (step := drawn_anew(fold.tournament, partida.pairing.partida))
        for act in _acts(step, said):
            fold.add(act)
    if _has_no_place(after, said):
        drawn = [one for _, one in sorted(fold.tournament.partidak.items()) if not one.past]
        yield _drawn_again(fold, drawn, said) if drawn else []
    stages = sorted({partida.pairing.stage for partida in changed})
    yield next(filter(None, (_rest_anew(before, fold, stage, said) for stage in stages)), [])


def _changed(after: State, said: Said) -> list[Partida]:
    """Whose results count otherwise by that."""
    match said.act:
        case Reported(pairing):
            return [after.find(pairing.partida)]
        case Returned(team):
            return [partida for partida in after.partidak_of(team) if not partida.past]
    return []


def _rest_anew(before: State, fold: Fold, stage: int, said: Said) -> list[Anew]:
    """What was drawn of the stages behind that one, or else last of that one, where others play in it by now than
    before, with what takes its place where that can be drawn; the fold has all that is said so far.

    Whoever is back plays in zeros from the next draw on, as in rounds. What hinders a draw here, such as a partida of
    an earlier stage that is open again, or a lot, the next one says.
    """
    drawn = [one for _, one in sorted(fold.tournament.partidak.items()) if not one.past]
    later = [one for one in drawn if one.pairing.stage > stage]
    if later:
        past = later if _others_go_on(before, fold, stage, later, said) else []
    else:
        last = max(one.pairing.round for one in drawn)
        others_play = alive(before.tournament, stage, last) != alive(fold.tournament, stage, last)
        is_result = isinstance(said.act, Reported)
        past = [one for one in drawn if one.pairing.round == last] if others_play and is_result else []
    return _drawn_again(fold, past, said) if past else []


def _has_no_place(state: State, said: Said) -> bool:
    """Whether somebody comes, or is back, without whom a tournament's first stage was drawn, in which nobody comes
    later."""
    match said.act:
        case Returned(team):
            comes = team
        case Succeeded(runner_up=entry):
            comes = entry.id
        case _:
            return False
    without = all(one.past for one in state.partidak_of(comes))
    return without and isinstance(state.tournament.terms.stages[0], Groups | Knockout)


def _drawn_again(fold: Fold, past: Sequence[Partida], said: Said) -> list[Anew]:
    """What is past by that, with what takes its place where it can be drawn."""
    for one in past:
        fold.add(_past(one, said))
    seed = past[0].seed
    with suppress(TournamentError):
        pairings = next_round(fold.tournament, seed, least_weight)
        if pairings[0].stage == past[0].pairing.stage:
            return [*zip_longest(past, (Drawn(pairing, seed) for pairing in pairings))]
    return [(one, None) for one in past]


def _others_go_on(before: State, fold: Fold, stage: int, later: Iterable[Partida], said: Said) -> bool:
    """Whether others go on from a stage than before, and than those who were drawn as the `later` ones; or it is to be
    played, or drawn by lot, who does. Who has left since keeps the place."""
    now = fold.tournament
    go = goes_on(now, stage)
    if go is None:
        return True
    was = goes_on(before.tournament, stage)
    if go == was:
        return False
    pairings = [one.pairing for one in later if one.pairing.stage == stage + 1]
    drawn = {team for pairing in pairings for team in pairing.teams if team is not None}
    staying = drawn & (now.teams.keys() - now.out.keys())
    if not staying <= go.surely | go.undecided or len(staying | go.surely) > len(drawn):
        return True
    if not go.undecided or (was is not None and go.undecided == was.undecided):
        return False
    # Where that was drawn before a team left that is back, it is others' leaving that made anybody level.
    return not isinstance(said.act, Returned) or _was_out(before, said.act.team, pairings[0].partida)


def _was_out(before: State, team: str, partida: int) -> bool:
    """Whether a team that is out was so when that partida was drawn."""
    return partida > before.left[team]


def _acts(anew: Sequence[Anew], said: Said) -> list[Reported | Drawn]:
    """What is said of these: first what is past, the last first, then what is drawn."""
    past = {one.pairing.partida: one for one, _ in anew if one and not one.past}
    return [
        *(_past(one, said) for _, one in sorted(past.items(), reverse=True)),
        *(drawn for _, drawn in anew if drawn),
    ]


def _past(partida: Partida, said: Said) -> Reported:
    return Reported(bare(partida.pairing), void=True, past=True, by=said.role.value, why=said.why)


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


def _is_noted(state: State, partida: Partida) -> bool:
    """Whether it has a ruling, or a team that was noted as missing."""
    number = partida.pairing.partida
    return bool(state.ruled(number)) or any((number, str(team)) in state.missed for team in partida.pairing.teams)
