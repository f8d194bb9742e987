"""`hamarreko deals check`: what is said of a replica, and of deals that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import Card
from engine.equipos.jugada import Jugada, jugadak
from engine.equipos.packs import line_of, packs
from engine.seats import Seat
from firmware.cli import main
from firmware.commands.tournament import replicas
from tests.vision.checks.test_replica import places
from tests.vision.scripted import naming
from vision.decide.place import Place, Seen

DEALS = {jugada: packs("seed", jugada) for jugada in jugadak(2, 3)}
WANTED = Jugada(1, 3)
ORDER = [card for seat in Seat for card in DEALS[WANTED][seat]]


def told(order: list[Card], wanted: Jugada | None = None) -> tuple[str, bool]:
    return replicas.judged([naming({str(card): 0.97}) for card in order], DEALS, wanted)


def swapped(one: int, other: int) -> list[Card]:
    order = list(ORDER)
    order[one], order[other] = order[other], order[one]
    return order


@pytest.mark.parametrize("wanted", [None, WANTED])
def test_a_replica_as_it_was_dealt(wanted):
    assert told(ORDER, wanted) == ("jugada 0103, as it was dealt", True)


def test_another_jugada():
    assert told(ORDER, Jugada(2, 1)) == ("jugada 0103, not 0201", False)


def test_an_order_that_is_wrong():
    assert told(swapped(0, 1)) == (
        f"jugada 0103: N card 1 is {ORDER[1]}, not {ORDER[0]}; N card 2 is {ORDER[0]}, not {ORDER[1]}",
        False,
    )


def test_a_wrong_card_and_one_that_is_none():
    names = [naming({str(card): 0.97}) for card in ORDER]
    names[39] = naming({}, strange=0.99)
    wrong = replicas.judged(names, DEALS, None)
    assert wrong == (f"jugada 0103: E card 10 is none of the forty, not {ORDER[39]}", False)


def test_packs_at_the_wrong_seats():
    order = [*ORDER[:10], *ORDER[20:30], *ORDER[10:20], *ORDER[30:]]
    assert told(order)[0] == "jugada 0103: the pack of S lies where W's should; the pack of W lies where S's should"


def test_what_is_to_be_looked_at():
    names = [naming({str(card): 0.97}) for card in ORDER]
    names[2] = naming({str(ORDER[2]): 0.4, str(ORDER[3]): 0.5})
    looked = replicas.judged(names, DEALS, None)
    assert looked == (f"jugada 0103, but look at N card 3, which should be {ORDER[2]}", True)


def test_none_of_the_deals():
    assert told(sorted(ORDER, key=str)) == ("none of the deals", False)
    assert told(sorted(ORDER, key=str), WANTED) == ("not jugada 0103", False)


class Looking:
    """A reader that sees the same places in every picture."""

    def __init__(self, places: list[Place], mirrored: bool = False) -> None:
        self._seen = Seen(places, mirrored)

    def seen(self, picture: Any, cards: int) -> Seen:
        return self._seen


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    picture, deals = tmp_path / "replica.png", tmp_path / "deals.jsonl"
    cv2.imwrite(str(picture), np.full((600, 900, 3), 90, np.uint8))

    def run(seen: list[Card], *more: str, lines: str | None = None, mirrored: bool = False) -> tuple[int, str, str]:
        monkeypatch.setattr(replicas.Reader, "shipped", lambda threads: Looking(places(seen), mirrored))
        good = "".join(json.dumps(line_of(jugada, dealt)) + "\n" for jugada, dealt in DEALS.items())
        deals.write_text(good if lines is None else lines)
        status = main(["deals", "check", str(picture), "--deals", str(deals), *more])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_the_command(run):
    assert run(ORDER) == (0, "replica.png: jugada 0103, as it was dealt\n", "")
    assert run(ORDER, "--jugada", "0201") == (1, "replica.png: jugada 0103, not 0201\n", "")
    assert run(ORDER[:39])[:2] == (1, "replica.png: row 4 from the top has 9 cards in sight, not ten\n")
    mirrored = (1, "replica.png: it is mirrored: set the camera to give it as it is\n")
    assert run(ORDER, mirrored=True)[:2] == mirrored


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("", "line 1: no deal is there"),
        ('\n{"jugada": "0101"}', "line 2: a line has a jugada and the packs"),
        (2 * (json.dumps(line_of(WANTED, DEALS[WANTED])) + "\n"), "line 2: jugada 0103 is there twice"),
    ],
)
def test_deals_that_cannot_be_read(run, lines, what):
    status, out, said = run(ORDER, lines=lines)
    assert (status, out) == (1, "")
    assert what in said


def test_a_jugada_that_is_not_there(run):
    status, _, said = run(ORDER, "--jugada", "0909")
    assert status == 1
    assert said.endswith("there is no jugada 0909\n")


def test_what_is_missing(run, tmp_path, capsys):
    nowhere = str(tmp_path / "nowhere")
    assert main(["deals", "check", nowhere, "--deals", nowhere]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert run(ORDER)[0] == 0
    assert main(["deals", "check", str(tmp_path / "replica.png"), "--deals", nowhere]) == 2


def test_a_picture_that_cannot_be_opened_leaves_the_others(run, tmp_path, capsys):
    assert run(ORDER)[0] == 0
    replica, long, deals = tmp_path / "replica.png", f"{'x' * 300}.png", tmp_path / "deals.jsonl"
    assert main(["deals", "check", long, str(replica), "--deals", str(deals)]) == 1
    assert capsys.readouterr() == (
        "replica.png: jugada 0103, as it was dealt\n",
        f"hamarreko deals check: {long}: cannot be opened: File name too long\n",
    )


def test_no_jugada_and_no_games(capsys, tmp_path):
    with pytest.raises(SystemExit) as ended:
        main(["deals", "check", "x", "--deals", "y", "--jugada", "104"])
    assert ended.value.code == 2
    assert main(["deals"]) == 2
    assert "say how many games" in capsys.readouterr().err
