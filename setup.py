"""Compiles the catalogues when hamarreko is built, and leaves out what draws the box; all else is in pyproject.toml."""

from setuptools import setup
from setuptools.command.build import build
from setuptools.command.build_py import build_py


class Build(build):
    """A build that begins with Babel's own command."""

    sub_commands = [("compile_catalog", None), *build.sub_commands]  # noqa: RUF012


class Modules(build_py):
    """Of the box's own room the pins and the installer are part of the program: what draws it runs as a checkout."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        found: list[tuple[str, str, str]] = super().find_package_modules(package, package_dir)
        return [one for one in found if package != "hardware" or one[1] == "__init__"]


setup(cmdclass={"build": Build, "build_py": Modules})
