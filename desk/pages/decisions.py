"""What was said and decided, in words: on the desk's pages, and in a tournament's minutes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from desk.acts import Act, ClockSet, Entered, Missed, NamesTaken, Ruled, Said, Seated, Unlocked
from desk.pages.views import LEFT, late, minute, shown, team, who
from desk.state import NOT_SHOWN, State
from engine.tournament.acts import (
    AppealDecided,
    Appealed,
    Drawn,
    Left,
    LotDrawn,
    Pairing,
    Replaced,
    Reported,
    Returned,
    Succeeded,
    Suspended,
)
from words.text import Speech


class Decided(NamedTuple):
    """What the committee or the judge decided for a reason: about whom or what, why (empty once the names are taken
    out), who, and when."""

    what: str
    why: str
    who: str
    at: str


def decided(state: State, said: Sequence[Said], say: Speech) -> list[Decided]:
    """Everything that was said with a reason, and every lot, the last first."""
    return told(state, (one for one in reversed(said) if has_reason(one) or isinstance(one.act, LotDrawn)), say)


def has_reason(said: Said) -> bool:
    """Whether it was said for a reason of its own: where something is played that was drawn anew, the draw tells."""
    return bool(said.why) and not isinstance(said.act, Seated)


def told(state: State, said: Iterable[Said], say: Speech) -> list[Decided]:
    """These acts in words."""
    found = (shown(state, one) for one in said)
    return [Decided(_about(state, one.act, say), one.why or "", who(one, say), minute(one.at)) for one in found]


def _about(state: State, act: Act, say: Speech) -> str:
    match act:
        case Left() | Returned() | Succeeded() | Entered():
            return _about_team(state, act, say)
        case Replaced() | Suspended():
            return _about_player(state, act, say)
        case Reported(pairing=pairing):
            return _met(state, pairing, say)
        case Drawn(pairing=pairing):
            return say.headed(_met(state, pairing, say), say("drawn anew"))
        case Missed():
            return _about_missing(state, act, say)
        case Ruled() | Appealed() | AppealDecided():
            return _about_ruling(state, act, say)
        case LotDrawn(teams=ids, seed=seed):
            among = tuple(_numbered(state, id, say) for id in ids)
            return say("Lot among {teams} from the seed {seed}", teams=among, seed=seed)
        case Unlocked():
            return say("The lock is opened")
        case ClockSet(round=number):
            return say("Clock of round {round}", round=number)
        case NamesTaken():
            return say("The names of players and clubs are shown no more; numbers and results stay.")
    return say("Settings")


def _about_team(state: State, act: Left | Returned | Succeeded | Entered, say: Speech) -> str:
    match act:
        case Left(team=id, kind=kind):
            return say("{team}: {what}", team=_numbered(state, id, say), what=say(LEFT[kind]))
        case Returned(team=id):
            return say("{team}: {what}", team=_numbered(state, id, say), what=say("back"))
        case Succeeded(team=id, runner_up=entry):
            return say("{team}: {one} for {other}", team=id, one=_numbered(state, entry.id, say), other=id)
        case Entered(entry=entry):
            written = [] if state.nameless else filter(None, (entry.name, entry.club, " & ".join(entry.players)))
            return say("{team}: {what}", team=entry.id, what=", ".join(written) or NOT_SHOWN)


def _about_ruling(state: State, act: Ruled | Appealed | AppealDecided, say: Speech) -> str:
    head = say("Ruling {ruling}", ruling=act.ruling)
    match act:
        case Ruled(text=text, partida=partida, article=article):
            said = [NOT_SHOWN if state.nameless else text, article or "", *_where(state, partida, say)]
            return say.headed(head, " · ".join(filter(None, said)))
        case Appealed(team=id):
            return say.headed(head, say("{team} appeals", team=_numbered(state, id, say)))
        case AppealDecided(upheld=upheld):
            stands = state.tournament.appeals[act.ruling].upheld
            told = say("the ruling stands") if stands else say("the ruling falls")
            return say.headed(head, f"{told} ({upheld.count(True)}–{upheld.count(False)})")


def _about_missing(state: State, act: Missed, say: Speech) -> str:
    """Who is missing or has come, and where; of those who came late what that has cost (federacion 33)."""
    came = act.here and state.missed[act.partida, act.team] is not None
    said = [say("All are here") if act.here else say("Somebody is missing")]
    said += [late(state, act.partida, say)[act.team]] if came else []
    head = " · ".join((*_where(state, act.partida, say), _numbered(state, act.team, say)))
    return say.headed(head, ", ".join(said))


def _met(state: State, pairing: Pairing, say: Speech) -> str:
    """Where who met whom."""
    met = " – ".join(_numbered(state, one, say) for one in pairing.teams if one)
    return " · ".join((*_where(state, pairing.partida, say), met))


def _where(state: State, partida: int | None, say: Speech) -> list[str]:
    """A partida with its table; nothing where there is none."""
    if partida is None:
        return []
    table = state.tables.get(partida)
    told = say("Partida {partida}", partida=partida)
    return [say("Table {table}", table=table), told] if table else [told]


def _about_player(state: State, act: Replaced | Suspended, say: Speech) -> str:
    match act:
        case Replaced(team=id) if state.nameless:
            return say("{team}: {what}", team=id, what=say("A player is replaced (nabo 25)"))
        case Replaced(team=id, absent=absent, substitute=substitute):
            return say("{team}: {one} for {other}", team=_numbered(state, id, say), one=substitute, other=absent)
        case Suspended() if state.nameless:
            return say("A player is suspended (nabo 28)")
        case Suspended(player=player, until=until):
            return say("{player} until {day}", player=player, day=until)


def _numbered(state: State, id: str, say: Speech) -> str:
    """A team by its number and what it is called; by the number alone once it is entered no longer."""
    called = [team(state, id, say).called] if id in state.entries else []
    return " ".join(dict.fromkeys((id, *called)))
