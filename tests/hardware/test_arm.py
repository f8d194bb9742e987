"""The Arm trial's own parts that need no Arm: what is compared, counted, estimated and put together."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.firmware.devices.oled_bus import SSD1306, I2CBus
from tests.hardware.arm import compare, counted, counting, drivers, emulation, machine, speed, suites, wheels
from tests.hardware.arm.cores import CORES
from tests.hardware.arm.counting import Counts
from tests.hardware.arm.estimate import RATES, Estimate, Rates, estimate
from tests.hardware.arm.shown import PICTURES

ROOT = Path(__file__).resolve().parents[2]


class TestWheels:
    def test_markers_are_those_of_the_other_python(self) -> None:
        lock = (
            "numpy==2.4.6 ; python_full_version < '3.12' \\\n    --hash=sha256:aa \\\n    --hash=sha256:ab\n"
            "numpy==2.5.5 ; python_full_version >= '3.12' \\\n    --hash=sha256:ba\n"
            "colorama==0.4.6 ; sys_platform == 'win32' \\\n    --hash=sha256:ca\n"
        )
        assert list(wheels.pinned(lock, "3.11")) == ["numpy==2.4.6 --hash=sha256:aa --hash=sha256:ab"]
        assert list(wheels.pinned(lock, "3.13")) == ["numpy==2.5.5 --hash=sha256:ba"]

    @pytest.mark.parametrize("python", ["3.11", "3.13"])
    def test_the_locked_packages_are_all_read(self, python: str) -> None:
        entries = list(wheels.pinned((ROOT / "requirements-test.lock").read_text("utf-8"), python))
        names = [entry.split("==")[0] for entry in entries]
        assert {"numpy", "onnxruntime", "opencv-python-headless", "pytest", "gpiozero"} <= set(names)
        assert len(names) == len(set(names))
        assert all("--hash=sha256:" in entry for entry in entries)

    def test_what_is_not_pinned_is_refused(self) -> None:
        with pytest.raises(ValueError, match="numpy"):
            list(wheels.pinned("numpy>=2\n", "3.11"))
        with pytest.raises(ValueError, match="hashes"):
            list(wheels.pinned("numpy==2.4.6\n", "3.11"))

    def test_wheels_for_this_glibc_and_older_ones(self) -> None:
        names = wheels.platforms("2.36")
        assert names[0] == "manylinux_2_36_aarch64"
        assert "manylinux_2_28_aarch64" in names
        assert "manylinux_2_37_aarch64" not in names
        with pytest.raises(ValueError, match=r"2\.12"):
            wheels.platforms("2.12")


def reading(**changed: Any) -> dict[str, Any]:
    quad = [[0.0, 0.0], [10.0, 0.0], [10.0, 20.0], [0.0, 20.0]]
    card = {"card": "12o", "confidence": 0.99, "seat": "N", "quad": quad}
    promised = {"complete": True, "scorable": True}
    return {"image": "a.jpg", **promised, "cards": [card], "doubts": [], "strange": [], "ms": {}} | changed


def lines(*readings: dict[str, Any]) -> list[str]:
    return [json.dumps(each) for each in readings]


class TestCompare:
    def test_alike_but_for_little(self) -> None:
        (card,) = reading()["cards"]
        turned = card["quad"][1:] + card["quad"][:1]
        turned[0] = [10.5, 0.0]
        other = reading(cards=[card | {"confidence": 0.985, "quad": turned}], ms={"total": 900})
        found = compare.compare(lines(reading()), lines(other))
        assert found.differences == ()
        assert (found.pictures, found.cards, found.complete) == (1, 1, 1)
        assert found.confidence == pytest.approx(0.005)
        assert found.corner == pytest.approx(0.5)

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"complete": False}, "complete"),
            ({"scorable": False}, "scorable"),
            ({"cards": []}, "cards with seats"),
            ({"cards": [reading()["cards"][0] | {"seat": "S"}]}, "cards with seats"),
            ({"cards": [reading()["cards"][0] | {"card": "11o"}]}, "cards with seats"),
            ({"cards": [reading()["cards"][0] | {"confidence": 0.97}]}, "0.9900 here, 0.9700 there"),
            ({"doubts": [{"kind": "card", "seat": None}]}, "doubts"),
            ({"strange": [{"kind": "back", "quad": []}]}, "strange"),
            ({"image": "b.jpg"}, "picture"),
        ],
    )
    def test_whatever_differs_is_said(self, changed: dict[str, Any], said: str) -> None:
        found = compare.compare(lines(reading()), lines(reading(**changed)))
        assert len(found.differences) == 1
        assert said in found.differences[0]

    def test_a_card_seen_twice_goes_with_the_one_where_it_lies(self) -> None:
        (card,) = reading()["cards"]
        far = card | {"quad": [[x + 500, y] for x, y in card["quad"]], "confidence": 0.5}
        found = compare.compare(lines(reading(cards=[card, far])), lines(reading(cards=[far, card])))
        assert found.differences == ()
        assert found.cards == 2
        assert found.confidence == found.corner == 0

    def test_lines_that_are_missing_or_none(self) -> None:
        assert compare.compare(lines(reading(), reading()), lines(reading())).differences
        with pytest.raises(ValueError, match="error"):
            compare.compare(['{"image": "a.jpg", "error": "no picture"}'], lines(reading()))

    def test_scores_may_not_differ_at_all(self) -> None:
        assert compare.scores(["a", "b"], ["a", "b"]) == ()
        assert compare.scores(["a", "b"], ["a", "c"]) == ("record 2: b here, c there",)
        assert len(compare.scores(["a"], [])) == 1


class TestSuites:
    def test_all_passed(self) -> None:
        found = suites.counted("....\n1234 passed, 5 skipped in 3671.25s (1:01:11)\n")
        assert found == suites.Counted(1234, 5, (), 3671.25)
        assert str(found) == "1234 passed, 5 skipped, 3671 s"

    def test_what_went_wrong_has_its_name(self) -> None:
        said = "FAILED tests/a.py::test_b - assert\nERROR tests/c.py\n1 failed, 7 passed, 1 error in 9.1s\n"
        assert suites.counted(said).wrong == ("tests/a.py::test_b", "tests/c.py")
        assert suites.counted("2 failed, 7 passed in 9.1s").wrong

    def test_what_is_left_out_is_there(self) -> None:
        for folder, left_out in suites.REST.items():
            assert (ROOT / folder).is_dir()
            for option in left_out:
                file, _, name = option.partition("=")[2].partition("::")
                found = list(ROOT.glob(file))
                assert found, file
                assert all(f"def {name}(" in path.read_text("utf-8") for path in found if name)

    def test_a_run_that_did_not_end(self) -> None:
        with pytest.raises(ValueError, match="Killed"):
            suites.counted("....\nKilled\n")


class TestDrivers:
    def test_a_write_as_the_kernel_tells_it(self) -> None:
        line = "smbus_write: i2c-1 a=03c f=0000 c=0 I2C_BLOCK_DATA l=4 [03-b6-02-10]"
        assert drivers.write(line) == drivers.Write(1, 0x3C, 0, b"\xb6\x02\x10")

    @pytest.mark.parametrize("line", ["", "i2c-1 a=03c f=0000 c=0 I2C_BLOCK_DATA l=4 [03-b6]", "i2c-1 a=03c c=0 BYTE"])
    def test_what_is_no_whole_write(self, line: str) -> None:
        with pytest.raises(ValueError):
            drivers.write(line)

    def said(self, picture: str, spoilt: bool = False) -> dict[str, Any]:
        """What the guest would say of a picture, its bytes made by the real driver."""
        from firmware.devices.oled import Oled

        bus = Listening(x3c=SSD1306())
        Oled(1, open_bus=bus.open).show(PICTURES[picture]())
        writes = bus.writes[:-1] + [bus.writes[-2]] if spoilt else bus.writes
        return {"shown": picture, "controller": "ssd1306", "found": "ssd1306 at 0x3c", "writes": writes}

    def test_bytes_that_make_the_picture(self) -> None:
        (found, _) = drivers.judge([self.said("noise")])
        assert found.right, found.what

    def test_bytes_that_do_not(self) -> None:
        lost = self.said("noise")
        lost["writes"] = lost["writes"][:10] + lost["writes"][11:]
        assert not next(iter(drivers.judge([lost]))).right

    def test_presses(self) -> None:
        pressed = {"pressed": ["ok", "back"], "told": [["ok", False], ["back", False]]}
        assert next(iter(drivers.judge([pressed]))).right
        assert not next(iter(drivers.judge([pressed | {"told": [["ok", False]]}]))).right
        assert not next(
            iter(drivers.judge([{"bounced": "ok", "seconds": 0.004, "told": [["ok", False], ["ok", False]]}]))
        ).right
        assert next(
            iter(drivers.judge([{"held": "last", "seconds": 1, "told": [["last", False], ["last", True]]}]))
        ).right

    def test_a_machine_that_died_half_way(self) -> None:
        assert [found.right for found in drivers.judge([])] == [False]
        assert [found.right for found in drivers.judge([{"wrong": "OSError: no"}, {"done": True}])] == [False, True]


class Listening(I2CBus):
    """A bus that writes down what goes over it as the kernel does."""

    def __init__(self, **chips: SSD1306) -> None:
        super().__init__(**chips)
        self.writes: list[str] = []

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Any) -> None:
        content = bytes((len(data), *data))
        self.writes.append(
            f"i2c-1 a={i2c_addr:03x} f=0000 c={register:x} I2C_BLOCK_DATA l={len(content)} [{content.hex('-')}]"
        )
        super().write_i2c_block_data(i2c_addr, register, data)


class TestMachine:
    def test_an_archive_as_kernels_unpack_it(self) -> None:
        made = machine.archive({"bin": (0o040755, b""), "init": (0o100755, b"#!x\nab")})
        names = []
        place = 0
        while place < len(made):
            assert place % 4 == 0
            assert made[place : place + 6] == b"070701"
            fields = [int(made[place + 6 + 8 * i : place + 14 + 8 * i], 16) for i in range(13)]
            start = place + 110
            name = made[start : start + fields[11] - 1].decode()
            content = start + fields[11] + -(110 + fields[11]) % 4
            names.append((name, fields[1], made[content : content + fields[6]]))
            place = content + fields[6] + -fields[6] % 4
        assert names == [("bin", 0o040755, b""), ("init", 0o100755, b"#!x\nab"), ("TRAILER!!!", 0, b"")]

    def test_what_the_machine_said_among_all_else(self) -> None:
        console = ["[    0.1] boot", 'x{"drivers": {"done": true}}\r', "reboot: Power down"]
        assert list(machine.said(console)) == [{"done": True}]
        with pytest.raises(RuntimeError, match="damaged"):
            list(machine.said(['{"drivers": {"done": tr']))

    def test_programs_of_64_bit_arm_and_no_others(self) -> None:
        _, name, kind, offset, head, mask, interpreter, flags = emulation.entry("/usr/bin/qemu").split(":")
        assert (name, kind, offset, interpreter, flags) == ("hamarreko-aarch64", "M", "", "/usr/bin/qemu", "F")
        wanted, counting_bits = (bytes.fromhex(part.replace("\\x", "")) for part in (head, mask))
        arm = b"\x7fELF\x02\x01\x01\x00" + bytes(8) + b"\x03\x00\xb7\x00"
        pc = b"\x7fELF\x02\x01\x01\x00" + bytes(8) + b"\x03\x00\x3e\x00"
        assert [
            all(a & m == w & m for a, m, w in zip(elf, counting_bits, wanted, strict=True)) for elf in (arm, pc)
        ] == [
            True,
            False,
        ]


class TestEmulation:
    """On a folder in place of the kernel's registry."""

    @pytest.fixture(autouse=True)
    def _qemu(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")

    def test_registered_and_taken_back(self, tmp_path: Path) -> None:
        (tmp_path / "register").touch()
        with emulation.emulated(tmp_path):
            assert (tmp_path / "register").read_text() == emulation.entry("/usr/bin/qemu-aarch64-static")
        assert (tmp_path / "hamarreko-aarch64").read_text() == "-1"

    def test_what_somebody_else_has_taken_back(self, tmp_path: Path) -> None:
        registry = tmp_path / "registry"
        registry.mkdir()
        (registry / "register").touch()
        with emulation.emulated(registry):
            shutil.rmtree(registry)

    def test_what_is_registered_already_stays(self, tmp_path: Path) -> None:
        (tmp_path / "register").touch()
        (tmp_path / "qemu-aarch64").touch()
        with emulation.emulated(tmp_path):
            pass
        assert (tmp_path / "register").read_text() == (tmp_path / "qemu-aarch64").read_text() == ""

    def test_without_qemu(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("shutil.which", lambda name: None)
        with pytest.raises(RuntimeError, match="apt-get install qemu-user-static"), emulation.emulated(tmp_path):
            pass


class TestCounting:
    LINES = ("4 1 0 0 0 0 0 0 0 10 20 5 5 3 1", "2 2 0 0 0 0 0 0 0 10 20 5 5 4 1", "3 5 0 0 0 0 0 7 0 10 30 9 9 6 2")

    def test_lines_of_the_plugin(self) -> None:
        number, counts = counting.marks(self.LINES)[2]
        assert number == 3
        assert (counts.float_multiply, counts.branch, counts.loaded, counts.stored) == (5, 7, 10, 30)
        assert counts.other_vector == 0
        assert counts.other == 0
        assert counts.scalar_memory == 0
        assert (counts.from_memory, counts.to_memory) == (6 * 64, 2 * 64)

    @pytest.mark.parametrize("line", ["", "1 2 3", "1 2 3 4 5 6 7 8 9 x 11", "1 2 3 4 5 6 7 8 9 10 11 12"])
    def test_what_is_no_line(self, line: str) -> None:
        with pytest.raises(ValueError):
            counting.marks([line])

    def test_parts_from_mark_to_mark(self) -> None:
        at = [Counts(other=n) for n in (0, 10, 25, 100, 103, 200)]
        found = list(zip((2, 4, 5, 4, 5, 3), at, strict=True))
        sums = counting.between(found, {"all": 1, "some": 2, "none": 3})
        assert {name: counts.other for name, counts in sums.items()} == {"all": 200, "some": 18, "none": 0}
        assert sums["all"].instructions == 200

    @pytest.mark.parametrize("numbers", [(2,), (3,), (2, 4, 3)])
    def test_parts_that_are_not_whole(self, numbers: tuple[int, ...]) -> None:
        with pytest.raises(ValueError, match="part"):
            counting.between([(number, Counts()) for number in numbers], {"all": 1, "some": 2})

    def test_a_stage_is_marked_while_it_is_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        told: list[int] = []
        monkeypatch.setattr(counted, "mark", told.append)
        stage = counted.Marked("Abc", 3, "upper", "swapcase")
        assert stage.upper() == "ABC"
        assert told == []
        stage.counting = True
        assert (stage.upper(), stage.lower()) == ("ABC", "abc")
        assert told == [6, 7]
        assert stage.swapcase() == "aBC"
        assert told == [6, 7, 6, 7]


class TestEstimate:
    CORE = CORES[0]

    def test_the_busiest_is_the_sooner_bound(self) -> None:
        rates = Rates(width=4, multiplies=2, accesses=2, share=0.5, others=1, memory=10)
        counts = Counts(float_multiply=100, vector_memory=40, other=20, from_memory=0)
        cycle = 1e-9 / self.CORE.gigahertz
        found = estimate(counts, self.CORE, rates)
        assert found.sooner == pytest.approx(50 * cycle)
        assert found.later == pytest.approx((100 + 60) * cycle)

    def test_memory_goes_beside_at_best_and_after_at_worst(self) -> None:
        rates = Rates(width=4, multiplies=2, accesses=2, share=0.5, others=1, memory=1)
        found = estimate(Counts(other=4, from_memory=10**6, to_memory=10**6), self.CORE, rates)
        assert found.sooner == pytest.approx(0.002)
        assert found.later == pytest.approx(0.002 + 4e-9 / self.CORE.gigahertz)

    def test_likely_and_doubt(self) -> None:
        found = Estimate(0.1, 0.4)
        assert found.likely == pytest.approx(0.2)
        assert found.doubt == pytest.approx(2)
        assert found + Estimate(1, 1) == Estimate(1.1, 1.4)

    def test_every_core_has_its_rates_and_its_bounds_in_order(self) -> None:
        some = Counts(1000, 200, 50, 700, 900, 400, 300, 1100, 5000, 3000, 6400, 640)
        for core in CORES:
            found = estimate(some, core, RATES[core.name])
            assert 0 < found.sooner < found.likely < found.later
            whole = speed.whole(core, dict.fromkeys(counted.PARTS, some))
            assert all(0 < each.sooner < each.later and math.isfinite(each.doubt) for each in whole.values())
        assert {core.name for core in CORES} == set(RATES) == set(speed.OUTSIDE)

    def test_what_was_not_counted_is_left_out(self) -> None:
        some = dict.fromkeys(("total", "find", "name", "mark", "keep"), Counts(other=2_000_000))
        of = {CORES[0].name: {**some, "covered": Counts(), "network": Counts()}}
        assert [row[1] for row in speed.work(of)] == list(some)
        assert len(list(speed.estimates(of))) == 3
