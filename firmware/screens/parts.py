"""What several screens draw: the title bar, the footer, a team's column, cards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.seats import Seat, Team
from firmware.pixels import HEIGHT, WIDTH, Canvas, font
from firmware.session.state import State

TEAM = {Team.NS: "N-S", Team.EW: "E-W"}
BAR = 11
LINE = 10


def title(canvas: Canvas, text: str, icon: str | None = None, right: str = "") -> None:
    """The lit bar at the top, with a title, maybe an icon, and something short at its right end."""
    canvas.box(0, 0, WIDTH, BAR)
    x = 3
    if icon:
        x = canvas.icon(x, 1 if icon in _LOW else 0, icon, lit=False) + 3
    canvas.write(x, -1, text.upper(), lit=False)
    if right:
        canvas.right(WIDTH - 2, -1, right, lit=False)


_LOW = ("eye", "check", "cross", "bolt", "hand", "esku", "next")


def footer(canvas: Canvas, *keys: tuple[str, str]) -> None:
    """What the buttons do, at the bottom: each button's name in a lit pill, and what it does behind it."""
    letters = font("text")
    widths = [letters.width(key) + 6 + (letters.width(does) + 4 if does else 0) for key, does in keys]
    gap = (WIDTH - sum(widths)) // max(1, len(keys))
    x = 0 if len(keys) > 1 else gap // 2
    for (key, does), width in zip(keys, widths, strict=True):
        pill = letters.width(key) + 4
        canvas.pill(x, HEIGHT - 11, pill, 11)
        canvas.write(x + 2, HEIGHT - 12, key, lit=False)
        canvas.write(x + pill + 2, HEIGHT - 12, does)
        x += width + gap


def paragraph(canvas: Canvas, text: str, top: int, lines: int, centred: bool = False) -> None:
    """A text in at most so many lines; one that is cut short ends in three dots."""
    wrapped = font("text").wrap(text, WIDTH - 4)
    if len(wrapped) > lines:
        last = wrapped[lines - 1]
        while font("text").width(f"{last}…") > WIDTH - 4:
            last = last[:-1]
        wrapped = [*wrapped[: lines - 1], f"{last}…"]
    for number, line in enumerate(wrapped):
        if centred:
            canvas.centre(WIDTH // 2, top + number * LINE, line)
        else:
            canvas.write(2, top + number * LINE, line)


def columns(canvas: Canvas, state: State, answering: Team | None = None) -> None:
    """Both teams: tantos large, games as squares, hamarrekoak as beans; the team that has to answer is asked."""
    games = state.tally[0]
    for team, x in ((Team.NS, 0), (Team.EW, 86)):
        _column(canvas, x, team, state.score[team], state.book.target, games[0 if team is Team.NS else 1])
        if team is answering:
            canvas.pill(x + 6, 35, 31, 11)
            canvas.centre(x + 22, 34, f"{TEAM[team]} ?", lit=False)


def _column(canvas: Canvas, x: int, team: Team, tantos: int, target: int, games: int) -> None:
    canvas.centre(x + 21, 14, str(tantos), "numerals")
    beans, places = tantos // 5, -(-target // 5)
    a_row = 4 if places <= 8 else 6
    wide = a_row * 7 - 1
    left = x + (42 - wide) // 2
    canvas.write(left, 34, TEAM[team])
    for game in range(min(games, 4)):
        canvas.box(left + wide - 3 - game * 4, 39, 3, 5)
    for place in range(min(places, 2 * a_row)):
        canvas.icon(left + place % a_row * 7, 49 + place // a_row * 8, "bean" if place < beans else "bean-place")


def seats(canvas: Canvas, x: int, y: int, esku: Seat) -> None:
    """The four seats around the table, the esku's letter in a lit field."""
    canvas.frame(x - 5, y + 11, 11, 5)
    places = {Seat.N: (x, y), Seat.S: (x, y + 18), Seat.W: (x - 13, y + 9), Seat.E: (x + 13, y + 9)}
    for seat, (cx, cy) in places.items():
        lit = seat is esku
        if lit:
            canvas.pill(cx - 4, cy - 1, 9, 11)
        canvas.centre(cx + 1, cy - 2, seat.value, lit=not lit)


def card_text(card: Card) -> str:
    """The card's rank as players say it."""
    return str(card.rank)


def small_card(canvas: Canvas, x: int, y: int, card: Card) -> None:
    """A card in one line of text: its rank and its suit."""
    x = canvas.write(x, y, card_text(card))
    canvas.icon(x + 1, y + 3, f"s{card.suit.value}")


def large_card(canvas: Canvas, x: int, y: int, card: Card, chosen: bool) -> None:
    """A card 31 pixels wide and 36 high, lit as a whole where it is the chosen one."""
    if chosen:
        canvas.pill(x, y, 31, 36)
    else:
        canvas.frame(x, y, 31, 36)
    canvas.centre(x + 16, y - 2, card_text(card), lit=not chosen, scale=2)
    canvas.icon(x + 11, y + 22, card.suit.value, lit=not chosen)


def hand(canvas: Canvas, y: int, seat: Seat, cards: Sequence[Card], esku: bool) -> None:
    """One seat's cards in a line."""
    if esku:
        canvas.pill(1, y + 1, 9, 11)
    canvas.centre(6, y, seat.value, lit=not esku)
    for number, card in enumerate(sorted(cards, key=lambda card: -card.rank)[:5]):
        small_card(canvas, 19 + number * 27, y, card)
