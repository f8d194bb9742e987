"""The panel's way to a match's files: a download, or onto the USB stick."""

from __future__ import annotations

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.sentences import Sentence
from firmware.keeping.journal_form import JournalError
from firmware.keeping.played_matches import PlayedMatch, PlayedMatches
from firmware.keeping.sticks import NoStickError, stick
from firmware.panel.answers import done
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.review.apart import Apart
from firmware.papers.match_files import ExportError, exported, file_name, write
from firmware.table.doing import Answer
from web.answers import NEVER_KEPT, refused, whole_number
from words.text import english

_TYPES = {
    "jsonl": "application/jsonl; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "rules": "application/toml; charset=utf-8",
}


class Exports:
    """The routes. A match is named by its number in the journal, or `last`."""

    def __init__(self, gate: PanelGate, played: PlayedMatches, apart: Apart) -> None:
        self._appliance, self._played, self._apart = gate.appliance, played, apart
        self.routes: list[Route] = [
            gate.route("/api/matches", self._matches),
            gate.route("/export/{match}.{form}", self._download),
            gate.route("/api/export/{match}", self._to_stick, Role.PLAY, post=True),
        ]

    async def _matches(self, _: Request) -> Response:
        try:
            found = await run_in_threadpool(self._played.recorded)
        except (JournalError, ValueError) as error:
            return _refused(str(error), 500)
        return JSONResponse([{"number": match.number, "began": match.at} for match in found], headers=NEVER_KEPT)

    async def _download(self, request: Request) -> Response:
        form = request.path_params["form"]
        if form not in _TYPES:
            return _refused(f"There is no form {form!r}: there are {', '.join(_TYPES)}.", 404)
        try:
            match = await run_in_threadpool(self._found, request.path_params["match"])
            files = await self._apart(exported, match, self._appliance.snapshot().say, (form,))
        except LookupError as error:
            return _refused(english.whole(Sentence.of(error)), 404)
        except (JournalError, ValueError) as error:  # a MusError too
            return _refused(str(error), 500)
        if form not in files:
            return _refused("This match was played by a rule book that comes with the program.", 404)
        headers = {"Content-Disposition": f'attachment; filename="{file_name(match, form)}"', **NEVER_KEPT}
        return Response(files[form], media_type=_TYPES[form], headers=headers)

    async def _to_stick(self, request: Request) -> Response:
        say = self._appliance.snapshot().say

        def do() -> Path:
            match = self._found(request.path_params["match"])
            folder = stick()
            write(folder, {file_name(match, form): content for form, content in exported(match, say).items()})
            return folder

        try:
            folder = await self._apart(do)
        except LookupError as error:
            return refused(Sentence.of(error), say, 404)
        except (JournalError, ExportError, NoStickError, ValueError) as error:  # a MusError too
            return refused(Sentence.of(error), say)
        return done(Answer(True, Sentence("Written to {folder}.", folder=folder)), say)

    def _found(self, name: str) -> PlayedMatch:
        """LookupError where there is no such match."""
        number = whole_number(name)
        if number is None and name != "last":
            raise LookupError(
                Sentence(
                    "there is no such match: an address names one by its number in the journal, or by the word last"
                )
            )
        return self._played.opened(number).played()


def _refused(sentence: str, status: int) -> Response:
    return JSONResponse({"error": sentence}, status)
