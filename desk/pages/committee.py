"""The committee's pages: what is to be done next, entries, settings, draws, and people's codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from starlette.routing import Route

from desk.acts import OF_ROLE, OFFICIALS, Role
from desk.keeping.people import Issued, Place
from desk.pages import entries, views
from desk.pages.site import LONG_FORM_BYTES, Asked, Form, NotThereError, Page, Site
from desk.reading import lines
from desk.service import clock, decks, setting_up
from desk.service.desk import ChangedError
from desk.state import State
from engine.errors import MusError
from engine.rules import BOOK_NAMES
from engine.sentences import Sentence, msgid
from web.qr import QrCode, qr_code
from words.books import called
from words.text import Speech

_STAGES: Final = 3
"""Stages that the page offers."""
_MINUTE: Final = 60
_AT_ONCE: Final = 250
"""Codes that one step makes: each takes its time, which is what protects it, and a page of more is printed badly."""


class Left(NamedTuple):
    """Codes that the next steps make: for whom, behind whom it goes on, which ones the next step makes, of how many."""

    of: str
    after: str
    first: int
    last: int
    total: int


class Ticket(NamedTuple):
    """A code as it is handed over: whose it is, and a QR code where phones find the desk."""

    name: str
    role: str
    code: str
    qr: QrCode | None


def routes(site: Site) -> list[Route]:
    """The routes of these pages."""
    desk, chair = "/t/{tournament:number}/desk", Role.COMMITTEE
    return [
        site.private(desk, desk_page, *OFFICIALS),
        site.does(f"{desk}/lock", lock, desk_page, chair),
        site.does(f"{desk}/unlock", unlock, desk_page, chair),
        site.does(f"{desk}/draw", draw, desk_page, chair),
        site.does(f"{desk}/lot", lot, desk_page, chair),
        site.does(f"{desk}/clock", set_clock, desk_page, *OFFICIALS),
        site.private(f"{desk}/entries", entries_page, chair),
        site.does(f"{desk}/entries", enter, entries_page, chair, form_bytes=LONG_FORM_BYTES),
        site.does(f"{desk}/entries/one", enter_one, entries_page, chair),
        site.does(f"{desk}/entries/scratch", scratch, entries_page, chair),
        site.private(f"{desk}/entries/team/{{team}}", entry_page, chair),
        site.does(f"{desk}/entries/team/{{team}}", rewrite, entry_page, chair),
        site.private(f"{desk}/settings", settings_page, chair),
        site.does(f"{desk}/settings", settle, settings_page, chair),
        site.private(f"{desk}/people", people_page, chair),
        site.does(f"{desk}/people", hand_out, people_page, chair),
    ]


def desk_page(asked: Asked) -> Page:
    """What has been done, what is to be done next, and the clock."""
    state, say = asked.state, asked.say
    hindered, ties = setting_up.hindered(state)
    values = {
        "settled": _settled(state, say),
        "missing": views.missing(state, say),
        "hindered": hindered and say.whole(views.by_name(state, hindered, say)),
        "ties": [[views.team(state, id, say) for id in tie] for tie in ties],
        "tie_told": hindered is not None and hindered.values.get("teams") in ties,
        "clocks": views.clocks(state),
        "calls": [call for call in state.calls.values() if call.waits],
    }
    return Page("desk.html", say("Desk"), "desk", values)


def _settled(state: State, say: Speech) -> list[str]:
    """Day, rule book and systems as far as they are set."""
    rules, systems = state.settings.get("rules"), (stage["system"] for stage in state.settings.get("stages") or ())
    told = state.settings.get("date"), rules and called(rules, say), *(say(views.SYSTEMS[one]) for one in systems)
    return [one for one in told if one]


def lock(asked: Asked, _: Form) -> None:
    """Rules, teams and stages hold from now on."""
    setting_up.lock(asked.desk, asked.number, asked.who(Role.COMMITTEE))


def unlock(asked: Asked, form: Form) -> None:
    """They are open again."""
    setting_up.unlock(asked.desk, asked.number, asked.who(Role.COMMITTEE), form["why"])


def draw(asked: Asked, form: Form) -> str:
    """The next round; whoever sends it again is led to what was drawn."""
    who, seed = asked.who(Role.COMMITTEE), form.typed("seed") or None
    try:
        desk = asked.as_seen(form, lambda state: len(state.tournament.partidak))
        state = setting_up.draw(desk, asked.number, who, seed)
    except ChangedError:
        state = asked.desk.state(asked.number)
    return f"{asked.home}/desk" if state.equipos else f"{asked.home}/round/{state.round}"


def lot(asked: Asked, form: Form) -> None:
    """A lot among teams that share a place."""
    teams = form["teams"].split()
    setting_up.draw_lot(asked.desk, asked.number, asked.who(Role.COMMITTEE), teams, form["seed"] or None)


def set_clock(asked: Asked, form: Form) -> None:
    """A round's clock starts, stops, or gets more time."""
    number, round = asked.number, asked.round
    match form["what"]:
        case "start":
            find, courtesy = (form.number(name, asked.say("Minutes")) for name in ("find", "courtesy"))
            clock.start(asked.desk, number, asked.who(*OFFICIALS), round, find * _MINUTE, courtesy * _MINUTE)
        case "on":
            clock.start(asked.desk, number, asked.who(*OFFICIALS), round)
        case "stop":
            clock.stop(asked.desk, number, asked.who(*OFFICIALS), round, form["why"])
        case _:
            minutes = form.number("minutes", asked.say("Minutes"), 1)
            before = form.number("length", asked.say("Minutes"))
            clock.add(asked.desk, number, asked.who(Role.JUDGE), round, minutes * _MINUTE, form["why"], before)


