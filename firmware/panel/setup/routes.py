"""The routes of the set-up: pictures that are sent or taken, the checks, the enrolment, the deck, the codes."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.sentences import Sentence
from firmware.decks.kept import deck_names, kept_deck
from firmware.devices.cameras.camera import CameraError
from firmware.devices.light.lighting import Lighting
from firmware.panel.answers import one, shown
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked, Page
from firmware.panel.setup.pages import (
    camera_page,
    deck_page,
    deck_told,
    enrol_page,
    learned_told,
    mount_told,
    phones_page,
    setup_page,
)
from firmware.panel.setup.uploads import MOST_BYTES, Upload, UploadError, Uploads
from firmware.panel.setup.workshop import WorkError, deck_check, enrol, mount_check
from firmware.table.appliance import Appliance
from web.answers import NEVER_KEPT, Fields, fields, refused
from words.text import LANGUAGES, speech

_MOST_NAME = 60


class SetUp:
    """The routes, and the pictures that were sent."""

    def __init__(
        self, appliance: Appliance, gate: PanelGate, asked: Callable[[Request], Asked], uploads: Uploads
    ) -> None:
        self._appliance, self._asked, self._doors, self._uploads = appliance, asked, gate.doors, uploads
        play, judge = Role.PLAY, Role.JUDGE
        self.routes: list[Route] = [
            gate.route("/setup", shown(asked, self._setup), play),
            gate.route("/setup/phones", shown(asked, self._phones), judge),
            gate.route("/setup/camera", shown(asked, camera_page), play),
            gate.route("/setup/enrol", shown(asked, enrol_page), play),
            gate.route("/setup/deck", shown(asked, self._deck), play),
            gate.route("/setup/layout.png", self._layout, play),
            gate.route("/api/pictures/{id}.jpg", self._shown, play),
            gate.route("/api/pictures", self._sent, play, post=True),
            gate.route("/api/pictures/camera", self._taken, play, post=True),
            gate.route("/api/mount-check", self._mount_check, play, post=True),
            gate.route("/api/deck-check", self._deck_check, play, post=True),
            gate.route("/api/enrol", self._enrol, play, post=True),
            gate.route("/api/deck", self._use, play, post=True),
            gate.route("/api/codes", self._renew, judge, post=True),
        ]

    def _setup(self, asked: Asked) -> Page:
        return setup_page(asked, deck_names(self._appliance.table.folder), self._appliance.desk.deck)

    def _phones(self, asked: Asked) -> Page:
        return phones_page(asked, map(self._doors.invitation, Role), self._doors.closed)

    def _deck(self, asked: Asked) -> Page:
        return deck_page(asked, deck_names(self._appliance.table.folder))

    async def _layout(self, request: Request) -> Response:
        sheet = await run_in_threadpool(_sheet, self._asked(request).say.language)
        return Response(sheet, media_type="image/png", headers={"Cache-Control": "max-age=600"})

    async def _sent(self, request: Request) -> Response:
        asked = self._asked(request)
        told = request.headers.get("content-length", "0")
        try:
            if told.isdecimal() and int(told) > MOST_BYTES:
                raise UploadError(Sentence("the picture is larger than {size} MB", size=MOST_BYTES >> 20))
            picture = await self._uploads.sent(request.stream())
        except UploadError as error:
            return refused(Sentence.of(error), asked.say, 422)
        name = request.query_params.get("name", "")[:_MOST_NAME] or asked.say("a picture")
        return _kept(await run_in_threadpool(self._uploads.keep, name, picture))

    async def _taken(self, request: Request) -> Response:
        asked = self._asked(request)
        try:
            frame = await run_in_threadpool(self._appliance.desk.frame)
            self._uploads.drop(request.query_params.get("instead", ""))
        except CameraError as error:
            return refused(Sentence.of(error), asked.say)
        return _kept(await run_in_threadpool(self._uploads.keep, asked.say("the table"), frame, own=True))

    async def _shown(self, request: Request) -> Response:
        try:
            jpeg = self._uploads.find(request.path_params["id"]).shown
        except UploadError:
            return Response(status_code=404)
        return Response(jpeg, media_type="image/jpeg", headers=NEVER_KEPT)

    async def _mount_check(self, request: Request) -> Response:
        asked, sent = self._asked(request), await fields(request)
        try:
            (upload, *_), degrees = self._pictures(sent), _degrees(sent)
        except UploadError as error:
            return refused(Sentence.of(error), asked.say)
        desk = self._appliance.desk
        light = desk.light if upload.own else Lighting()
        try:
            found, jpeg = await run_in_threadpool(mount_check, upload, degrees, asked.say, light, desk.frame)
        except CameraError as error:
            return refused(Sentence.of(error), asked.say)
        await run_in_threadpool(light.keep, self._appliance.table.folder)
        self._uploads.show(upload.id, jpeg)
        told = mount_told(found, asked.say)
        return JSONResponse({"done": True, "sentence": None, "html": told, "good": found.good})

    async def _deck_check(self, request: Request) -> Response:
        asked, sent = self._asked(request), await fields(request)
        name = one(sent, "deck")
        try:
            uploads = self._pictures(sent)
            deck = await run_in_threadpool(kept_deck, name, self._appliance.table.folder) if name else None
        except (UploadError, FileNotFoundError, ValueError) as error:
            return refused(Sentence.of(error), asked.say)
        found, drawn = await run_in_threadpool(deck_check, uploads, "apart" in sent, deck)
        for upload, jpeg in zip(uploads, drawn, strict=True):
            self._uploads.show(upload.id, jpeg)
        names = {upload.id: upload.name for upload in uploads}
        return JSONResponse({"done": True, "sentence": None, "html": deck_told(found, names, asked.say)})

    async def _enrol(self, request: Request) -> Response:
        asked, sent = self._asked(request), await fields(request)
        name = one(sent, "name").strip()
        try:
            uploads = self._pictures(sent)[:2]
            replaced = await run_in_threadpool(enrol, name, uploads, self._appliance.table.folder)
        except (UploadError, WorkError) as error:
            return refused(Sentence.of(error), asked.say)
        say = asked.say
        if name == self._appliance.desk.deck or "use" in sent:
            await run_in_threadpool(self._appliance.desk.use_deck, name)
        learned = say("Learned {deck}, and read it back right.", deck=name)
        where = say("It takes the place of the one before.") if replaced else say("Play with it: on the set-up page.")
        where = say("From now on the table reads {deck}.", deck=name) if "use" in sent else where
        return JSONResponse({"done": True, "sentence": None, "html": learned_told(learned, where, say)})

    async def _use(self, request: Request) -> Response:
        asked, name = self._asked(request), one(await fields(request), "deck")
        try:
            await run_in_threadpool(self._appliance.desk.use_deck, name or None)
        except (FileNotFoundError, ValueError) as error:
            return refused(Sentence.of(error), asked.say)
        say = asked.say
        said = (
            say("From now on the table reads {deck}.", deck=name)
            if name
            else say("From now on the table reads any deck.")
        )
        return JSONResponse({"done": True, "sentence": said})

    async def _renew(self, request: Request) -> Response:
        await run_in_threadpool(self._doors.renew)
        return JSONResponse({"done": True, "sentence": None})

    def _pictures(self, sent: Fields) -> list[Upload]:
        ids = list(dict.fromkeys(sent.get("picture", ())))
        if not ids:
            raise UploadError(Sentence("choose or take a picture first"))
        return [self._uploads.find(id) for id in ids]


def _kept(upload: Upload) -> Response:
    return JSONResponse({"done": True, "sentence": None, "picture": {"id": upload.id, "name": upload.name}})


def _degrees(sent: Fields) -> float:
    given = one(sent, "field_of_view")
    try:
        degrees = float(given)
    except ValueError:
        degrees = 0.0
    if not 5 <= degrees <= 160:
        raise UploadError(Sentence("not a lens's field of view in degrees: {what}", what=repr(given[:20])))
    return degrees


@lru_cache(maxsize=len(LANGUAGES))
def _sheet(language: str) -> bytes:
    from firmware.decks.layout_sheet import layout_sheet  # the drawing is wanted seldom

    out = io.BytesIO()
    layout_sheet(speech(language)).save(out, "PNG", optimize=True)
    return out.getvalue()
