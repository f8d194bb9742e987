"""The site, built once for all that look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.site.building import Site


@pytest.fixture(scope="session")
def site() -> Site:
    """The pages of this repository."""
    return Site()


@pytest.fixture(scope="session")
def built(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the site was written to."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    site.write(folder)
    return folder
