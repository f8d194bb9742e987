"""The session's choices as pages: which hand, what of it, what it was; and the acts of the menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from urllib.parse import urlencode

from engine.cards import Card
from engine.rounds import Round
from engine.seats import Team
from firmware.panel.markup import Html, card_face, e, icon, join
from firmware.panel.page import Asked
from firmware.screens.asking import SEAT_NAMES
from firmware.screens.correction import changed, labelled
from firmware.screens.parts import team_name
from firmware.session.correcting import FIRST, HAND, grid
from firmware.session.events import CardTold
from firmware.session.grid import SUITS, Cell, Grid, Path
from firmware.session.menu import SHORT
from firmware.session.state import State
from firmware.words.text import Speech

_SUITS = {word: suit.value for suit, word in SUITS.items()}
LONGER: Final = {
    "said": "What was announced",
    "esku": "Who was esku",
    "paso": "All passed",
    "anew": "All calls anew",
    "annul": "Annul",
    "give": "Give",
    "take": "Take away",
    "case": "Decide the case",
    "undo": "Take a decision back",
    "hand": "Last hand",
    "start": "Start the clock",
    **{short: name for name, short in SHORT.items()},
}
"""What a page says where a small display has room for one word."""


def chosen_cell(state: State, path: Path, name: str) -> Cell | None:
    """The choice of that name after `path`; None where there is none. GridError where there is nothing to choose."""
    return next((cell for cell in grid(state, path).cells if cell and cell_name(cell) == name), None)


def cell_name(cell: Cell) -> str:
    """What a page calls a choice when it is sent."""
    return f"{cell.team} {cell.label}".strip()


def choosing_page(asked: Asked, path: Path, of: str | None) -> Html:
    """The choices after `path`, about the hand whose record has the id `of`. GridError where there is nothing."""
    state, say = asked.state, asked.say
    shown = grid(state, path)
    about = _about(shown.about, say)
    back = _back(path, of)
    title = e("h2", say(shown.title), e("span", about, class_="about") if about else None)
    way = e("nav", e("a", say("Back"), href=back, id="back"), class_="beside", aria_label=say("Way back"))
    return join((way, e("section", title, _whose(path, say), choices(shown, path, of, say), class_="wide choosing")))


def choices(shown: Grid, path: Path, of: str | None, say: Speech) -> Html:
    """What a grid offers after `path`, each as a button or as a way to further choices."""
    cells = [cell for cell in shown.cells if cell]
    return e("ul", (e("li", _choice(cell, path, of, say)) for cell in cells), class_=f"choices {_kind(cells)}")


def _whose(path: Path, say: Speech) -> Html | None:
    if path[0] != HAND:
        return None
    return e("p", say("Hand {number}", number=int(path[1]) + 1), class_="quiet")


def _choice(cell: Cell, path: Path, of: str | None, say: Speech) -> Html:
    face = _face(cell, say)
    if isinstance(cell.leads, tuple):
        return e("a", face, href=address(cell.leads, of), class_="choice")
    fields = [e("input", type="hidden", name="w", value=word) for word in path]
    fields += [e("input", type="hidden", name="of", value=of)] if of else []
    button = e("button", face, name="choice", value=cell_name(cell), class_="choice")
    said = e("span", role="alert", class_="said")
    go = "/match" if path[0] != HAND else f"/hand/{of}" if isinstance(cell.leads, CardTold) else "/correction"
    return e("form", fields, button, said, method="post", data_post="/api/choose", data_go=go)


def address(path: Path, of: str | None = None) -> str:
    """Where the choices after `path` stand."""
    return f"/choose?{urlencode([*(('w', word) for word in path), *([('of', of)] if of else [])])}"


def _back(path: Path, of: str | None) -> str:
    if len(path) > FIRST[path[0]]:
        return address(path[:-1], of)
    return f"/hand/{of}" if path[0] == HAND and of else "/match"


def _face(cell: Cell, say: Speech) -> Iterator[Html | str]:
    if cell.card:
        yield card_face(cell.card, say, "card large")
    elif cell.label in _SUITS:
        yield icon(f"suit-{_SUITS[cell.label]}", f"suit {_SUITS[cell.label]}")
        yield e("span", say(cell.label))
    elif cell.team:
        yield e("b", team_name(Team(cell.team), say), class_=cell.team)
        yield " "
        yield e("span", say(cell.label))
    else:
        yield e("span", say(LONGER[cell.label]) if cell.label in LONGER else labelled(cell, say))


def _kind(cells: Sequence[Cell]) -> str:
    return "faces" if any(cell.card for cell in cells) else "words"


def _about(about: str, say: Speech) -> str:
    if about in SEAT_NAMES:
        return say(SEAT_NAMES[about])
    if about in {round.value for round in Round}:
        return say(about)
    try:
        card = Card.parse(about)
    except ValueError:
        return say.call(about) if " " in about else say(about) if about else ""
    return say("{rank} of {suit}", rank=card.rank, suit=say(SUITS[card.suit]))


def correction_page(asked: Asked) -> Html:
    """The correction that waits: what it changes, and each team's word."""
    state, say = asked.state, asked.say
    proposal = state.proposal
    way = e("nav", e("a", say("All hands"), href="/hands", id="all-hands"), class_="beside", aria_label=say("Way back"))
    if proposal is None:
        nothing = e("p", say("No correction waits."), class_="quiet")
        return join((way, e("section", e("h2", say("Correction")), nothing, class_="wide")))
    scores = [
        e(
            "li",
            e("b", team_name(team, say), class_=team.value),
            e("span", _from_to(*(score[team] for score in proposal.tantos)), class_="from-to"),
            _word(team, team in proposal.correction.agreed, asked) if proposal.binding else None,
        )
        for team in Team
    ]
    before, after = proposal.games
    moved = before != after
    games = f"{before[Team.NS]} – {before[Team.EW]} → {after[Team.NS]} – {after[Team.EW]}" if moved else None
    parts = [
        e("h2", say("Correction")),
        e("p", changed(proposal, say), class_="changed"),
        e("ul", scores, class_="agree"),
        e("p", say("games {games}", games=games)) if games else None,
        None if proposal.binding else e("p", say("The score stays."), class_="quiet"),
        None if proposal.binding else _answer("yes", say("Yes"), "button primary", asked),
        _answer("drop", say("Drop it"), "button", asked),
    ]
    return join((way, e("section", parts, class_="wide")))


def _from_to(old: int, new: int) -> Iterable[Html | str]:
    return str(old) if old == new else (str(old), " → ", e("strong", str(new)))


def _word(team: Team, agreed: bool, asked: Asked) -> Html:
    if agreed:
        return e("span", icon("key-ok"), asked.say("agreed"), class_="agreed")
    text = asked.say("{team}: we agree", team=team_name(team, asked.say))
    return _answer(team.value, text, f"button {team.value}", asked)


def _answer(word: str, text: str, class_: str, asked: Asked) -> Html:
    if not asked.plays:
        return Html()
    button = e("button", text, class_=class_, id=f"answer-{word}")
    said = e("span", role="alert", class_="said")
    return e("form", button, said, method="post", data_post=f"/api/correction/{word}", data_again=True)
