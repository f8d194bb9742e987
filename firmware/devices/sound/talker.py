"""Who makes speech of a text: espeak-ng, or Piper in the languages of which somebody has put a voice for it there."""

from __future__ import annotations

import contextlib
import logging
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

_LOG = logging.getLogger("hamarreko")
_LONGEST: Final = 5.0
"""Seconds after which a program hangs; what it would have said is of no use any more."""
_WORDS: Final = 175
"""Words a minute: espeak-ng's own."""


class TalkerError(OSError):
    """A text that could not be spoken; the message says why."""


class Talker(Protocol):
    """Makes speech of a text."""

    def speak(self, text: str, language: str, fast: float = 1.0) -> bytes:
        """The text as a WAV file, spoken so many times as fast as usual. TalkerError where it cannot be spoken."""


class Espeak:
    """espeak-ng, which knows the four languages."""

    def __init__(self, program: str = "espeak-ng", longest: float = _LONGEST) -> None:
        """It is given up after the `longest` seconds."""
        self._program, self._longest = program, longest

    def speak(self, text: str, language: str, fast: float = 1.0) -> bytes:
        # -b 1: the text is UTF-8; -z: no silence behind it
        options = ("-v", language, "-s", f"{_WORDS * fast:.0f}", "-b", "1", "-z", "--stdin", "--stdout")
        return _said((self._program, *options), text, self._longest)


class Piper:
    """Piper with the voices of a folder, each in a file named after its language as theirs are: `eu_ES-….onnx`.

    In a language of which there is none, or where it fails, another one talks instead.
    """

    def __init__(self, voices: Path, instead: Talker, program: str = "piper") -> None:
        self._voices, self._instead, self._program = voices, instead, program

    def speak(self, text: str, language: str, fast: float = 1.0) -> bytes:
        voice = next(iter(sorted(self._voices.glob(f"{language}_*.onnx"))), None)
        if voice is None:
            return self._instead.speak(text, language, fast)
        options = ("--model", str(voice), "--length_scale", f"{1 / fast:.2f}", "--output_file", "-")
        try:
            return _said((self._program, *options), text, _LONGEST)
        except TalkerError as error:
            _LOG.warning("%s", error)
            return self._instead.speak(text, language, fast)


def _said(command: Sequence[str], text: str, longest: float) -> bytes:
    """What a program that is given the text answers with."""
    program, pipe = command[0], subprocess.PIPE
    try:
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
            with contextlib.suppress(OSError):  # where memory runs out it is this that goes, and not the table
                Path(f"/proc/{process.pid}/oom_score_adj").write_text("1000")
            try:
                sound, told = process.communicate(f"{text}\n".encode(), longest)
            except subprocess.TimeoutExpired:
                process.kill()
                raise TalkerError(f"{program} has said nothing for {longest:g} s") from None
    except FileNotFoundError:
        raise TalkerError(f"{program} is not installed") from None
    except TalkerError:
        raise
    except OSError as error:
        raise TalkerError(f"{program} does not run: {error}") from error
    if process.returncode or not sound:
        said = told.decode("utf-8", "replace").strip().splitlines() or [f"status {process.returncode}"]
        raise TalkerError(f"{program} says nothing: {said[-1]}")
    return sound
