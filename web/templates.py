"""Jinja2's templates, filled: those of a package's folder `templates`, and of this one's. Texts are said by `say`."""

from __future__ import annotations

from importlib.resources import files

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from words.text import LANGUAGES, Speech


class Templates:
    """The templates of a package, which may extend and import those of this one. `shared` is what all of them know."""

    def __init__(self, package: str, **shared: object) -> None:
        made = Environment(
            loader=ChoiceLoader([PackageLoader(package), PackageLoader("web")]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.globals.update(languages=LANGUAGES, **shared)
        made.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
        self._environment = made

    def filled(self, name: str, say: Speech, /, **values: object) -> Markup:
        """The template of that name as HTML, with these values; what is no HTML among them is escaped."""
        return Markup(self._environment.get_template(name).render(say=say, **values))


def inline(package: str, *names: str) -> Markup:
    """Files of a package's folder `static`, one after the other, to stand as they are within a page."""
    return Markup("\n".join(files(package).joinpath("static", name).read_text("utf-8") for name in names))
