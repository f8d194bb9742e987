"""The match: how it stands, a new one, the clock, the ends, the judge, and the match as files."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal.clock import Clock
from engine.errors import MusError
from engine.rules import BOOK_NAMES, require_players, rulebook
from engine.seats import SEATS_OF, Seat, Team
from engine.sentences import Sentence, msgid
from engine.tantos.tally import HAMARREKO
from firmware.panel.answers import RefusedError, one
from firmware.panel.page import Asked, Page
from firmware.panel.review.choosing import address
from firmware.screens.clock import face, minutes
from firmware.session.choices.menu import MENU
from firmware.session.choices.settling import JUDGE, open_questions
from firmware.session.events import MatchStarted
from firmware.session.state import Phase, State
from web.answers import Fields
from words.books import called, special
from words.names import MOST, NOBODY
from words.text import Speech

_MOST = 100
"""Tantos of a mantxa, and games of a match, at most."""


def match_page(asked: Asked) -> Page:
    """How the match stands, and what can be done with it."""
    state, say = asked.state, asked.say
    club = [state.rules] if state.started.book else []
    winner = state.standing.winner
    values = {
        "score": state.score,
        "games": state.games,
        "vacas": state.standing.vacas_won,
        "hamarreko": HAMARREKO,
        "book": state.book,
        "own_book": bool(state.started.book),
        "won": say("{team} won the match.", team=winner) if winner else None,
        "books": [(name, *_book_told(name, state, say)) for name in (*BOOK_NAMES, *club)],
        "rules": state.rules,
        "most": _MOST,
        "seats": [(seat.value, say.place(seat)) for seat in Seat],
        "esku": state.esku.value,
        "players": [("4", say("four, two a team")), ("2", say("two, one against one"))],
        "play": str(len(state.seats)),
        "asks": not asked.judges,
        "going": not state.pristine and state.phase is not Phase.MATCH_WON,
        "menu": (MENU,),
        "clock": _clock(state.clock, state, say) if state.clock else None,
        "at_clock": (MENU, "clock"),
        "add_time": address((MENU, "clock")),
        "named": _named(state, say.named(NOBODY)),
        "most_letters": MOST,
        "judging": address((MENU, JUDGE)),
        "questions": open_questions(state),
    }
    return Page("match.html", say("Match"), "/match", values, live=True)


def _book_told(name: str, state: State, say: Speech) -> tuple[str, str]:
    """What people call a rule book, and what is special about it."""
    own = name in BOOK_NAMES
    book = rulebook(name) if own else state.book
    return called(name, say) if own else book.title, say.sentence(special(book))


def _named(state: State, say: Speech) -> list[tuple[Team, str, list[tuple[str, str, str]]]]:
    """Who may be given a name: each team, its seats, and its fields with their names, labels and what stands in them.

    Whoever plays alone has one name.
    """
    names = state.names.written()

    def fields(team: Team) -> Iterator[tuple[str, str, str]]:
        seats = [seat for seat in state.seats if seat.team is team]
        if len(seats) > 1:
            yield team.value, say("The team"), names.get(team.value, "")
        for seat in seats:
            label = say.place(seat) if len(seats) > 1 else say("Name")
            yield seat.value, label, names.get(seat.value, "")

    return [(team, say.team(team), list(fields(team))) for team in Team]


def _clock(law: Clock, state: State, say: Speech) -> str:
    if state.elapsed is None:
        return minutes(law.match)
    shown = face(state)
    warned = f" {say(shown.warned.value)}." if shown.warned else ""
    return say("Time left: {time}.", time=minutes(shown.left)) + warned


def begun(sent: Fields, state: State) -> MatchStarted:
    """The match that a form describes. RefusedError where it makes none."""
    rules, esku = one(sent, "rules"), one(sent, "esku")
    if rules not in BOOK_NAMES and rules != state.rules:
        raise RefusedError(Sentence("there is no rule book {name}", name=repr(rules)))
    if esku not in {seat.value for seat in Seat}:
        raise RefusedError(Sentence("esku is N, W, S or E, not {what}", what=repr(esku)))
    target, games, number = (_whole(name, one(sent, name).strip()) for name in ("target", "games", "players"))
    own = rules in BOOK_NAMES
    book = rulebook(rules) if own else state.book
    players = max(book.players) if number is None else number
    options = {} if target is None or target == book.target else {"target": target}
    try:
        require_players(book.with_options(options), players)
    except MusError as error:
        raise RefusedError(error.sentence) from error
    if Seat(esku) not in SEATS_OF[players]:
        why = msgid("nobody sits at {seat}: two play at {seats}")
        raise RefusedError(Sentence(why, seat=Seat(esku), seats=SEATS_OF[players]))
    text = None if own else state.started.book
    return MatchStarted(rules, esku, state.camera, None, options, text, games, players=players)


def _whole(name: str, given: str) -> int | None:
    """The number in a field; None where it is left empty."""
    if not given:
        return None
    if not given.isdecimal() or len(given) > 6 or not 1 <= int(given) <= _MOST:
        why = msgid("{name} is a whole number from 1 to {most}, not {what}")
        raise RefusedError(Sentence(why, name=name, most=_MOST, what=repr(given[:20])))
    return int(given)
