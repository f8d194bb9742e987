"""The site, built once for all that look at it."""

from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from docs.made import ROOT
from tests.docs.pages import Pages


@pytest.fixture(scope="session")
def site() -> Pages:
    """The pages of this repository."""
    return Pages()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the site was written to."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    make(ROOT, folder)
    return folder


def make(root: Path, folder: Path | None = None) -> None:
    """Write the site of a repository. A warning of MkDocs, as of a link that leads nowhere, is an Abort."""
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(folder or root / "build"))
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build(config)
    finally:
        config.plugins.on_shutdown()