def entries_page(
    asked: Asked, faults: Sequence[tuple[str, str]] = (), entered: int | None = None, headings: str = ""
) -> Page:
    """Who is entered, a list to be read in, and a team by hand.

    `faults`: what is wrong with a list, each with its line; these lines stand in the form again. `headings`: its first
    line, where that was taken for headings.
    """
    teams = sorted(map(asked.state.named, asked.state.entries), key=lambda one: one.club.casefold())
    values = {"teams": teams, "faults": faults, "entered": entered, "headings": headings}
    again = {"list": ["\n".join(line for _, line in faults)]} if faults else {}
    return Page("entries.html", asked.say("Entries"), "desk", values, again=again)


def enter(asked: Asked, form: Form) -> Page:
    """A list of teams: what is right in it is entered, and each line that is not is told of."""
    found, wrong, headings = entries.read(form["list"])
    told = setting_up.enter_each(asked.desk, asked.number, asked.who(Role.COMMITTEE), found.values())
    wrong |= {number: Sentence.of(error) for number, error in zip(found, told, strict=True) if error}
    now, given = replace(asked, state=asked.desk.state(asked.number)), lines(form["list"])
    faults = [(Sentence("line {line}: {what}", line=number, what=wrong[number]), number) for number in sorted(wrong)]
    told_of = [(asked.say.whole(said), given[number - 1]) for said, number in faults]
    return entries_page(now, told_of, told.count(None), headings)


def enter_one(asked: Asked, form: Form) -> None:
    """A team by hand."""
    team = entries.entry(form["id"], form["name"], form["club"], (form["one"], form["two"]))
    setting_up.enter(asked.desk, asked.number, asked.who(Role.COMMITTEE), [team])


def entry_page(asked: Asked) -> Page:
    """A team that was written wrong, to be put right."""
    entry = asked.state.entries.get(asked.given("team"))
    if entry is None or asked.state.nameless:
        raise NotThereError(Sentence("there is no team {team}", team=asked.given("team")))
    return Page(
        "entry.html", entry.id, "desk", {"entry": entry, "given": [entry.name, entry.club, *entry.players, "", ""]}
    )


def rewrite(asked: Asked, form: Form) -> str:
    """It is put right."""
    desk = asked.as_seen(form, lambda state: state.ids.get(asked.given("team"), 0))
    team = entries.entry(asked.given("team"), form["name"], form["club"], (form["one"], form["two"]))
    setting_up.rewrite(desk, asked.number, asked.who(Role.COMMITTEE), team, form["why"])
    return f"{asked.home}/desk/entries"


def scratch(asked: Asked, form: Form) -> None:
    """A team is entered no longer."""
    setting_up.scratch(asked.desk, asked.number, asked.who(Role.COMMITTEE), form["team"])


def settings_page(asked: Asked) -> Page:
    """Name, day, rule book, mantxak, and the stages."""
    state = asked.state
    options: Mapping[str, Any] = state.settings.get("options", {})
    given = state.settings.get("stages") or [{"system": "rounds"}]
    stages = [*given, *({} for _ in range(_STAGES - len(given)))]
    books = [(book, called(book, asked.say)) for book in BOOK_NAMES]
    systems = [(system, asked.say(name)) for system, name in views.SYSTEMS.items()]
    later = [("", asked.say("none")), *(one for one in systems if one[0] != "equipos")]
    values: dict[str, Any] = {"books": books, "own": _OWN, "options": options}
    values["stages"] = [(stage, later if number else systems) for number, stage in enumerate(stages)]
    offered = decks.to_choose(asked.desk, asked.number, state)
    values["decks"] = [
        (one.digest, asked.say("{deck}, of table {table}", deck=one.name, table=one.table) if one.table else one.name)
        for one in offered
    ]
    values["deck_is_elsewhere"] = any(one.table is None for one in offered)
    return Page("settings.html", asked.say("Settings"), "desk", values)


