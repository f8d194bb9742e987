"""What of a damaged journal can be believed, and one whole journal out of what several files still hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

from firmware.keeping import journal_form as form
from firmware.keeping.journal_form import LOST, Kept
from firmware.keeping.journal_pages import Row, rows

Readable = Mapping[int, Kept]
"""Events by their number."""
_NO_TIME: Final = "1970-01-01T00:00:00.000+00:00"
"""What stands with a lost event where no other tells its time: a row is looked for by a time's length, too."""


@dataclass(frozen=True, slots=True)
class Believed:
    """What can be believed of a journal's rows.

    The checksums prove that the `proven` were written so. The `likely` are the first behind a gap: the event after one
    proves its place and its checksum, and nothing its text.
    """

    proven: Readable
    likely: Readable = field(default_factory=dict)

    @property
    def all(self) -> dict[int, Kept]:
        """Both, by their number."""
        return {**self.likely, **self.proven}

    def before(self, seq: int) -> Believed:
        """What of it stands before that number."""
        proven, likely = ({n: kept for n, kept in of.items() if n < seq} for of in (self.proven, self.likely))
        return Believed(proven, likely)


def readable(path: Path) -> Believed:
    """The events of a journal's file that can be believed; none where there is no file. OSError where it is refused."""
    return believed(rows_of(path))


def rows_of(path: Path, log: bytes | None = None) -> list[Row]:
    """The rows that stand in a journal's file; `log` is what stood in its write-ahead log, where that was read before.

    OSError where the file is refused.
    """
    return list(rows(_content(path), log_of(path) if log is None else log))


def log_of(path: Path) -> bytes:
    """What stands in the write-ahead log of a journal's file."""
    return _content(form.files(path)[1])


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def believed(found: Iterable[Row], copy: Readable = MappingProxyType({})) -> Believed:
    """Those of the rows that are as they were written.

    A checksum stands over an event and all before it, so it is held against the one that stands with the event before.
    A text is right where its checksum, or that of the event after it, comes out of it; so is one of the `copy` in the
    place of an event that is gone. What stands behind a gap in both, and has no event after it that goes on from its
    checksum, is not believed: damage may have made it of anything.
    """
    by_number: dict[int, dict[Row, None]] = {}
    for row in found:
        by_number.setdefault(row.seq, {})[row] = None
    proven: dict[int, Kept] = {}
    likely: dict[int, Kept] = {}
    before = {0}
    last = 0
    for seq in sorted(by_number.keys() | copy.keys()):
        if seq != last + 1:
            before = set()
        here, next_ones = by_number.get(seq, {}), by_number.get(seq + 1, {})
        standing = {row.chain for row in here}
        copied = [copy[seq]] if seq in copy else []
        borne_out: set[int] = set()
        for kept in (*map(_kept, here), *copied):
            made = {form.linked(chain, kept.body) for chain in before}
            if right := {chain for chain in made if chain in standing or _goes_on(chain, next_ones)}:
                proven.setdefault(seq, kept)
                borne_out |= right
        for row in here:
            if not before and _goes_on(row.chain, next_ones):
                likely.setdefault(seq, _kept(row))
        # all that could lead on would double with every event that is not as it was
        texts = copied or [*map(_kept, here)]
        before = borne_out or standing | {form.linked(chain, kept.body) for kept in texts for chain in before}
        last = seq
    return Believed(*({seq: one for seq, one in kept.items() if one.body != LOST} for kept in (proven, likely)))


def _kept(row: Row) -> Kept:
    return Kept(row.seq, row.at, row.body)


def _goes_on(chain: int, next_ones: Iterable[Row]) -> bool:
    """Whether one of the rows goes on from the checksum: it is what the event after it would be."""
    return any(form.linked(chain, row.body) == row.chain for row in next_ones)


def going_on(found: Iterable[Row], seq: int, chain: int) -> list[Kept]:
    """Those of the rows that go on from event `seq` with its checksum, one after the other."""
    on: list[Kept] = []
    for row in sorted({row for row in found if row.seq > seq}):
        if row.seq == seq + 1 and form.linked(chain, row.body) == row.chain:
            on.append(_kept(row))
            seq, chain = row.seq, row.chain
    return on


def mended(found: Iterable[Row], copy: Believed, last: int | None) -> list[Kept]:
    """One journal out of the rows of its own file and what its second copy has of the same one.

    An event that one of the two proves is taken before one that the other only makes likely. Where an event could be
    read nowhere stands `LOST` in its place, so that all keep their numbers. `last` is the number of the journal's last
    event. Where that is not known, and the copy has no more, an event that may have followed counts as lost: whoever
    played it should look. So it is where nothing could be read at all.
    """
    found = list(found)
    # where the copy's text takes the place of a damaged one, the copy's moment says nothing of when it was kept here
    moments = {row.seq: row.at for row in found}
    told = believed(found, copy.proven).proven.items()
    same = of_same({seq: Kept(seq, moments.get(seq, one.at), one.body) for seq, one in told}, copy)
    own = believed(found, same.proven)
    whole = {**same.likely, **own.likely, **same.proven, **own.proven}
    end = max(whole, default=0)
    known = max(own.all, default=0) == last or max(same.all, default=None) == end
    events, at = [], whole[min(whole)].at if whole else _NO_TIME
    for seq in range(1, end + 1 + (not known)):
        one = whole.get(seq) or Kept(seq, at, LOST)
        events.append(one)
        at = one.at
    return events


def lost(events: Iterable[Kept]) -> tuple[int, ...]:
    """The numbers of those that could be read nowhere."""
    return tuple(kept.seq for kept in events if kept.body == LOST)


def of_same(own: Readable, copy: Believed) -> Believed:
    """What a copy has of the same journal; nothing where it is another one's.

    `own` are events that are proven. Two journals may begin alike: of the same one most that both have up to where they
    differ was kept at the same moment. Where the two go on differently, they may have parted right behind the last
    event that is alike.
    """
    both = sorted(own.keys() & copy.proven.keys())
    differs = next((seq for seq in both if own[seq].body != copy.proven[seq].body), None)
    alike = [seq for seq in both if differs is None or seq < differs]
    moments = sum(own[seq].at == copy.proven[seq].at for seq in alike)
    if own and (not alike or 2 * moments < len(alike)):
        return Believed({})
    return copy if differs is None else copy.before(alike[-1] + 1)
