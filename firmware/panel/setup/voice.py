"""The voice on the page: how much it says, how loud, and whether presses beep."""

from __future__ import annotations

from starlette.routing import Route

from engine.sentences import Sentence
from firmware.panel.answers import one
from firmware.panel.entry.door import Role
from firmware.panel.entry.panel_gate import PanelGate
from firmware.panel.page import Asked, Page
from firmware.session.press import Wish
from firmware.table.doing import NOT_HERE, Answer
from firmware.voice.settings import LOUDEST, Much, VoiceSettings
from firmware.voice.voice import Voice
from web.answers import Fields


class Voices:
    """The routes."""

    def __init__(self, gate: PanelGate, voice: Voice | None) -> None:
        self._voice = voice
        self.routes: list[Route] = [
            gate.page("/setup/voice", self._page, Role.PLAY),
            gate.act("/api/voice", self._set),
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
            "troubles": [say(one.text) for one in voice.troubles()] if voice else [],
            "no_voice": say.whole(NOT_HERE[Wish.VOICE]),
        }
        return Page("voice.html", say("Voice"), "/setup", values)

    def _set(self, _: Asked, sent: Fields) -> Answer:
        if self._voice is None:
            return Answer(False, NOT_HERE[Wish.VOICE])
        self._voice.set(VoiceSettings.parse(one(sent, "much"), one(sent, "volume"), "beeps" in sent))
        return Answer(True, Sentence("The voice is set so."))
