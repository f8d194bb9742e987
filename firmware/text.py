"""Every text that people read, through one door: the English text is the key that catalogues translate."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGE = "en"
"""The language of the keys themselves."""

_CATALOGUES: Mapping[str, Mapping[str, str]] = {}
"""By language: the text for each English one."""


class Speech:
    """Texts in one language; an English text stands in where a catalogue lacks one."""

    def __init__(self, language: str = LANGUAGE) -> None:
        self.language = language
        self._catalogue = _CATALOGUES.get(language, {})

    def __call__(self, text: str, **values: object) -> str:
        """The text in this language, with `{name}` replaced by the value of that name."""
        said = self._catalogue.get(text, text)
        return said.format(**values) if values else said


english = Speech()
