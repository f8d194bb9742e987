"""The voice's settings as the table's guest: a list on the display, of which OK changes what is under the cursor."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PIL import Image

from engine.sentences import msgid
from firmware.screens.menu import Menu, Row, menu
from firmware.session.buttons import Button
from firmware.table.appliance import Appliance
from firmware.voice.settings import LOUDEST, Much, VoiceSettings
from words.text import Speech

if TYPE_CHECKING:
    from firmware.voice.voice import Voice

YES, NO = msgid("on"), msgid("off")
_MUCH: Final = tuple(Much)


def listed(settings: VoiceSettings, cursor: int) -> Menu:
    """The settings as a list."""
    rows = (
        Row(msgid("Says"), settings.much.value),
        Row(msgid("Volume"), str(settings.volume)),
        Row(msgid("Beeps"), YES if settings.beeps else NO),
    )
    return Menu(msgid("Voice"), rows, "speaker", cursor, msgid("change"))


class VoiceMenu:
    """How the voice is set, with the buttons; any other button than OK and Next goes back to the match."""

    def __init__(self, appliance: Appliance, voice: Voice) -> None:
        self._table, self._presenter, self._voice = appliance.table, appliance.presenter, voice
        self._cursor = 0

    @property
    def _shown(self) -> Menu:
        return listed(self._voice.settings, self._cursor)

    def press(self, button: Button, held: bool = False, box: bool = True) -> None:
        if held:
            return
        if button is Button.NEXT:
            self._cursor = (self._cursor + 1) % len(self._shown.rows)
        elif button is Button.OK:
            self._change()
        else:
            self._presenter.receive(None)
            return
        self._presenter.changed()

    def image(self, say: Speech) -> Image.Image:
        return menu(self._shown, say)

    def spoken(self, say: Speech) -> str:
        row = self._shown.chosen
        asked = say.headed(say(row.label), say(row.value))
        return say("{asked}. OK changes it, Next shows another, Back goes on.", asked=asked)

    def _change(self) -> None:
        """What is under the cursor, to the next that it may be."""
        now = self._voice.settings
        changed = (
            replace(now, much=_MUCH[(_MUCH.index(now.much) + 1) % len(_MUCH)]),
            replace(now, volume=now.volume % LOUDEST + 1),
            replace(now, beeps=not now.beeps),
        )
        with self._table.at_the_disk():
            self._voice.set(changed[self._cursor])
