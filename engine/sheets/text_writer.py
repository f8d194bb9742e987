"""A match written as a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from engine.errors import nearly
from engine.match.header import Header
from engine.match.played import Played
from engine.rules import RuleBook
from engine.sheets.fields import act_fields, header_fields, kind_of, played_fields
from engine.sheets.figures import Figures
from engine.sheets.sheet import COMMENT, HEADER, RESULT, Sheet
from engine.sheets.text_phrases import (
    NONE,
    ROUNDS,
    SEATS,
    TEAMS,
    option_value,
    shown_calls,
    shown_marks,
    shown_score,
    shown_score_counted,
)
from engine.strict_json import encode

TAGS: Final = {"hamarreko": "version"} | {
    name: name
    for name in (
        "rules",
        "option",
        "esku",
        "seats",
        "length",
        "event",
        "place",
        "date",
        "packs",
        "packs_sha256",
        *SEATS,
        *TEAMS,
    )
}
"""The tags that the project knows, in small letters, and the fields that they are."""
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_INDENT: Final = "   "


def write(sheet: Sheet, book: RuleBook, figures: Figures | None = None) -> str:
    """The match as a text, with the computed `figures` if given. `engine.sheets.text.read` reads it back."""
    match = sheet.match
    lines = [*_head_lines(match.header), *_extra_lines(sheet.extra.get(HEADER, {}), "[{name} {value}]", TAGS, "")]
    game = 0
    for number, entry in enumerate(match.entries, 1):
        computed = figures.fields(number) if figures else {}
        if isinstance(entry, Played) and computed.get("game", game) != game:
            game = computed["game"]
            lines += ["", f"Game {game}: {shown_score(computed['games'])}"]
        if isinstance(entry, Played):
            first, *more = _played_lines(played_fields(entry, match.header, book))
        else:
            first, *more = _act_lines(kind_of(entry), act_fields(entry))
        extra = _extra_lines(sheet.extra.get(number, {}), "also {name} {value}", (), _INDENT)
        lines += ["", f"{number}. {first}", *(_INDENT + line for line in more), *extra]
        lines += [_INDENT + line for line in _computed_lines(computed)]
    if figures and match.entries:
        lines += ["", *_match_lines(figures)]
    return "\n".join(lines) + "\n"


def _match_lines(figures: Figures) -> Iterator[str]:
    """What the whole match comes to, and each of its games."""
    result, named = figures.fields(HEADER)[RESULT], ("vacas", "games")[figures.standing.length.vacas == 1 :]
    how = f"{result['winner']} wins" if result["winner"] else "drawn" if result["over"] else "goes on"
    won = (f"{name} {shown_score(result[f'{name}_won'])}" for name in named)
    yield f"Match: {how}, {', '.join(won)}"
    for game in result["games"]:
        wins = f", wins {game['winner']}" if game["winner"] else ""
        by = f" by {game['ended_by']}" if game["winner"] else f", {game['ended_by']}" if game["ended_by"] else ""
        yield f"{_INDENT}game {game['game']}: {shown_score_counted(game['score'])}{wins}{by}"


def _head_lines(head: Header) -> Iterator[str]:
    fields = header_fields(head)
    yield _tag("Hamarreko", str(fields.pop("version")))
    length = fields.pop("length", None)
    options = fields.pop("options", {})
    names = fields.pop("teams", {}) | fields.pop("players", {})
    if "seats" in fields:
        fields["seats"] = " ".join(fields["seats"])
    for name, value in fields.items():
        yield _tag(name.capitalize(), value)
    for name, value in options.items():
        text = value if isinstance(value, str) and option_value(value) == value else encode(value)
        yield _tag("Option", f"{name} {text}")
    if length:
        vacas = f", vacas {length['vacas']}" if "vacas" in length else ""
        yield _tag("Length", f"{length.get('mode', 'first-to')} {length['games']}{vacas}")
    for name, value in names.items():
        yield _tag(name, value)


def _tag(name: str, value: str) -> str:
    return f"[{name} {encode(value)}]"


def _extra_lines(extra: Mapping[str, Any], form: str, taken: Collection[str], indent: str) -> Iterator[str]:
    """Fields that the project does not know, and the comment."""
    comment = extra.get(COMMENT)
    if _is_plain(comment):
        yield from (f"{indent}; {line}" for line in str(comment).split("\n"))
    for name, value in extra.items():
        if name != COMMENT or not _is_plain(value):
            in_quotes = not _NAME.fullmatch(name) or nearly(name, taken)
            yield indent + form.format(name=encode(name) if in_quotes else name, value=encode(value))


def _is_plain(comment: Any) -> bool:
    """Whether a comment comes back as it is from lines that begin with a semicolon."""
    return isinstance(comment, str) and all(
        line and line == line.strip() and line.isprintable() for line in comment.split("\n")
    )


def _played_lines(fields: Mapping[str, Any]) -> Iterator[str]:
    jugada = f", jugada {fields['jugada']}" if "jugada" in fields else ""
    yield f"esku {fields['esku']}, {shown_score(fields['score'])}{jugada}"
    hands = [f"{seat} {' '.join(cards) or NONE}" for seat, cards in fields.get("cards", {}).items()]
    if hands:
        yield "  ".join(hands)
    announced, calls = fields.get("announced", {}), fields["calls"]
    if "perete" in announced:
        yield f"perete {' '.join(announced['perete'])}"
    for round in dict.fromkeys(ROUNDS.values()):
        said = f" ({' '.join(announced[round]) or NONE})" if round in announced else ""
        if round in calls:
            yield f"{round}{said} {shown_calls(calls[round])}"
        elif said:
            yield round + said
    if "found" in fields:
        yield f"found {_when_found(fields['found'])}"
    if "hordago_shown" in fields:
        yield "shown"


def _act_lines(kind: str, fields: Mapping[str, Any]) -> Iterator[str]:
    yield _FIRST_LINES[kind](fields)
    for change in fields.get("changes", ()):
        yield _CHANGE_LINES[change["change"]](change)
    if "marks" in fields:
        yield f"marks {shown_marks(fields['marks'])}"
    if "winner" in fields:
        yield f"wins {fields['winner']}"
    signed = {"by": "by", "because": "reason", "article": "article"}
    yield ", ".join(f"{word} {encode(fields[name])}" for word, name in signed.items() if name in fields)
    if "agreed" in fields:
        yield f"agreed {' '.join(fields['agreed'])}"


_Writer = Callable[[Mapping[str, Any]], str]
_FIRST_LINES: Final[Mapping[str, _Writer]] = {
    "correction": lambda act: f"correct {act['of']}",
    "voided": lambda act: f"void {act['of']}",
    "game-voided": lambda act: f"void game {act['game']}",
    "adjusted": lambda act: f"adjust game {act['game']} {act['team']} {act['tantos']:+}",
    "replaced": lambda act: f"replace {act['of']}{' case' if act.get('case') else ''}",
    "game-given": lambda act: f"give game {act['game']} {act['team']}",
    "match-given": lambda act: f"give match {act['team']}",
    "game-opened": lambda act: f"open game {act['tantos']}{' decisive' if act.get('decisive') else ''}",
    "withdrawn": lambda act: f"withdraw {act['of']}",
}
_CHANGE_LINES: Final[Mapping[str, _Writer]] = {
    "card": lambda change: f"card {change['seat']} {change['old']} is {change['new']}",
    "swap": lambda change: f"swap {change['seat']} {change['card']} and {change['other_seat']} {change['other_card']}",
    "calls": lambda change: f"calls {change['round']} {shown_calls(change['calls'])}",
    "announced": lambda change: f"said {change['round']} {_who_said(change)}",
    "esku": lambda change: f"esku {change['esku']}",
    "perete": lambda change: f"perete {' '.join(change['seats']) or NONE}",
    "found": lambda change: f"found {_when_found(change['found'])}",
    "shown": lambda change: "shown" if change["shown"] else f"shown {NONE}",
}


def _when_found(found: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {when}" for name, when in found.items()) or NONE


def _who_said(change: Mapping[str, Any]) -> str:
    return "truth" if "seats" not in change else " ".join(change["seats"]) or NONE


def _computed_lines(computed: Mapping[str, Any]) -> Iterator[str]:
    result = computed.get("result")
    if result and "error" in result:
        yield f"status {result['status']} {encode(result['error'])}"
    elif result:
        yield from _result_lines(result)
    if "changed_by" in computed:
        yield f"changed by {', '.join(str(entry) for entry in computed['changed_by'])}"
    if "score_after" in computed:
        yield f"score {shown_score_counted(computed['score_after'])}"
    for entry, change in computed.get("changed", {}).items():
        old, new = change["old"].get("score"), change["new"].get("score")
        if old and new and old != new:
            yield f"changed {entry}: {shown_score(old)} to {shown_score(new)}"


def _result_lines(result: Mapping[str, Any]) -> Iterator[str]:
    if "status" in result:
        yield f"status {result['status']}"
    yield f"marks {shown_marks(result['tantos'])}"
    if result["rulings"]:
        rulings = (
            f"{ruling['round']} {ruling['seat'] or NONE} {encode(ruling['article'])}" for ruling in result["rulings"]
        )
        yield f"rulings {', '.join(rulings)}"
    if result["judge"]:
        yield f"judge {' '.join(result['judge']['rounds'])} {encode(result['judge']['why'])}".replace("  ", " ", 1)
    yield f"score {shown_score_counted(result['score'])}"
    if result["winner"]:
        yield f"wins {result['winner']} by {result['ended_by']}"
