"""Results from paper, and on the phones of the two pairs: one tells each mantxa, the other confirms it (nabo 21)."""

from __future__ import annotations

from typing import Final

from starlette.routing import Route

from desk.acts import OFFICIALS, Role
from desk.pages import views
from desk.pages.papers.sheets import score
from desk.pages.site import Asked, Form, NotThereError, Page, Site
from desk.reading import whole
from desk.service import judging
from desk.service import results as service
from engine.errors import MusError
from engine.sentences import Sentence
from engine.tournament.state import Partida
from engine.tournament.terms import Mantxa

_SHOWN: Final = 60
"""Letters of mantxak that are none, in the sentence about them."""


def routes(site: Site) -> list[Route]:
    """The routes of a pair's phone."""
    pair = "/t/{tournament:number}/pair"
    return [
        site.private(pair, pair_page, Role.PAIR),
        site.does(f"{pair}/tell", tell, pair_page, Role.PAIR),
        site.does(f"{pair}/untell", untell, pair_page, Role.PAIR),
        site.does(f"{pair}/agree", agree, pair_page, Role.PAIR),
        site.does(f"{pair}/confirm", confirm, pair_page, Role.PAIR),
        site.does(f"{pair}/call", call, pair_page, Role.PAIR),
        site.does(f"{pair}/uncall", take_call_back, pair_page, Role.PAIR),
        site.does(f"{pair}/appeal", appeal, pair_page, Role.PAIR),
    ]


def mantxak(asked: Asked, form: Form) -> list[Mantxa]:
    """The mantxak that were typed, both sides' tantos in each; rows that are empty count for nothing."""
    most = 2 * asked.state.tournament.terms.mantxak - 1
    rows = [number for number in range(1, most + 1) if f"a{number}" in form or f"b{number}" in form]
    label = asked.say("Tantos")
    found = [(form.number(f"a{number}", label), form.number(f"b{number}", label)) for number in rows]
    if not found:
        raise MusError(Sentence("no tantos were entered"))
    return found


def typed(asked: Asked, form: Form) -> str:
    """Somebody at the desk types a result from paper."""
    desk = asked.as_seen(form, lambda state: state.reported(asked.partida))
    service.report(desk, asked.number, asked.who(*OFFICIALS), asked.partida, mantxak(asked, form), "decisive" in form)
    return _to_round(asked)


def looked(asked: Asked, form: Form) -> str:
    """Somebody else has looked at the paper again."""
    service.confirm(asked.desk, asked.number, asked.who(*OFFICIALS), asked.partida, written(form["mantxak"]))
    return _to_round(asked)


def _to_round(asked: Asked) -> str:
    return f"{asked.home}/desk/results?round={asked.state.tournament.partidak[asked.partida].pairing.round}"


def pair_page(asked: Asked) -> Page:
    """What a pair plays now, what both have told of it, and what is to be done next."""
    state = asked.state
    team = str(asked.who(Role.PAIR).team)
    if team not in state.entries:  # entered no longer, or the runner-up has come for it
        raise NotThereError(Sentence("there is no team {team}", team=team))
    values: dict[str, object] = {"team": views.team(state, team, asked.say), "meeting": None, "calls": False}
    if partida := _in_play(asked, team):
        pairing = partida.pairing
        mine, theirs = _told(asked, partida, team)
        side = pairing.teams.index(team)
        both = views.alike(mine, theirs)
        table = state.tables.get(pairing.partida)
        call = None if table is None else state.call_of(table)
        meeting = views.meeting(state, partida, asked.say)
        goes_on = meeting.mark not in ("confirmed", "lost") or views.goes_on(state, team)
        apart = meeting.mark in ("playing", "waiting") and len(both) < min(len(mine), len(theirs))
        values |= {
            "meeting": meeting,
            "side": side,
            "apart": apart,
            "won": state.tournament.terms.won(both) if apart else meeting.won,
            "agreed": [_turned(one, side) for one in both],
            "mine": [_turned(one, side) for one in mine[len(both) :]],
            "theirs": [_turned(one, side) for one in theirs[len(both) :]],
            "theirs_told": score(theirs),
            "confirms": team in partida.waits_for,
            "waits": bool(partida.waits_for) and team not in partida.waits_for,
            "of_pair": partida.mantxak == state.told.get((pairing.partida, str(partida.other(team)))),
            "shown": score(partida.mantxak),
            "next": len(both) + 1,
            "goes_on": goes_on,
            "standing": None if goes_on else views.standing(state, team, asked.say),
            "champions": [] if goes_on else views.champions(state, asked.say),
            "calls": call is not None and call.waits,
            "ours": call is not None and judging.has_called(call, team),
            "clock": views.time_of(state, pairing.round),
            **views.rulings(state, pairing.partida),
        }
    return Page("pair.html", views.team(state, team, asked.say).name, "pair", values)


