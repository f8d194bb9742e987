"""Types what the documentation says into a fresh Debian: `python3 -m tests.docs.fresh_docs bookworm|trixie`.

As root, on Debian with debootstrap; takes some minutes and 3 GB, and is no part of `make test`. On a system where
nothing of this project is, somebody starts the demonstration with the README's first command and then types every block
that a page marks with `<!-- typed -->`, page by page. What docs/install.md says is typed by
`tests.hardware.fresh_debian`. It needs the standard library alone.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Sequence

from tests.hardware.chroot import ROOT, Fresh, go_through, trust_own_certificates
from tests.hardware.fresh_debian import expect, hand_over

FIRST = "docs/README.md"
"""The page that says how to begin."""
_TYPED = re.compile(r"^( *)<!-- typed -->\n\1```sh\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
_ENTER = "cd ~/hamarreko\n"
_AGAIN = f"{_ENTER}. .venv/bin/activate\n"


def typed(source: str) -> list[str]:
    """The blocks of a page that are typed as they stand."""
    return [textwrap.dedent(found[2]) for found in _TYPED.finditer((ROOT / source).read_text("utf-8"))]


def others() -> list[str]:
    """The other pages that have such blocks."""
    pages = sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))
    return [page for page in pages if page != FIRST and typed(page)]


def first_command() -> str:
    """What the README says first."""
    text = (ROOT / "README.md").read_text("utf-8")
    return text.partition("```\n")[2].partition("\n")[0].partition("#")[0].strip()


def make_it_somebodys(fresh: Fresh) -> None:
    """A small Debian with a user who may become root, as most people's is."""
    trust_own_certificates(fresh)
    fresh.write("/etc/dpkg/dpkg.cfg.d/quick", "force-unsafe-io\n")
    fresh.write("/etc/sudoers.d/somebody", "pi ALL=(ALL) NOPASSWD: ALL\n")
    fresh.run("apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends sudo")
    fresh.run("useradd --create-home --shell /bin/bash pi")


def demonstrated(fresh: Fresh) -> None:
    """The README's first command starts the demonstration, and its page answers."""
    command = first_command()
    print(f"README.md: {command}", flush=True)
    expect(command == "make run", "the README begins with make run")
    script = f"""{_ENTER}setsid {command} > ~/said 2>&1 &
table=$!
for _ in $(seq 300); do grep -q "The table is at" ~/said && break; kill -0 $table || break; sleep 1; done
cat ~/said
python3 -c "import re, urllib.request as r
address = re.search('http://[0-9.:]+/', open('$HOME/said').read())[0]
print(r.urlopen(address + 'api/state').read().decode())"
kill -- -$table
wait $table || true
"""
    said = fresh.run(script, "pi")
    expect("The table is at" in said, "it prints the address")
    expect('"score"' in said, "and the page answers there")


def trial(fresh: Fresh) -> None:
    """Type all of it."""
    make_it_somebodys(fresh)
    needed, *rest = typed(FIRST)
    print(f"{FIRST}:\n{needed}", flush=True)
    fresh.run(needed, "pi")
    hand_over(fresh)
    demonstrated(fresh)
    for source, enter, blocks in ((FIRST, _ENTER, rest), *((page, _AGAIN, typed(page)) for page in others())):
        script = "".join(blocks)
        print(f"{source}:\n{script}", flush=True)
        print(textwrap.indent("\n".join(fresh.run(enter + script, "pi").splitlines()[-6:]), "  | "), flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Type all of it; 1 where something is not as the documentation says."""
    return go_through("tests.docs.fresh_docs", __doc__, trial, argv)


if __name__ == "__main__":
    sys.exit(main())
