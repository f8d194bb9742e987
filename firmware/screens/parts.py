"""What several screens draw: the title bar, the footer, a team's column, the seats, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.cards import Card
from engine.seats import Seat, Team, sides
from engine.tantos.tally import HAMARREKO
from firmware.screens.pixels import HEIGHT, WIDTH, Canvas, font
from firmware.session.buttons import Button
from firmware.session.finished import Face
from firmware.session.state import State
from words.text import Speech

BAR = 12
"""The height of the title bar."""
LINE = 10
"""From one line of text to the next."""
TOP = 11
"""The first line under the title bar."""
LINES = 5
"""How many of them stand there where there is no footer."""
FOOT = HEIGHT - 11
"""The top of the footer."""
_APART = 4
"""Pixels between a title and what stands at its right end, at least."""
KEYS = ("ok", "next", "back", "read", "last")
"""The buttons that carry an icon, which stands for them in the footer; the others are named by their word."""


def title(canvas: Canvas, text: str, icon: str | None = None, right: str = "", height: int = BAR) -> None:
    """The lit bar at the top, with a title, an icon where both have room, and something short at its right end."""
    canvas.box(0, 0, WIDTH, height)
    letters, x = font("text"), 2
    room = WIDTH - 2 * x - (letters.width(right) + _APART if right else 0)
    if icon and font("icons").glyph(icon).width + 3 + letters.width(text.upper()) <= room:
        x = canvas.icon(x, 1, icon, lit=False) + 2
    canvas.write(x, 0, text.upper(), lit=False)
    if right:
        canvas.right(WIDTH - 2, 0, right, lit=False)


def footer(canvas: Canvas, *keys: tuple[str, str], left: int = 0) -> None:
    """What the buttons do, at the bottom from `left` on: each one's icon or word in a lit pill, and what it does."""
    letters, icons = font("text"), font("icons")
    pills = [(icons.glyph(key).width if key in KEYS else letters.width(key)) + 4 for key, _ in keys]
    widths = [pill + (letters.width(does) + 3 if does else 0) for pill, (_, does) in zip(pills, keys, strict=True)]
    gap = (WIDTH - left - sum(widths)) // max(1, len(keys) - 1) if len(keys) > 1 else 0
    x = left if len(keys) > 1 else left + (WIDTH - left - sum(widths)) // 2
    for (key, does), pill, width in zip(keys, pills, widths, strict=True):
        canvas.pill(x, FOOT, pill, 11)
        if key in KEYS:
            canvas.icon(x + 2, FOOT + 2, key, lit=False)
        else:
            canvas.write(x + 2, FOOT - 1, key, lit=False)
        if does:
            canvas.write(x + pill + 3, FOOT - 1, does)
        x += width + gap


def marks_key(state: State, say: Speech) -> list[tuple[str, str]]:
    """What the footer says of the marks; nothing where there are none to show."""
    return [("next", say("marks"))] if state.finished and state.finished.steps else []


