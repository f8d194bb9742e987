"""Which files are pages of the site, in what order, and what they are called there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

PLAYERS: Final = {"eu": "Jolastu", "es": "Jugar", "fr": "Jouer", "en": "Play with it"}
"""What the players' page is called, by its language."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the Markdown file's path in the repository, its name in the site, and its title in the contents.

    On a page with `keys` bold words are the box's buttons and italic ones stand on its display. A `sheet` is made to be
    printed on one sheet of A4.
    """

    source: str
    name: str
    title: str
    language: str = "en"
    keys: bool = False
    sheet: bool = False

    @property
    def file(self) -> str:
        """Its file in the site."""
        return f"{self.name}.html"


HOME: Final = Page("docs/README.md", "index", "Start here")

SECTIONS: Final[tuple[tuple[str, tuple[Page, ...]], ...]] = (
    (
        "A table of your own",
        (
            Page("docs/build.md", "build", "Build it"),
            Page("docs/mount.md", "mount", "Mount it", keys=True),
            Page("docs/install.md", "install", "Install it"),
            Page("docs/fix.md", "fix", "Fix it", keys=True),
            Page("docs/sentences.md", "sentences", "What it says", keys=True),
        ),
    ),
    (
        "Mus with it",
        (
            *(Page(f"docs/play/{code}.md", f"play-{code}", name, code, True, True) for code, name in PLAYERS.items()),
            Page("docs/table.md", "table", "At the table", keys=True),
            Page("docs/judge.md", "judge", "Judge with it", keys=True),
            Page("docs/tournament.md", "tournament", "Run a tournament"),
            Page("docs/glossary.md", "glossary", "Glossary"),
        ),
    ),
    (
        "Make it yours",
        (
            Page("docs/architecture.md", "architecture", "Architecture"),
            Page("docs/change.md", "change", "Change it"),
            Page("docs/engine.md", "engine", "The law by itself"),
            Page("docs/train.md", "train", "Train it", keys=True),
            Page("docs/CONTRIBUTING.md", "contributing", "Contributing"),
        ),
    ),
    (
        "Look it up",
        (
            Page("README.md", "project", "The project"),
            Page("docs/commands.md", "commands", "The commands"),
            Page("docs/figures.md", "figures", "Figures"),
            Page("hardware/README.md", "hardware", "Parts, wiring, prints"),
            Page("docs/optics.md", "optics", "Optics"),
            Page("docs/screens.md", "screens", "The screens"),
            Page("docs/records-json.md", "records-json", "A match as JSON lines"),
            Page("docs/records-text.md", "records-text", "A match as text"),
            Page("docs/journal.md", "journal", "What is kept"),
            Page("docs/soak.md", "soak", "Kills and power cuts"),
            Page("docs/arm.md", "arm", "On 64-bit Arm"),
            Page("docs/speed.md", "speed", "How fast on a Raspberry Pi"),
            Page("models/README.md", "networks", "The networks"),
            Page("models/MODEL_CARD.md", "model-card", "Model card"),
            Page("docs/eyes.md", "eyes", "Reading: what was tried"),
        ),
    ),
)


def sections(root: Path = ROOT) -> tuple[tuple[str, tuple[Page, ...]], ...]:
    """The contents. A page of `docs` that is not named here stands at the end, under its own heading."""
    named = {page.source for _, pages in SECTIONS for page in pages} | {HOME.source}
    others = sorted(path for path in (root / "docs").glob("*.md") if f"docs/{path.name}" not in named)
    title, last = SECTIONS[-1]
    found = tuple(Page(f"docs/{path.name}", path.stem.lower(), _heading(path)) for path in others)
    return (*SECTIONS[:-1], (title, (*last, *found)))


def pages(root: Path = ROOT) -> Iterator[Page]:
    """Every page, the first one first."""
    yield HOME
    for _, some in sections(root):
        yield from some


def _heading(path: Path) -> str:
    lines = path.read_text("utf-8").splitlines()
    return next((line[2:].strip() for line in lines if line.startswith("# ")), path.stem)
