"""From drawn tables to `calibration.json`: the posterior and the embedding, fitted, and the risk that may be accepted.

``python -m models.training calibrate``: tables that no network was trained on are drawn, found and looked at once; what
the networks said of each thing is kept under ``runs/evidence``, so that a run that was broken off goes on. The
posterior is fitted to the tables of one seed, to others whose hands hold many cards that are none of the forty, and to
tables of decks that the networks know. The risk is chosen on the tables of a further seed, and lowered until those of
the last one allow it. The embedding is fitted to all but these last. What likeness to a learned deck's cards counts is
fitted to tables of learned decks, with the new posterior. Mirrored pictures are left out: what is read in
them is refused for another reason.
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.measuring.judged import Tally, promised_of, upper_bound
from models.measuring.silent import OWN, table
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import own_deck
from models.scenes.scene import Scene
from models.training.embed import Ends, embed
from models.training.export import export_posterior
from models.training.fit import fit
from models.training.known import known_decks
from models.training.likeness import fit_likeness
from models.training.truth import DECKS, STRANGE, labels, seen_by
from vision.classify.embedding import EMBEDDING
from vision.classify.evidence import Evidence
from vision.decide.posterior import OTHER, POSTERIOR, Calibration, Posterior
from vision.enrolled.known import KNOWN
from vision.enrolled.looks import LIKENESS
from vision.locate.found import Found
from vision.network import CALIBRATION, Network
from vision.picture import Picture
from vision.reader import CARDS_ON_A_TABLE, Reader

TO_FIT, TO_CHOOSE, TO_CONFIRM, OF_STRANGE, OF_KNOWN = 640_001, 640_004, 659_001, 653_001, 652_001
"""Seeds of the tables to fit to, to choose the risk on, to confirm it, and of two further kinds to fit to."""

STRANGE_SHARE = 2
"""To how many other tables there is one whose hands hold many cards that are none of the forty."""

KNOWN_SHARE = 5
"""To how many other tables there is one of a deck that the networks were trained on."""

LEARNED_SHARE = 12
"""To how many tables that the posterior is fitted to there is one learned deck, whose likeness is weighed."""

RISKS = (0.0003, 0.001, 0.002, 0.003, 0.005, 0.01)
"""What is tried, the most careful first; no more than one table in a hundred, by the model's own account."""

MOST_BROKEN = 0.003
"""Share of the tables of which a promise may be broken, by the bound of Clopper and Pearson at 95 %: 0 of 1,000."""


@dataclass(frozen=True, slots=True)
class Table:
    """One drawn table: what it shows in truth, and what the networks said of what was found there.

    `deck`: which it is played with; `features`: of both ends of each thing (n, 2, 496), in half precision.
    """

    number: int
    deck: str
    kind: str
    size: tuple[int, int]
    found: list[Found]
    evidence: Evidence
    features: NDArray[np.float16]
    truth: Scene


@dataclass(frozen=True, slots=True)
class Drawn:
    """Which tables are drawn: those of a seed, with a certain deck and so many strange cards, if either is said."""

    seed: int
    laid: Deck | None = None
    strange: int | None = None


def collect(drawn: Drawn, count: int, folder: Path, workers: int) -> Iterator[Table]:
    """So many drawn tables, those first that these networks saw before, without the mirrored ones."""
    drawn_as = f"{drawn.seed}-{drawn.laid.name}" if drawn.laid else str(drawn.seed)
    folder = folder / f"{drawn_as}-{seen_by()}"
    folder.mkdir(parents=True, exist_ok=True)
    missing = [number for number in range(count) if not (folder / f"{number}.pickle").exists()]
    if missing:
        with Pool(workers) as pool:
            for _ in pool.imap_unordered(partial(_keep, drawn, folder), missing):
                pass
    tables = (pickle.loads((folder / f"{number}.pickle").read_bytes()) for number in range(count))
    return (each for each in tables if not each.truth.mirrored)


def _keep(drawn: Drawn, folder: Path, number: int) -> None:
    cv2.setNumThreads(1)
    path = folder / f"{number}.pickle"
    path.with_suffix(".new").write_bytes(pickle.dumps(_looked_at(drawn, number)))
    path.with_suffix(".new").replace(path)


def _looked_at(drawn: Drawn, number: int) -> Table:
    kind, style, scene = table(number, drawn.seed, DECKS, drawn.laid, drawn.strange)
    deck = drawn.laid.name if drawn.laid else "own" if style == OWN else f"{drawn.seed}-{style}"
    picture = Picture(scene.image)
    found, evidence = _reader().evidence(picture, CARDS_ON_A_TABLE)
    features = _reader().classifier.features(picture.pixels, found).astype(np.float16)
    size = (scene.image.shape[1], scene.image.shape[0])
    blank = np.zeros((1, 1, 3), np.uint8)
    truth = replace(scene, image=blank, label=np.zeros((1, 1), np.int16))
    return Table(number, deck, kind, size, found, evidence, features, truth)


@cache
def _reader() -> Reader:
    return Reader.shipped()


