"""What the tests of the rule books share: hands by their cards, and a karta aldia's marks as short texts."""

from __future__ import annotations

from itertools import pairwise

from engine.cards import Card
from engine.hands import evaluate
from engine.records import HandRecord
from engine.rules import rulebook
from engine.showdown import score

# nobody has pairs or jokoa, with four kings and with eight: N is best in handia, W in txikia, E in puntua (25 22 26 27)
PLAIN = {"N": "12o 6c 5c 4o", "W": "1o 4b 7c 10o", "S": "11o 7e 5o 4c", "E": "10c 7b 6o 4e"}


def hand(text, rules="nabo", **options):
    """The hand of four cards such as ``12o 11c 7e 1b``."""
    return evaluate([Card.parse(name) for name in text.split()], rulebook(rules).with_options(options))


def descending(round, rules, *texts, **options):
    """Whether each of the hands beats the next one in `round`."""
    strengths = [hand(text, rules, **options).strength(round) for text in texts]
    return all(better > worse for better, worse in pairwise(strengths))


def scored(rules, calls=None, cards=PLAIN, ns=0, ew=0, esku="N", book=None, **more):
    """The marks in their order as ``pareak NS 2 worth``, a refused bid's with ``call`` behind it, and the result."""
    data = {"rules": rules, "esku": esku, "score": {"NS": ns, "EW": ew}, "calls": calls or {}, **more}
    data["cards"] = {seat: held.split() for seat, held in cards.items()}
    result = score(HandRecord.parse(data, lambda name: book or rulebook(name))).to_dict()
    rows = [
        f"{mark['round']} {mark['team']} {mark['tantos']} {mark['why']}{' call' if mark['when'] == 'call' else ''}"
        for mark in result["tantos"]
    ]
    return rows, result
