"""What of a damaged journal can be believed, and one whole journal out of what several files still hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from firmware.keeping import journal_form as form
from firmware.keeping.journal_form import LOST, Kept
from firmware.keeping.journal_pages import Row, rows

Readable = Mapping[int, Kept]
"""Events by their number."""


def readable(path: Path, log: bytes | None = None) -> dict[int, Kept]:
    """The events of a journal's file that can be believed; none where there is no file. OSError where it is refused.

    `log` is what stood in its write-ahead log, where that was read before.
    """
    return believed(rows(_content(path), log_of(path) if log is None else log))


def log_of(path: Path) -> bytes:
    """What stands in the write-ahead log of a journal's file."""
    return _content(form.files(path)[1])


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def believed(found: Iterable[Row]) -> dict[int, Kept]:
    """Those of the rows that are as they were written, by their number.

    A checksum stands over an event and all before it, so it is held against the one that stands with the event before.
    A text is right where its checksum, or that of the event after it, comes out of it. What comes right behind a gap
    has nothing to be held against, and is believed.
    """
    by_number: dict[int, dict[Row, None]] = {}
    for row in found:
        by_number.setdefault(row.seq, {})[row] = None
    kept: dict[int, Kept] = {}
    before = {0}
    last = 0
    for seq in sorted(by_number):
        if seq != last + 1:
            before = set()
        after: set[int] = set()
        for row in by_number[seq]:
            made = {form.linked(chain, row.body) for chain in before}
            next_ones = by_number.get(seq + 1, ())
            borne_out = any(form.linked(chain, other.body) == other.chain for chain in made for other in next_ones)
            if not before or row.chain in made or borne_out:
                kept.setdefault(seq, Kept(seq, row.at, row.body))
            after |= {row.chain, *made}
        before, last = after, seq
    return {seq: one for seq, one in kept.items() if one.body != LOST}


def going_on(found: Iterable[Row], seq: int, chain: int) -> list[Kept]:
    """Those of the rows that go on from event `seq` with its checksum, one after the other."""
    on: list[Kept] = []
    for row in sorted({row for row in found if row.seq > seq}):
        if row.seq == seq + 1 and form.linked(chain, row.body) == row.chain:
            on.append(Kept(row.seq, row.at, row.body))
            seq, chain = row.seq, row.chain
    return on


def mended(own: Readable, copy: Readable, ends: bool) -> list[Kept]:
    """One journal out of its own file's events and what its second copy has of the same one.

    Where an event could be read nowhere stands `LOST` in its place, so that all keep their numbers.
    `ends` says that the file's last event is the journal's. Where that is not known, and the copy has no more, an event
    that may have followed counts as lost: whoever played it should look.
    """
    copy = of_same(own, copy)
    whole = {**copy, **own}
    last = max(whole, default=0)
    known = ends or max(copy, default=0) == last
    events, at = [], ""
    for seq in range(1, last + 1 + (not known)):
        one = whole.get(seq) or Kept(seq, at, LOST)
        events.append(one)
        at = one.at
    return events


def lost(events: Iterable[Kept]) -> tuple[int, ...]:
    """The numbers of those that could be read nowhere."""
    return tuple(kept.seq for kept in events if kept.body == LOST)


def of_same(own: Readable, copy: Readable) -> Readable:
    """What a copy has of the same journal, up to where the two go on differently; nothing where it is another one's.

    Two journals may begin alike: of the same one most that both have up to there was kept at the same moment.
    """
    both = own.keys() & copy.keys()
    differs = min((seq for seq in both if own[seq].body != copy[seq].body), default=max(copy, default=0) + 1)
    alike = [seq for seq in both if seq < differs]
    moments = sum(own[seq].at == copy[seq].at for seq in alike)
    if own and (not alike or 2 * moments < len(alike)):
        return {}
    return {seq: kept for seq, kept in copy.items() if seq < differs}
