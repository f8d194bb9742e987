"""The site as files: every page in one template, with the pictures and the files that the pages point to."""

from __future__ import annotations

import posixpath
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from markdown_it.token import Token

from docs.site.contents import HOME, PLAYERS, ROOT, Page, pages, sections
from docs.site.reading import Document, PageError, markdown, read

_FAR: Final = ("http://", "https://", "mailto:")
_STYLE: Final = "style.css"
_MARKS: Final = (HOME.file, _STYLE, "play-eu.html")
"""The files by which an earlier site is known: all of them, since what is none must not be deleted."""
_PICTURES: Final = (".png", ".jpg", ".svg")
_WORDS: Final = {
    "en": ("Contents", "To the text", "Made from"),
    "es": ("Contenido", "Ir al texto", "Hecho de"),
    "eu": ("Edukia", "Testura joan", "Iturria:"),
    "fr": ("Sommaire", "Aller au texte", "Fait à partir de"),
}
"""What the template says around a page, by the page's language."""


class Site:
    """The pages of a repository, all read, ready to be written."""

    def __init__(self, root: Path = ROOT) -> None:
        """Read every page. PageError where one has something that cannot be shown."""
        self._root = root
        self.pages = tuple(pages(root))
        self.documents: Mapping[str, Document] = {page.source: read(root, page.source) for page in self.pages}
        self._by_source = {page.source: page for page in self.pages}
        self._sections = sections(root)
        self._template = Template(files("docs.site").joinpath("page.html").read_text("utf-8"))
        self._renderer = markdown()

    def write(self, folder: Path) -> None:
        """Write the site into a folder, in the place of an earlier one.

        PageError where a link leads nowhere, or where the folder holds something else.
        """
        if folder.exists() and any(folder.iterdir()) and not all((folder / mark).exists() for mark in _MARKS):
            raise PageError(f"{folder} holds something that is not this site: name another folder, or empty it")
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "images").mkdir(parents=True)
        (folder / "files").mkdir()
        for page in self.pages:
            (folder / page.file).write_text(self._html(page, folder), "utf-8")
        for name in (_STYLE, "icon.svg"):
            (folder / name).write_text(files("docs.site").joinpath(name).read_text("utf-8"), "utf-8")

    def _html(self, page: Page, folder: Path) -> str:
        document = self.documents[page.source]
        shown = replace(document, tokens=_without_comments(document.tokens))
        for token, line in shown.links():
            self._lead(token, document, f"{page.source}, line {line}", folder)
        contents, skip, made = _WORDS[page.language]
        kinds = [kind for kind in ("keys", "sheet") if getattr(page, kind)]
        return self._template.substitute(
            language=page.language,
            title=escape(document.headings[0].text),
            kind=" ".join(kinds),
            body=_in_frames(self._renderer.renderer.render(shown.tokens, self._renderer.options, {})),
            languages=self._languages(page),
            contents=contents,
            skip=skip,
            made=made,
            source=escape(page.source),
            navigation=self._navigation(page),
        )

    def _lead(self, token: Token, document: Document, where: str, folder: Path) -> None:
        """Have a link or picture lead to its place in the site; what it leads to is put there if it is not a page."""
        name = "src" if token.type == "image" else "href"
        target = str(token.attrGet(name) or "")
        if target.startswith(_FAR):
            if token.type == "image":
                raise PageError(f"{where}: {target!r}: a picture from elsewhere; pages stand on their own")
            return
        path, _, anchor = target.partition("#")
        source = posixpath.normpath(posixpath.join(posixpath.dirname(document.source), path)) if path else None
        source = source or document.source
        if f"{source}/README.md" in self._by_source:
            source = f"{source}/README.md"
        if page := self._by_source.get(source):
            if anchor and anchor not in self.documents[source].anchors:
                raise PageError(f"{where}: {target!r}: {source} has no heading {anchor!r}")
            token.attrSet(name, f"{page.file}#{anchor}" if anchor else page.file)
        else:
            token.attrSet(name, self._put(source, where, target, folder))

    def _put(self, source: str, where: str, target: str, folder: Path) -> str:
        """Put a picture, a file or a folder's list of files into the site; where it lies there."""
        path = self._root / source
        if source.startswith("..") or not path.exists():
            raise PageError(f"{where}: {target!r}: there is no {source}")
        if path.suffix in _PICTURES:
            name = source.removeprefix("docs/").replace("/", "-")
            shutil.copyfile(path, folder / "images" / name)
            return f"images/{name}"
        if path.is_dir():
            text = "\n".join(sorted(one.name + "/" * one.is_dir() for one in path.iterdir() if one.name[0] not in "._"))
        else:
            text = path.read_text("utf-8")
        name = f"files/{source.replace('/', '-')}.txt"
        (folder / name).write_text(text, "utf-8")
        return name

    def _navigation(self, page: Page) -> str:
        entries = [_entry(HOME, page)]
        for title, some in self._sections:
            shown = [one for one in some if not one.sheet or one.language == _player_of(page)]
            entries.append(f"<h2>{escape(title)}</h2>")
            entries.append("<ul>")
            entries += [f"<li>{_entry(one, page)}{self._parts(one) if one is page else ''}</li>" for one in shown]
            entries.append("</ul>")
        return "\n".join(entries)

    def _parts(self, page: Page) -> str:
        """The second headings of a page, for the contents."""
        parts = [heading for heading in self.documents[page.source].headings if heading.level == 2]
        items = "".join(f'<li><a href="#{part.anchor}">{escape(part.text)}</a></li>' for part in parts)
        return f"<ul>{items}</ul>" if parts else ""

    def _languages(self, page: Page) -> str:
        """Where the other languages of a page are."""
        others = [one for one in self.pages if one.sheet and one is not page] if page.sheet else []
        return "".join(f'<link rel="alternate" hreflang="{one.language}" href="{one.file}">\n' for one in others)


def _player_of(page: Page) -> str:
    """The language in which the contents of a page name the players' page."""
    return page.language if page.language in PLAYERS else "en"


def _entry(page: Page, current: Page) -> str:
    here = ' aria-current="page"' if page is current else ""
    spoken = "" if page.language == "en" else f' lang="{page.language}"'
    return f'<a href="{page.file}"{here}{spoken}>{escape(page.title)}</a>'


def _without_comments(tokens: Iterable[Token]) -> list[Token]:
    """Copies of the tokens, without what only the files' readers see."""
    kept = [token.copy(attrs=dict(token.attrs)) for token in tokens if token.type not in ("html_block", "html_inline")]
    for token in kept:
        token.children = None if token.children is None else _without_comments(token.children)
    return kept


def _in_frames(html: str) -> str:
    """With every table in a frame of its own, which moves sideways where the table is wider than the page."""
    return html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def build(folder: Path, root: Path = ROOT) -> int:
    """Write the site into a folder; how many pages it has. PageError where something is wrong with one."""
    site = Site(root)
    site.write(folder)
    return len(site.pages)
