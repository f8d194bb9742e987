"""Compiles the catalogues when hamarreko is built; all else about that stands in pyproject.toml."""

from setuptools import setup
from setuptools.command.build import build


class Build(build):
    """A build that begins with Babel's own command."""

    sub_commands = [("compile_catalog", None), *build.sub_commands]  # noqa: RUF012


setup(cmdclass={"build": Build})
