"""The pages of Mus por Equipos: what is open of the match, its result, and for whoever lays replicas out the sheets."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from desk.acts import OFFICIALS
from desk.equipos.known import sides
from desk.pages.papers.files import Kept, file
from desk.pages.site import Asked, NotThereError, Page, Site
from engine.equipos.jugada import Jugada, jugadak
from engine.equipos.packs import Packs, line_of, packs, seal
from engine.equipos.result import Outcome
from engine.sentences import Sentence
from engine.strict_json import encode
from engine.tournament.systems import Equipos
from web.answers import NEVER_KEPT
from web.equipos_sheet import equipos_sheet
from web.replica_sheets import replica_sheets
from words.equipos import as_json, at_table, decided, games, played_lines, won


def routes(site: Site, kept: Kept) -> list[Route]:
    """The routes of these files; the match's page is the tournament's own."""
    home = "/t/{tournament:number}"
    return [
        site.public(f"{home}/equipos.json", match_json),
        site.public(f"{home}/equipos.pdf", kept.paper(result_pdf)),
        site.private(f"{home}/desk/sheets.pdf", kept.paper(sheets_pdf), *OFFICIALS),
        site.private(f"{home}/desk/replicas", replicas, *OFFICIALS),
        site.private(f"{home}/desk/deals.jsonl", deals, *OFFICIALS),
    ]


def match_page(asked: Asked) -> Page:
    """Who plays where, the games that every table is done with, and once all are the result."""
    return Page("equipos.html", asked.state.name, "standings", told(asked))


def told(asked: Asked) -> dict[str, Any]:
    """What the match's page and the wall are filled with."""
    state = asked.state
    known = asked.desk.matches.known(asked.number, state)
    outcome = known.outcome
    return {
        "known": known,
        "seats": [(table, sides(state, partida)) for partida, table in state.tables.items()],
        "seal": seal(state.seed) if state.seed else None,
        "seed": state.seed if known.over else None,
        "lines": result_lines(asked),
        "jugadak": _rows(asked, outcome) if outcome else [],
    }


def result_lines(asked: Asked) -> list[str]:
    """What is open of the result in words: who has won, the games, and how that was decided; nothing before a game."""
    outcome, say = asked.desk.matches.known(asked.number, asked.state).outcome, asked.say
    return [won(outcome, say), *games(outcome, say), *decided(outcome, say)] if outcome else []


def _rows(asked: Asked, outcome: Outcome) -> list[tuple[str, list[tuple[str, list[str]]]]]:
    """Every jugada that is open, with what each table did."""
    say = asked.say
    heads = [at_table(outcome, number, say) for number in range(1, len(outcome.tables) + 1)]
    return [
        (str(row.jugada), [(head, played_lines(one, say)) for head, one in zip(heads, row.aldiak, strict=True)])
        for row in outcome.rows
    ]


def match_json(asked: Asked) -> Response:
    """The same for other programs."""
    _, seed = _dealt(asked)
    known = asked.desk.matches.known(asked.number, asked.state)
    of_all = {"over": known.over, "seal": seal(seed), "seed": seed if known.over else None}
    open_part = as_json(known.outcome) if known.outcome else {}
    return JSONResponse({**of_all, **open_part}, headers=NEVER_KEPT)


def result_pdf(asked: Asked) -> Response:
    """The result with all jugadak, once there is one."""
    _dealt(asked)
    outcome = asked.desk.matches.known(asked.number, asked.state).outcome
    if outcome is None or not outcome.over:
        raise NotThereError(Sentence("there is no result before every table has played all games (mus por equipos 11)"))
    return file(equipos_sheet(outcome, asked.say), "application/pdf", "equipos.pdf")


def sheets_pdf(asked: Asked) -> Response:
    """The sheets that replicas are laid out by: whoever opens them sees all cards."""
    equipos, seed = _dealt(asked)
    sheets = replica_sheets(_deals(equipos, seed), equipos.tables, seal(seed), asked.say)
    return file(sheets, "application/pdf", "sheets.pdf")


def replicas(asked: Asked) -> Page:
    """The same on a phone's screen, card by card."""
    equipos, seed = _dealt(asked)
    values = {"deals": _deals(equipos, seed), "tables": equipos.tables, "seal": seal(seed)}
    return Page("replicas.html", asked.say("Replicas"), "desk", values, live=False)


def deals(asked: Asked) -> Response:
    """The deals, as `hamarreko deals check` reads them."""
    lines = (encode(line_of(*one)) for one in _deals(*_dealt(asked)))
    return file("".join(f"{line}\n" for line in lines).encode(), "application/jsonl", "deals.jsonl")


def _deals(equipos: Equipos, seed: str) -> list[tuple[Jugada, Packs]]:
    return [(jugada, packs(seed, jugada)) for jugada in jugadak(equipos.games, equipos.jugadas)]


def _dealt(asked: Asked) -> tuple[Equipos, str]:
    equipos, seed = asked.state.equipos, asked.state.seed
    if equipos is None or seed is None:
        raise NotThereError(Sentence("there is no such page"))
    return equipos, seed
