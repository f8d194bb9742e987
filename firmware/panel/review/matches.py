"""The match: how it stands, a new one, the clock, the ends, the judge, and the match as files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.errors import MusError
from engine.rules import BOOK_NAMES, rulebook
from engine.seats import Seat, Team
from firmware.panel.markup import Child, Html, e, icon, join
from firmware.panel.page import Asked
from firmware.panel.review.choosing import address
from firmware.panel.review.hands import waiting
from firmware.screens.asking import SEAT_NAMES
from firmware.screens.clock import face, minutes
from firmware.screens.parts import team_name
from firmware.session.events import MatchStarted
from firmware.session.menu import JUDGE, MENU
from firmware.session.state import Phase, State
from firmware.words.text import Speech

FORMS = {"pdf": "Score sheet", "text": "Text", "jsonl": "JSON lines"}
_MOST = 100
"""Tantos of a mantxa, and games of a match, at most."""


class NewMatchError(ValueError):
    """A match that cannot be begun so, in one sentence."""


def match_page(asked: Asked) -> Html:
    """How the match stands, and what can be done with it."""
    left = [_standing(asked), _files(asked)]
    right = [_new(asked), _table(asked)] if asked.plays else []
    if not right:
        return join((waiting(asked), e("div", left, class_="column")))
    return join((waiting(asked), e("div", left, class_="column"), e("div", right, class_="column")))


def _standing(asked: Asked) -> Html:
    state, say = asked.state, asked.say
    games, vacas, winner = state.tally
    teams = (
        e(
            "li",
            e("b", team_name(team, say), class_=team.value),
            e("span", str(state.score[team]), class_="tantos"),
            _beans(state.score[team], state.book.target, say),
            e("span", say("games {games}", games=games[place]), class_="quiet"),
            e("span", say("vacas {vacas}", vacas=vacas[place]), class_="quiet") if state.book.vacas > 1 else None,
        )
        for place, team in enumerate(Team)
    )
    won = say("{team} won the match.", team=team_name(winner, say)) if winner else None
    about = say("Rules: {rules}, to {target}", rules=state.book.name, target=state.book.target)
    title = e("h2", say("This match"))
    return e("section", title, e("ul", teams, class_="teams"), e("p", about, class_="quiet"), won and e("p", won))


def _beans(tantos: int, target: int, say: Speech) -> Html:
    """Hamarrekoak as beans, those missing as their places."""
    have, places = tantos // 5, -(-target // 5)
    beans = (e("i", class_="bean" if number < have else "bean missing") for number in range(places))
    return e("span", beans, class_="beans", role="img", aria_label=say("{count} hamarreko", count=have))


def _new(asked: Asked) -> Html:
    state, say = asked.state, asked.say
    club = [state.rules] if state.started.book else []
    books = [*BOOK_NAMES, *club]
    fields = (
        field(say("Rule book"), select("rules", [(name, name) for name in books], state.rules)),
        field(say("Tantos of a mantxa"), _number("target", say)),
        field(say("Mantxak that win"), _number("games", say)),
        field(say("First esku"), select("esku", _seats(say), state.esku.value)),
    )
    going = not state.pristine and state.phase is not Phase.MATCH_WON
    warned = say("The match in hand ends here: it stays among the files.") if going else None
    return e(
        "section",
        e("h2", say("A new match")),
        e(
            "form",
            e("div", fields, class_="fields"),
            e("p", warned, class_="quiet") if warned else None,
            e("button", say("Begin this match"), class_="button primary"),
            e("p", role="alert", class_="said"),
            method="post",
            data_post="/api/match",
            data_go="/",
        ),
    )


def field(label: str, control: Html) -> Html:
    """A form's field under its label."""
    return e("label", e("span", label), control, class_="field")


def select(name: str, values: Sequence[tuple[str, str]], chosen: str) -> Html:
    """A list to choose from: values and what stands for them."""
    options = (e("option", text, value=value, selected=value == chosen) for value, text in values)
    return e("select", options, name=name)


def _number(name: str, say: Speech) -> Html:
    empty = say("as the book has it")
    return e("input", type="number", name=name, inputmode="numeric", min=1, max=_MOST, placeholder=empty)


