"""The interface of a release of picamera2, read from its source: names and parameters, without running any of it.

picamera2 needs libcamera, which no registry has, so it cannot be installed for the tests. Its signatures are recorded
instead, and the tests' camera (`picamera2_stand_in`) has none that is not in the record. After an upgrade:

    pip download --no-deps --no-binary :all: --dest build picamera2==0.3.38
    python -m tests.firmware.devices.picamera2_record build/picamera2-0.3.38.tar.gz
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import tarfile
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parents[2] / "data" / "interfaces" / "picamera2.json"
CLASSES = {"Picamera2": "picamera2.py", "CompletedRequest": "request.py"}
"""The classes that the firmware uses, and the file of the package that each stands in."""

Record = dict[str, Any]


def record(version: str, source: Callable[[str], str]) -> Record:
    """What a release has: by class and name either "property" or the parameters. `source` gives a file's text."""
    return {
        "picamera2": version,
        **{name: dict(sorted(_members(name, source(file)))) for name, file in CLASSES.items()},
    }


def signature(parameters: list[list[str]]) -> inspect.Signature:
    """A recorded method's signature. Defaults are there, and are None."""
    return inspect.Signature(
        [
            inspect.Parameter(name, inspect._ParameterKind[kind], default=None if rest else inspect.Parameter.empty)
            for name, kind, *rest in parameters
        ]
    )


def installed() -> Record | None:
    """The record of the picamera2 that is installed here, which is none but on a Raspberry Pi."""
    spec = find_spec("picamera2")
    if spec is None or spec.origin is None:
        return None
    from importlib.metadata import version

    folder = Path(spec.origin).parent
    return record(version("picamera2"), lambda file: (folder / file).read_text("utf-8"))


def of_archive(path: Path) -> Record:
    """The record of a source archive as the registry has it."""
    with tarfile.open(path) as archive:
        top = archive.getnames()[0].split("/")[0]

        def source(file: str) -> str:
            member = archive.extractfile(f"{top}/picamera2/{file}")
            assert member is not None, file
            return member.read().decode("utf-8")

        return record(top.removeprefix("picamera2-"), source)


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What of `old` is not so in `new`, for the members of each class."""
    return [
        f"{name}.{member}: {was} became {new[name].get(member, 'nothing')}"
        for name in CLASSES
        for member, was in old[name].items()
        if new[name].get(member) != was
    ]


def _members(name: str, source: str) -> Iterator[tuple[str, Any]]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and (member.name == "__init__" or member.name[0] != "_"):
                    marks = {ast.unparse(mark) for mark in member.decorator_list}
                    if "overload" not in marks and not any(mark.endswith(".setter") for mark in marks):
                        free = bool(marks & {"property", "classproperty"})
                        yield member.name, "property" if free else _parameters(member.args, "staticmethod" in marks)


def _parameters(args: ast.arguments, static: bool) -> list[list[str]]:
    plain = [(arg.arg, "POSITIONAL_ONLY") for arg in args.posonlyargs]
    plain += [(arg.arg, "POSITIONAL_OR_KEYWORD") for arg in args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + [ast.unparse(default) for default in args.defaults]
    found = [[name, kind, *([said] if said else [])] for (name, kind), said in zip(plain, defaults, strict=True)]
    if args.vararg:
        found.append([args.vararg.arg, "VAR_POSITIONAL"])
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        found.append([arg.arg, "KEYWORD_ONLY", *([ast.unparse(default)] if default else [])])
    if args.kwarg:
        found.append([args.kwarg.arg, "VAR_KEYWORD"])
    return found if static else found[1:]


if __name__ == "__main__":
    made = of_archive(Path(sys.argv[1]))
    for change in changes(json.loads(RECORD.read_text("utf-8")), made) if RECORD.exists() else ():
        print(change)
    lines = json.dumps(made, indent=1).replace("\n    ", " ").replace("\n   ]", " ]")
    RECORD.write_text(f"{lines}\n", encoding="utf-8")
