"""From drawn tables to `calibration.json`: the posterior's weights, fitted, and the risk that may be accepted.

``python -m models.training calibrate``: tables that no network was trained on are drawn, found and looked at once; what
the networks said of each thing is kept under ``runs/evidence``, so that a run that was broken off goes on. The weights
are fitted to the tables of one seed, the risk is chosen on those of a second, and lowered until those of a third allow
it. Mirrored pictures are left out: what is read in them is refused for another reason.
"""

from __future__ import annotations

import json
import pickle
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from models.measuring.judged import Tally, promised_of, upper_bound
from models.measuring.silent import table
from models.scenes.arrays import F64
from models.scenes.scene import Scene
from vision import geometry
from vision.classify.evidence import Evidence
from vision.classify.naming import FORTY
from vision.decide.posterior import EIGHT, NINE, OTHER, ArtTrust, Calibration, MarksTrust, Weights, log_posterior
from vision.locate.found import Found
from vision.picture import Picture
from vision.reader import Reader

SEEDS = (640_001, 640_003, 640_004)
"""Of the tables to fit to, to choose the risk on, and to confirm it."""

RISKS = (0.0003, 0.001, 0.002, 0.003, 0.005, 0.01)
"""What is tried, the most careful first; no more than one table in a hundred, by the model's own account."""

MOST_BROKEN = 0.004
"""Share of the tables of which a promise may be broken, by the bound of Clopper and Pearson at 95 %."""

SAME_CARD = 0.4
"""Share of their union that a found thing has in common with the card that it is."""

START = Weights.of(tomllib.loads((Path(__file__).parent / "prior.toml").read_text("utf-8")))
"""The prior's mean."""

PRECISIONS = (1.0, 1000.0)
"""Of the prior, in the logarithm of shares and scales, for each table's worth of one thing. The second all but keeps
it: what fits all things best, the hopeless ones among them, need not be what takes most tables without an error."""

_SHARES = ("_wrong", "_missing", "_found", "_misprinted")
_POSITIVE = ("_scale", "_second")


@dataclass(frozen=True, slots=True)
class Table:
    """One drawn table: what it shows in truth, and what the networks said of what was found there."""

    number: int
    kind: str
    size: tuple[int, int]
    found: list[Found]
    evidence: Evidence
    labels: NDArray[np.intp]
    truth: Scene


def collect(seed: int, count: int, folder: Path, workers: int) -> Iterator[Table]:
    """So many drawn tables of a seed, those first that were drawn before."""
    folder = folder / str(seed)
    folder.mkdir(parents=True, exist_ok=True)
    missing = [number for number in range(count) if not (folder / f"{number}.pickle").exists()]
    if missing:
        with Pool(workers) as pool:
            for _ in pool.imap_unordered(partial(_keep, seed, folder), missing):
                pass
    for number in range(count):
        yield pickle.loads((folder / f"{number}.pickle").read_bytes())


def _keep(seed: int, folder: Path, number: int) -> None:
    cv2.setNumThreads(1)
    path = folder / f"{number}.pickle"
    path.with_suffix(".new").write_bytes(pickle.dumps(_looked_at(seed, number)))
    path.with_suffix(".new").replace(path)


def _looked_at(seed: int, number: int) -> Table:
    kind, _, scene = table(number, seed)
    picture = Picture(scene.image)
    found, evidence = _reader().evidence(picture)
    size = (scene.image.shape[1], scene.image.shape[0])
    blank = np.zeros((1, 1, 3), np.uint8)
    truth = replace(scene, image=blank, label=np.zeros((1, 1), np.int16))
    return Table(number, kind, size, found, evidence, labels(found, scene), truth)


_READER: list[Reader] = []


def _reader() -> Reader:
    if not _READER:
        _READER.append(Reader.shipped(calibration=Calibration(START, RISKS[0])))
    return _READER[0]


def labels(found: Sequence[Found], scene: Scene) -> NDArray[np.intp]:
    """What each found thing is: an index into FORTY, EIGHT, NINE or OTHER."""
    names = {str(card): i for i, card in enumerate(FORTY)}
    truth = [(card.quad.astype(np.float64), names[card.card]) for card in scene.cards]
    numbered = {"8": EIGHT, "9": NINE}
    truth += [(thing.quad.astype(np.float64), numbered.get(thing.kind[:-1], OTHER)) for thing in scene.strange]
    said = np.full(len(found), OTHER)
    for i, thing in enumerate(found):
        shares = [geometry.iou(thing.corners, corners) for corners, _ in truth]
        if shares and max(shares) > SAME_CARD:
            said[i] = truth[int(np.argmax(shares))][1]
    return said


def fit(tables: Sequence[Table], start: Weights, precision: float) -> Weights:
    """The weights that are likeliest by what the things of these tables are, with a prior around `start`."""
    evidence = Evidence(
        np.concatenate([each.evidence.ends for each in tables]),
        np.concatenate([each.evidence.art for each in tables]),
        np.concatenate([each.evidence.located for each in tables]),
    )
    truth = np.concatenate([each.labels for each in tables])
    begin = _free(start)
    rows = np.arange(len(truth))
    of_table = np.repeat(np.arange(len(tables)), [len(each.labels) for each in tables])

    def cost(values: F64) -> float:
        unlikely = -log_posterior(evidence, _bound(start, values), of_table)[rows, truth].mean()
        return float(unlikely + precision / len(tables) * np.square(values - begin).sum())

    found = minimize(cost, begin, method="L-BFGS-B", options={"maxiter": 120, "maxfun": 1_000_000})
    print(f"precision {precision:g}, fitted to {len(truth)} things: {cost(begin):.5f} -> {found.fun:.5f}", flush=True)
    return _bound(start, found.x)


