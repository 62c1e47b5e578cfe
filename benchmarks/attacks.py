"""Attacks on the truth: long versions of the fuzz in tests/truth.

Run ``python benchmarks/attacks.py --minutes 10 --seed 1`` or with ``--smoke`` (seconds).  Random
small instances in random units are solved by every exact method and engine, which must agree;
mutated instance and solution documents must end in a message; bounds beyond the optimum must be
found out, whatever certificate stands beside them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from typing import Any

import numpy as np

import optgap
from optgap.core.files import document_of

VALUES = [None, True, -1, 0, 1e-9, 1e9, 2**63, 10**400, 1e308, 1e-320, "", "\ud800", [], {}]


def mutated(document: Any, rng: random.Random) -> Any:
    """Return a document with something in it changed or dropped."""
    if isinstance(document, dict) and document and rng.random() < 0.9:
        key, changed = rng.choice(list(document)), dict(document)
        if rng.random() < 0.1:
            del changed[key]
        else:
            changed[key] = mutated(document[key], rng)
        return changed
    if isinstance(document, list) and document and rng.random() < 0.9:
        k = rng.randrange(len(document))
        return [*document[:k], mutated(document[k], rng), *document[k + 1 :]]
    return rng.choice(VALUES)


def drawn(entry: optgap.Problem, rng: random.Random) -> optgap.Instance | None:
    """Return a small random instance of the problem's hunting ground."""
    numbers = np.random.default_rng(rng.randrange(2**31))
    try:
        return entry.generated(rng.randrange(2**31), **entry.ground.draw(numbers))
    except optgap.InputError:
        return None


def disagreement(entry: optgap.Problem, instance: optgap.Instance) -> str | None:
    """Say which exact methods and engines prove different optima, if any do."""
    proven: dict[str, Any] = {}
    for method in entry.methods:
        for solver in method.solvers or (None,):
            if method.kind != "exact" or (method.name, solver) == ("relaxation", "glop"):
                continue
            try:
                outcome = optgap.solve(instance, method.name, solver=solver, time_limit=20)
            except optgap.InputError:
                continue  # CP-SAT refuses numbers that it cannot hold
            if outcome.stopped == "error" and "SCIP error" not in str(outcome.message):
                return f"{method.name}, {solver}: {outcome.message}"
            if outcome.status == "optimal" and outcome.objective is not None:
                proven[f"{method.name}, {solver}"] = outcome.objective
    low, high = min(proven.values(), default=0.0), max(proven.values(), default=0.0)
    return str(proven) if high - low > 1e-6 * max(abs(low), abs(high)) else None


def forged(entry: optgap.Problem, instance: optgap.Instance, rng: random.Random) -> str | None:
    """Say which bound beyond the optimum was accepted beside a certificate, if any was."""
    for method in entry.methods:
        if method.solvers:
            continue
        try:
            outcome = optgap.solve(instance, method.name, time_limit=5)
        except optgap.InputError:
            continue  # plan-a and plan-b need input rows
        if outcome.certificate is None or outcome.bound is None or outcome.objective is None:
            continue
        told = outcome.model_dump(mode="json")
        best = optgap.solve(instance, time_limit=20)
        if best.status != "optimal" or not best.objective:
            return None
        sign = 1 if best.sense == "minimize" else -1
        told["bound"] = best.objective + sign * 0.01 * abs(best.objective)
        told["certificate"] = mutated(told["certificate"], rng)
        try:
            if optgap.check(instance, told).certificate == "valid":
                return json.dumps(told)
        except optgap.InputError:
            continue
    return None


def garbled(entry: optgap.Problem, instance: optgap.Instance, rng: random.Random) -> str | None:
    """Say which mutation ends in anything but a message, if one does."""
    document = mutated(json.loads(json.dumps(document_of(instance))), rng)
    try:
        optgap.solve(entry.instance.model_validate(document), time_limit=5)
    except optgap.InputError:
        return None
    except Exception as error:
        return f"{type(error).__name__}: {error}: {json.dumps(document)[:500]}"
    return None


def main() -> None:
    """Attack for some minutes; the exit code is 1 where an attack succeeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smoke", action="store_true", help="seconds")
    given = parser.parse_args()
    rng = random.Random(given.seed)
    until = time.monotonic() + (10 if given.smoke else 60 * given.minutes)
    tried, found = 0, []
    while time.monotonic() < until:
        entry = optgap.problem(rng.choice(optgap.problem_names()))
        instance = drawn(entry, rng)
        if instance is None:
            continue
        tried += 1
        for attack in (disagreement(entry, instance), forged(entry, instance, rng),
                       garbled(entry, instance, rng)):  # fmt: skip
            if attack is not None:
                found.append(f"{instance.source or instance.name}: {attack}")
                print(found[-1])
    print(f"{tried} instances attacked, {len(found)} attacks succeeded")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
