"""What the judge and the committee decide about results, teams and players; everything with its reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from desk.acts import OFFICIALS, Act, CallAnswered, CallLeft, CallTakenBack, JudgeCalled, NamesTaken, Role, Ruled, Who
from desk.keeping.ledger import decided
from desk.service.desk import Desk, reason, require
from desk.service.following import follows
from desk.service.results import bare
from desk.service.setting_up import free_ids
from desk.state import Call, State
from engine.errors import TournamentError
from engine.fields import read_fields
from engine.sentences import Sentence
from engine.tournament.acts import (
    AppealDecided,
    Appealed,
    Leaving,
    Left,
    Replaced,
    Reported,
    Returned,
    Succeeded,
    Suspended,
)
from engine.tournament.entries import TeamEntry
from engine.tournament.fields import DAY
from engine.tournament.state import Partida
from engine.tournament.terms import Mantxa


def change(
    desk: Desk, tournament: int, who: Who, partida: int, mantxak: Sequence[Mantxa], why: str, decisive: bool = False
) -> State:
    """The judge says how a partida ended; what was said before stays to be seen. It need not be confirmed.

    What a knockout has drawn from another winner is drawn anew, and a stage to which others go on by now. FollowedError
    where something has been told of that.
    """
    said = tuple(mantxak)
    return _end(desk, tournament, who, partida, why, lambda now: Reported(bare(now.pairing), said, decisive=decisive))


def lost_by_both(desk: Desk, tournament: int, who: Who, partida: int, why: str) -> State:
    """The judge says that both teams have lost a partida, as nobody was there in time (federacion 33): it counts as
    lost for both, and in a knockout neither goes on. What was drawn from it follows as by `change`. TournamentError
    where the rule book has no clock."""
    return _end(desk, tournament, who, partida, why, lambda now: Reported(bare(now.pairing), lost_by_both=True))


def void(desk: Desk, tournament: int, who: Who, partida: int, why: str) -> State:
    """The judge voids a partida (nabo 26). A stage to which others go on then is drawn anew, as by `change`."""
    return _end(desk, tournament, who, partida, why, lambda now: Reported(bare(now.pairing), now.mantxak, void=True))


def _end(desk: Desk, tournament: int, who: Who, partida: int, why: str, ended: Callable[[Partida], Reported]) -> State:
    """The judge says how a partida that stands as it does has `ended`, and what follows from it."""
    require(who, Role.JUDGE)
    given = reason(why)

    def decide(state: State) -> Iterable[Act]:
        said = replace(ended(state.find(partida)), by=who.role.value, why=given)
        return _followed(desk, tournament, who, state, said)

    return desk.act(tournament, who, decide, given)


def _followed(
    desk: Desk, tournament: int, who: Who, state: State, act: Reported | Returned | Succeeded
) -> Iterable[Act]:
    """How a partida ended by the judge's word, or that a team is back or a runner-up comes, with what follows."""
    after, [said] = decided(state, who, [act], act.why)
    yield act
    yield from follows(desk, tournament, state, after, said)


def take_out(desk: Desk, tournament: int, who: Who, team: str, kind: Leaving, why: str) -> State:
    """A team is out, and its partidak are void: withdrawn (nabo 24), evicted (27), disqualified (federacion 93).

    Where it is out in the same way already nothing more is said.
    """
    require(who, *OFFICIALS)

    def decide(state: State) -> Iterable[Act]:
        left = state.tournament.out.get(team)
        if left is None or left.kind != kind:
            yield Left(team, kind, reason(why))

    return desk.act(tournament, who, decide, why)


def bring_back(desk: Desk, tournament: int, who: Who, team: str, why: str) -> State:
    """That a team is out is taken back. What was drawn while it was, from a partida or stage that is still played now
    or from which others go on, is drawn anew as by `change`."""
    require(who, *OFFICIALS)

    def decide(state: State) -> Iterable[Act]:
        if team not in state.tournament.out:
            raise TournamentError(Sentence("{team} is not out", team=team))
        yield from _followed(desk, tournament, who, state, Returned(team, reason(why)))

    return desk.act(tournament, who, decide, why)


def about_players(desk: Desk, tournament: int, who: Who, act: Replaced | Suspended) -> State:
    """Somebody comes for a player (nabo 25), or a player is suspended until a day (28)."""
    require(who, *OFFICIALS)
    because = reason(act.why)
    if isinstance(act, Suspended):
        read_fields({"until": act.until}, {"until": DAY}, "an act")

    def decide(state: State) -> Iterable[Act]:
        if isinstance(act, Replaced):
            state.tournament.require_new(act)
        yield replace(act, why=because)

    return desk.act(tournament, who, decide, because)


def succeed(desk: Desk, tournament: int, who: Who, team: str, runner_up: TeamEntry, why: str) -> State:
    """Neither player of a team can come: the runner-up does (nabo 25), under an id that no team ever had.

    A knockout, or groups, that were drawn while the team was out are drawn anew as by `bring_back`.
    """
    require(who, *OFFICIALS)
    because = reason(why)

    def decide(state: State) -> Iterable[Act]:
        comes = Succeeded(team, replace(runner_up, id=next(free_ids(state.ids))), because)
        state.tournament.require_new(comes)
        yield from _followed(desk, tournament, who, state, comes)

    return desk.act(tournament, who, decide, because)