_MARKS = tuple(field.name for field in fields(MarksTrust))
_ART = tuple(field.name for field in fields(ArtTrust))
_REST = ("other", "eight", "score", "seen", "under")


def _free(weights: Weights) -> F64:
    """The weights as numbers without bounds."""
    of_marks = [_freed(name, getattr(trust, name)) for trust in weights.marks for name in _MARKS]
    of_arts = [_freed(name, getattr(trust, name)) for trust in weights.arts for name in _ART]
    return np.array([*of_marks, *of_arts, *(getattr(weights, name) for name in _REST)])


def _bound(start: Weights, values: F64) -> Weights:
    """The weights that such numbers stand for; those for enrolled decks as they were."""
    left = iter(values.tolist())
    marks = tuple(MarksTrust(*(_held(name, next(left)) for name in _MARKS)) for _ in start.marks)
    arts = tuple(ArtTrust(*(_held(name, next(left)) for name in _ART)) for _ in start.arts)
    return replace(start, marks=marks, arts=arts, **dict(zip(_REST, left, strict=True)))


def _freed(name: str, value: float) -> float:
    if name.endswith(_SHARES):
        return float(np.log(value / (1 - value)))
    return float(np.log(value)) if name.endswith(_POSITIVE) else value


def _held(name: str, value: float) -> float:
    if name.endswith(_SHARES):
        return float(np.clip(1 / (1 + np.exp(-value)), 1e-6, 0.5))
    return float(np.clip(np.exp(value), 0.05, 3.0)) if name.endswith(_POSITIVE) else value


def outcome(tables: Sequence[Table], calibration: Calibration) -> Tally:
    """What would be promised of these tables."""
    reader = _reader().calibrated(calibration)
    tally = Tally()
    for each in tables:
        name = f"{each.kind}-{each.number}"
        tally.add(promised_of(reader.decided(each.found, each.evidence, each.size, name), each.truth), name)
    return tally


def _said(tally: Tally) -> str:
    """In words, with the bound of Clopper and Pearson."""
    most = upper_bound(len(tally.silent), tally.count)
    kept = f"scorable {tally.scorable}, complete {tally.complete}, broken {len(tally.silent)} (at most {most:.4f})"
    return f"{tally.count} tables: {kept} {' '.join(tally.silent[:8])}"


def calibrate(counts: tuple[int, int, int], folder: Path, workers: int, out: Path) -> None:
    """Fit, choose and confirm on so many tables each, and write the file."""
    to_fit, to_choose, to_confirm = (
        [each for each in collect(seed, count, folder, workers) if not each.truth.mirrored]
        for seed, count in zip(SEEDS, counts, strict=True)
    )
    best = chosen(to_choose, [fit(to_fit, START, precision) for precision in PRECISIONS])
    write(confirmed(to_confirm, best), out)


def chosen(tables: Sequence[Table], candidates: Sequence[Weights]) -> Calibration:
    """The weights and the risk that keep most promises, of those that the bound on broken ones allows."""
    best, most = Calibration(candidates[-1], RISKS[0]), -1
    for number, weights in enumerate(candidates):
        for risk in RISKS:
            tally = outcome(tables, Calibration(weights, risk))
            print(f"weights {number}, risk {risk}: {_said(tally)}", flush=True)
            if not _allowed(tally):
                break
            if tally.scorable + tally.complete > most:
                best, most = Calibration(weights, risk), tally.scorable + tally.complete
    return best


def confirmed(tables: Sequence[Table], best: Calibration) -> Calibration:
    """The same weights with the highest risk, up to that of `best`, that these tables allow; else with the lowest."""
    for risk in sorted((risk for risk in RISKS if risk <= best.risk), reverse=True):
        tally = outcome(tables, replace(best, risk=risk))
        print(f"risk {risk}, to confirm it: {_said(tally)}", flush=True)
        if _allowed(tally):
            return replace(best, risk=risk)
    return replace(best, risk=RISKS[0])


def _allowed(tally: Tally) -> bool:
    return upper_bound(len(tally.silent), tally.count) <= MOST_BROKEN


def write(calibration: Calibration, out: Path) -> None:
    """Put the calibration into the file beside the networks, their checksums left as they are."""
    path = out / "calibration.json"
    data = json.loads(path.read_text())
    data["risk"] = calibration.risk
    data["weights"] = _rounded(calibration.weights)
    path.write_text(json.dumps(data, indent=2) + "\n")


def _rounded(weights: Weights) -> dict[str, Any]:
    """The weights as the file holds them."""
    data: dict[str, Any] = json.loads(json.dumps(asdict(weights)), parse_float=lambda text: float(f"{float(text):.6g}"))
    return data
