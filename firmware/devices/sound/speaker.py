"""What plays a sound: ALSA's own player, in a process that can be stopped at any moment."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.devices.sound.wav import seconds

_LATE: Final = 3.0
"""Seconds more than a sound lasts, after which its player hangs."""
_OUTPUTS: Final = Path("/proc/asound/pcm")
_USB: Final = re.compile(r"^(\d+)-\d+: USB Audio .*playback", re.MULTILINE)


class SpeakerError(OSError):
    """A sound that was not heard; the message says why."""


class Aplay:
    """aplay, of the package alsa-utils."""

    def __init__(self, output: Callable[[], str | None] = lambda: None, program: str = "aplay") -> None:
        """`output` names what it plays to; None for what the system has set."""
        self._output, self._program = output, program

    def play(self, wav: bytes) -> Playing:
        """Begin to play a WAV file. Returns at once. SpeakerError where that cannot be."""
        output = self._output()
        command = (self._program, "-q", *(("-D", output) if output else ()), "-")
        sound = os.memfd_create("sound")  # a pipe is full before the sound has begun
        try:
            os.write(sound, wav)
            os.lseek(sound, 0, os.SEEK_SET)
            process = subprocess.Popen(command, stdin=sound, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        except FileNotFoundError:
            raise SpeakerError(f"{self._program} is not installed") from None
        except OSError as error:
            raise SpeakerError(f"{self._program} does not run: {error}") from error
        finally:
            os.close(sound)
        return Playing(process, time.monotonic() + seconds(wav) + _LATE)


class Playing:
    """A sound that is being played."""

    def __init__(self, process: subprocess.Popen[bytes], due: float) -> None:
        self._process, self._due, self._stopped = process, due, False

    def over(self) -> bool:
        """Whether it has come to its end. SpeakerError where it could not be played."""
        if self._process.poll() is None:
            if time.monotonic() < self._due:
                return False
            self.stop()
            raise SpeakerError("the sound does not come to its end")
        if self._process.returncode and not self._stopped:
            said = self._process.communicate()[1].decode("utf-8", "replace").strip().splitlines()
            raise SpeakerError((said or [f"its player ended with status {self._process.returncode}"])[-1])
        return True

    def stop(self) -> None:
        """Cut it off, if it is not over."""
        self._stopped = True
        self._process.kill()
        self._process.communicate()


def usb_speaker(outputs: Path = _OUTPUTS) -> str | None:
    """ALSA's name of the first USB speaker; None where there is none.

    A Raspberry Pi's own first output may be a screen that nobody has plugged in.
    """
    try:
        found = _USB.search(outputs.read_text("utf-8"))
    except OSError:
        return None
    return f"sysdefault:CARD={int(found[1])}" if found else None