def rule(
    desk: Desk,
    tournament: int,
    who: Who,
    text: str,
    partida: int | None = None,
    article: str | None = None,
    behind: int | None = None,
) -> State:
    """The judge's ruling is written down, under the next number; where it stands `behind` so many already no more."""
    require(who, Role.JUDGE)
    said = reason(text)

    def decide(state: State) -> Iterable[Act]:
        ruled = Ruled(str(len(state.rulings) + 1), said, partida, article)
        since = [one.act for one in state.rulings.values()][behind:] if behind is not None else []
        if all(not isinstance(act, Ruled) or replace(act, ruling=ruled.ruling) != ruled for act in since):
            yield ruled

    return desk.act(tournament, who, decide)


def appeal(desk: Desk, tournament: int, who: Who, ruling: str, team: str, why: str) -> State:
    """A team appeals against a ruling, once (federacion 92)."""
    require(who, Role.PAIR, *OFFICIALS, teams=(team,))

    def decide(state: State) -> Iterable[Act]:
        about = _ruling(state, ruling).partida
        if who.role is Role.PAIR and about is not None:
            require(who, Role.PAIR, teams=state.find(about).pairing.teams)
        yield Appealed(ruling, team, reason(why))

    return desk.act(tournament, who, decide, why)


def decide_appeal(desk: Desk, tournament: int, who: Who, ruling: str, upheld: tuple[bool, bool, bool]) -> State:
    """Three judges have voted, True for whoever upheld the ruling; the majority's word is final (federacion 92)."""
    require(who, Role.JUDGE)
    return desk.act(tournament, who, lambda _: [AppealDecided(ruling, upheld)])


def call(desk: Desk, tournament: int, who: Who, table: int, about: str = "", of: str = "") -> State:
    """A table calls the judge. While a call of the table waits there is no second one: a pair's own joins it, or a
    box's, by its name `of`, and is answered with it."""
    require(who, Role.TABLE, Role.PAIR, *OFFICIALS)

    def decide(state: State) -> Iterable[Act]:
        last = state.call_of(table)
        waiting = last if last and last.waits else None
        number = waiting.number if waiting else len(state.calls) + 1
        name = _pairs_name(who.team, number) if who.team else of
        if name and any(name in one.of for one in state.calls.values()):
            return
        if waiting is None:
            yield JudgeCalled(number, table, about, name)
        elif name:
            yield JudgeCalled(number, table, waiting.about, name)

    return desk.act(tournament, who, decide)


def take_call_back(desk: Desk, tournament: int, who: Who, table: int, of: str = "", own: Collection[str] = ()) -> State:
    """Somebody at a table needs no judge any more; where they have called none that waits nothing is said.

    A box takes back the call that it has by its name `of`, a pair its own. What others have called waits on, but where
    a box goes on from another one's journal, one of its `own`.
    """
    require(who, Role.TABLE, Role.PAIR)

    def decide(state: State) -> Iterable[Act]:
        last = state.call_of(table)
        if last is None or not last.waits:
            return
        name = _pairs_name(who.team, last.number) if who.team else of
        if name not in last.of:
            return
        others = {one for one in last.of if one != name and one.rpartition(":")[0] not in own}
        if others <= set(last.left):
            yield CallTakenBack(last.number)
        elif name not in last.left:
            yield CallLeft(last.number, tuple(one for one in last.of if one not in others))

    return desk.act(tournament, who, decide)


def has_called(call: Call, team: str) -> bool:
    """Whether a call is that pair's too, and it has not taken it back."""
    name = _pairs_name(team, call.number)
    return name in call.of and name not in call.left


def _pairs_name(team: str, call: int) -> str:
    """A pair's name for the call of that number."""
    return f"{team}:{call}"


def answer_call(desk: Desk, tournament: int, who: Who, number: int) -> State:
    """The judge has seen to a call; again: nothing more is said."""
    require(who, *OFFICIALS)

    def decide(state: State) -> Iterable[Act]:
        if state.find_call(number).waits:
            yield CallAnswered(number)

    return desk.act(tournament, who, decide)


def take_names_out(desk: Desk, tournament: int, who: Who, why: str, early: bool = False) -> State:
    """The names of players and clubs are shown no more; ids and results stay. Before the tournament's end only where
    somebody wants it `early`: whoever asks has a right to it, but the tables need the names."""
    require(who, Role.COMMITTEE)

    def decide(state: State) -> Iterable[Act]:
        if not early and not desk.over(tournament, state):
            raise TournamentError(
                Sentence("the tournament is not over, and nothing brings the names back: say that they go all the same")
            )
        yield NamesTaken()

    return desk.act(tournament, who, decide, reason(why))


def _ruling(state: State, ruling: str) -> Ruled:
    said = state.rulings.get(ruling)
    if said is None or not isinstance(said.act, Ruled):
        raise TournamentError(Sentence("there is no ruling {ruling}", ruling=ruling))
    return said.act
