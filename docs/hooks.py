"""What MkDocs does not do by itself: pages that lie outside docs, files that pages point to, pages in other languages.

Every page keeps its place in the repository, so that one link leads right in the site and on a forge.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

OUTSIDE: Final = ("README.md", "hardware/README.md", "models/README.md", "models/MODEL_CARD.md")
"""Pages that do not lie in docs."""

KEYS: Final = (
    "docs/play/",
    "docs/judge",
    "docs/table.md",
    "docs/mount.md",
    "docs/fix.md",
    "docs/sentences.md",
    "docs/train.md",
)
"""How the names of pages begin on which bold words are the box's buttons and italic ones stand on its display."""

_LINK: Final = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
_LANGUAGE: Final = re.compile(r"\b(eu|es|fr)\.md$")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Every file at its place in the repository, and with them those that the pages point to."""
    root = Path(config.config_file_path).parent
    themes = [file for file in files if file.src_dir != config.docs_dir]
    own = {f"docs/{file.src_uri}" for file in files if file.src_dir == config.docs_dir if _shown(file)} | {*OUTSIDE}
    for page in sorted(name for name in own if name.endswith(".md")):
        for link in _LINK.findall((root / page).read_text("utf-8")):
            path = (root / page).parent.joinpath(link).resolve()
            if path.is_file() and path.is_relative_to(root):
                own.add(path.relative_to(root).as_posix())
    return Files([*themes, *(File.generated(config, name, abs_src_path=str(root / name)) for name in sorted(own))])


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The page's text, marked with its language and with whether its bold words are buttons."""
    source = page.file.src_uri
    spoken = _LANGUAGE.search(source)
    kinds = [kind for kind, starts in (("keys", KEYS), ("sheet", ("docs/play/",))) if source.startswith(starts)]
    return f'<div class="{" ".join(kinds)}" lang="{spoken[1] if spoken else "en"}">\n{html}\n</div>'


def _shown(file: File) -> bool:
    return file.is_documentation_page() or Path(file.src_uri).suffix in (".png", ".jpg", ".svg", ".css", ".js")
