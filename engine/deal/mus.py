"""How mus is spoken and discarded, and who may speak in pareak and jokoa, as data: one entry per source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.rulebooks.fields import MusLawName

Order = Mapping[int, tuple[int, ...]]
"""For each place at the table, 1 the esku to 4 the zaku, the places that have to say mus before it may speak."""


@dataclass(frozen=True, slots=True)
class MusLaw:
    """What one source says of mus and discards. `articles` names the rules that refusals quote.

    - `order`: who speaks after whom
    - `least_discard`: the fewest cards that a player throws once there is mus; the most are four in every book
    - `zaku_first`: whether the dealer throws first and the others after it, the esku last; otherwise in any order
    - `free_cut_at`: how many tantos (or fewer) a team has to lack for everybody to cut at any moment; None: never
    - `corrections`: whether an announcement can be put right while its round is open and no bid in it answered
    """

    name: MusLawName
    order: Order
    least_discard: int
    zaku_first: bool
    free_cut_at: int | None
    corrections: bool
    articles: Mapping[str, str]


MUS_LAWS: Final[Mapping[MusLawName, MusLaw]] = {
    law.name: law
    for law in (
        MusLaw(
            "nabo",
            order={1: (), 3: (), 2: (1, 3), 4: (1, 3)},  # 8: both partners agree, then "zuretan" to the others
            least_discard=1,  # 9: all four discard
            zaku_first=False,
            free_cut_at=None,
            corrections=False,
            articles={"speaks": "nabo 19", "order": "nabo 8", "discard": "nabo 9", "voluntary": "nabo 6"},
        ),
        MusLaw(
            "federacion",
            order={1: (), 3: (), 2: (1,), 4: (1, 3)},  # 26
            least_discard=1,  # 20: only after mus visto may a hand be kept whole
            zaku_first=True,  # 13
            free_cut_at=5,  # 28
            corrections=True,  # 78, 79, 83, 84
            articles={
                "speaks": "federacion 70",
                "order": "federacion 26",
                "turn": "federacion 13",
                "discard": "federacion 20",
                "visto": "federacion 17",
                "counted": "federacion 22",
                "corrido": "federacion 6",
                "pareak": "federacion 80, 81",
                "jokoa": "federacion 85, 86",
            },
        ),
        MusLaw(
            "wikipedia",
            order={1: (), 3: (1,), 2: (1, 3), 4: (1, 3, 2)},  # the esku, its partner, the second, the zaku
            least_discard=0,
            zaku_first=False,
            free_cut_at=None,
            corrections=False,
            articles={
                "speaks": "wikipedia-mus, The rounds",
                "order": "wikipedia-mus, Musa",
                "discard": "wikipedia-mus, Musa",
            },
        ),
        MusLaw(
            "france",
            order={1: (), 3: (), 2: (1, 3), 4: (1, 3)},  # the esku's team before the other
            least_discard=1,
            zaku_first=False,
            free_cut_at=None,
            corrections=False,
            articles={"speaks": "france, phases 4 and 5", "order": "france, phase 1", "discard": "france, phase 1"},
        ),
    )
}
"""By a rule book's `mus`."""

CORRIDO: Final[Order] = {1: (), 2: (1,), 3: (1, 2), 4: (1, 2, 3)}
"""While nobody is esku (federacion 6): from the dealer's right, one after the other."""
