"""The texts of the boot configuration, of the kernel's line and of the table of file systems, before and after."""

from __future__ import annotations

import re

BEGIN, END = "# hamarreko begins", "# hamarreko ends"
"""The lines around what is ours in a file that belongs to others."""
_BLOCK = re.compile(rf"^{BEGIN}\n(?:(.*?)^{END}(?:\n|\Z))?", re.DOTALL | re.MULTILINE)
"""Our block; where its end was taken away its first line alone, for nobody knows how much of the rest is ours."""

_OVERLAY = "overlayroot=tmpfs:recurse=0"
_OVERLAY_WORD = re.compile(r"(?:^|(?<=\s))overlayroot=\S*[^\S\n]*")
_COUNTS_MEMORY = "cgroup_enable=memory"
_RTC = re.compile(r"^dtoverlay=i2c-rtc,(\w+)$", re.MULTILINE)
_DETECTS = re.compile(r"^camera_auto_detect=(\d)", re.MULTILINE)


def with_block(text: str, lines: tuple[str, ...]) -> str:
    """A text with our block at its end; without lines it has none."""
    found = _BLOCK.search(text)
    before, after = (text[: found.start()], text[found.end() :]) if found else (text, "")
    # a block that was put behind something has an empty line before it
    bare = (before[:-1] if found and before.endswith("\n\n") else before) + after
    if not lines:
        return bare
    gap = "" if not bare else "\n" if bare.endswith("\n") else "\n\n"
    return "\n".join((f"{bare}{gap}{BEGIN}", *lines, END, ""))


def block_of(text: str) -> str:
    """What stands in our block."""
    found = _BLOCK.search(text)
    return (found and found[1]) or ""


def config_txt(text: str, hertz: int, rtc: str | None) -> str:
    """`config.txt` with the display's bus and the camera switched on, and a clock on that bus where `rtc` names one.

    With `rtc` None a clock that was named before stays, with "none" it goes. Our block is the file's last, for all
    models: of two lines that contradict each other the firmware takes the later.
    """
    clock = _RTC.search(block_of(text))
    if rtc is None and clock:
        rtc = clock[1]
    lines = ["[all]", f"dtparam=i2c_arm=on,i2c_arm_baudrate={hertz}"]
    # where somebody chose a camera by hand it stays
    if not _DETECTS.search(with_block(text, ())):
        lines.append("camera_auto_detect=1")
    if rtc and rtc != "none":
        lines.append(f"dtoverlay=i2c-rtc,{rtc}")
    return with_block(text, tuple(lines))


def camera_is_sought(text: str) -> bool:
    """Whether the firmware looks for the camera by itself."""
    found: list[str] = _DETECTS.findall(text)
    return not found or found[-1] == "1"


def cmdline_txt(text: str, overlay: bool) -> str:
    """The kernel's line with the root under an overlay in memory, or without. Other file systems stay as they are."""
    bare = _OVERLAY_WORD.sub("", text)
    return f"{_OVERLAY} {bare}" if overlay else bare


def counting_memory(text: str, wanted: bool) -> str:
    """The kernel's line with the memory of each service counted, so that it can be limited; or as it was before.

    Raspberry Pi's firmware switches that off, before what the line says: https://github.com/raspberrypi/linux/issues/6980.
    Where somebody else has switched it on already it stays theirs: ours is the first word.
    """
    if not wanted:
        return text.removeprefix(f"{_COUNTS_MEMORY} ")
    return text if _COUNTS_MEMORY in text.split() else f"{_COUNTS_MEMORY} {text}"


def has_overlay(text: str) -> bool:
    """Whether the kernel's line asks for an overlay."""
    return _OVERLAY_WORD.search(text) is not None


def fstab(text: str, uuid: str, folder: str) -> str:
    """The table of file systems with the data partition; whatever was mounted at its folder before is not any more."""
    others = "".join(line for line in text.splitlines(keepends=True) if _mounted_at(line) != folder)
    gap = "" if not others or others.endswith("\n") else "\n"
    return f"{others}{gap}UUID={uuid} {folder} ext4 defaults,noatime,nofail,x-systemd.device-timeout=15s 0 2\n"


def has_partition(text: str, folder: str) -> bool:
    """Whether something is mounted at a folder."""
    return any(_mounted_at(line) == folder for line in text.splitlines())


def _mounted_at(line: str) -> str | None:
    fields = line.split()
    return fields[1] if len(fields) > 1 and not line.lstrip().startswith("#") else None
