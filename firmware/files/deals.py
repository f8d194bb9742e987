"""The deals of Mus por Equipos in a file: the lines that `hamarreko deals` wrote."""

from __future__ import annotations

from engine.equipos.jugada import Jugada
from engine.equipos.packs import Packs, deal_of
from engine.errors import MusError, SheetError
from engine.strict_json import decode
from firmware.files.arguments import source_of
from firmware.files.lines import batches
from firmware.files.matches import decoded


def read_deals(path: str) -> dict[Jugada, Packs]:
    """The deals in the file. SheetError names the line that is wrong; UsageError where there is no such file."""
    deals: dict[Jugada, Packs] = {}
    with source_of(path) as source:
        for number, text in decoded(batches(source)):
            if text.strip():
                try:
                    jugada, packs = deal_of(decode(text))
                except MusError as error:
                    raise SheetError(str(error), number) from None
                if jugada in deals:
                    raise SheetError(f"jugada {jugada} is there twice", number)
                deals[jugada] = packs
    if not deals:
        raise SheetError("no deal is there", 1)
    return deals
