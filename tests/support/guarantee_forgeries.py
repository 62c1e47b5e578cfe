"""Forge the documents of guarantees: each kind of change makes the document false."""

import copy
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any


def nodes_of(node: Any, kind: str) -> Iterator[Any]:
    """Yield the leaves of a tree (``proofs``), its inner nodes (``row``), or its ``cut`` sides."""
    if kind in node:
        yield node
    for side in ("yes", "no"):
        if side in node:
            yield from nodes_of(node[side], kind)


def _any_proof(document: Any, rng: random.Random) -> list[int]:
    tree = document["certificate"]["tree"]
    leaves = [proof for leaf in nodes_of(tree, "proofs") for proof in leaf["proofs"]]
    cuts = [node["cut"] for node in nodes_of(tree, "cut")]
    return rng.choice([*leaves, *cuts])


def change_multiplier(document: Any, rng: random.Random) -> None:
    proof = _any_proof(document, rng)
    proof[1 + 2 * rng.randrange(len(proof) // 2)] += rng.choice((1, -1, 7, -10))


def move_multiplier(document: Any, rng: random.Random) -> None:
    proof = _any_proof(document, rng)
    proof[2 * rng.randrange(len(proof) // 2)] += rng.choice((1000, -1000))


def drop_multiplier(document: Any, rng: random.Random) -> None:
    del _any_proof(document, rng)[:2]


def drop_proof(document: Any, rng: random.Random) -> None:
    proofs = rng.choice(list(nodes_of(document["certificate"]["tree"], "proofs")))["proofs"]
    del proofs[rng.randrange(len(proofs))]


def add_proof(document: Any, rng: random.Random) -> None:
    proofs = rng.choice(list(nodes_of(document["certificate"]["tree"], "proofs")))["proofs"]
    proofs.append(rng.choice(proofs))


def drop_branch(document: Any, rng: random.Random) -> None:
    nodes = list(nodes_of(document["certificate"]["tree"], "row"))
    node = rng.choice([n for n in nodes if not any("cut" in n[side] for side in ("yes", "no"))])
    other = rng.choice([n["cut"] for n in nodes_of(document["certificate"]["tree"], "cut")] or [[]])
    node[rng.choice(("yes", "no"))] = rng.choice(({"cut": []}, {"cut": other}, {}))


def swap_branches(document: Any, rng: random.Random) -> None:
    node = rng.choice(list(nodes_of(document["certificate"]["tree"], "row")))
    node["yes"], node["no"] = node["no"], node["yes"]


def change_row(document: Any, rng: random.Random) -> None:
    row = rng.choice(list(nodes_of(document["certificate"]["tree"], "row")))["row"]
    row[rng.randrange(len(row))] += rng.choice((1, -1))


def change_strictness(document: Any, rng: random.Random) -> None:
    node = rng.choice(list(nodes_of(document["certificate"]["tree"], "row")))
    node["strict"] = not node["strict"]


def change_decision(document: Any, rng: random.Random) -> None:
    leaf = rng.choice(list(nodes_of(document["certificate"]["tree"], "proofs")))
    leaf["decision"] = rng.choice((None, {}, document["certificate"]["witness"]["point"]))


def scale_ratio(document: Any, rng: random.Random) -> None:
    factor = Fraction(rng.choice([*range(90, 100), *range(101, 120)]), 100)
    keys = ("ratio", "at_least", "at_most")
    document |= {key: str(Fraction(document[key]) * factor) for key in keys}


def change_one_ratio(document: Any, rng: random.Random) -> None:
    document[rng.choice(("ratio", "at_least", "at_most"))] = rng.choice((None, "1", "5/4"))


def change_claim(document: Any, rng: random.Random) -> None:
    key = rng.choice(("sense", "kind", "paths", "problem", "attained", "free", "ray", "method"))
    document[key] = {
        "sense": "maximize",
        "kind": "unbounded",
        "paths": document["paths"] + 1,
        "problem": "placement",
        "attained": not document["attained"],
        "free": [],
        "ray": {"times[0]": "1"},
        "method": "other",
    }[key]


def change_instance(document: Any, rng: random.Random) -> None:
    stated = document["certificate"]["instance"]
    part, change = rng.choice(((document["instance"], {"sha256": "0"}), (stated, {"machines": 3})))
    part |= change


def change_assumptions(document: Any, rng: random.Random) -> None:
    changes: list[Callable[[], Any]] = [
        document["assumptions"].pop,
        lambda: document["assumptions"][-1].update(words="nothing"),
        lambda: document["certificate"]["source"].update(assume=[]),
    ]
    rng.choice(changes)()


def change_method(document: Any, rng: random.Random) -> None:
    source = document["certificate"]["source"]
    source |= rng.choice(({"sha256": ["0" * 64]}, {"method": "auto"}, {"method": "nobody"}))
    document["method"] = source["method"]


def change_worst_instance(document: Any, rng: random.Random) -> None:
    worst = document["worst_instance"]
    changed = {**worst, "times": [time + rng.choice((0, 0, 1, 2, 10)) for time in worst["times"]]}
    document["worst_instance"] = rng.choice((None, {}, {**worst, "machines": 3}, changed, changed))


def change_witness(document: Any, rng: random.Random) -> None:
    witness = document["certificate"]["witness"]
    key = rng.choice(("inside", "point"))
    witness[key][rng.randrange(5)] = rng.choice(("-1", "100", "x", None))


def drop_part(document: Any, rng: random.Random) -> None:
    part = rng.choice((document, document["certificate"], document["certificate"]["witness"]))
    keys = set(part) - {"programs", "seconds"}
    del part[rng.choice(sorted(keys))]


FORGERIES: dict[str, Callable[[Any, random.Random], None]] = {
    forge.__name__: forge
    for forge in (
        *(change_multiplier, move_multiplier, drop_multiplier, drop_proof, add_proof, drop_branch),
        *(swap_branches, change_row, change_strictness, change_decision, scale_ratio),
        *(change_one_ratio, change_claim, change_instance, change_assumptions, change_method),
        *(change_worst_instance, change_witness, drop_part),
    )
}


def forged(document: Any, name: str, seed: int) -> Any:
    """Return a forged copy of a document, in which something has changed."""
    rng = random.Random(f"{name} {seed}")
    while True:
        copied = copy.deepcopy(document)
        FORGERIES[name](copied, rng)
        if copied != document:
            return copied