def paragraph(canvas: Canvas, text: str, top: int, lines: int, centred: bool = False) -> None:
    """A text in at most so many lines; one that is cut short ends in three dots."""
    for number, line in enumerate(at_most(lines, font("text").wrap(text, WIDTH - 4))):
        if centred:
            canvas.centre(WIDTH // 2, top + number * LINE, line)
        else:
            canvas.write(2, top + number * LINE, line)


def at_most(lines: int, wrapped: list[str]) -> list[str]:
    """The first so many of a text's lines; where more would follow, the last one ends in three dots."""
    if len(wrapped) <= lines:
        return wrapped
    letters, last = font("text"), wrapped[lines - 1]
    while letters.width(f"{last}…") > WIDTH - 4:
        last = last[:-1]
    return [*wrapped[: lines - 1], f"{last}…"]


def bid_button(team: Team, say: Speech) -> str:
    """What stands on the button that a team bids with."""
    return say("{team} envido", team=say.short.team(team))


def button_name(button: Button, say: Speech) -> str:
    """What a button is called, on the page and aloud."""
    return bid_button(button.team, say) if button.team else say(button.label)


def won_so_far(games: Mapping[Team, int], vacas: Mapping[Team, int] | None, say: Speech) -> list[str]:
    """The games of the vaca in hand, and the vacas of a match that has several, as far as any have been won."""
    told = list[str]()
    if any(games.values()):
        told.append(say("games\xa0{ns}\xa0–\xa0{ew}", ns=games[Team.NS], ew=games[Team.EW]))
    if vacas and any(vacas.values()):
        told.append(say("vacas\xa0{ns}\xa0–\xa0{ew}", ns=vacas[Team.NS], ew=vacas[Team.EW]))
    return told


def columns(canvas: Canvas, state: State, say: Speech, answering: Team | None = None) -> None:
    """Both teams: tantos large, games as cups, hamarrekoak as beans; the team that has to answer is asked."""
    for team, x in ((Team.NS, 0), (Team.EW, 86)):
        asked = team is answering
        _column(canvas, x, say.team(team), state.score[team], state.book.target, state.games[team], asked)


COLUMN = 42
"""The width of a team's column."""


def _column(canvas: Canvas, x: int, name: str, tantos: int, target: int, games: int, asked: bool) -> None:
    canvas.centre(x + COLUMN // 2, 14, str(tantos), "numerals")
    if asked:
        canvas.pill(x, 35, COLUMN, 11)
        canvas.centre(x + COLUMN // 2, 34, f"{name} ?", lit=False)
    else:
        end = canvas.write(x + 1, 34, name)
        _games(canvas, end, x + COLUMN - 1, games)
    _beans(canvas, x, tantos // HAMARREKO, -(-target // HAMARREKO))


def _games(canvas: Canvas, left: int, right: int, games: int) -> None:
    """Games won as cups that end at `right`; one with their number where there is no room for so many."""
    cup = font("icons").glyph("cup").width + 1
    shown = games if games * cup <= right - left else 1
    number = str(games) if shown < games else ""
    canvas.right(right, 34, number)
    for place in range(shown):
        canvas.icon(right - font("text").width(number) - (place + 1) * cup, 37, "cup")


def _beans(canvas: Canvas, x: int, beans: int, places: int) -> None:
    """Hamarrekoak in two rows: those a team has as beans, those still missing as their places."""
    large = places <= 8
    bean, place, pitch = ("bean", "bean-place", 11) if large else ("small-bean", "small-place", 7)
    if places > 12:
        end = canvas.icon(x + 8, 51, "bean")
        canvas.write(end + 3, 47, f"{beans}/{places}")
        return
    a_row = 4 if large else 6
    left = x + (COLUMN - (min(places, a_row) * pitch - (2 if large else 1))) // 2
    for number in range(places):
        row, column = divmod(number, a_row)
        canvas.icon(left + column * pitch, 48 + row * 8, bean if number < beans else place)


def seats(canvas: Canvas, state: State, say: Speech) -> None:
    """Those who play, around the table, the esku's letter in a lit field."""
    x = WIDTH // 2
    canvas.frame(x - 5, 25, 11, 5)
    places = {Seat.N: (x, 13), Seat.S: (x, 31), Seat.W: (x - 14, 22), Seat.E: (x + 14, 22)}
    for seat, side in sides(state.seats).items():
        lit, name, (cx, cy) = seat is state.esku, say.seat(seat), places[side]
        if lit:
            _field(canvas, cx, cy, name, 9)
        canvas.centre(cx + 1, cy - 1, name, lit=not lit)


def _field(canvas: Canvas, x: int, y: int, name: str, width: int) -> None:
    """A lit field around x for a name of one letter or two, at least so wide."""
    width = max(width, font("text").width(name) + 4)
    canvas.pill(x - width // 2, y, width, 11)


def card_name(card: Face, say: Speech) -> str:
    """A card in words, as far as it is known."""
    if card.rank is None:
        return say("a card that nobody knows")
    if card.suit is None:
        return say("{rank} of a suit that nobody knows", rank=card.rank)
    return say.card(card.rank, card.suit)


def hands_in_words(
    hands: Iterable[tuple[Seat, Iterable[Face]]], say: Speech, name: Callable[[Face, Speech], str] = card_name
) -> str:
    """Hands, every card in words, as `name` has it."""
    told = (say.headed(say.place(seat), ", ".join(name(card, say) for card in cards)) for seat, cards in hands)
    return say.listed(told) + "."


def small_card(canvas: Canvas, x: int, y: int, card: Face, asked: bool = False) -> None:
    """A card in one line of text: its rank and its suit as far as they are known, in a lit field if it is asked for."""
    rank = "" if card.rank is None else str(card.rank)
    if asked:
        canvas.pill(x - 2, y + 2, font("text").width(f"{rank}?") + 5, 9)
    x = canvas.write(x, y, rank, lit=not asked)
    if card.suit is None:
        canvas.write(x + 1 if rank else x, y, "?", lit=not asked)
    else:
        canvas.icon(x + 1, y + 2, f"s{card.suit.value}")


def large_card(canvas: Canvas, x: int, card: Card, chosen: bool, width: int) -> None:
    """A card `width` pixels wide and 36 high, lit as a whole where it is the chosen one."""
    if chosen:
        canvas.pill(x, 14, width, 36)
    else:
        canvas.frame(x, 14, width, 36)
    canvas.centre(x + width // 2 + 1, 11, str(card.rank), lit=not chosen, scale=2)
    canvas.icon(x + width // 2 - 5, 36, card.suit.value, lit=not chosen)


def hand(canvas: Canvas, y: int, name: str, cards: Sequence[Face], esku: bool, asked: int | None = None) -> None:
    """One seat's cards in a line; the one that is `asked` for, by its place, in a lit field."""
    if esku:
        _field(canvas, 6, y + 1, name, 11)
    canvas.centre(7, y, name, lit=not esku)
    for number, card in enumerate(cards[:5]):
        small_card(canvas, 18 + number * (28 if len(cards) < 5 else 22), y, card, number == asked)
