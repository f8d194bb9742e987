"""A page on which a form was refused: it has again what was sent, so that nobody types anything twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from html.parser import HTMLParser
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from web.answers import Fields

_NOT_TYPED: Final = frozenset({"hidden", "file"})
"""Kinds of input that have on the page what they had before."""
_Edit = tuple[int, int, str]
"""From where on, up to where, and what stands there instead."""


def as_sent(page: str, action: str, sent: Fields) -> str:
    """The page's HTML with what was sent in the fields of the form that it came from, which has that action.

    That form is marked with `data-refused`, and what it is folded away in stands open. Where no form of the page with
    that action could have sent these fields the page stays as it is.
    """
    edits = list[_Edit]()
    folds, tags = list[_Tag](), _Tags(page).found
    for number, tag in enumerate(tags):
        if tag.name == "details":
            folds.append(tag)
        elif tag.name == "/details":
            folds.pop()
        elif tag.name == "form" and tag.attributes.get("action") == action:
            end = next(behind for behind, one in enumerate(tags[number:], number) if one.name == "/form")
            if _could_send(tags[number:end], sent) and (fields := list(_fields(tags[number : end + 1], sent))):
                edits = [one.having("open") for one in folds] + [tag.having("data-refused"), *fields]
    for start, stop, text in reversed(edits):
        page = page[:start] + text + page[stop:]
    return page


class _Tag(NamedTuple):
    """A tag with its attributes, and from where to where it stands. An end tag's name begins with a slash."""

    name: str
    attributes: Mapping[str, str]
    start: int
    stop: int

    def having(self, attribute: str, value: str | None = "") -> _Edit:
        """The same with that attribute of that value, or without it for None."""
        rest = {name: given for name, given in self.attributes.items() if name != attribute}
        given = rest if value is None else rest | {attribute: value}
        written = "".join(f' {name}="{escape(text)}"' for name, text in given.items())
        return self.start, self.stop, f"<{self.name}{written}>"


class _Tags(HTMLParser):
    """The tags of a page as they come."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[_Tag] = []
        self._lines = list(accumulate((len(line) + 1 for line in page.split("\n")), initial=0))
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self._offset()
        read = {name: value or "" for name, value in attrs}
        self.found.append(_Tag(tag, read, start, start + len(self.get_starttag_text() or "")))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(_Tag(f"/{tag}", {}, self._offset(), self._offset()))

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def _could_send(form: Sequence[_Tag], sent: Fields) -> bool:
    """Whether the form has a field for each of what was sent, or the button of that value."""
    named = [(one.name, one.attributes.get("name"), one.attributes.get("value", "")) for one in form]
    fields = {name for tag, name, _ in named if tag != "button"}
    pressed = {(name, value) for tag, name, value in named if tag == "button"}
    return all(name in fields or (name, values[0]) in pressed for name, values in sent.items())


def _fields(form: Sequence[_Tag], sent: Fields) -> Iterator[_Edit]:
    """What changes in the fields that somebody types or chooses in. A box that is not ticked is not sent."""
    name = ""
    for tag, behind in pairwise(form):
        name = tag.attributes.get("name", name)
        kind, value = tag.attributes.get("type"), tag.attributes.get("value", "")
        if kind == "checkbox":
            yield tag.having("checked", "" if value in sent.get(name, ()) else None)
        elif name not in sent or kind in _NOT_TYPED:
            continue
        elif tag.name == "option":
            yield tag.having("selected", "" if value in sent[name] else None)
        elif tag.name == "textarea":
            yield tag.stop, behind.start, f"\n{escape(sent[name][0])}"
        elif tag.name == "input":
            yield tag.having("value", sent[name][0])
