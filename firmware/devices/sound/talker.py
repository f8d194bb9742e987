"""Who makes speech of a text: espeak-ng, or Piper in the languages of which somebody has put a voice for it there."""

from __future__ import annotations

import contextlib
import logging
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_LOG = logging.getLogger("hamarreko")
_LONGEST: Final = 5.0
"""Seconds after which a program hangs; what it would have said is of no use any more."""
_WORDS: Final = 175
"""Words a minute: espeak-ng's own."""


class TalkerError(OSError):
    """A text that could not be spoken; the message says why."""


class Talker:
    """espeak-ng, which knows the four languages; or Piper, where it is there with a voice of the language.

    Piper's voices lie in a folder, each in a file named after its language as theirs are: `eu_ES-….onnx`.
    """

    def __init__(
        self, voices: Path | None = None, espeak: str = "espeak-ng", piper: str = "piper", longest: float = _LONGEST
    ) -> None:
        """A program is given up after the `longest` seconds."""
        self._voices, self._espeak, self._piper, self._longest = voices, espeak, piper, longest

    def speak(self, text: str, language: str, fast: float = 1.0) -> bytes:
        """The text as a WAV file, spoken so many times as fast as usual. TalkerError where it cannot be spoken."""
        voice = min(self._voices.glob(f"{language}_*.onnx"), default=None) if self._voices else None
        if voice is not None:
            paced = ("--model", str(voice), "--length_scale", f"{1 / fast:.2f}", "--output_file", "-")
            try:
                return _said((self._piper, *paced), text, self._longest)
            except TalkerError as error:
                _LOG.warning("%s", error)
        # -b 1: the text is UTF-8; -z: no silence behind it
        options = ("-v", language, "-s", f"{_WORDS * fast:.0f}", "-b", "1", "-z", "--stdin", "--stdout")
        return _said((self._espeak, *options), text, self._longest)


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
