"""Guarantees beside the oracles, and forged ones, which the verifier must refuse."""

from __future__ import annotations

import json
import random
import runpy
from contextlib import suppress
from math import inf

import optgap
from optgap.heuristics.plain import PLAIN_METHODS
from optgap.validation.guarantees import verify_document
from optgap.validation.judge import Refused

from .claims import ROOT, Document, best_of

FREE = {
    "placement": "latency",
    "cluster_ratio": "groups[].latency",
    "eviction": "residents[].temperature",
}
EACH = 5  # forged documents of each kind


def false_guarantees(document: Document, rng: random.Random) -> list[str]:
    """The worst ratio of a method: no drawn instance exceeds it, and the worst instance has it."""
    free = FREE.get(document["problem"])
    method = rng.choice([m for of, m in PLAIN_METHODS if of == document["problem"]] or ["none"])
    if free is None or len(str(document)) > 500:
        return []
    try:
        proof = optgap.guarantee(document, method, free=free, time_limit=5.0)
    except optgap.InputError:
        return []
    told = json.loads(json.dumps(proof.as_document()))
    worst, ratio = told["worst_instance"], float(proof.at_least or 1000)
    if worst is None:
        return []
    verify_document(told)
    false = {
        f"below {ratio} on {worst}": _ratio(worst, method) < ratio * (1 - 2e-6),
        f"above {ratio}": proof.kind == "exact" and _ratio(document, method) > ratio * (1 + 1e-9),
    }
    return [f"{method}: {words}" for words, is_false in false.items() if is_false]


def _ratio(document: Document, method: str) -> float:
    """Return the ratio of a method's cost to the optimum of the oracle; 0 if there is none."""
    best, cost = best_of(document), optgap.solve(document, method).objective
    return (cost / best if best else inf) if cost else 0.0


def forged_guarantees(seed: int, rng: random.Random) -> list[str]:
    """Forged documents of each kind about longest processing time first."""
    optgap.load_problem(ROOT / "examples" / "makespan.py")
    support = runpy.run_path(str(ROOT / "tests" / "support" / "guarantee_forgeries.py"))
    instance = optgap.generate("makespan", seed, jobs=rng.choice((5, 6)), machines=2)
    told = optgap.guarantee(instance, "lpt", free="times", assume="sorted").as_document()
    found = []
    for kind in support["FORGERIES"]:
        for number in range(seed * EACH, (seed + 1) * EACH):
            with suppress(Refused):
                verify_document(support["forged"](told, kind, number))
                found.append(f"verify accepts {kind} {number}")
    return found