def _seats(say: Speech) -> list[tuple[str, str]]:
    return [(seat.value, say(SEAT_NAMES[seat.value])) for seat in Seat]


def begun(fields: Mapping[str, Sequence[str]], state: State) -> MatchStarted:
    """The match that a form describes. NewMatchError, in one sentence, where it makes none."""
    rules, esku = (fields.get(name, [""])[0] for name in ("rules", "esku"))
    if rules not in BOOK_NAMES and rules != state.rules:
        raise NewMatchError(f"there is no rule book {rules!r}")
    if esku not in {seat.value for seat in Seat}:
        raise NewMatchError(f"esku is N, W, S or E, not {esku!r}")
    target, games = (_whole(name, fields) for name in ("target", "games"))
    own = rules in BOOK_NAMES
    book = rulebook(rules) if own else state.book
    options = {} if target is None or target == book.target else {"target": target}
    try:
        book.with_options(options)
    except MusError as error:
        raise NewMatchError(str(error)) from error
    text = None if own else state.started.book
    return MatchStarted(rules, esku, state.camera, None, options, text, games)


def _whole(name: str, fields: Mapping[str, Sequence[str]]) -> int | None:
    """The number in a field; None where it is left empty."""
    given = fields.get(name, [""])[0].strip()
    if not given:
        return None
    if not given.isdecimal() or len(given) > 6 or not 1 <= int(given) <= _MOST:
        raise NewMatchError(f"{name} is a whole number from 1 to {_MOST}, not {given[:20]!r}")
    return int(given)


def _table(asked: Asked) -> Html:
    """What the box's menu has besides: ends, clock, judge."""
    say = asked.say
    return e("section", e("h2", say("At the table")), e("ul", _acts(asked), class_="acts"))


def _acts(asked: Asked) -> Iterator[Html]:
    state, say = asked.state, asked.say
    ends = say("Everybody moves one seat on: before the first call of a karta aldia.")
    yield e("li", e("div", e("b", say("Change ends")), e("p", ends)), act("ends", (MENU,), say("Change ends")))
    if state.clock:
        if state.elapsed is None:
            yield e(
                "li", e("div", e("b", say("Clock")), e("p", minutes(state.clock.match))),
                act("start", (MENU, "clock"), say("Start the clock")),
            )  # fmt: skip
        else:
            shown = face(state)
            warned = f" {say(shown.warned.value)}." if shown.warned else ""
            more = e("a", say("Add time"), href=address((MENU, "clock")), class_="button") if asked.judges else None
            left = say("Time left: {time}.", time=minutes(shown.left)) + warned
            yield e("li", e("div", e("b", say("Clock")), e("p", left)), more)
    if asked.judges:
        told = say("Annul, give, take away, decide a case, take a decision back.")
        link = e("a", say("Decide"), href=address((MENU, JUDGE)), class_="button", id="judge")
        yield e("li", e("div", e("b", say("Judge")), e("p", told)), link)


def act(choice: str, path: tuple[str, ...], text: str) -> Html:
    """A button that does one of the session's choices at once."""
    words = [e("input", type="hidden", name="w", value=word) for word in path]
    button = e("button", text, name="choice", value=choice, class_="button")
    said = e("span", role="alert", class_="said")
    return e("form", words, button, said, method="post", data_post="/api/choose", data_again=True)


def _files(asked: Asked) -> Html:
    say = asked.say
    stick = e(
        "form",
        e("button", say("Write it to the USB stick"), class_="button", id="to-stick"),
        e("p", id="stick-said", role="status", class_="said"),
        method="post",
        data_post="/api/export/last",
    )
    return e(
        "section",
        e("h2", say("This match as files")),
        downloads("last", say),
        stick if asked.plays else None,
        e("p", e("a", say("All matches"), icon("sign-away"), href="/matches", class_="way")),
        class_="export",
    )


def downloads(match: str, say: Speech) -> Html:
    """The files of a match, which is named by its number, or `last`."""
    links = ((form, say(name) + (" (PDF)" if form == "pdf" else "")) for form, name in FORMS.items())
    items: list[Child] = [
        e("li", e("a", icon("sign-file"), text, href=f"/export/{match}.{form}", download=True)) for form, text in links
    ]
    return e("ul", items, class_="files")
