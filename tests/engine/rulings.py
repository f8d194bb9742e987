"""What the tests of the penalty tables share: deals by who has what, and a result as short texts."""

from __future__ import annotations

from contextlib import contextmanager

from engine.records import HandRecord
from engine.showdown import score


def deal(having, haves, have_nots):
    """The cards of a deal in which just the seats of `having` have it."""
    return {seat: (haves if seat in having else have_nots)[seat].split() for seat in "NWSE"}


def marked(data):
    """The marks of a record as short texts, in their order, and its result."""
    result = score(HandRecord.parse(data)).to_dict()
    return all_rows(result), result


def all_rows(result):
    """The marks of a result as short texts: round, team, tantos, why and when."""
    return [" ".join(map(str, row.values())) for row in result["tantos"]]


def outcome(rules, cards, ns=0, ew=0, esku="N", **more):
    """The marks of pareak and the fourth round, in their order, and the whole result."""
    data = {"id": 1, "rules": rules, "esku": esku, "score": {"NS": ns, "EW": ew}, "cards": cards, **more}
    rows, result = marked(data)
    return [row for row in rows if row.split()[0] not in ("handia", "txikia")], result


def of(round_name, rows):
    """Those of the marks that belong to a round."""
    return [row for row in rows if row.split()[0] == round_name]


def named(result):
    """The rulings as short texts: article, seat (- for several), round."""
    return [f"{one['article']} {one['seat'] or '-'} {one['round']}" for one in result["rulings"]]


def judged(result):
    """The rounds that are left to the judge; None where there are none."""
    return result["judge"] and result["judge"]["rounds"]


@contextmanager
def without(table, row):
    """The penalty table without one of its rows."""
    rows = table.ROWS
    table.ROWS = tuple(one for one in rows if one is not row)
    try:
        yield
    finally:
        table.ROWS = rows


def is_missed(table, row, tests):
    """Whether some of `tests` fails while the table lacks `row`."""
    with without(table, row):
        for test in tests:
            try:
                test()
            except (AssertionError, LookupError):
                return True
    return False
