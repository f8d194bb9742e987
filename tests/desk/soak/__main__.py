"""`python -m tests.desk.soak [--boxes N] [--rounds N] [--seed N] [--database sqlite|postgresql]`: see the package."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.desk.postgres import postgres
from tests.desk.soak.tournament import Soak


def main() -> None:
    """Soaks a desk on each database, and says what was broken and what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.desk.soak")
    parser.add_argument("--boxes", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    for name in args.database or ("sqlite", "postgresql"):
        with tempfile.TemporaryDirectory(prefix="hamarreko-soak-") as folder:
            if name == "sqlite":
                soak = Soak(f"sqlite:///{folder}/desk.sqlite", Path(folder), args.boxes, args.rounds, args.seed, None)
                _run(name, soak)
                continue
            with postgres() as cluster:

                def kill() -> None:
                    cluster.kill()
                    cluster.start()

                _run(name, Soak(cluster.database(), Path(folder), args.boxes, args.rounds, args.seed, kill))


def _run(name: str, soak: Soak) -> None:
    began = time.monotonic()
    soak.run()
    counts, seconds = soak.counts, time.monotonic() - began
    print(
        f"{name}: {soak.tables} boxes, {soak.rounds} rounds, {soak.received()} events in {seconds:.0f} s; desks killed "
        f"{counts.desks}, databases {counts.databases}, boxes switched off {counts.switched_off}, replaced "
        f"{counts.replaced}: 0 lost, 0 twice, the standings as without faults",
        flush=True,
    )


if __name__ == "__main__":
    main()
