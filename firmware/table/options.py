"""How a table is run, besides its journal and its devices."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware.keeping.hand_pictures import HandPictures
from firmware.panel.entry.door import Invitation
from firmware.session.choices.grid import Lead
from firmware.table.settings import MatchSettings
from words.text import LANGUAGE


@dataclass(frozen=True, slots=True)
class Options:
    """How a table is run.

    A match is begun by `match`; where one is in hand that is played otherwise, the next one is. What was read is kept
    in `pictures`, or in a folder beside the journal. Marks come up every `reveal_seconds` (0: at once), and a sentence
    stands on the display for `notice_seconds` (0: until a press). Without a `language` the display asks for one,
    `proposed` first; what is chosen goes to `keep_language`. `invitation` lets a phone in to watch, to play or to
    judge, where one can come; without it none is let in at all. Time goes by `clock`, lots fall by `draw`.
    """

    match: MatchSettings | None = None
    pictures: HandPictures | None = None
    reveal_seconds: float = 1.8
    notice_seconds: float = 8.0
    language: str | None = LANGUAGE
    proposed: str = LANGUAGE
    keep_language: Callable[[str], object] | None = None
    invitation: Callable[[str], Invitation | None] | None = None
    clock: Callable[[], float] = time.monotonic
    draw: Callable[[Sequence[Lead]], Lead] = secrets.choice
