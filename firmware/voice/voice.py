"""The voice at work: it says what has changed, on a thread of its own for which no press ever waits."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from firmware.devices.sound.speaker import Aplay, Playing, SpeakerError
from firmware.devices.sound.talker import Talker, TalkerError
from firmware.devices.sound.wav import seconds, shaped, tone
from firmware.devices.watch import Repeating
from firmware.screens.trouble import Trouble
from firmware.session.press import Wish
from firmware.table.appliance import Appliance
from firmware.table.snapshot import Snapshot
from firmware.voice.menu import VoiceMenu
from firmware.voice.saying import SWITCHED_ON, looks_away, said
from firmware.voice.settings import Much, VoiceSettings, keep, kept

_LOG = logging.getLogger("hamarreko")
LONGEST: Final = 2.0
"""Seconds that a sentence may last."""
_LOOK: Final = 0.05
"""Seconds between two looks whether a sound is over."""
_KEPT: Final = 32
"""How many sentences are kept as they were spoken."""
_HEARD, _REFUSED = tone(1320, 0.05), tone(330, 0.15)


class Voice:
    """Speaks for one table by a talker and a speaker; either may be missing or hang, and the game goes on."""

    def __init__(self, talker: Talker, speaker: Aplay, data: Path) -> None:
        """`data` is the folder in which the settings are kept."""
        self._data = data
        self.settings = kept(data)
        """How it is set."""
        self._spoken = lru_cache(_KEPT)(partial(spoken, talker))
        self._speech, self._beeps = _Output(speaker), _Output(speaker)
        self._mute: str | None = None
        """Why the last sentence was not spoken."""
        self._look: Callable[[], Snapshot] | None = None
        self._heard: Snapshot | None = None
        self._waiting: deque[str] = deque()
        self._beep: bytes | None = None
        self._greets = False
        self._talking = Repeating("voice", self.step)
        self._beeping = Repeating("beeps", self.beep)

    def set(self, settings: VoiceSettings) -> None:
        """Have it so, and keep that; a voice that is on says so, and somebody hears how loud it is."""
        self.settings, self._greets = settings, True
        try:
            keep(self._data, settings)
        except OSError as error:
            _LOG.warning("how the voice is set was not kept: %s", error)
        self._talking.soon()

    def attend(self, appliance: Appliance) -> None:
        """Say from now on what happens at this table, beep for its presses, and be set from its menu."""
        presenter = appliance.presenter
        appliance.heard = self.pressed
        appliance.beside[Wish.VOICE] = lambda _: presenter.receive(VoiceMenu(appliance, self))
        self._look, self._heard = presenter.snapshot, presenter.snapshot()
        presenter.watch(self._talking.soon)
        self._talking.start()
        self._beeping.start()

    def pressed(self, done: bool) -> None:
        """Beep for a press: high where it did something, low where it was refused. Returns at once."""
        if self.settings.beeps:
            self._beep = _HEARD if done else _REFUSED
            self._beeping.soon()

    def troubles(self) -> frozenset[Trouble]:
        silent, wrong = self.settings.much is Much.NOTHING, set[Trouble]()
        if self._mute and not silent:
            wrong.add(Trouble.VOICE_GONE)
        if (self._speech.wrong and not silent) or (self._beeps.wrong and self.settings.beeps):
            wrong.add(Trouble.SPEAKER_GONE)
        return frozenset(wrong)

    def details(self) -> Mapping[str, object]:
        return {"voice": self._mute or self._speech.wrong or self._beeps.wrong or self.settings.much.value}

    def close(self) -> None:
        """Be silent."""
        self._talking.close()
        self._beeping.close()
        self._speech.stop()
        self._beeps.stop()

    def step(self) -> float | None:
        """Hear what is new, and speak on; the seconds until the next look, None where there is nothing to say."""
        self._hear()
        if self._speech.busy():
            return _LOOK
        if not self._waiting or self._look is None:
            return None
        text = self._waiting.popleft()
        try:
            wav = self._spoken(text, self._look().say.language)
        except TalkerError as error:
            self._mute = str(error)
            return 0.0
        self._mute = None
        if not self._hear():  # making it takes its time, and there may be something newer
            self._speech.play(shaped(wav, self.settings.gain, LONGEST))
        return _LOOK

    def beep(self) -> float | None:
        """Play the newest beep that waits."""
        wav, self._beep = self._beep, None
        if wav:
            self._beeps.play(shaped(wav, self.settings.gain, LONGEST))
        return _LOOK if self._beeps.busy() else None

    def _hear(self) -> bool:
        """Take what has changed for the next thing to say, instead of what is being said; whether there was any."""
        if self._look is None or self._heard is None:
            return False
        now, much, told = self._look(), self.settings.much, tuple[str, ...]()
        if self._greets:
            self._greets, told = False, (now.say(SWITCHED_ON),)
        elif now is not self._heard and not looks_away(now):
            told = said(self._heard, now, much)
            self._heard = now
        if told or much is Much.NOTHING:
            self._waiting = deque(told if much is not Much.NOTHING else ())
            self._speech.stop()
        return bool(told)


class _Output:
    """What plays one sound at a time."""

    def __init__(self, speaker: Aplay) -> None:
        self._speaker = speaker
        self._playing: Playing | None = None
        self.wrong: str | None = None
        """Why the last sound was not heard."""

    def play(self, wav: bytes) -> None:
        """Play this instead of what is being played."""
        self.stop()
        try:
            self._playing = self._speaker.play(wav)
        except SpeakerError as error:
            self.wrong = str(error)

    def busy(self) -> bool:
        """Whether something is being played."""
        try:
            if self._playing and not self._playing.over():
                return True
            self.wrong = None if self._playing else self.wrong
        except SpeakerError as error:
            self.wrong = str(error)
        self._playing = None
        return False

    def stop(self) -> None:
        """Cut off what is being played."""
        if self._playing:
            self._playing.stop()
            self._playing = None


def spoken(talker: Talker, text: str, language: str) -> bytes:
    """A text as the talker says it, faster where it would last longer than `LONGEST`. TalkerError where it is mute."""
    try:
        wav = talker.speak(text, language)
        lasts = seconds(wav)
        return talker.speak(text, language, lasts / LONGEST) if lasts > LONGEST else wav
    except ValueError as error:
        raise TalkerError(f"what was said is none: {error}") from error
