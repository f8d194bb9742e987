"""The voice on the page: how much it says, how loud, and whether presses beep."""

from __future__ import annotations

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.sentences import Sentence
from firmware.panel.answers import done, one, shown
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked, Page
from firmware.session.press import Wish
from firmware.table.appliance import NOT_HERE, Answer
from firmware.voice.settings import LOUDEST, Much, VoiceSettings, VoiceSettingsError
from firmware.voice.voice import Voice
from web.answers import fields, refused


class Voices:
    """The routes."""

    def __init__(self, gate: PanelGate, asked: Callable[[Request], Asked], voice: Voice | None) -> None:
        self._asked, self._voice = asked, voice
        self.routes: list[Route] = [
            gate.route("/setup/voice", shown(asked, self._page), Role.PLAY),
            gate.route("/api/voice", self._set, Role.PLAY, post=True),
        ]

    def _page(self, asked: Asked) -> Page:
        voice, say = self._voice, asked.say
        told = {
            Much.NOTHING: say("nothing"),
            Much.MARKS: say("what is marked and what is missing, hordago, who wins"),
            Much.ALL: say("the same, what is asked for, and the clock"),
        }
        values = {
            "voice": voice,
            "much": told.items(),
            "volumes": [(str(one), one) for one in range(1, LOUDEST + 1)],
            "troubles": [say(one.value[1]) for one in voice.troubles()] if voice else [],
            "no_voice": say.whole(NOT_HERE[Wish.VOICE]),
        }
        return Page("voice.html", say("Voice"), "/setup", values)

    async def _set(self, request: Request) -> Response:
        asked, voice, sent = self._asked(request), self._voice, await fields(request)
        if voice is None:
            return refused(NOT_HERE[Wish.VOICE], asked.say)
        try:
            settings = VoiceSettings.parse(one(sent, "much"), one(sent, "volume"), "beeps" in sent)
        except VoiceSettingsError as error:
            return refused(Sentence.of(error), asked.say)
        await run_in_threadpool(voice.set, settings)
        return done(Answer(True, Sentence("The voice is set so.")), asked.say)
