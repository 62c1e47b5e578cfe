"""Attacks on conflicts: random instances that are too tight, and forged proofs of conflicts.

Run ``python benchmarks/conflicts.py --conflicts 1000 --forged 1000 --seed 1`` or with ``--smoke``
(seconds).  Every conflict that is called minimal must be so by `verify_proof` alone; what no tree
proves in a minute is counted and called open.  A conflict that lacks a statement has a solution, so
that no proof of it may be accepted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from problem_data import facts_of

import optgap
from optgap.core.files import document_of
from optgap.core.run import Run
from optgap.solvers.conflicts import Conflict, StatedForm, conflict
from optgap.validation.explaining import proofs_of, statements_of
from optgap.validation.judge.verify_proof import Refused, verified

Document = dict[str, Any]
_SLOW = 5.0  # seconds


def less(*places: str) -> Callable[[Document, random.Random], None]:
    """Return what scales the numbers of some fields down; ``machines.capacity`` is of every one."""

    def shrink(document: Document, rng: random.Random) -> None:
        factor = rng.choice([0.1, 0.3, 0.5, 0.7])
        for place in places:
            *path, field = place.split(".")
            for part in document[path[0]] if path else [document]:
                part[field] = scaled(part[field], factor)

    return shrink


def scaled(value: Any, factor: float) -> Any:
    """Return numbers times a factor, whole ones whole."""
    if isinstance(value, list):
        return [scaled(each, factor) for each in value]
    return int(value * factor) if isinstance(value, int) else round(value * factor, 2)


def few_cores(document: Document, rng: random.Random) -> None:
    """Let jobs need as many cores as they can use."""
    for job in document["jobs"]:
        most = job.get("max_cores") or document["cores"]
        job["min_cores"] = rng.randint(0, min(most, document["cores"]))


def required(document: Document, rng: random.Random) -> None:
    """Require jobs of rank 1, and leave them few mips."""
    for job in document["jobs"]:
        job["required"] = job["rank"] == 1 and rng.random() < 0.9
    document["mips"] = round(document["mips"] * rng.choice([0.02, 0.1, 0.3]), 2)


def crowded(document: Document, rng: random.Random) -> None:
    """Let nodes take few PEs."""
    for node in document["nodes"]:
        node["max_pes"] = rng.randint(0, 2)


def moved(document: Document, rng: random.Random) -> None:
    """Take nodes from PEs, and let little change."""
    for pe in document["pes"]:
        gone = pe["nodes"][0]
        if len(pe["nodes"]) > 1 and rng.random() < 0.5:
            pe["nodes"] = pe["nodes"][1:]
            pe["fixed"] = [name for name in pe.get("fixed", ()) if name != gone]
            pe["allowed"] = {n: r for n, r in (pe.get("allowed") or {}).items() if n != gone}
    document[rng.choice(["max_total_change", "max_touched_nodes"])] = 0


def paced(document: Document, rng: random.Random) -> None:
    """Let PEs need the mips of their last breakpoints, on weaker nodes."""
    for pe in (pe for component in document["components"] for pe in component["pes"]):
        pe["min_mips"] = pe["pacing"][rng.choice([0, -1])]
        pe["max_mips"] = None
    less("nodes.mips")(document, rng)


def starved(document: Document, rng: random.Random) -> None:
    """Let queues lend nothing, and give the group one container."""
    document.update(scheduler="capacity", elastic=False, policies=["fifo"], containers=1)


def narrow(document: Document, rng: random.Random) -> None:
    """Raise the least containers of groups."""
    for group in document["groups"]:
        group["lower"] = rng.randint(1, group.get("upper") or document["containers"])


def short(document: Document, rng: random.Random) -> None:
    """Allow no short ticks or days, and have little at the start."""
    document["max_short"] = rng.randint(0, 1)
    document["lead"] = rng.randint(1, 3)
    document[
        "configured" if "allocated" in document and "machine_size" in document else "stock"
    ] = 0


SPECIAL: dict[str, Callable[[Document, random.Random], None]] = {
    "macroq": required,
    "macrow": crowded,
    "microq": paced,
    "microw": moved,
    "queue_config": starved,
    "adaptive_config": narrow,
    "utility": few_cores,
    "utility_course": few_cores,
    "warm_pool": short,
    "cold_stock": short,
}


def tighten(name: str, document: Document, rng: random.Random) -> None:
    """Change the document of a problem's instance so that it may have no plan."""
    facts = facts_of(name)
    for field in facts.get("more", []):
        document[field] = scaled(document[field], 4.0)
    if "less" in facts:
        less(*facts["less"])(document, rng)
    if name in SPECIAL:
        SPECIAL[name](document, rng)


