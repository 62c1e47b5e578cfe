"""An attack on everything that optgap says: small instances against oracles that know the truth.

Run ``make attack SECONDS=600 SEED=7``, or ``python benchmarks/attacks.py --smoke`` (seconds, with
the number of the day as its seed).  The generators and oracles in ``benchmarks/attack`` share
nothing with models, heuristics or the checker.  What is false is made smaller as long as it stays
false, and is written to ``build/attack``: an instance file, and the seed, the command, what was
expected and what was found.  The exit code is 1 where anything was found.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

from attack import surroundings
from attack.claims import ATTACKS as CLAIMS
from attack.claims import disagreements, lived_through
from attack.clusters import false_clusters
from attack.draws import DRAWS, document
from attack.fronts import false_fronts, killed_workers
from attack.guarantees import false_guarantees, forged_guarantees
from attack.readings import misread_files

import optgap

FOLDER = Path(__file__).parents[1] / "build" / "attack"
SHRINKING = 60.0  # seconds for one finding

ATTACKS = CLAIMS | {"false_guarantees": false_guarantees}
SEEDED: dict[str, Callable[[int, random.Random], list[str]]] = {
    "lived_through": lived_through,
    "disagreements": lambda seed, rng: disagreements(rng.choice(optgap.problem_names()), seed),
    "false_clusters": false_clusters,
    "false_fronts": false_fronts,
    "forged_guarantees": forged_guarantees,
    "killed_workers": killed_workers,
    "interrupted": surroundings.interrupted,
    "limited": surroundings.limited,
    "full_disks": surroundings.full_disks,
    "folders_of_others": surroundings.folders_of_others,
    "two_batches": surroundings.two_batches,
    "misread_files": misread_files,
}
SHARES = {  # how often each is drawn
    **dict.fromkeys(ATTACKS, 6), "false_outcomes": 20, "lived_through": 5, "disagreements": 8,
    "false_clusters": 8, "false_fronts": 12, "killed_workers": 0.3, "interrupted": 1, "limited": 2,
    "forged_guarantees": 1, "full_disks": 0.7, "folders_of_others": 0.7, "two_batches": 0.2,
    "misread_files": 4,
}  # fmt: skip


def attacked(name: str, given: Any, seed: int) -> list[str]:
    """Return what an attack finds false; what raises is a finding as well."""
    rng = random.Random(f"{name} {seed}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return SEEDED[name](seed, rng) if name in SEEDED else ATTACKS[name](given, rng)
    except Exception as error:
        lines = traceback.format_exception(error)[-3:]
        return [f"{type(error).__name__}: {error}".replace("\n", " ")[:500] + "\n" + "".join(lines)]


def smaller(given: Any, path: tuple[Any, ...] = ()) -> Iterator[Any]:
    """Yield a document without one of its parts, the large ones first."""
    here = reduce(getitem, path, given)
    keys = list(here) if isinstance(here, dict) else list(range(len(here)))
    for key in keys:
        cut = copy.deepcopy(given)
        del reduce(getitem, path, cut)[key]
        yield cut
    for key in keys:
        if isinstance(here[key], (dict, list)):
            yield from smaller(given, (*path, key))


def shrunk(name: str, given: Any, seed: int) -> Any:
    """Return the smallest document found on which the attack still finds something."""
    until = time.monotonic() + SHRINKING
    model, again = optgap.problem_named(given["problem"]).instance, True
    while again and time.monotonic() < until:
        again = False
        for cut in smaller(given):
            if time.monotonic() > until:
                break
            try:
                model.model_validate(cut)
            except Exception:
                continue
            found = attacked(name, cut, seed)
            if found and not found[0].startswith(("KeyError", "IndexError", "ValueError")):
                given, again = cut, True
                break
    return given


def report(number: int, name: str, seed: int, given: Any, found: list[str]) -> None:
    """Print a finding and write it to the folder."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    stem = FOLDER / f"{number:03d}-{name}-{seed}"
    if given is not None:
        stem.with_suffix(".json").write_text(json.dumps(given, indent=1) + "\n")
    head = f"{name}, seed {seed}" + (f", {given['problem']}" if given else "")
    stem.with_suffix(".txt").write_text("\n".join([head, *found]) + "\n")
    print(f"FOUND {head}: {found[0][:700]}  ({stem.name})", flush=True)


def main() -> None:
    """Attack for some seconds; the exit code is 1 where an attack succeeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=int(time.time() // 86400))
    parser.add_argument("--only", default="", help="attacks, separated by commas")
    parser.add_argument("--smoke", action="store_true", help="seconds")
    given = parser.parse_args()
    until = time.monotonic() + (10.0 if given.smoke else given.seconds)
    names = given.only.split(",") if given.only else list(SHARES)
    if unknown := sorted(set(names) - set(SHARES)):
        parser.error(f"no attack {', '.join(unknown)}; there are {', '.join(SHARES)}")
    print(f"seed {given.seed}", flush=True)
    rng, tried, found, round_ = random.Random(given.seed), Counter[str](), 0, 0
    while time.monotonic() < until:
        round_ += 1
        name = rng.choices(names, [SHARES[each] for each in names])[0]
        seed = given.seed * 100_000 + round_
        drawn = None
        if name in ATTACKS:
            problem = rng.choice(list(DRAWS))
            drawn = document(problem, seed)
            try:
                optgap.problem_named(problem).instance.model_validate(drawn)
            except optgap.InputError:
                tried["refused"] += 1
                continue
            tried[problem] += 1
        tried[name] += 1
        false = attacked(name, drawn, seed)
        if false:
            found += 1
            drawn = shrunk(name, drawn, seed) if drawn is not None else None
            report(found, name, seed, drawn, attacked(name, drawn, seed) or false)
    for name, count in sorted(tried.items()):
        print(f"{name:20}{count:8}")
    print(f"{found} findings, seed {given.seed}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
