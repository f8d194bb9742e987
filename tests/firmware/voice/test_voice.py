"""The voice at work: what it plays and cuts off, its settings, its troubles, and that no press waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from firmware.devices.choose import Devices
from firmware.devices.sound.speaker import SpeakerError
from firmware.devices.sound.talker import TalkerError
from firmware.devices.sound.wav import seconds, tone
from firmware.keeping.journal import Journal
from firmware.screens.trouble import Trouble
from firmware.session.buttons import Button
from firmware.session.choices.grid import PLACES
from firmware.session.choices.menu import MENU, VOICE, menu
from firmware.session.press import Wish
from firmware.session.view import LIVE, View
from firmware.table.appliance import Appliance
from firmware.table.doing import NOT_HERE
from firmware.voice.settings import LOUDEST, Much, VoiceSettings, VoiceSettingsError, keep, kept
from firmware.voice.voice import Voice
from tests.firmware.scripted import HANDS, ScriptedEyes, at_once, devices, write_pictures

ALL = VoiceSettings(Much.ALL)


class ScriptedTalker:
    """Speaks a text as a tone, a twentieth of a second a letter."""

    def __init__(self) -> None:
        self.said = list[tuple[str, str, float]]()
        self.wrong: str | None = None
        self.goes_on = threading.Event()
        self.goes_on.set()

    def speak(self, text: str, language: str, fast: float = 1.0) -> bytes:
        self.goes_on.wait(30)
        self.said.append((text, language, fast))
        if self.wrong:
            raise TalkerError(self.wrong)
        return tone(440, len(text) / 20 / fast)


class ScriptedPlaying:
    def __init__(self) -> None:
        self.ended = self.cut = False
        self.wrong: str | None = None

    def over(self) -> bool:
        if self.wrong:
            raise SpeakerError(self.wrong)
        return self.ended or self.cut

    def stop(self) -> None:
        self.cut = True


class ScriptedSpeaker:
    def __init__(self) -> None:
        self.played = list[tuple[bytes, ScriptedPlaying]]()
        self.wrong: str | None = None

    def play(self, wav: bytes) -> ScriptedPlaying:
        if self.wrong:
            raise SpeakerError(self.wrong)
        self.played.append((wav, playing := ScriptedPlaying()))
        return playing


class Spoken:
    """A table with a voice whose threads do not run: `turn` does once what they do again and again."""

    def __init__(self, folder: Path) -> None:
        self.talker, self.speaker = ScriptedTalker(), ScriptedSpeaker()
        self.voice = Voice(self.talker, self.speaker, folder)
        shown = devices(write_pictures(folder / "pictures", {"hands": HANDS}))
        parts = Devices(shown.camera, shown.eyes, watched=(self.voice,))
        self.appliance = Appliance(Journal(folder), parts, at_once("nabo"))
        self.voice.attend(self.appliance)

    def set(self, settings: VoiceSettings) -> None:
        """Have the voice so, and let it have said that it is on."""
        self.voice.set(settings)
        self.finish()
        self.talker.said.clear()

    def turn(self) -> None:
        self.voice.step()
        self.voice.beep()
        self.appliance.beat()

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.appliance.press(button)
            self.turn()

    def finish(self) -> None:
        """Let everything be said to its end."""
        while self.voice.step() is not None:
            for _, playing in self.speaker.played:
                playing.ended = True

    @property
    def texts(self) -> list[str]:
        return [text for text, _, _ in self.talker.said]

    @property
    def troubles(self) -> set[Trouble]:
        return set(self.appliance.presenter.troubles)


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spoken]:
    monkeypatch.setattr("firmware.devices.watch.Repeating.start", lambda self: None)
    table = Spoken(tmp_path)
    yield table
    table.appliance.close()
    table.voice.close()


def test_it_is_silent_until_it_is_switched_on(spoken: Spoken) -> None:
    spoken.press(Button.ENVIDO_NS, Button.TIRA)
    assert (spoken.texts, spoken.speaker.played) == ([], [])
    spoken.voice.set(VoiceSettings(Much.MARKS))
    spoken.finish()
    assert spoken.texts == ["The voice is on"]


def test_what_happens_is_said_one_sentence_after_the_other(spoken: Spoken) -> None:
    spoken.set(ALL)
    spoken.press(Button.HORDAGO, Button.HORDAGO)
    assert spoken.texts == ["Hordago!"]
    spoken.turn()
    assert spoken.texts == ["Hordago!"], "the first is still being said"
    spoken.finish()
    assert spoken.texts == ["Hordago!", "E-W to answer"]
    assert not any(playing.cut for _, playing in spoken.speaker.played)


def test_a_new_sentence_cuts_the_old_one_off(spoken: Spoken) -> None:
    spoken.set(ALL)
    spoken.press(Button.HORDAGO, Button.HORDAGO)
    first = spoken.speaker.played[-1][1]
    spoken.press(Button.TIRA)
    assert (first.cut, spoken.texts) == (True, ["Hordago!", "N-S, 1"])
    spoken.finish()
    assert spoken.texts == ["Hordago!", "N-S, 1"], "what had still been to say is not said any more"


def test_what_needs_no_words_cuts_nothing_off(spoken: Spoken) -> None:
    spoken.set(ALL)
    spoken.press(Button.ENVIDO_NS)
    spoken.press(Button.ENVIDO_NS, Button.READ)
    assert not spoken.speaker.played[-1][1].cut
    assert spoken.texts == ["E-W to answer"]


def test_what_is_new_while_a_sentence_is_made_comes_first(spoken: Spoken) -> None:
    """A talker that is slow does not say what has passed."""
    spoken.set(ALL)
    spoken.talker.goes_on.clear()
    spoken.appliance.press(Button.ENVIDO_NS)
    speaking = threading.Thread(target=spoken.voice.step)
    speaking.start()
    played = len(spoken.speaker.played)
    for button in (Button.TIRA, Button.ENVIDO_EW, Button.BACK, Button.BACK):  # each is answered while the talker hangs
        assert spoken.appliance.press(button).done
    spoken.appliance.press(Button.TIRA)
    spoken.talker.goes_on.set()
    speaking.join(30)
    assert len(spoken.speaker.played) == played
    spoken.finish()
    assert spoken.texts == ["E-W to answer", "N-S, 1"]


def test_while_the_table_is_read_or_somebody_looks_away_nothing_is_asked(spoken: Spoken) -> None:
    spoken.set(ALL)
    spoken.press(*[Button.PASO] * 4)
    assert spoken.texts == ["Show the cards"]
    presenter = spoken.appliance.presenter
    for view in (View(busy=True), View(path=(MENU,)), LIVE):
        presenter.look(view)
        spoken.finish()
    assert spoken.texts == ["Show the cards"]


def test_a_sentence_is_made_once_and_played_as_loud_as_it_is_set(spoken: Spoken) -> None:
    spoken.set(VoiceSettings(Much.MARKS, LOUDEST))
    spoken.press(Button.ENVIDO_NS, Button.TIRA)
    spoken.finish()
    spoken.set(VoiceSettings(Much.MARKS, LOUDEST - 1))
    spoken.press(Button.BACK, Button.TIRA)
    spoken.finish()
    assert spoken.texts == []
    loud, quiet = (np.abs(np.frombuffer(wav[44:], "<i2")).max() for wav, _ in spoken.speaker.played[1::2])
    assert quiet == pytest.approx(loud / 2, rel=0.01)


def test_a_sentence_that_would_last_too_long_is_spoken_faster(spoken: Spoken) -> None:
    spoken.set(ALL)
    spoken.appliance.presenter.look(LIVE)
    spoken.voice._waiting.append("x" * 60)
    spoken.turn()
    assert spoken.talker.said == [("x" * 60, "en", 1.0), ("x" * 60, "en", pytest.approx(1.5))]
    assert seconds(spoken.speaker.played[-1][0]) == pytest.approx(2.0)


def test_a_talker_that_is_mute_is_a_trouble_that_is_told_once(spoken: Spoken) -> None:
    spoken.set(ALL)
    spoken.talker.wrong = "espeak-ng is not installed"
    spoken.press(Button.ENVIDO_NS)
    assert spoken.troubles == {Trouble.VOICE_GONE}
    assert spoken.voice.details() == {"voice": "espeak-ng is not installed"}
    spoken.press(Button.OK)
    assert spoken.appliance.presenter.trouble is None
    spoken.press(Button.TIRA, Button.ENVIDO_EW)
    assert spoken.troubles == {Trouble.VOICE_GONE}
    assert spoken.appliance.presenter.trouble is None, "it is not told again"
    spoken.talker.wrong = None
    spoken.press(Button.TIRA)
    assert spoken.troubles == set()


def test_a_speaker_that_is_gone_is_a_trouble_until_it_is_back(spoken: Spoken) -> None:
    spoken.set(ALL)
    spoken.press(Button.ENVIDO_NS)
    spoken.speaker.played[-1][1].wrong = "audio open error"
    spoken.turn()
    spoken.turn()
    assert spoken.troubles == {Trouble.SPEAKER_GONE}
    spoken.speaker.wrong = "aplay is not installed"
    spoken.press(Button.TIRA)
    assert spoken.troubles == {Trouble.SPEAKER_GONE}
    assert spoken.voice.details() == {"voice": "aplay is not installed"}
    spoken.speaker.wrong = None
    spoken.press(Button.ENVIDO_EW)
    spoken.finish()
    spoken.turn()
    assert spoken.troubles == set()


def test_what_is_off_has_no_troubles(spoken: Spoken) -> None:
    spoken.set(VoiceSettings(Much.ALL, beeps=True))
    spoken.talker.wrong = spoken.speaker.wrong = "gone"
    spoken.press(Button.ENVIDO_NS)
    assert spoken.troubles == {Trouble.VOICE_GONE, Trouble.SPEAKER_GONE}
    spoken.voice.set(VoiceSettings(beeps=True))
    spoken.turn()
    assert spoken.troubles == {Trouble.SPEAKER_GONE}
    spoken.voice.set(VoiceSettings())
    spoken.turn()
    assert spoken.troubles == set()


def test_presses_beep_where_that_is_set_whatever_the_voice_says(spoken: Spoken) -> None:
    spoken.press(Button.ENVIDO_NS)
    assert spoken.speaker.played == []
    spoken.voice.set(VoiceSettings(beeps=True))
    spoken.press(Button.TIRA)
    spoken.press(Button.TIRA)
    done, refused = (wav for wav, _ in spoken.speaker.played)
    assert seconds(done) < seconds(refused)
    spoken.appliance.press(Button.LAST, held=True)
    spoken.turn()
    assert len(spoken.speaker.played) == 2
    assert spoken.talker.said == []


def test_switched_off_it_falls_silent_at_once(spoken: Spoken) -> None:
    spoken.set(ALL)
    spoken.press(Button.HORDAGO, Button.HORDAGO)
    spoken.voice.set(VoiceSettings())
    assert spoken.voice.step() is None
    assert spoken.speaker.played[-1][1].cut


def test_the_settings_are_changed_in_the_menu_and_kept(spoken: Spoken, tmp_path: Path) -> None:
    presenter = spoken.appliance.presenter
    presenter.look(View(path=(MENU,)))
    spoken.appliance.press(Button.LAST, held=True)
    assert presenter.view == View(path=(MENU,))
    press_voice(spoken.appliance)
    assert presenter.snapshot().spoken() == "Says: off. OK changes it, Next shows another, Back goes on."
    spoken.press(Button.OK, Button.OK, Button.NEXT, Button.OK, Button.OK, Button.NEXT, Button.OK)
    assert spoken.voice.settings == VoiceSettings(Much.ALL, 1, True) == kept(tmp_path)
    assert presenter.snapshot().spoken().startswith("Beeps: on.")
    spoken.press(Button.BACK)
    assert presenter.guest is None
    spoken.press(Button.ENVIDO_NS)
    assert presenter.snapshot().state.aldia.to_answer is not None


def test_a_disk_that_is_slow_to_keep_them_is_no_table_that_hangs(
    spoken: Spoken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.table.appliance.LATE", -1.0)
    alive = []
    monkeypatch.setattr("firmware.voice.voice.keep", lambda *_: alive.append(spoken.appliance.alive))
    spoken.appliance.press(Button.LAST, held=True)
    press_voice(spoken.appliance)
    spoken.appliance.press(Button.OK)
    assert alive == [True]
    assert not spoken.appliance.alive


def press_voice(appliance: Appliance) -> None:
    """The menu's choice that leads to the voice's settings."""
    cells = [cell.label for cell in menu(appliance.snapshot().state, (MENU,)).cells if cell]
    appliance.press(PLACES[cells.index(VOICE)])


def test_a_table_without_a_voice_says_so(tmp_path: Path) -> None:
    folder = write_pictures(tmp_path / "pictures", {"hands": HANDS})
    appliance = Appliance(Journal(tmp_path), Devices(devices(folder).camera, ScriptedEyes({})), at_once())
    appliance.press(Button.LAST, held=True)
    press_voice(appliance)
    assert appliance.presenter.view.notice == NOT_HERE[Wish.VOICE]
    appliance.close()


def test_settings_are_kept_as_they_are_and_nonsense_is_off(tmp_path: Path) -> None:
    assert kept(tmp_path) == VoiceSettings()
    for settings in (VoiceSettings(Much.ALL, 1, True), VoiceSettings(Much.MARKS, LOUDEST), VoiceSettings()):
        keep(tmp_path, settings)
        assert kept(tmp_path) == settings
    for nonsense in (b"", b"all", b"loud 3", b"all 9", b"\xff 3", b"all three"):
        (tmp_path / "voice").write_bytes(nonsense)
        assert kept(tmp_path) == VoiceSettings()
    with pytest.raises(VoiceSettingsError, match="cannot be set to 'loud'"):
        VoiceSettings.parse("loud", "3", False)
    with pytest.raises(VoiceSettingsError, match="from 1 to 5, and '0' is none"):
        VoiceSettings.parse("all", "0", False)


def test_settings_that_cannot_be_kept_hold_all_the_same(
    spoken: Spoken, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "voice").mkdir()
    spoken.voice.set(ALL)
    assert spoken.voice.settings == ALL
    assert "was not kept" in caplog.text
