"""The events that stand on the pages of a journal's files, whatever has become of the rest of them.

SQLite reads a row by its way from the table's root, and gives up a file whose way is broken. A row itself is a run of
bytes that tells its own form, and it is looked for by that form: in the database's file, and in the log's frames. See
https://sqlite.org/fileformat2.html, "Record Format", "B-tree Pages" and "The WAL File Format".
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

_MAGIC: Final = b"SQLite format 3\0"
_PAGE: Final = 4096
"""Bytes of a page, where no header says another number."""
_LOG_HEADER: Final = 32
FRAME_HEADER: Final = 24

_TIME_LENGTH: Final = len("2026-01-01T00:00:00.000+00:00")
_RECORD: Final = re.compile(
    rb"[\x05-\x07]\x00%c((?:[\x80-\xff]{0,2})[\x00-\x7f])([\x01-\x06\x08\x09])" % (13 + 2 * _TIME_LENGTH)
)
"""The header of an event's row: its length, the number (which is the row's own), time, text, checksum."""
_INTEGERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""Bytes of a whole number by its serial type; 8 is the number 0 and 9 the number 1."""


class Row(NamedTuple):
    """A row of the table `event` as it stands on a page, not checked."""

    seq: int
    at: str
    body: str
    chain: int


def rows(database: bytes, log: bytes) -> Iterator[Row]:
    """Every row of `event` that can be made out in a database's file and its log, the log's last frames first."""
    size = (database.startswith(_MAGIC) and _page_size(b"\0\0" + database[16:18])) or _page_of_log(log)
    starts = range(0, len(database), size)
    pages = {start // size + 1: database[start : start + size] for start in starts}
    frames = _finished(log)
    newest = pages | dict(frames)
    for page in (*(page for _, page in reversed(frames)), *pages.values()):
        yield from _on_page(page, newest, size)


def frames_with(log: bytes, seq: int) -> Iterator[int]:
    """Where in a log's file the frames begin whose page holds the row of that number."""
    return (start for start, page in _frames(log) if any(found.seq == seq for found in _found(page)))


def _frames(log: bytes) -> Iterator[tuple[int, bytes]]:
    """Where in a log's file each frame begins, and the page in it, whether its checksum holds or not."""
    size = _page_of_log(log)
    for start in range(_LOG_HEADER, len(log) - FRAME_HEADER, FRAME_HEADER + size):
        yield start, log[start + FRAME_HEADER : start + FRAME_HEADER + size]


def _finished(log: bytes) -> list[tuple[int, bytes]]:
    """The pages in a log's frames, in order, each with its number in the database.

    A log is begun anew in its old place, with other salts in its frames. Of those that carry the same ones what follows
    the last that ends a transaction is left out: it was never finished, and its press was refused.
    """
    finished: list[tuple[int, bytes]] = []
    for _, together in groupby(_frames(log), key=lambda frame: log[frame[0] + 8 : frame[0] + 16]):
        begun: list[tuple[int, bytes]] = []
        for start, page in together:
            number, ends = struct.unpack_from(">II", log, start)
            begun.append((number, page))
            if ends:
                finished += begun
                begun = []
    return finished


def _page_of_log(log: bytes) -> int:
    return _page_size(log[8:12]) or _PAGE


class _Found(NamedTuple):
    """Where on a page a row's payload begins: its number, and what its header says of the lengths."""

    start: int
    seq: int
    header: int
    length: int
    integer: int
    payload: int


def _found(page: bytes) -> Iterator[_Found]:
    for found in _RECORD.finditer(page):
        header = found.end() - found.start()
        kind, integer = _number(found[1]), found[2][0]
        if found[0][0] != header or kind < 13 or kind % 2 == 0:
            continue
        length = (kind - 13) // 2
        payload = header + _TIME_LENGTH + length + _INTEGERS[integer]
        if (seq := _before(page, found.start(), payload)) is not None:
            yield _Found(found.start(), seq, header, length, integer, payload)


def _on_page(page: bytes, pages: Mapping[int, bytes], size: int) -> Iterator[Row]:
    for found in _found(page):
        content = _content(page, found.start, found.payload, pages, size)
        if content is None:
            continue
        text = content[found.header + _TIME_LENGTH :]
        try:
            at, body = content[found.header : found.header + _TIME_LENGTH].decode(), text[: found.length].decode()
        except UnicodeDecodeError:
            continue
        chain = {8: 0, 9: 1}.get(found.integer, int.from_bytes(text[found.length :], "big", signed=True))
        yield Row(found.seq, at, body, chain)


def _before(page: bytes, end: int, payload: int) -> int | None:
    """The row's number, which stands between the payload's length and the payload; None where the two do not."""
    wanted = _varint(payload)
    for size in range(1, 6):
        start = end - size
        if page[start:end] == _varint(_number(page[start:end])) and page[:start].endswith(wanted):
            return _number(page[start:end])
    return None


def _content(page: bytes, start: int, payload: int, pages: Mapping[int, bytes], size: int) -> bytes | None:
    """A payload whole, with what of it stands on overflow pages; None where one of those is gone."""
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    local = payload
    if payload > most:
        local = least + (payload - least) % (size - 4)
        local = local if local <= most else least
    content = page[start : start + local]
    if payload == local:
        return content if len(content) == payload else None
    following = page[start + local : start + local + 4]
    while len(content) < payload:
        overflow = pages.get(int.from_bytes(following, "big"))
        if overflow is None:
            return None
        following, content = overflow[:4], content + overflow[4 : 4 + payload - len(content)]
    return content


def _page_size(told: bytes) -> int | None:
    """A page's size as a header tells it; None where it tells none that there is."""
    size = int.from_bytes(told, "big")
    size = 65536 if size == 1 else size
    return size if 512 <= size <= 65536 and size & (size - 1) == 0 else None


def _number(varint: bytes) -> int:
    """The number that a varint of at most eight bytes stands for."""
    number = 0
    for byte in varint:
        number = number << 7 | byte & 0x7F
    return number


def _varint(number: int) -> bytes:
    """A number below 2 ** 56 as a varint."""
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(number & 0x7F | 0x80)
    return bytes(reversed(digits))
