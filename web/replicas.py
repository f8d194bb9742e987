"""The replicas to lay out on a phone's screen, card by card: a page of the desk, and a file that stands alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.equipos.jugada import Jugada
from engine.equipos.packs import Packs
from web.templates import Templates, inline
from words.text import Speech

STATIC: Final = ("replicas.css", "replicas.js")
"""What the page has besides what all have."""


def replicas_file(deals: Iterable[tuple[Jugada, Packs]], tables: int, seal: str, say: Speech) -> bytes:
    """The replicas as a file of HTML that needs nothing else, for so many tables; in it the seal of the seed."""
    page = Templates("web").filled(
        "replicas_file.html",
        say,
        title="Mus por Equipos",
        about="Mus por Equipos",
        deals=list(deals),
        tables=tables,
        seal=seal,
        style=inline("web", "base.css", STATIC[0]),
        script=inline("web", STATIC[1]),
    )
    return page.encode()
