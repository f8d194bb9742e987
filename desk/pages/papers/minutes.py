"""The minutes of a tournament: how it was played, what was decided and by whom, and who stands where, to be signed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

from starlette.responses import Response
from starlette.routing import Route

from desk.acts import OF_ROLE, OFFICIALS, Act, ConfirmationTakenBack, Disputed, Entered, Missed, Role, Ruled, Said
from desk.equipos.pages import result_lines
from desk.pages import views
from desk.pages.decisions import has_reason, told
from desk.pages.papers.files import Kept, file
from desk.pages.papers.sheets import (
    on_paper,
    results_table,
    score,
    section,
    sheet_of,
    standing_table,
    table,
    to_sign,
)
from desk.pages.site import Asked, Site
from desk.service import copying
from desk.state import NOT_SHOWN, State
from engine.sentences import Sentence
from engine.tournament.acts import (
    AppealDecided,
    Appealed,
    Confirmed,
    Drawn,
    Left,
    LotDrawn,
    Replaced,
    Reported,
    Returned,
    Succeeded,
    Suspended,
)
from engine.tournament.standings import CALLED
from engine.tournament.systems import Equipos, Groups, Knockout, Rounds, System
from web.paper import RuledPaper
from words.books import called
from words.text import Speech

_SIGNERS: Final = (Role.JUDGE, Role.COMMITTEE)
"""Who signs, from the left."""
_RULINGS: Final = (Ruled, Appealed, AppealDecided)
_TEAMS: Final = (Entered, Left, Returned, Replaced, Succeeded, Suspended)
_OF_THEIR_OWN: Final = (*_RULINGS, *_TEAMS, LotDrawn, Missed, Reported)
"""The acts that have a section of their own."""
_TO_SIGN: Final = 18.0
"""Millimetres that are left to sign above a line."""
_SIGNATURES: Final = 90.0
"""Millimetres of all that stands where it is signed."""


def routes(site: Site, kept: Kept) -> list[Route]:
    """The route of the minutes: with every reason in which people are named they are for those who decide."""
    return [site.private("/t/{tournament:number}/desk/minutes.pdf", kept.paper(minutes_pdf), *OFFICIALS)]


def minutes_pdf(asked: Asked) -> Response:
    """The tournament by its acts; as long as it is not over the paper says that it is provisional."""
    match = result_lines(asked) if asked.state.equipos else None
    asked = on_paper(asked)
    state, say = asked.state, asked.say
    said = [one for one in asked.desk.said(asked.number) if one.number <= state.number]
    title, stands = say("The tournament's minutes"), _stands(asked)
    sheet = sheet_of(asked, title, *stands)
    sheet.put(state.name, 20, bold=True)
    sheet.put(title, 14, bold=True)
    for line in (*stands, *views.champions(state, say)):
        sheet.put(line, 12, bold=True)
    section(sheet, say("Rules and format"))
    _lines(sheet, _rules(state, say))
    section(sheet, say("Teams"))
    _lines(sheet, [say.headed(say("Entries"), str(len(state.entries)))])
    _teams(sheet, state, say)
    if of_teams := [one for one in said if isinstance(one.act, _TEAMS) and one.why]:
        _acts(sheet, state, of_teams, say)
    if match is None:
        _rounds(sheet, state, said, say)
        section(sheet, say("Results by hand, or decided by the judge"))
        _by_hand(sheet, state, said, say)
    section(sheet, say("Rulings"))
    _acts(sheet, state, [one for one in said if isinstance(one.act, _RULINGS)], say)
    if missed := [one for one in said if isinstance(one.act, Missed)]:
        section(sheet, say("Missing players (federacion 33)"))
        _acts(sheet, state, missed, say)
    section(sheet, say("Lots"))
    _acts(sheet, state, [one for one in said if isinstance(one.act, LotDrawn)], say)
    section(sheet, say("Other decisions"))
    _acts(sheet, state, [one for one in said if has_reason(one) and not isinstance(one.act, _OF_THEIR_OWN)], say)
    section(sheet, say("Standings") if match is None else say("Result"))
    if match is None and (rows := views.table_of(state, say)):
        standing_table(sheet, rows, say)
    else:
        _lines(sheet, match or [NOT_SHOWN])
    section(sheet, say("Signatures"), _SIGNATURES)
    _signatures(sheet, state, said, say)
    return file(bytes(sheet.output()), "application/pdf", "minutes.pdf")


def _stands(asked: Asked) -> list[str]:
    """That it is provisional; where nobody has set how many rounds there are, that another one may be drawn."""
    state, say = asked.state, asked.say
    if state.last is None or asked.desk.over(asked.number, state):
        return []
    at = views.minute(state.last.at)
    if _may_end(state, say):
        return [say("As of {time}: final unless another round is drawn", time=at)]
    return [say("Provisional, as of {time}", time=at)]


def _may_end(state: State, say: Speech) -> bool:
    """Whether no result is missing of a last stage that ends when the committee says so, and no appeal is open."""
    if not state.round or views.missing(state, say) or state.tournament.under_appeal:
        return False
    stages = state.tournament.terms.stages
    in_play = max(one.pairing.stage for one in state.tournament.partidak.values())
    return in_play == len(stages) and isinstance(last := stages[-1], Rounds) and last.rounds is None


def _rules(state: State, say: Speech) -> list[str]:
    """What was set, and locked before the first round (nabo 3)."""
    day = state.settings.get("date")
    when = [say.headed(say("Day"), day)] if day else []
    if not state.locked:
        return [*when, say.whole(Sentence("the tournament is not locked yet"))]
    terms = state.tournament.terms
    settings: dict[str, object] = {
        say("Rule book"): called(terms.book.name, say),
        say("Tantos of a mantxa"): terms.book.target,
    }
    if not state.equipos:
        named = ((say(CALLED[name]), article) for name, article in terms.tie_breaks)
        order = [f"{name} ({article})" if article else name for name, article in named]
        settings[say("Mantxak that win a partida")] = terms.mantxak
        settings[say("Mantxak that a bye counts")] = terms.bye_mantxak
        settings[say("The standing goes by")] = say.listed((*order, say("lot")))
    for number, stage in enumerate(terms.stages, 1):
        settings[say("Stage {number}", number=number)] = _stage(stage, number == len(terms.stages), say)
    return when + [say.headed(head, str(value)) for head, value in settings.items()]


def _stage(system: System, last: bool, say: Speech) -> str:
    parts = [views.system_told(system, say)]
    match system:
        case Equipos(tables=tables, games=games):
            return say.listed((*parts, say("Tables: {count}", count=tables), say("Games: {count}", count=games)))
        case Groups(seeded=True) | Knockout(seeded=True):
            parts.append(say("Seeded: the strong meet late"))
    if not last:
        parts.append(say.headed(say("Go on"), str(system.go_on)))
    return say.listed(parts)


def _teams(sheet: RuledPaper, state: State, say: Speech) -> None:
    """All that are entered with their players, also those that have left and stand in no standing; nothing once the
    names are taken out."""
    rows = [
        (one.id, one.called if one.called not in (one.id, one.players) else "", one.club, one.players)
        for one in views.teams(state, say)
    ]
    if rows and not state.nameless:
        table(sheet, (say("Number"), say("Team"), say("Club"), say("Players")), (18, 54, 40, 70), rows)
        sheet.ln(2)


def _rounds(sheet: RuledPaper, state: State, said: Sequence[Said], say: Speech) -> None:
    """When and from which seed each round was drawn, with its results; and the standing of each group."""
    drawn = {one.act.pairing.round: one.at for one in reversed(said) if isinstance(one.act, Drawn)}
    for round in views.rounds(state):
        section(sheet, say("Round {round}", round=round))
        if round in drawn:
            seeds = ", ".join(views.seeds(state, round))
            from_seed = say("Drawn from the seed {seed}: whoever has it and the teams gets the same draw.", seed=seeds)
            _lines(sheet, [say.headed(views.minute(drawn[round]), from_seed)])
        results_table(sheet, views.meetings(state, round, say), say)
    for name, rows in views.group_tables(state, say):
        section(sheet, say("Group {group}", group=name))
        standing_table(sheet, rows, say)


def _acts(sheet: RuledPaper, state: State, said: Iterable[Said], say: Speech) -> None:
    """When each of these was said, why and by whom; a dash where there are none."""
    if rows := [(one.at, one.what, one.why, one.who) for one in told(state, said, say)]:
        table(sheet, (say("Day"), "", say("Why"), ""), (28, 72, 56, 26), rows)
    else:
        _lines(sheet, [NOT_SHOWN])


def _by_hand(sheet: RuledPaper, state: State, said: Sequence[Said], say: Speech) -> None:
    """Every result that the committee or the judge has told, with all that was said of it: the last word holds."""
    by_hand = {number for number, reports in state.reports.items() if any(one.role in OFFICIALS for one in reports)}
    words: dict[int, list[str]] = {number: [] for number in sorted(by_hand)}
    for one in said:
        number, what = _word(one.act, say)
        if number in by_hand:
            shown = views.shown(state, one)
            head = f"{views.minute(one.at)} {views.who(shown, say)}"
            words[number].append(say.headed(head, ", ".join(filter(None, (what, shown.why)))))
    rows = []
    for number, said_of_it in words.items():
        meeting = views.meeting(state, state.find(number), say)
        which = say("Partida {partida}", partida=number), say("Round {round}", round=meeting.round)
        first, second = (side.name if side else "" for side in meeting.teams)
        rows.append((" · ".join(which), meeting.table or "", first, second, say.listed(dict.fromkeys(said_of_it))))
    if rows:
        heads = ("", say("Table"), say("Team"), say("Team"), say("What was said of it"))
        table(sheet, heads, (22, 14, 34, 34, 78), rows)
    else:
        _lines(sheet, [NOT_SHOWN])


def _word(act: Act, say: Speech) -> tuple[int, str]:
    """What an act says of how a partida ended, with its number; 0 where it says nothing of any."""
    match act:
        case Reported(pairing=pairing, lost_by_both=True):
            return pairing.partida, say("lost by both (federacion 33)")
        case Reported(pairing=pairing, mantxak=mantxak, void=void):
            return pairing.partida, say("voided (partida)") if void else score(mantxak)
        case Confirmed(partida=partida):
            return partida, say("confirmed")
        case ConfirmationTakenBack(partida=partida):
            return partida, say("taken back")
        case Disputed(partida=partida):
            return partida, say("Told in two ways")
    return 0, ""


def _signatures(sheet: RuledPaper, state: State, said: Sequence[Said], say: Speech) -> None:
    """Who was the judge and of the committee, which file of the desk says the same, and room to sign."""
    digest = hashlib.sha256("".join(map(copying.line_of, said)).encode()).hexdigest()
    of_file = say("SHA-256 of the first {count} lines of {file}", count=len(said), file="desk-tournament.jsonl")
    names = {role: {views.who(one, say): None for one in said if one.role is role} for role in _SIGNERS}
    people = [say.headed(say(OF_ROLE[role]), ", ".join(of_role)) for role, of_role in names.items() if of_role]
    _lines(sheet, [*([] if state.nameless else people), say.headed(of_file, digest)])
    sheet.ln(_TO_SIGN / 2)
    sheet.put(say.headed(say("Place and day"), ""), 9)
    for _ in range(2):
        sheet.ln(_TO_SIGN)
        to_sign(sheet, [say(OF_ROLE[role]) for role in _SIGNERS], say)


def _lines(sheet: RuledPaper, lines: Iterable[str]) -> None:
    for line in lines:
        sheet.put(line, 9)