def outcome(tables: Sequence[Table], calibration: Calibration) -> Tally:
    """What would be promised of these tables."""
    reader = replace(_reader(), calibration=calibration)
    tally = Tally()
    for each in tables:
        name = f"{each.kind}-{each.number}"
        tally.add(promised_of(reader.decided(each.found, each.evidence, each.size, name), each.truth), name)
    return tally


def _said(tally: Tally) -> str:
    """In words, with the one-sided bounds of Clopper and Pearson."""
    kept = f"scorable {tally.scorable}, complete {tally.complete}, broken {len(tally.silent)}"
    most = "at most {:.4f} of all, {:.4f} of those promised, {:.4f} of those complete".format(*tally.bounds())
    return f"{tally.count} tables: {kept} ({most}) {' '.join(tally.silent[:8])}"


def calibrate(counts: tuple[int, int, int], known: Sequence[Deck], folder: Path, workers: int, out: Path) -> None:
    """Fit, choose and confirm on so many tables each, and write the files. `known`: decks that the networks were
    trained on."""
    to_fit, to_choose, to_confirm = counts
    fitted_to = [
        *collect(Drawn(TO_FIT), to_fit, folder, workers),
        *collect(Drawn(OF_STRANGE, strange=STRANGE), to_fit // STRANGE_SHARE, folder, workers),
    ]
    for deck in known:
        fitted_to += collect(Drawn(OF_KNOWN, deck), to_fit // KNOWN_SHARE // len(known), folder, workers)
    file = folder / POSTERIOR
    export_posterior(fit([(each.evidence, labels(each.found, each.truth)) for each in fitted_to]), file)
    posterior = file.read_bytes()
    chosen_on = [*collect(Drawn(TO_CHOOSE), to_choose, folder, workers)]
    embedding = embed([ends_of(each) for each in (*fitted_to, *chosen_on)])  # it bears on no promise
    best = chosen(chosen_on, Network(posterior))
    calibration = confirmed([*collect(Drawn(TO_CONFIRM), to_confirm, folder, workers)], best)
    write({EMBEDDING: packed(embedding), POSTERIOR: posterior}, out, calibration.risk)
    likeness(to_fit, folder, workers, out, calibration)
    know(known, workers, out)


def likeness(to_fit: int, folder: Path, workers: int, out: Path, calibration: Calibration) -> None:
    """Fit what likeness to a learned deck's cards counts beside this calibration, and write its file. `to_fit`: tables
    that the posterior is fitted to."""
    write({LIKENESS: packed(fit_likeness(to_fit // LEARNED_SHARE, folder, workers, calibration))}, out)


def know(decks: Sequence[Deck], workers: int, out: Path) -> None:
    """Write the file of how the cards of these decks look, and of the project's own."""
    write({KNOWN: packed(known_decks([*decks, own_deck(480)], workers))}, out)


def ends_of(each: Table) -> Ends:
    """The ends of a table's cards that are in view, eights and nines among them."""
    is_card = labels(each.found, each.truth) != OTHER
    cards, ends = np.nonzero(is_card[:, np.newaxis] & ~np.isnan(each.evidence.ends[..., 0]))
    return Ends(each.features[cards, ends], cards, each.deck)


def chosen(tables: Sequence[Table], posterior: Posterior) -> Calibration:
    """The risk that keeps most promises, of those that the bound on broken ones allows."""
    best, most = Calibration(posterior, RISKS[0]), -1
    for risk in RISKS:
        tally = outcome(tables, Calibration(posterior, risk))
        print(f"risk {risk}: {_said(tally)}", flush=True)
        if not _allowed(tally):
            break
        if tally.scorable + tally.complete > most:
            best, most = Calibration(posterior, risk), tally.scorable + tally.complete
    return best


def confirmed(tables: Sequence[Table], best: Calibration) -> Calibration:
    """The same posterior with the highest risk, up to that of `best`, that these tables allow; else with the lowest."""
    for risk in sorted((risk for risk in RISKS if risk <= best.risk), reverse=True):
        tally = outcome(tables, replace(best, risk=risk))
        print(f"risk {risk}, to confirm it: {_said(tally)}", flush=True)
        if _allowed(tally):
            return replace(best, risk=risk)
    return replace(best, risk=RISKS[0])


def _allowed(tally: Tally) -> bool:
    return upper_bound(len(tally.silent), tally.count) <= MOST_BROKEN


def packed(arrays: Mapping[str, NDArray[np.number]]) -> bytes:
    """What a file of arrays holds; fractions in 32 bits."""
    into = io.BytesIO()
    each = {name: some if some.dtype == np.int8 else some.astype(np.float32) for name, some in arrays.items()}
    np.savez_compressed(into, **each)  # type: ignore[arg-type]
    return into.getvalue()


def write(fitted: Mapping[str, bytes], out: Path, risk: float | None = None) -> None:
    """Put what was `fitted`, by the names of the files, and the risk, if there is another one, beside the networks,
    whose checksums are left as they are."""
    path = out / CALIBRATION
    data = json.loads(path.read_text())
    for name, contents in fitted.items():
        (out / name).write_bytes(contents)
        data["checksums"][name] = hashlib.sha256(contents).hexdigest()
    data["checksums"] = dict(sorted(data["checksums"].items()))
    if risk is not None:
        data["risk"] = risk
    path.write_text(json.dumps(data, indent=2) + "\n")
