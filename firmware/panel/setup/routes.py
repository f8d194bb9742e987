"""The routes of the set-up: pictures that are sent or taken, the checks, the enrolment, the deck, the codes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.sentences import Sentence
from firmware.decks.kept import deck_names, kept_deck
from firmware.decks.played import KnownHand, last_hands, not_yet_known
from firmware.devices.cameras.camera import CameraError
from firmware.devices.light.lighting import Lighting
from firmware.keeping.played_matches import PlayedMatches
from firmware.panel.answers import RefusedError, done, one
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked, Page, filled
from firmware.panel.setup.pages import camera_page, deck_told, enrol_page, mount_told
from firmware.panel.setup.uploads import MOST_BYTES, Upload, UploadError, Uploads
from firmware.panel.setup.workshop import deck_check, enrol, enrol_played, mount_check
from firmware.table.doing import Answer
from vision.enrolled.deck import DeckError
from web.answers import NEVER_KEPT, Fields, refused
from web.qr import qr_code
from words.text import LANGUAGES, Speech, speech

_MOST_NAME = 60


class SetUp:
    """The routes, and the pictures that were sent."""

    def __init__(self, gate: PanelGate, uploads: Uploads, played: PlayedMatches) -> None:
        self._gate, self._appliance, self._doors, self._uploads = gate, gate.appliance, gate.doors, uploads
        self._played = played
        play, judge = Role.PLAY, Role.JUDGE
        self.routes: list[Route] = [
            gate.page("/setup", self._setup, play),
            gate.page("/setup/phones", self._phones, judge),
            gate.page("/setup/camera", camera_page, play),
            gate.page("/setup/enrol", self._learning, play),
            gate.page("/setup/deck", self._deck, play),
            gate.route("/setup/layout.png", self._layout, play),
            gate.route("/api/pictures/{id}.jpg", self._shown, play),
            gate.route("/api/pictures", self._sent, play, post=True),
            gate.route("/api/pictures/camera", self._taken, play, post=True),
            gate.act("/api/mount-check", self._mount_check),
            gate.act("/api/deck-check", self._deck_check),
            gate.act("/api/enrol", self._enrol),
            gate.act("/api/enrol/played", self._enrol_played),
            gate.act("/api/deck", self._use),
            gate.act("/api/codes", self._renew, judge),
        ]

    def _setup(self, asked: Asked) -> Page:
        values = {**self._decks(asked.say), "deck": self._appliance.desk.deck}
        return Page("setup.html", asked.say("Set-up"), "/setup", values)

    def _phones(self, asked: Asked) -> Page:
        shown = [(one, qr_code(one.link)) for one in map(self._doors.invitation, Role) if one]
        return Page("phones.html", asked.say("Phones"), "/setup", {"invitations": shown, "closed": self._doors.closed})

    def _deck(self, asked: Asked) -> Page:
        return Page("deck.html", asked.say("Check a deck"), "/setup", self._decks(asked.say), ("pictures.js",))

    def _decks(self, say: Speech) -> dict[str, object]:
        """The learned decks' names for a page; where they cannot be listed, why, and the one that is played with."""
        try:
            return {"decks": deck_names(self._appliance.table.folder), "unlisted": None}
        except DeckError as error:
            played = self._appliance.desk.deck
            return {"decks": [played] if played else [], "unlisted": say.whole(Sentence.of(error))}

    async def _layout(self, request: Request) -> Response:
        sheet = await run_in_threadpool(_sheet, self._gate.asked(request).say.language)
        return Response(sheet, media_type="image/png", headers={"Cache-Control": "max-age=600"})

    async def _sent(self, request: Request) -> Response:
        asked = self._gate.asked(request)
        say, deal = asked.say, asked.state.deal
        told = request.headers.get("content-length", "0")
        try:
            if told.isdecimal() and int(told) > MOST_BYTES:
                raise UploadError(Sentence("the picture is larger than {size} MB", size=MOST_BYTES >> 20))
            picture = await self._uploads.sent(request.stream())
        except UploadError as error:
            return refused(Sentence.of(error), say, 422)
        name = request.query_params.get("name", "")[:_MOST_NAME] or say("a picture")
        return _kept(await run_in_threadpool(self._uploads.keep, name, picture, deal), say)

    async def _taken(self, request: Request) -> Response:
        asked = self._gate.asked(request)
        say, deal = asked.say, asked.state.deal
        try:
            frame = await run_in_threadpool(self._appliance.desk.frame)
            self._uploads.drop(request.query_params.get("instead", ""))
        except CameraError as error:
            return refused(Sentence.of(error), say)
        return _kept(await run_in_threadpool(self._uploads.keep, say("the table"), frame, deal, own=True), say)

    async def _shown(self, request: Request) -> Response:
        try:
            jpeg = self._uploads.find(request.path_params["id"]).shown
        except RefusedError:
            return Response(status_code=404)
        return Response(jpeg, media_type="image/jpeg", headers=NEVER_KEPT)

    def _mount_check(self, asked: Asked, sent: Fields) -> Response:
        (upload, *_), degrees = self._pictures(sent), _degrees(sent)
        desk = self._appliance.desk
        light = desk.light if upload.own else Lighting()
        found, jpeg = mount_check(upload, degrees, asked.say, light, desk.frame)
        light.keep(self._appliance.table.folder)
        self._uploads.show(upload.id, jpeg)
        return done(Answer(True), asked.say, html=mount_told(found, asked.say), good=found.good)

    def _deck_check(self, asked: Asked, sent: Fields) -> Response:
        uploads, name = self._pictures(sent), one(sent, "deck")
        try:
            deck = kept_deck(name, self._appliance.table.folder) if name else None
        except (FileNotFoundError, ValueError) as error:
            return refused(Sentence.of(error), asked.say)
        found, drawn = deck_check(uploads, "apart" in sent, deck)
        for upload, jpeg in zip(uploads, drawn, strict=True):
            self._uploads.show(upload.id, jpeg)
        names = {upload.id: upload.name for upload in uploads}
        return done(Answer(True), asked.say, html=deck_told(found, names, asked.say))

    def _learning(self, asked: Asked) -> Page:
        return enrol_page(asked, not_yet_known(self._hands()))

    def _hands(self) -> Iterator[KnownHand]:
        return last_hands(self._played, self._appliance.desk.pictures.kept_reading)

    def _enrol(self, asked: Asked, sent: Fields) -> Response:
        return self._learned(asked, sent, lambda name, data: enrol(name, self._pictures(sent)[:2], data))

    def _enrol_played(self, asked: Asked, sent: Fields) -> Response:
        return self._learned(asked, sent, lambda name, data: enrol_played(name, self._hands(), data))

    def _learned(self, asked: Asked, sent: Fields, learn: Callable[[str, Path], tuple[str, bool]]) -> Response:
        say = asked.say
        name, replaced = learn(one(sent, "name").strip(), self._appliance.table.folder)
        desk = self._appliance.desk
        if "use" in sent or desk.deck == name:
            desk.use_deck(name)
        else:
            desk.recognise()
        learned = say("Learned {deck}, and read it back right.", deck=name)
        told = [say("It takes the place of the one before.")] if replaced else []
        if "use" in sent:
            told.append(say("From now on the table reads {deck}.", deck=name))
        elif not replaced:
            told.append(say("Play with it: on the set-up page."))
        return done(Answer(True), say, html=filled("learned_told.html", say, learned=learned, what=" ".join(told)))

    def _use(self, _: Asked, sent: Fields) -> Answer:
        name = one(sent, "deck")
        try:
            self._appliance.desk.use_deck(name or None)
        except (FileNotFoundError, ValueError) as error:
            return Answer(False, Sentence.of(error))
        if not name:
            return Answer(True, Sentence("From now on the table reads any deck."))
        return Answer(True, Sentence("From now on the table reads {deck}.", deck=name))

    def _renew(self, _: Asked, __: Fields) -> Answer:
        self._doors.renew()
        return Answer(True)

    def _pictures(self, sent: Fields) -> list[Upload]:
        ids = list(dict.fromkeys(sent.get("picture", ())))
        if not ids:
            raise RefusedError(Sentence("choose or take a picture first"))
        return [self._uploads.find(id) for id in ids]


def _kept(upload: Upload, say: Speech) -> Response:
    return done(Answer(True), say, picture={"id": upload.id, "name": upload.name})


def _degrees(sent: Fields) -> float:
    given = one(sent, "field_of_view")
    try:
        degrees = float(given)
    except ValueError:
        degrees = 0.0
    if not 5 <= degrees <= 160:
        raise RefusedError(Sentence("not a lens's field of view in degrees: {what}", what=repr(given[:20])))
    return degrees


@lru_cache(maxsize=len(LANGUAGES))
def _sheet(language: str) -> bytes:
    from firmware.decks.layout_sheet import layout_sheet  # the drawing is wanted seldom

    out = io.BytesIO()
    layout_sheet(speech(language)).save(out, "PNG", optimize=True)
    return out.getvalue()
