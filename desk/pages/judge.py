"""The judge's pages: calls, any table's results and hands, who leaves and who comes back, rulings and appeals."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from starlette.routing import Route

from desk.acts import Role
from desk.keeping import boxes
from desk.pages import entries, hands, results, views
from desk.pages.decisions import decided
from desk.pages.papers.sheets import score
from desk.pages.site import Asked, Form, NotThereError, Page, Site
from desk.service import clock, judging
from desk.service.results import is_confirmed
from desk.state import Call, State
from engine.errors import MusError
from engine.sentences import Sentence
from engine.tournament.acts import Replaced, Suspended
from engine.tournament.terms import Mantxa

_BOTH: Final = (Role.JUDGE, Role.COMMITTEE)
"""Whoever is both acts as the judge here."""
_SEEN_TO: Final = 20
"""Calls that are shown when they wait no more."""


def routes(site: Site) -> list[Route]:
    """The routes of these pages."""
    desk = "/t/{tournament:number}/desk"
    partida, teams, judge = f"{desk}/partida/{{partida:number}}", f"{desk}/teams", f"{desk}/judge"
    return [
        site.private(judge, judge_page, *_BOTH),
        site.does(f"{judge}/answer", answer, judge_page, *_BOTH),
        site.does(f"{judge}/rule", rule, judge_page, Role.JUDGE),
        site.does(f"{judge}/appeal", appeal, judge_page, *_BOTH),
        site.does(f"{judge}/decide", decide, judge_page, Role.JUDGE),
        site.private(f"{desk}/results", results_page, *_BOTH),
        site.private(partida, partida_page, *_BOTH),
        site.does(f"{partida}/type", results.typed, partida_page, *_BOTH),
        site.does(f"{partida}/look", results.looked, partida_page, *_BOTH),
        site.does(f"{partida}/change", change, partida_page, Role.JUDGE),
        site.does(f"{partida}/lost", lost_by_both, partida_page, Role.JUDGE),
        site.does(f"{partida}/void", void, partida_page, Role.JUDGE),
        site.does(f"{partida}/missing", miss, partida_page, *_BOTH),
        site.private(teams, teams_page, *_BOTH),
        site.does(f"{teams}/out", take_out, teams_page, *_BOTH),
        site.does(f"{teams}/back", bring_back, teams_page, *_BOTH),
        site.does(f"{teams}/replace", replace_player, teams_page, *_BOTH),
        site.does(f"{teams}/succeed", send_runner_up, teams_page, *_BOTH),
        site.does(f"{teams}/suspend", suspend, teams_page, *_BOTH),
        site.does(f"{teams}/names", take_names_out, teams_page, Role.COMMITTEE),
    ]


def judge_page(asked: Asked) -> Page:
    """Calls that wait, tables that tell two things, and the rulings."""
    state, say = asked.state, asked.say
    values = {
        "calls": [(call, _called_about(state, call)) for call in _calls(state)],
        "disputes": [views.meeting(state, state.find(number), say) for number in sorted(state.disputes)],
        "playing": [views.meeting(state, one, say) for one in views.to_play(state, state.rounds_shown)],
        "teams": views.teams(state, asked.say),
        **views.rulings(state),
        "local": views.local,
    }
    return Page("judge.html", asked.say("Judge"), "judge", values)


def answer(asked: Asked, form: Form) -> None:
    """A call is seen to."""
    judging.answer_call(asked.desk, asked.number, asked.who(*_BOTH), form.number("call", "call", 1))


def rule(asked: Asked, form: Form) -> None:
    """A ruling is written down."""
    partida = form.number("partida", asked.say("Partida"), 1) if "partida" in form else None
    behind = form.number("behind", asked.say("Ruling"))
    article = form["article"] or None
    judging.rule(asked.desk, asked.number, asked.who(Role.JUDGE), form["text"], partida, article, behind)


def appeal(asked: Asked, form: Form) -> None:
    """A team appeals."""
    judging.appeal(asked.desk, asked.number, asked.who(*_BOTH), asked.given("ruling"), form["team"], form["why"])


def decide(asked: Asked, form: Form) -> None:
    """Three judges have voted."""
    first, second, third = (form[name] == "upheld" for name in ("one", "two", "three"))
    judging.decide_appeal(
        asked.desk, asked.number, asked.who(Role.JUDGE), asked.given("ruling"), (first, second, third)
    )


def results_page(asked: Asked) -> Page:
    """The round's partidak, each to be typed, looked at again, or decided."""
    state, number = asked.state, asked.round
    values = {"round": number, "rounds": views.rounds(state), "meetings": views.meetings(state, number, asked.say)}
    return Page("results.html", asked.say("Results"), "results", values)


def partida_page(asked: Asked) -> Page:
    """A partida: its result from paper, the second look, what the judge decides, and what its box has told."""
    state, number = asked.state, asked.partida
    if not state.locked or number not in state.tournament.partidak:
        raise NotThereError(Sentence("there is no partida {partida}", partida=number))
    partida, reports = state.tournament.partidak[number], state.reports.get(number, ())
    values = {
        "meeting": views.meeting(state, partida, asked.say),
        "most": 2 * state.tournament.terms.mantxak - 1,
        "report": views.shown(state, reports[-1]) if reports else None,
        "open": state.tournament.is_open(partida) and state.equipos is None,
        "past": partida.past,
        "waits_for": views.who_confirms(state, partida, asked.say),
        "look": partida.waits_for and reports and reports[-1].who not in [one.name for one in asked.visitor.guests],
        "typed": score(partida.mantxak),
        "trace": [(views.shown(state, one), one.act) for one in reports],
        "seen": state.reported(number),
        "apart": [] if is_confirmed(partida) else _apart(asked, number),
        "hands": _hands(asked, number),
        "disputed": number in state.disputes,
        "decisive": state.tournament.terms.book.clock != "none",
        "missing": views.late(state, number, asked.say),
    }
    return Page("partida.html", asked.say("Partida {partida}", partida=number), "results", values)


