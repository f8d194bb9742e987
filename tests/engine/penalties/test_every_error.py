"""Every single wrong announcement, with every ending of its round: the tables against the second reading of the law.

Who has it, who is wrong, who is esku, how the bids ended, and the hands of which exceptions speak are combined, not
drawn. That no row is left out is for the tables' own tests.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.engine import oracle
from tests.engine.penalties import test_federacion as federacion
from tests.engine.penalties import test_nabo as nabo
from tests.engine.rulings import deal
from tests.engine.test_showdown import assert_agrees

pytestmark = pytest.mark.no_cover

SEATS = "NWSE"
ENDINGS = (
    [],
    ["EW envido 5", "NS iduki"],
    ["NS envido 5", "EW iduki"],
    ["EW envido 5", "NS gehiago 2", "EW gehiago 2", "NS tira"],
    ["NS envido 2", "EW tira"],
    ["EW hordago", "NS iduki"],
    ["NS hordago", "EW kanta"],
    ["NS envido 5"],
)
KINGS = {"N": "12o 3o 12c 3c", "S": "12e 3e 12b 3b"}
ACES = {"N": "11o 7o 1o 2c", "S": "11e 7e 1e 2e"}
THIRTY = "12e 11e 6e 4e"
BEST = {"N": "12o 11o 10o 1o", "S": "12e 11e 10e 1e"}
LEAST = {"N": "12o 11o 7o 6o", "S": "12e 11e 7e 6e"}


def hands(special):
    """No special hand, that of X, that of its partner, and both."""
    return [{}, {"N": special["N"]}, {"S": special["S"]}, special]


def tried(rules, about, having, wrong, haves, have_nots, special, **more):
    """How often the engine and the second reading agreed on a record of this error, by the articles applied."""
    seen = Counter()
    said = [seat for seat in SEATS if (seat in having) != (seat in wrong)]
    name = about if said or about == "pareak" else "puntua"
    possible = name == "puntua" or {oracle.team(seat) for seat in said} == {"NS", "EW"}
    endings = (ENDINGS if more["found"] and rules == "federacion" else ENDINGS[:-1]) if possible else ENDINGS[:1]
    for esku, ending, own in product(SEATS, endings, special):
        cards = deal(having, haves, have_nots) | {seat: own[seat].split() for seat in own if seat in having}
        data = {"id": 1, "rules": rules, "esku": esku, "score": {"NS": 36, "EW": 37}, "cards": cards, **more}
        result = assert_agrees(data | {"announced": {about: said}, "calls": {name: ending}})
        seen.update([ruling["article"] for ruling in result["rulings"]] or ["judge"])
    return seen


HAVING = ["".join(seat for seat, has in zip(SEATS, one, strict=True) if has) for one in product((0, 1), repeat=4)]


ALWAYS = {row.article for row in nabo.nabo.ROWS}
SHOWN = {"federacion 81", "federacion 86", "federacion 87", "federacion 88", "federacion 89"}
OPEN = {"federacion 79", "federacion 80", "federacion 84", "federacion 85"}


@pytest.mark.parametrize(("found", "articles"), [({}, SHOWN), ({"pareak": "open", "jokoa": "open"}, OPEN)])
def test_one_error_is_settled_by_both_readings_alike(found, articles):
    seen = Counter()
    for having, wrong in product(HAVING, "NW"):
        seen += tried("nabo", "pareak", having, wrong, nabo.PAIRS, nabo.NO_PAIRS, [{}], found=found)
        seen += tried("nabo", "jokoa", having, wrong, nabo.JOKOA, nabo.NO_JOKOA, [{}], found=found)
        for special in (hands(KINGS), hands(ACES)):
            seen += tried(
                "federacion", "pareak", having, wrong, federacion.PAIRS, federacion.NO_PAIRS, special, found=found
            )
        for special in (hands(BEST), hands(LEAST)):
            seen += tried(
                "federacion", "jokoa", having, wrong, federacion.JOKOA, federacion.NO_JOKOA, special, found=found
            )
    assert set(seen) >= ALWAYS | articles
    assert min(seen[article] for article in ALWAYS | articles) >= 8


def test_an_error_in_pareak_bears_on_puntua_by_both_readings_alike():
    seen = Counter()
    for esku, ending, thirty in product(SEATS, ENDINGS[:-1], (False, True)):
        cards = deal("", federacion.JOKOA, federacion.NO_JOKOA) | {"N": ["7o", "5o", "2o", "2b"]}
        cards |= {"S": THIRTY.split()} if thirty else {}
        data = {"id": 1, "rules": "federacion", "esku": esku, "score": {"NS": 36, "EW": 37}, "cards": cards}
        result = assert_agrees(data | {"announced": {"pareak": []}, "calls": {"puntua": ending}})
        seen.update(row["why"] for row in result["tantos"] if row["round"] == "puntua")
    assert min(seen["negada"], seen["worth"], seen["iduki"], seen["tira"]) > 5
