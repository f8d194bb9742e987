"""The language from the first start on: asked for, chosen, kept, and shown on the display and on the page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from PIL import ImageChops

from firmware.cli import main
from firmware.devices.choose import Devices
from firmware.keeping import language
from firmware.keeping.journal import Journal
from firmware.screens.menu import languages
from firmware.session.buttons import Button
from firmware.session.choices.choosing import grid
from firmware.session.choices.grid import PLACES
from firmware.session.choices.menu import LANGUAGE
from firmware.session.press import MENU_BUTTON
from firmware.session.view import LIVE
from firmware.table.appliance import Appliance
from tests.firmware.running import Program
from tests.firmware.scripted import HANDS, at_once, devices, write_pictures
from tests.firmware.scripted_parts import ScriptedDisplay


def test_it_is_kept_in_the_data_folder(tmp_path: Path) -> None:
    data = tmp_path / "new"
    assert language.kept(data) is None
    language.keep(data, "eu")
    language.keep(data, "fr")
    assert language.kept(data) == "fr"
    assert [path.name for path in data.iterdir()] == ["language"]
    (data / "language").write_bytes(b"\xff\xfe")
    assert language.kept(data) is None
    (data / "language").write_text("klingon")
    assert language.kept(data) is None


@pytest.mark.parametrize(
    ("environment", "proposed"),
    [
        ({}, "en"),
        ({"LANG": "eu_ES.UTF-8"}, "eu"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": ""}, "en"),
    ],
)
def test_the_systems_language_is_proposed_first(environment: dict[str, str], proposed: str) -> None:
    assert language.likely(environment) == proposed


class Table:
    """An appliance that asks for its language."""

    def __init__(self, folder: Path, keep: Callable[[str], object] | None = None) -> None:
        self.kept: list[str] = []
        self.display = ScriptedDisplay()
        made = devices(write_pictures(folder / "pictures", {"hands": HANDS}))
        self.journal = Journal(folder / "data")
        self.appliance = Appliance(
            self.journal,
            Devices(made.camera, made.eyes, (self.display,)),
            at_once(language=None, proposed="es", keep_language=keep or self.kept.append),
        )

    def close(self) -> None:
        self.appliance.close()
        self.journal.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


def test_it_is_asked_for_and_chosen_with_two_buttons(table: Table) -> None:
    def shown() -> str:
        return table.appliance.snapshot().spoken()

    assert shown().startswith("¿Idioma: Español?")
    assert ImageChops.logical_xor(table.display.shown[-1], languages("es")).getbbox() is None
    assert table.appliance.press(Button.NEXT).done
    assert shown().startswith("Langue\N{NO-BREAK SPACE}: Français\N{NO-BREAK SPACE}?")
    for _ in range(3):
        table.appliance.press(Button.NEXT)
    snapshot = table.appliance.snapshot()
    assert shown().startswith("¿Idioma: Español?")
    assert table.appliance.refusal(snapshot, Button.OK) is None
    assert table.kept == []
    assert table.appliance.press(Button.OK).done
    assert table.kept == ["es"]
    assert shown() == "Grande: sin envite todavía. Mano: Norte. N-S 0, E-O 0."
    assert table.appliance.snapshot().state.pristine
    assert not table.appliance.press(Button.OK).done
    assert shown() == "Ahora no hay nada que confirmar."


def test_a_language_taken_by_a_slip_is_changed_from_the_menu(table: Table) -> None:
    appliance = table.appliance
    appliance.press(Button.PASO)
    appliance.press(MENU_BUTTON, held=True)
    menu = appliance.snapshot().view
    cells = grid(appliance.snapshot().state, menu.path).cells
    asks = next(place for place, cell in zip(PLACES, cells, strict=False) if cell and cell.label == LANGUAGE)
    assert appliance.press(asks).done
    assert appliance.snapshot().proposed == "es"
    appliance.press(Button.NEXT)
    appliance.press(Button.OK)
    assert table.kept == ["es", "fr"]
    assert appliance.snapshot().say.language == "fr"
    appliance.press(asks)
    calls = appliance.snapshot().state.karta_aldia.acts
    assert appliance.press(Button.BACK).done, "back in the menu, out of it"
    assert appliance.snapshot().view == LIVE
    assert appliance.snapshot().state.karta_aldia.acts == calls != ()


def test_another_button_takes_what_is_proposed_and_does_its_work(table: Table) -> None:
    assert table.appliance.press(Button.ENVIDO_NS).done
    assert table.kept == ["es"]
    assert [str(call) for call in table.appliance.snapshot().state.aldia.bidding.calls] == ["NS envido 2"]


def test_a_disk_that_keeps_nothing_stops_nobody(tmp_path: Path) -> None:
    def full(_: str) -> None:
        raise OSError("no space left on the device")

    table = Table(tmp_path, full)
    table.appliance.presenter.speak("fr")
    assert "pas encore de mise" in table.appliance.snapshot().spoken()
    with pytest.raises(KeyError):
        table.appliance.presenter.speak("de")
    table.close()


def test_the_program_asks_once_and_keeps_the_answer(tmp_path: Path) -> None:
    shown, data = write_pictures(tmp_path / "pictures", {"hands": HANDS}), tmp_path / "data"
    with Program.scripted(shown, data, language=None) as program:
        assert httpx.get(f"{program.address}api/state").json()["language_asked"]
        said = httpx.post(f"{program.address}api/language/eu").json()
        assert said["state"]["language"] == "eu"
        assert not said["state"]["language_asked"]
        assert httpx.post(f"{program.address}api/language/xx").status_code == 404
        elsewhere = {"origin": "http://elsewhere.example"}
        assert httpx.post(f"{program.address}api/language/fr", headers=elsewhere).status_code == 403
        asked = httpx.post(f"{program.address}api/press/tira").json()
        assert asked["sentence"].startswith("Handia: «I-H tira»: ez dago envidorik")
    with Program.scripted(shown, data, language=None) as program:
        state = httpx.get(f"{program.address}api/state").json()
        assert (state["language"], state["language_asked"]) == ("eu", False)
        assert '<html lang="eu">' in httpx.get(program.address).text
    with Program.scripted(shown, data, language="fr") as program:
        shown_in_french = httpx.get(f"{program.address}api/state").json()["display"]
        assert shown_in_french.startswith("Grand\N{NO-BREAK SPACE}: pas encore de mise")
    assert language.kept(data) == "fr"


def test_it_is_chosen_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["table", "--language", "de"])
    assert ended.value.code == 2
    assert "eu, es, fr, en" in capsys.readouterr().err.replace("'", "")
    shown = write_pictures(tmp_path / "pictures", {"hands": HANDS})
    words = ["--port", "0", "--pictures", str(shown), "--data", str(tmp_path / "data"), "--language", "es"]
    with Program([sys.executable, "-m", "firmware.cli", "table", *words]) as program:
        assert httpx.get(f"{program.address}api/state").json()["display"].startswith("Grande: sin envite")
    assert language.kept(tmp_path / "data") == "es"
