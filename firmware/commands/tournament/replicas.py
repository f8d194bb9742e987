"""`hamarreko deals check`: photographs of replicas, and which jugada each is, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.cards import Card
from engine.equipos.jugada import Jugada
from engine.equipos.packs import PACK, Packs
from engine.errors import SheetError
from engine.seats import Seat
from firmware.files.arguments import told
from firmware.files.deals import read_deals
from firmware.files.lines import put
from firmware.files.pictures import Pictures
from vision.checks.mirrored import MIRRORED_CARDS
from vision.checks.replica import Compared, Misplaced, compare, lying
from vision.classify.naming import FORTY, Naming
from vision.enrolled.layout import LayoutError
from vision.network import ModelError
from vision.reader import Reader

SEATS: Final = tuple(Seat)
_MOST_WRONG: Final = PACK
"""Cards that may be wrong in a replica for it still to be taken for that jugada's."""


def check(paths: list[Path], deals_path: str, wanted: Jugada | None, threads: int) -> int:
    """Prints a line a picture; the exit status: 1 where something is wrong with a replica, a picture or the deals.

    UsageError where a file is missing.
    """
    pictures = Pictures("deals check", paths, as_json=False)
    try:
        deals = read_deals(deals_path)
    except SheetError as error:
        return told("deals check", f"{deals_path}: {error}")
    if wanted is not None and wanted not in deals:
        return told("deals check", f"{deals_path}: there is no jugada {wanted}")
    try:
        reader = Reader.shipped(threads=threads)
    except ModelError as error:
        return told("deals check", str(error))
    status = 0
    for name, picture, _ in pictures:
        try:
            seen = reader.seen(picture, len(FORTY))
            if seen.mirrored:
                raise LayoutError(MIRRORED_CARDS)
            said, right = judged(lying(seen.places), deals, wanted)
        except LayoutError as error:
            said, right = str(error), False
        put(f"{name}: {said}")
        status |= not right
    return status | pictures.status


def judged(named: Sequence[Naming], deals: Mapping[Jugada, Packs], wanted: Jugada | None) -> tuple[str, bool]:
    """What is to be said of a replica, held against all deals, and whether nothing is wrong with it."""
    compared = {jugada: compare(named, [packs[seat] for seat in SEATS]) for jugada, packs in deals.items()}
    likeliest = max(compared, key=lambda jugada: compared[jugada].fit)
    if wanted not in (None, likeliest) and compared[likeliest].right:
        return f"jugada {likeliest}, not {wanted}", False
    jugada = likeliest if wanted is None else wanted
    found = compared[jugada]
    if len(found.wrong) > _MOST_WRONG:
        return (f"not jugada {wanted}" if wanted else "none of the deals"), False
    if not found.right:
        return f"jugada {jugada}: {'; '.join((*_packs(found), *map(_wrong, found.wrong)))}", False
    if found.unsure:
        return f"jugada {jugada}, but look at {', '.join(map(_unsure, found.unsure))}", True
    return f"jugada {jugada}, as it was dealt", True


def _packs(found: Compared) -> list[str]:
    return [
        f"the pack of {SEATS[pack].value} lies where {SEATS[row].value}'s should"
        for row, pack in enumerate(found.packs)
        if row != pack
    ]


def _wrong(card: Misplaced) -> str:
    return f"{_place(card)} is {_called(card.seen)}, not {card.expected}"


def _unsure(card: Misplaced) -> str:
    return f"{_place(card)}, which should be {card.expected}"


def _place(card: Misplaced) -> str:
    return f"{SEATS[card.row].value} card {card.place + 1}"


def _called(card: Card | None) -> str:
    return "none of the forty" if card is None else str(card)