def change(asked: Asked, form: Form) -> None:
    """The judge says how a partida ended."""
    desk = asked.as_seen(form, lambda state: state.reported(asked.partida))
    who, mantxak = asked.who(Role.JUDGE), results.mantxak(asked, form)
    judging.change(desk, asked.number, who, asked.partida, mantxak, form["why"], "decisive" in form)


def lost_by_both(asked: Asked, form: Form) -> None:
    """The judge says that both teams have lost a partida."""
    desk = asked.as_seen(form, lambda state: state.reported(asked.partida))
    judging.lost_by_both(desk, asked.number, asked.who(Role.JUDGE), asked.partida, form["why"])


def void(asked: Asked, form: Form) -> None:
    """The judge voids a partida."""
    desk = asked.as_seen(form, lambda state: state.reported(asked.partida))
    judging.void(desk, asked.number, asked.who(Role.JUDGE), asked.partida, form["why"])


def miss(asked: Asked, form: Form) -> None:
    """A team is not complete at its table, or now it is."""
    team = form["here"] or form["missing"]
    clock.miss(asked.desk, asked.number, asked.who(*_BOTH), asked.partida, team, here="here" in form)


def teams_page(asked: Asked) -> Page:
    """The teams, and what can be decided about them and their players."""
    state = asked.state
    values = {
        "teams": views.teams(state, asked.say),
        "over": asked.desk.over(asked.number, state),
        "trace": decided(state, asked.desk.said(asked.number), asked.say),
    }
    return Page("teams.html", asked.say("Teams"), "teams", values)


def take_out(asked: Asked, form: Form) -> None:
    """A team is out."""
    who = asked.who(*_BOTH)
    match form["kind"]:
        case "withdrawn" | "evicted" | "disqualified" as kind:
            judging.take_out(asked.desk, asked.number, who, form["team"], kind, form["why"])
        case _:
            raise MusError(Sentence("say why a team is out"))


def bring_back(asked: Asked, form: Form) -> None:
    """That a team is out is taken back."""
    judging.bring_back(asked.desk, asked.number, asked.who(*_BOTH), form["team"], form["why"])


def replace_player(asked: Asked, form: Form) -> None:
    """Somebody of the same club comes for a player."""
    entry = asked.state.entries.get(form["team"])
    club = entry.club if entry else ""
    said = Replaced(form["team"], form["absent"], form["substitute"], club, "played" in form, form["why"])
    judging.about_players(asked.desk, asked.number, asked.who(*_BOTH), said)


def send_runner_up(asked: Asked, form: Form) -> None:
    """The runner-up comes for a team."""
    runner_up = entries.entry("", form["name"], form["club"], (form["one"], form["two"]))
    judging.succeed(asked.desk, asked.number, asked.who(*_BOTH), form["team"], runner_up, form["why"])


def suspend(asked: Asked, form: Form) -> None:
    """A player is suspended until a day."""
    said = Suspended(form["player"], form["until"], form["why"])
    judging.about_players(asked.desk, asked.number, asked.who(*_BOTH), said)


def take_names_out(asked: Asked, form: Form) -> None:
    """The names are shown no more."""
    judging.take_names_out(asked.desk, asked.number, asked.who(Role.COMMITTEE), form["why"], "early" in form)


def _calls(state: State) -> list[Call]:
    """All calls that wait, whoever waits longest first, and behind them the last that do not any more.

    Once the names are taken out, without what they were about: people may be named there.
    """
    calls = [replace(call, about="") if state.nameless else call for call in state.calls.values()]
    seen_to = [call for call in reversed(calls) if not call.waits]
    return [*(call for call in calls if call.waits), *seen_to[:_SEEN_TO]]


def _called_about(state: State, call: Call) -> int | None:
    """What is played at the table that calls; None where nothing is any more."""
    partida = state.in_play(map(state.find, state.at_table.get(call.table, ())))
    return partida.pairing.partida if partida else None


def _apart(asked: Asked, partida: int) -> list[tuple[str, tuple[Mantxa, ...]]]:
    """What each pair tells of a partida, where they differ."""
    state = asked.state
    told = [(str(team), state.told.get((partida, str(team)), ())) for team in state.find(partida).pairing.teams]
    (_, one), (_, other) = told
    if len(views.alike(one, other)) in (len(one), len(other)):
        return []
    return [(views.team(state, team, asked.say).name, mantxak) for team, mantxak in told]


def _hands(asked: Asked, partida: int) -> list[hands.Told]:
    """What each box of the table has told of the partida, in words; in Mus por Equipos nobody is told (11)."""
    if asked.state.equipos:
        return []
    given = asked.desk.database.read(lambda connection: boxes.told(connection, asked.number, partida))
    told = (hands.told(asked.state, one, asked.say) for one in given.values())
    return [one for one in told if one.games or one.wrong]
