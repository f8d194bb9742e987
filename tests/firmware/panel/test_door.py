"""Codes, passes and tokens: who is let in to watch, to play, to judge, and what guessing costs."""

from __future__ import annotations

import os
import stat
import threading
import time
from pathlib import Path

import pytest

from firmware.panel.entry.door import Doors, Invitation, Role, Visitor, keep_key, kept_key
from web.door import Seal, TooManyError, Tries


def codes(doors: Doors) -> dict[Role, str]:
    found = {role: doors.invitation(role) for role in Role}
    return {role: invitation.code for role, invitation in found.items() if invitation}


def network() -> str:
    return "192.168.1.20:8040"


def test_each_code_lets_in_as_what_it_is_for() -> None:
    doors = Doors(address=network)
    assert len(set(codes(doors).values())) == len(Role)
    for role, code in codes(doors).items():
        visitor = doors.enter(f" {code[:3].lower()} {code[3:]} ")
        assert visitor
        assert (visitor.role, visitor.local) == (role, False)
        assert doors.visitor(visitor.pass_) == visitor


def test_a_code_is_not_guessed_however_many_addresses_try() -> None:
    made = [code for _ in range(50) for code in codes(Doors(address=network)).values()]
    all_there_are = len(set("".join(made))) ** len(made[0])
    guesses = 4_000 * 6 * 3600
    assert all_there_are > 10_000 * len(Role) * guesses


def test_a_code_is_read_off_the_display_in_threes() -> None:
    assert Invitation(Role.PLAY, network(), "KQWMTXNBR").grouped == "KQW MTX NBR"


def test_a_pass_is_nobody_elses_and_nobodys_own_work() -> None:
    doors = Doors(address=network)
    visitor = doors.enter(codes(doors)[Role.WATCH])
    assert visitor
    name, signature = visitor.pass_.rsplit(".", 1)
    raised = f"{name.replace('watch', 'judge')}.{signature}"
    other = "B" if signature[0] == "A" else "A"
    for forged in (raised, f"{name}.{other}{signature[1:]}", name, "", "judge.x.", "ñ"):
        assert doors.visitor(forged) is None
    assert Doors(address=network).visitor(visitor.pass_) is None


def test_a_pass_opens_nothing_while_the_table_is_not_on_the_network(tmp_path: Path) -> None:
    doors = Doors(kept_key(tmp_path), network)
    visitor = doors.enter(codes(doors)[Role.JUDGE])
    assert visitor
    assert Doors(kept_key(tmp_path)).visitor(visitor.pass_) is None
    assert Doors(kept_key(tmp_path), network).visitor(visitor.pass_) == visitor


def test_a_token_belongs_to_one_visitor() -> None:
    doors = Doors(address=network)
    one, other = (doors.enter(codes(doors)[Role.PLAY]) for _ in range(2))
    assert one
    assert other
    here = Visitor(Role.JUDGE)
    assert len({doors.token(one), doors.token(other), doors.token(here), Doors().token(here)}) == 4
    assert doors.token(one) == doors.token(one)


@pytest.mark.parametrize(("found", "let_in"), [(None, 10), ("a table", 40)], ids=["wrong", "right"])
def test_codes_that_come_at_once_count_as_those_one_after_the_other(found: str | None, let_in: int) -> None:
    tries, all_try = Tries(), threading.Barrier(40)
    told: list[bool] = []

    def enter() -> str | None:
        time.sleep(0.01)  # a code's hash takes time
        return found

    def one() -> None:
        all_try.wait()
        try:
            tries.entered("a hall behind one address", enter)
            told.append(True)
        except TooManyError:
            told.append(False)

    threads = [threading.Thread(target=one) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told.count(True) == let_in


def test_codes_that_are_right_lock_nobody_out() -> None:
    tries = Tries()
    for _ in range(30):
        assert tries.entered("phone", lambda: "Ane") == "Ane"


def test_wrong_codes_are_counted_whoever_tries_them() -> None:
    now = [0.0]
    doors = Doors(address=network, clock=lambda: now[0])
    right = codes(doors)[Role.JUDGE]
    wrong = next(code for code in map(str, range(100_000, 100_009)) if code not in codes(doors).values())
    for second in range(10):
        now[0] = float(second)
        assert doors.enter(wrong) is None
    with pytest.raises(TooManyError, match="wait a minute"):
        doors.enter(right)
    now[0] = 60.5
    assert doors.enter(right)


def test_new_codes_put_everybody_out() -> None:
    kept: list[bytes] = []
    doors = Doors(b"k" * 32, network, kept.append)
    visitor = doors.enter(codes(doors)[Role.PLAY])
    assert visitor
    before = codes(doors)
    doors.renew()
    assert doors.visitor(visitor.pass_) is None
    assert codes(doors) != before
    assert [len(key) for key in kept] == [32]


def test_who_was_let_in_stays_in_over_a_new_start(tmp_path: Path) -> None:
    before = Doors(kept_key(tmp_path), network)
    visitor = before.enter(codes(before)[Role.JUDGE])
    assert visitor
    after = Doors(kept_key(tmp_path), network)
    assert after.visitor(visitor.pass_) == visitor
    assert codes(after) != codes(before)
    assert stat.S_IMODE(os.stat(tmp_path / "panel-key").st_mode) == 0o600
    (tmp_path / "panel-key").write_bytes(b"short")
    assert len(kept_key(tmp_path)) == 32


def test_who_was_let_in_is_out_the_next_evening(tmp_path: Path) -> None:
    evening, hour = 1_800_000_000.0, 3600
    now = [evening]

    def started() -> Doors:
        return Doors(kept_key(tmp_path), network, now=lambda: now[0])

    doors = started()
    visitor = doors.enter(codes(doors)[Role.JUDGE])
    assert visitor
    for since in (11.9 * hour, -5 * hour):  # a clock that the power cut has put back
        now[0] = evening + since
        assert started().visitor(visitor.pass_) == visitor
    for since in (12 * hour, 24 * hour):
        now[0] = evening + since
        assert started().visitor(visitor.pass_) is None
        assert doors.visitor(visitor.pass_) is None


def test_a_pass_from_before_passes_had_a_time_is_none(tmp_path: Path) -> None:
    assert Doors(kept_key(tmp_path), network).visitor(Seal(kept_key(tmp_path)).sealed("judge.fLmXqVq1Dxk4zQpT")) is None


def test_a_disk_that_refuses_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    keep_key(tmp_path / "file", b"k" * 32)
    assert len(kept_key(tmp_path / "file")) == 32


def test_without_a_network_nobody_is_invited() -> None:
    assert Doors().invitation(Role.PLAY) is None
