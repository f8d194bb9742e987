"""Speech and sound: the real espeak-ng and aplay, programs that hang or are missing, and every sentence's length."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from engine.seats import Seat, Team
from firmware.devices.sound.speaker import Aplay, Playing, SpeakerError, usb_speaker
from firmware.devices.sound.talker import Talker, TalkerError
from firmware.devices.sound.wav import seconds, shaped, tone
from firmware.voice.saying import EVERY, MARKED, NEEDS
from firmware.voice.voice import LONGEST, spoken
from words.names import MOST, Names
from words.text import LANGUAGES, Speech, speech

SILENT = Aplay(lambda: "null")


def program(path: Path, text: str) -> str:
    """A program of this text."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def sentences(say: Speech) -> Iterator[str]:
    """Every sentence with all that may stand in it."""
    seats, teams = [say.place(seat) for seat in Seat], tuple(Team)
    for kind in EVERY:
        tantos = range(1, 41) if kind == MARKED else range(1, 5) if kind == NEEDS else (0,)
        for team, seat, number, minutes in product(teams, seats, tantos, (5, 1)):
            yield say(kind, team=team, seat=seat, tantos=number, minutes=minutes, seconds=10)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_lasts_longer_than_two_seconds(language: str, tmp_path: Path) -> None:
    """Each is recorded to a file, spoken as fast as usual."""
    talker, texts = Talker(), sorted(set(sentences(speech(language))))

    def recorded(number: int) -> float:
        file = tmp_path / f"{number}.wav"
        file.write_bytes(talker.speak(texts[number], language))
        return seconds(file.read_bytes())

    with ThreadPoolExecutor(2) as pool:
        lasts = dict(zip(texts, pool.map(recorded, range(len(texts))), strict=True))
    assert {text: length for text, length in lasts.items() if not 0.2 < length <= LONGEST} == {}
    assert len(lasts) > len(EVERY)


def test_a_long_name_is_spoken_faster_and_never_longer() -> None:
    name = "Bidarraiko Elkarte Berri"
    assert len(name) == MOST
    say = speech("es").named(Names({Team.EW: name}))
    text = say(NEEDS, team=Team.EW, tantos=4)
    assert seconds(Talker().speak(text, "es")) > LONGEST
    faster = spoken(Talker(), text, "es")
    assert seconds(faster) < 1.1 * LONGEST
    assert seconds(shaped(faster, 1.0, LONGEST)) <= LONGEST


def test_the_languages_sound_different() -> None:
    assert len({Talker().speak("N-S, 5", language) for language in LANGUAGES}) == len(LANGUAGES)


def test_a_program_that_is_missing_hangs_or_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(TalkerError, match=r"^nowhere is not installed$"):
        Talker(espeak="nowhere").speak("a", "eu")
    hangs = program(tmp_path / "hangs", "exec sleep 60")
    begun = time.monotonic()
    with pytest.raises(TalkerError, match=r"hangs has said nothing for 0.2 s$"):
        Talker(espeak=hangs, longest=0.2).speak("a", "eu")
    assert time.monotonic() - begun < 10
    with pytest.raises(TalkerError, match=r"fails says nothing: no such voice$"):
        Talker(espeak=program(tmp_path / "fails", "echo no such voice >&2; exit 1")).speak("a", "eu")
    with pytest.raises(TalkerError, match=r"says nothing: status 0$"):
        Talker(espeak=program(tmp_path / "empty", "exit 0")).speak("a", "eu")
    with pytest.raises(TalkerError, match=r"what was said is none"):
        spoken(Talker(espeak=program(tmp_path / "odd", "echo hello")), "a", "eu")
    asked = program(tmp_path / "asked", "cat >/dev/null; cat /proc/self/oom_score_adj >&2; exit 1")
    with pytest.raises(TalkerError, match=r"says nothing: 1000$"):  # it goes before the table does
        Talker(espeak=asked).speak("a", "eu")
    (tmp_path / "text").write_text("no program")
    with pytest.raises(TalkerError, match=r"does not run"):
        Talker(espeak=str(tmp_path / "text")).speak("a", "eu")


