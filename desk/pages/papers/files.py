"""Files to be taken along: papers that are kept once they are made, and tables that no spreadsheet misreads."""

from __future__ import annotations

import csv
import io
import re
import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from starlette.responses import Response

from desk.pages.site import Asked, Page, Shown
from web.answers import NEVER_KEPT
from web.made_once import MadeOnce

_PAPERS: Final = 32
"""That are kept once they are made."""
_BEGINS: Final = re.compile(r"(?:^|(?<=[;\t]))(?=\"*([^\"]))")
"""Where a cell begins, and with what: at a text's beginning, and behind what separates cells in Spain and France.
Quotes there are none of the cell's."""
_FORMULA: Final = ("=", "+", "-", "@", "\t")
"""What a formula begins with."""


class Kept:
    """Papers as they were made, for as long as nothing more is said in their tournament: making one takes long."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[object, ...], MadeOnce[Page | Response]] = OrderedDict()
        self._lock = threading.Lock()

    def paper(self, make: Shown) -> Shown:
        """The same paper, made once; whoever asks for it meanwhile waits for it."""

        def kept(asked: Asked) -> Page | Response:
            last = asked.state.last
            which = tuple(sorted(asked.request.path_params.items()))  # numbers, however an address writes them
            key = make, which, asked.say.language
            with self._lock:
                once = self._made.setdefault(key, MadeOnce())
            try:
                paper = once.get((asked.stands, last and last.at), partial(make, asked))
            finally:
                self._keep(key, once)
            assert paper is not None, "what makes a paper makes one, or fails"
            return paper

        return kept

    def _keep(self, key: tuple[object, ...], once: MadeOnce[Page | Response]) -> None:
        """What was made, in place of what nobody has asked for the longest; of what cannot be made nothing stays."""
        with self._lock:
            if not once.has_made:
                self._made.pop(key, None)
                return
            self._made[key] = once
            self._made.move_to_end(key)
            while len(self._made) > _PAPERS:
                self._made.popitem(last=False)


def csv_file(heads: Sequence[str], rows: Iterable[Sequence[object]], name: str) -> Response:
    """Rows under their heads, as a file of that name."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(heads)
    writer.writerows(map(_plain, rows))
    return file("\ufeff" + out.getvalue(), "text/csv; charset=utf-8", name)


def _plain(row: Sequence[object]) -> list[object]:
    """A row whose texts no spreadsheet takes for a formula, wherever it begins a cell."""
    return [_BEGINS.sub(_marked, cell) if isinstance(cell, str) else cell for cell in row]


def _marked(begins: re.Match[str]) -> str:
    """What comes before a cell that begins so; a full-width sign is the same one to some spreadsheets."""
    return "'" if unicodedata.normalize("NFKC", begins[1]).startswith(_FORMULA) else ""


def file(content: str | bytes, media_type: str, name: str) -> Response:
    """A file of that name, to be taken along."""
    headers = {**NEVER_KEPT, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