def settle(asked: Asked, form: Form) -> str:
    """What was set. After the lock the name, the season and the deck alone."""
    desk, who = asked.as_seen(form, lambda state: state.settled), asked.who(Role.COMMITTEE)
    changed: dict[str, Any] = {"name": form["name"], "season": form["season"][:20] or None}
    digest = form["deck"]
    changed["deck"] = decks.chosen(asked.desk, asked.number, asked.state, digest) if digest else None
    if not asked.state.locked:
        options = {name: form.number(name, asked.say(label)) for name, label in _OWN.items() if name in form}
        kept = {name: value for name, value in asked.state.settings.get("options", {}).items() if name not in _OWN}
        stages = [stage for number in range(1, _STAGES + 1) if (stage := _stage(asked, form, number))]
        changed |= {
            "rules": form["rules"],
            "date": form["date"] or None,
            "options": kept | options,
            "stages": stages,
        }
    setting_up.settle(desk, asked.number, who, changed)
    return f"{asked.home}/desk"


_OWN: Final = {
    "target": msgid("Tantos of a mantxa"),
    "mantxak": msgid("Mantxak that win a partida"),
    "bye_mantxak": msgid("Mantxak that a bye counts"),
}
"""The options that the page has, each with its label."""


def _stage(asked: Asked, form: Form, number: int) -> dict[str, Any] | None:
    system = form[f"system{number}"]
    if not system:
        return None
    stage: dict[str, Any] = {"system": system}
    counted = {"groups": "groups", "rounds": "rounds", "zeros": "lives", "equipos": "tables"}.get(system)
    if counted and f"count{number}" in form:
        stage[counted] = form.number(f"count{number}", asked.say("How many"), 1)
    if system == "equipos":
        stage["games"] = form.number(f"games{number}", asked.say("Games of Mus por Equipos"), 1)
    elif f"go_on{number}" in form:
        stage["go_on"] = form.number(f"go_on{number}", asked.say("Go on"), 1)
    if system in ("groups", "knockout") and f"seeded{number}" in form:
        stage["seeded"] = True
    if system == "knockout" and f"second{number}" in form:
        stage["second_bracket"] = True
    return stage


def people_page(asked: Asked, tickets: Sequence[Ticket] = ()) -> Page:
    """Codes for everybody; those just made are shown this once, with the way to what is `left`."""
    left: Left | None = getattr(asked.request.state, "left", None)
    teams, newest = views.teams(asked.state, asked.say), asked.desk.newest_code()
    values = {"tickets": tickets, "left": left, "address": asked.address, "teams": teams, "newest": newest}
    return Page("people.html", asked.say("Codes"), "desk", values, live=not tickets)


def hand_out(asked: Asked, form: Form) -> Page | None:
    """New codes, which take the earlier ones' place; or codes hold no longer, and whoever else came in is out."""
    if "back" in form:
        places = _places(asked, form, form["back"])
        asked.desk.take_back(*places, asking=asked.visitor.guests, seen=form.seen)
        return None
    return _issued(asked, form["new"], _places(asked, form, form["new"]), form.seen)


def _issued(asked: Asked, of: str, places: Sequence[Place], seen: int | None) -> Page:
    """New codes for these; of many places for the first, or those behind the ones of a step."""
    names, after = [place.team or str(place.table) for place in places], asked.given("after")
    if after and after not in names:
        raise MusError(Sentence("there is no team {team}", team=after))
    first = names.index(after) + 1 if after else 0
    last = min(first + _AT_ONCE, len(places))
    if last < len(places):  # also where these were made before
        left = Left(of, names[last - 1], last + 1, min(last + _AT_ONCE, len(places)), len(places))
        asked.request.state.left = left
    issued = asked.desk.issue(places[first:last], asked.visitor.guests, seen)
    return people_page(asked, [_ticket(asked, one) for one in issued])


def _places(asked: Asked, form: Form, of: str) -> list[Place]:
    number, state = asked.number, asked.state
    match of:
        case "pairs":
            return [Place(number, Role.PAIR, team=team) for team in state.entries]
        case "pair" if form["team"] in state.entries:
            return [Place(number, Role.PAIR, team=form["team"])]
        case "tables":
            tables = state.equipos.tables if state.equipos else len(state.entries) // 2
            return [Place(number, Role.TABLE, table=one) for one in range(1, tables + 1)]
        case "table":
            return [Place(number, Role.TABLE, table=form.number("table", asked.say("Table"), 1))]
        case "judge":
            return [Place(number, Role.JUDGE)]
        case "committee":
            return [Place(number, Role.COMMITTEE)]
    raise MusError(Sentence("there is no team {team}", team=form["team"]))


def _ticket(asked: Asked, issued: Issued) -> Ticket:
    place, code, address = issued.place, issued.code, asked.address
    name = asked.say(OF_ROLE[place.role])
    if place.team:
        name = views.team(asked.state, place.team, asked.say).name
    elif place.table:
        name = asked.say("Table {table}", table=place.table)
    qr = qr_code(f"{address}/I/{code}".upper()) if address else None
    shown = " ".join(code[start : start + 4] for start in range(0, len(code), 4))
    return Ticket(name, place.role.value, shown, qr)