def test_piper_speaks_where_there_is_a_voice_of_the_language(tmp_path: Path) -> None:
    """A stand-in takes what Piper's command takes, and answers with what it was given."""
    voices, said = tmp_path / "voices", tmp_path / "said"
    piper = program(tmp_path / "piper", f'echo "$@" > {said}; cat >> {said}; cat {tmp_path}/sound.wav')
    (tmp_path / "sound.wav").write_bytes(tone(440, 0.5))
    talker = Talker(voices, piper=piper)
    assert talker.speak("bost", "eu") == Talker().speak("bost", "eu")
    voices.mkdir()
    (voices / "eu_ES-antton-medium.onnx").touch()
    assert talker.speak("N-S, bost", "eu", 1.25) == tone(440, 0.5)
    model = voices / "eu_ES-antton-medium.onnx"
    assert said.read_text() == f"--model {model} --length_scale 0.80 --output_file -\nN-S, bost\n"
    assert talker.speak("cinco", "es") == Talker().speak("cinco", "es")


def test_where_piper_fails_espeak_speaks(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "eu_ES-antton-medium.onnx").touch()
    talker = Talker(tmp_path, piper="nowhere")
    assert talker.speak("bost", "eu") == Talker().speak("bost", "eu")
    assert "nowhere is not installed" in caplog.text


def ended(playing: Playing) -> float:
    """The seconds until a sound is over."""
    begun = time.monotonic()
    while not playing.over():
        assert time.monotonic() - begun < 20
        time.sleep(0.01)
    return time.monotonic() - begun


def test_a_sound_is_played_and_cut_off(tmp_path: Path) -> None:
    ended(SILENT.play(tone(440, 0.3)))
    long = Aplay(program=program(tmp_path / "player", "exec sleep 60")).play(tone(440, 0.3))
    assert not long.over()
    long.stop()
    assert long.over()


def test_a_sound_that_is_not_heard_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SpeakerError, match=r"^nowhere is not installed$"):
        Aplay(program="nowhere").play(tone(440, 0.1))
    with pytest.raises(SpeakerError, match="audio open error"):
        ended(Aplay(lambda: "nosuchcard").play(tone(440, 0.1)))
    monkeypatch.setattr("firmware.devices.sound.speaker._LATE", 0.1)
    with pytest.raises(SpeakerError, match=r"^the sound does not come to its end$"):
        ended(Aplay(program=program(tmp_path / "hangs", "exec sleep 60")).play(tone(440, 0.1)))
    (tmp_path / "text").write_text("no program")
    with pytest.raises(SpeakerError, match=r"does not run"):
        Aplay(program=str(tmp_path / "text")).play(tone(440, 0.1))


def test_a_raspberry_pi_plays_through_its_usb_speaker(tmp_path: Path) -> None:
    outputs = tmp_path / "pcm"
    assert usb_speaker(outputs) is None
    screen = "00-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1\n"
    outputs.write_text(f"{screen}01-00: USB Audio : USB Audio : capture 1\n")
    assert usb_speaker(outputs) is None, "a camera's microphone is no speaker"
    outputs.write_text(outputs.read_text() + "02-00: USB Audio : USB Audio : playback 1 : capture 1\n")
    assert usb_speaker(outputs) == "sysdefault:CARD=2"


def test_louder_and_quieter_and_no_sound() -> None:
    wav = tone(1000, 0.1)
    assert seconds(wav) == pytest.approx(0.1)
    whole, quarter = (np.abs(np.frombuffer(shaped(wav, gain, 1.0)[44:], "<i2")).max() for gain in (1.0, 0.25))
    assert whole > 32000
    assert quarter == pytest.approx(whole / 4, rel=0.01)
    assert np.abs(np.frombuffer(shaped(wav, 4.0, 1.0)[44:], "<i2")).max() == 32767
    for wrong in (b"", b"RIFF", b"hello" * 20):
        with pytest.raises(ValueError, match="no sound"):
            seconds(wrong)


def test_the_programs_that_the_tests_speak_with_are_here() -> None:
    assert [name for name in ("espeak-ng", "aplay") if not shutil.which(name)] == [], "make speech"
