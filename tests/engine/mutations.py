"""Texts that were a match once: bytes and lines changed, doubled, swapped, cut out; and what a reader makes of them."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.errors import SheetError

ALPHABET = list('NSWE0123456789oceb -.,:;()[]{}"\\\n\t+') + [
    "null",
    "\ud800",
    "é",
    "\x00",
    "\r",
    "\u2028",
    "99999999999",
]


@st.composite
def mutated(draw, text):
    """`text` after a few changes of single characters and whole lines."""
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        at = draw(st.integers(0, max(0, len(text) - 1)))
        line, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        kind = draw(st.sampled_from(["put", "cut", "insert", "double", "swap", "drop", "splice"]))
        if kind == "put":
            text = text[:at] + draw(st.sampled_from(ALPHABET)) + text[at + 1 :]
        elif kind == "insert":
            text = text[:at] + draw(st.sampled_from(ALPHABET)) + text[at:]
        elif kind == "cut":
            text = text[:at] + text[at + draw(st.integers(1, 30)) :]
        else:
            if kind == "double":
                lines.insert(other, lines[line])
            elif kind == "swap":
                lines[line], lines[other] = lines[other], lines[line]
            elif kind == "drop":
                del lines[line]
            else:
                lines[line] = lines[line][: len(lines[line]) // 2] + lines[other][len(lines[other]) // 2 :]
            text = "\n".join(lines)
    return text


def assert_read_back_or_refused(form, text):
    """The text is a match, which is read back as it was, or is refused with one of its lines."""
    try:
        sheet = form.read(text)
    except SheetError as error:
        line = error.line
    else:
        assert form.read(form.write(sheet, sheet.match.header.book())) == sheet
        line = 1
    assert 1 <= line <= text.count("\n") + 1
