"""`python -m tests.firmware.soak.scan WAPITI [SECONDS]`: a known scanner at the running page, as a judge's phone.

WAPITI is the program, which `make scan` installs apart. It is given every address of the panel, with the fields of its
forms, and SECONDS for each module at most. It prints what each module came to, as lines for docs/table.md; the exit
status is 1 where something was found, or a module was not done in time.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from starlette.routing import Route

from firmware.panel.app import Panel
from firmware.panel.entry.door import Role
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.scripted import HANDS
from tests.firmware.soak.apart import apart, is_apart
from tests.firmware.soak.box import ADDRESS, PORT, Box, Pass, let_in
from web.gate import COOKIE, TOKEN

MODULES: Final = (
    "backup", "cookieflags", "crlf", "csp", "exec", "file", "htaccess", "http_headers", "ldap", "log4shell",
    "methods", "permanentxss", "redirect", "shellshock", "spring4shell", "sql", "ssrf", "timesql",
    "upload", "xss", "xxe",
)  # fmt: skip
"""Those that need nothing from elsewhere, such as a list of what is wrong with other programs.

Not csrf: it knows tokens among a form's fields alone, and the panel's stands in a header.
"""
HOUR: Final = 3600
_LAUNCHED: Final = re.compile(r"Launching module (\w+)")
_LATE: Final = "Max attack time was reached for module {}"
_ENDLESS: Final = ("/api/events", "/api/changes")
_FORM: Final = re.compile(r'<form[^>]*(?:data-post|action)="(?P<path>[^"{]*)[^>]*>(?P<fields>.*?)</form>', re.DOTALL)
_FIELD: Final = re.compile(r'\bname="(\w+)"')
_PARAMETER: Final = re.compile(r"\{(\w+)(?::\w+)?\}")
_VALUES: Final = {
    "button": "paso", "language": "en", "match": "last", "form": "jsonl", "answer": "yes", "w": "menu", "card": "12o",
}  # fmt: skip
_QUERIES: Final = {"/choose": ("w",), "/picture.jpg": ("outlines",), "/matches": ("before",)}


def fields() -> dict[str, set[str]]:
    """By the address that a form is sent to, the names of its fields."""
    found: dict[str, set[str]] = {}
    for template in files("firmware.panel").joinpath("templates").iterdir():
        for form in _FORM.finditer(template.read_text("utf-8")):
            found.setdefault(form["path"], set()).update(_FIELD.findall(form["fields"]))
    return found


def described(panel: Panel) -> dict[str, Any]:
    """The panel's addresses as a Swagger file."""
    sent, paths = fields(), dict[str, Any]()
    for route in panel.app.routes:
        assert isinstance(route, Route)
        if route.path in _ENDLESS:
            continue
        names = _PARAMETER.findall(route.path)
        posted = "POST" in (route.methods or ())
        told = [("path", name) for name in names]
        told += [("query", name) for name in _QUERIES.get(route.path, ())]
        told += [("formData", name) for name in sorted(sent.get(route.path, ()))] if posted else []
        parameters = [
            {"in": where, "name": name, "type": "string", "default": _VALUES.get(name, "1")} for where, name in told
        ]
        paths[_PARAMETER.sub(r"{\1}", route.path)] = {
            "post" if posted else "get": {"parameters": parameters, "responses": {}}
        }
    return {"swagger": "2.0", "info": {"title": "table", "version": "1"}, "paths": paths}


def scanned(program: str, folder: Path, pass_: Pass, addresses: Path, seconds: int) -> tuple[list[str], Any]:
    """The modules that were not done in their time, and the report."""
    report = folder / "report.json"
    told = subprocess.run(
        [
            program, "-u", f"{ADDRESS}/", "--swagger", str(addresses),
            *(word for path in _ENDLESS for word in ("-x", f"{ADDRESS}{path}")),
            "-m", ",".join(MODULES), "-C", f"{COOKIE}-{PORT}={pass_.cookie}", "-H", f"{TOKEN}: {pass_.token}",
            "-H", f"Origin: {ADDRESS}", "--scope", "folder", "-d", "2", "-t", "60", "--max-scan-time", str(seconds),
            "--max-attack-time", str(seconds), "-f", "json", "-o", str(report), "--flush-session", "--no-bugreport",
        ],
        env={**os.environ, "HOME": str(folder)}, capture_output=True, text=True,
    )  # fmt: skip
    begun = set(_LAUNCHED.findall(told.stdout))
    late = {name for name in MODULES if _LATE.format(name) in told.stdout}
    return sorted(late | (set(MODULES) - begun)), json.loads(report.read_text())


def main(program: str, seconds: int = HOUR) -> int:
    """Runs it; the exit status."""
    if not is_apart():
        return apart("tests.firmware.soak.scan", program, str(seconds))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table = PanelTable(folder / "described", {"hands": HANDS})
        addresses = folder / "addresses.json"
        paths = described(table.panel)
        addresses.write_text(json.dumps(paths))
        table.close()
        data = folder / "data"
        data.mkdir()
        with Box(data, folder / "said"):
            late, report = scanned(program, folder, let_in(data, Role.JUDGE), addresses, seconds)
        crawled = report["infos"]["crawled_pages_nbr"]
        print(f"{date.today()}, {len(paths['paths'])} addresses, {crawled} pages, {len(MODULES)} modules:")
        found = list(_findings(report))
        print("\n".join(f"- {line}" for line in found) or "- nothing found")
        if late:
            print(f"- not done in {seconds} s each: {', '.join(late)}")
        print(f"- lines that the table said: {len((folder / 'said').read_text().splitlines())}")
    return 1 if found or late else 0


def _findings(report: Any) -> Iterator[str]:
    for kind in ("vulnerabilities", "anomalies"):
        for what, ones in report[kind].items():
            yield from dict.fromkeys(f"{what}: {one['info']} ({one['method']} {one['path']})" for one in ones)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:3])))