def tell(asked: Asked, form: Form) -> None:
    """A pair tells the mantxa that its page asked for; what both have told alike stays."""
    who = asked.who(Role.PAIR)
    partida = _meant(asked)
    own, other = (form.number(name, asked.say("Tantos")) for name in ("ours", "theirs"))
    both = _alike(asked, partida)
    told = _turned((own, other), partida.pairing.teams.index(who.team))
    service.report(asked.desk, asked.number, who, partida.pairing.partida, [*both, told])


def untell(asked: Asked, _: Form) -> None:
    """A pair takes back what it has told last, before it is confirmed."""
    who = asked.who(Role.PAIR)
    partida = _meant(asked)
    service.report(asked.desk, asked.number, who, partida.pairing.partida, _alike(asked, partida))


def agree(asked: Asked, form: Form) -> None:
    """A pair says the same as the other one has told; where that is another by now, it is shown again."""
    who = asked.who(Role.PAIR)
    partida = _meant(asked)
    _, theirs = _told(asked, partida, str(who.team))
    if score(theirs) != form["mantxak"]:
        raise MusError(Sentence("the other pair has told something else by now: look again"))
    says = service.confirm if who.team in partida.waits_for else service.report
    says(asked.desk, asked.number, who, partida.pairing.partida, theirs)


def confirm(asked: Asked, form: Form) -> None:
    """A pair confirms the whole result."""
    who = asked.who(Role.PAIR)
    partida = _meant(asked)
    service.confirm(asked.desk, asked.number, who, partida.pairing.partida, written(form["mantxak"]))


def call(asked: Asked, form: Form) -> None:
    """The pair's table calls the judge."""
    judging.call(asked.desk, asked.number, asked.who(Role.PAIR), _table(asked), form["about"][:200])


def take_call_back(asked: Asked, form: Form) -> None:
    """The pair's table needs no judge any more."""
    judging.take_call_back(asked.desk, asked.number, asked.who(Role.PAIR), _table(asked))


def appeal(asked: Asked, form: Form) -> None:
    """The pair appeals against a ruling on its partida."""
    who = asked.who(Role.PAIR)
    judging.appeal(asked.desk, asked.number, who, asked.given("ruling"), str(who.team), form["why"])


def _table(asked: Asked) -> int:
    table = asked.state.tables.get(_required(asked).pairing.partida)
    if table is None:
        raise MusError(Sentence("you have no table in this round"))
    return table


def written(text: str) -> list[Mantxa]:
    """The mantxak in a form's field. MusError where it is none."""
    parts = [part.partition("-") for part in text.split()]
    return [(whole(one, text[:_SHOWN]), whole(other, text[:_SHOWN])) for one, _, other in parts]


def _in_play(asked: Asked, team: str) -> Partida | None:
    """The partida that a pair plays, else its last one."""
    if not asked.state.locked or asked.state.equipos:
        return None
    return asked.state.in_play_or_last(asked.state.partidak_of(team))


def _required(asked: Asked) -> Partida:
    partida = _in_play(asked, str(asked.who(Role.PAIR).team))
    if partida is None or None in partida.pairing.teams:
        raise MusError(Sentence("there is nothing to play now"))
    return partida


def _meant(asked: Asked) -> Partida:
    """What the pair plays, of which its form was. MusError where that was another: sent again, nothing counts twice."""
    partida = _required(asked)
    if (named := asked.given("partida")) != str(partida.pairing.partida):
        raise _another(named[:_SHOWN])
    return partida


def _another(partida: int | str) -> MusError:
    return MusError(Sentence("the result of partida {partida} is another one by now", partida=partida))


def _told(asked: Asked, partida: Partida, team: str) -> tuple[tuple[Mantxa, ...], tuple[Mantxa, ...]]:
    """What a pair has told of a partida, and what the other one has; or a result that waits for it, whoever said so."""
    number, told = partida.pairing.partida, asked.state.told
    theirs = told.get((number, str(partida.other(team))), ())
    return told.get((number, team), ()), partida.mantxak if team in partida.waits_for else theirs


def _alike(asked: Asked, partida: Partida) -> tuple[Mantxa, ...]:
    """The mantxak that hold. MusError where the form was not of the one behind them."""
    both = views.alike(*_told(asked, partida, str(asked.who(Role.PAIR).team)))
    if asked.given("mantxa") != str(len(both) + 1):
        raise _another(partida.pairing.partida)
    return both


def _turned(mantxa: Mantxa, side: int) -> Mantxa:
    """Our own tantos first, or back."""
    return mantxa if side == 0 else (mantxa[1], mantxa[0])