def tight_instances(seed: int) -> Iterator[optgap.Instance]:
    """Yield small random instances of all problems in turn, made too tight."""
    rng = random.Random(seed)
    while True:
        for name in (name for name in optgap.problem_names() if name != "resource_plan"):
            entry = optgap.problem_named(name)
            numbers = np.random.default_rng(rng.randrange(2**31))
            try:
                made = entry.generated(rng.randrange(2**31), **entry.ground.draw(numbers))
                document = json.loads(json.dumps(document_of(made)))
                tighten(name, document, rng)
                yield entry.instance.model_validate(document)
            except optgap.InputError:
                continue  # a draw that makes no instance


def conflicts(seed: int, count: int) -> Iterator[tuple[optgap.Instance, StatedForm, Conflict]]:
    """Yield conflicts of instances that have no plan."""
    for instance in tight_instances(seed):
        if count == 0:
            return
        begun = time.perf_counter()
        found = optgap.explain(instance, time_limit=60)
        if (seconds := time.perf_counter() - begun) > _SLOW:
            print(f"{instance.name}: {seconds:.1f} s, feasible: {found.feasible}", flush=True)
        if not found.feasible:
            count -= 1
            form = statements_of(instance).form
            yield instance, form, conflict(form, Run("minimize", time_limit=60))


def not_minimal(form: StatedForm, found: Conflict) -> str | None:
    """Say what `verify_proof` does not accept of a conflict that is called minimal, if anything."""
    proofs = proofs_of(form, found, ())
    if len(proofs) != 1 + len(found.numbers):
        return f"{len(proofs)} proofs of {len(found.numbers)} statements"
    for name, proof in proofs.items():
        try:
            proven = verified(proof.text.encode(), proof.proof, proof.solution)
        except Refused as refused:
            return f"{name}: {refused}"
        if (name == "conflict") != (proven.objective is None):
            return f"{name}: proves {proven}"
    return None


def forged(form: StatedForm, found: Conflict, rng: random.Random) -> str | None:
    """Say which forged proof `verify_proof` accepts, if it accepts one.

    Without any one of its statements a conflict has a solution: whatever tree says that there is
    none is wrong.  And no point without a statement is a solution of the whole conflict.
    """
    proofs = proofs_of(form, found, ())
    whole = proofs.pop("conflict")
    name, without = rng.choice(list(proofs.items()))
    tree = {**whole.proof, "model_sha256": hashlib.sha256(without.text.encode()).hexdigest()}
    tree = garbled(tree, rng) if rng.random() < 0.7 else tree
    claim = {**without.proof, "model_sha256": whole.sha256}
    forgeries = ((without.text, tree, None), (whole.text, claim, without.solution))
    for text, proof, solution in forgeries:
        if accepted(text, proof, solution):
            return f"{name}: {json.dumps(proof)[:300]}"
    return None


def accepted(text: str, proof: Document, solution: Document | None) -> bool:
    """Return whether `verify_proof` takes a proof for one."""
    try:
        verified(text.encode(), proof, solution)
    except Refused:
        return False
    return True


def garbled(tree: Document, rng: random.Random) -> Document:
    """Return a tree with rows renumbered, multipliers changed, or nodes left out."""
    text = json.dumps(tree["nodes"])
    numbers = [k for k, letter in enumerate(text) if letter.isdigit()]
    for place in rng.sample(numbers, min(len(numbers), rng.randint(0, 3))):
        text = text[:place] + str(rng.randint(1, 9)) + text[place + 1 :]
    nodes = json.loads(text)
    return {**tree, "nodes": nodes[rng.randint(0, 1) :] if len(nodes) > 1 else nodes}


def main() -> None:
    """Attack; the exit code is 1 where a conflict is not minimal or a forged one is accepted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conflicts", type=int, default=1000)
    parser.add_argument("--forged", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smoke", action="store_true", help="a few of each")
    given = parser.parse_args()
    count, forgeries = (15, 30) if given.smoke else (given.conflicts, given.forged)
    rng, wrong, sizes = random.Random(given.seed), list[str](), list[int]()
    begun, slowest, open_ = time.perf_counter(), 0.0, 0
    known: list[tuple[StatedForm, Conflict]] = []
    before = begun
    for instance, form, found in conflicts(given.seed, count):
        now = time.perf_counter()
        slowest, before = max(slowest, now - before), now
        sizes.append(len(found.numbers))
        if not found.minimal:
            open_ += 1
            print(f"{instance.name}: {len(found.numbers)} statements, not proven", flush=True)
            continue
        fault = not_minimal(form, found)
        if fault is None:
            known.append((form, found))
        else:
            wrong.append(f"{instance.name}: {fault}")
            print(wrong[-1], flush=True)
    seconds = time.perf_counter() - begun
    print(f"{count} conflicts of {np.mean(sizes):.1f} statements, {max(sizes)} at most")
    print(f"{open_} not proven; {seconds:.0f} s, {slowest:.1f} s for the slowest")
    for k in range(forgeries):
        fault = forged(*known[k % len(known)], rng)
        if fault is not None:
            wrong.append(f"forged: {fault}")
            print(wrong[-1])
    print(f"{forgeries} forged proofs; {len(wrong)} faults")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
