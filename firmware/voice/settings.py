"""What somebody chose of the voice: how much it says, how loud, and whether presses beep. Kept with the data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from engine.sentences import Sentence, msgid
from firmware.keeping.folders import keep_text, kept_text

LOUDEST: Final = 5
_FILE: Final = "voice"


class Much(Enum):
    """How much is said; the value is its name, in English."""

    NOTHING = msgid("off")
    MARKS = msgid("marks")
    """What is marked and what is missing, hordago, who wins."""
    ALL = msgid("all")
    """What is asked for, whose turn it is to answer, and the clock as well."""


class VoiceSettingsError(ValueError):
    """Something that the voice cannot be set to, in a Sentence."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How much is said, how loud (1 to `LOUDEST`), and whether presses beep."""

    much: Much = Much.NOTHING
    volume: int = 4
    beeps: bool = False

    @property
    def gain(self) -> float:
        """What samples are multiplied by: half as large a step down, none at the loudest."""
        return 2.0 ** (self.volume - LOUDEST)

    @staticmethod
    def parse(much: str, volume: str, beeps: bool) -> VoiceSettings:
        """The settings in words. VoiceSettingsError where one is none."""
        if much not in {one.value for one in Much}:
            raise VoiceSettingsError(Sentence("the voice cannot be set to {what}", what=repr(much[:20])))
        if volume not in map(str, range(1, LOUDEST + 1)):
            raise VoiceSettingsError(
                Sentence("the volume goes from 1 to {most}, and {what} is none", most=LOUDEST, what=repr(volume[:20]))
            )
        return VoiceSettings(Much(much), int(volume), beeps)


def kept(data: Path) -> VoiceSettings:
    """The settings kept in the data folder; a voice that is off where none are, or what stands there makes none."""
    try:
        much, volume, *besides = kept_text(data / _FILE).split()
        return VoiceSettings.parse(much, volume, "beeps" in besides)
    except ValueError:
        return VoiceSettings()


def keep(data: Path, settings: VoiceSettings) -> None:
    """Keep them in the data folder, so that a power cut leaves the old ones or the new ones. OSError if not."""
    words = [settings.much.value, str(settings.volume), *(["beeps"] if settings.beeps else [])]
    keep_text(data / _FILE, f"{' '.join(words)}\n")
