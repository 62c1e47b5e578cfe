"""A forging campaign: a thousand changes to proofs that hold, and not one false claim accepted.

A change may leave a proof that still proves what it says: a price with room to spare, a tighter
row.  So whatever is accepted is judged by somebody else: small models by trying all points, in
fractions, without a line of the verifier.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from optgap.validation.judge.verify_proof import Proven, Refused, verify

PROOFS = Path(__file__).parents[3] / "data/proofs"
FORGERIES = 1200
FILES = ("model.mps", "solution.json", "proof.json")
# all variables of these are binary, so few that all points can be tried, and trees are not trivial
SUBJECTS = (
    "cluster_ratio-waves",
    "cluster_ratio-three-groups",
    "cluster_ratio-infeasible",
    "cluster_ratio-rising",
    "eviction-hunted-greedy",
    "eviction-hunted-coldest-first",
    "eviction-factors",
    "eviction-two-resources",
    "consolidation-hunted-best-fit",
    "consolidation-hunted-rtcr",
    "utility-hunted-greedy",
    "utility-hunted-threshold",
    "utility-whole-iterations",
    "utility-hunted-fair",
)
Forged = dict[str, str]


@cache
def original(name: str) -> Forged:
    folder = PROOFS / name
    return {file: (folder / file).read_text() for file in FILES if (folder / file).exists()}


# --- a second evaluation, of nothing but the model -----------------------------------------------


@cache
def optimum_by_trying(model: str) -> tuple[bool, Fraction | None]:
    """Return whether the model maximises, and its optimum; ``None`` where nothing is feasible.

    Reads no more of MPS than these binary models have: rows, columns, right-hand sides, bounds.
    """
    section, kinds, sides, bounds = "", {}, {}, {}
    entries: dict[str, dict[str, Fraction]] = {}
    ranges: dict[str, Fraction] = {}
    maximise = False
    for line in model.splitlines():
        words = line.split()
        if not line.startswith(" "):
            section = words[0]
        elif section == "OBJSENSE":
            maximise = words[0] == "MAX"
        elif section == "ROWS":
            kinds[words[1]] = words[0]
        elif section == "COLUMNS" and words[1] != "'MARKER'":
            for row, value in zip(words[1::2], words[2::2], strict=True):
                entries.setdefault(words[0], {})[row] = Fraction(value)
        elif section == "RHS":
            sides[words[1]] = Fraction(words[2])
        elif section == "RANGES":
            ranges[words[1]] = Fraction(words[2])
        elif section == "BOUNDS":
            low, high = bounds.get(words[2], (Fraction(0), Fraction(0)))
            value = Fraction(words[3])
            low = value if words[0] in ("LO", "FX") else low
            high = value if words[0] in ("UP", "FX") else high
            bounds[words[2]] = low, high
    names = list(entries)
    choices = [range(-int(-bounds[name][0] // 1), int(bounds[name][1] // 1) + 1) for name in names]
    objective = next(name for name, kind in kinds.items() if kind == "N")
    values = []
    for point in itertools.product(*choices):
        total = dict.fromkeys(kinds, Fraction(0))
        for name, value in zip(names, point, strict=True):
            if value:
                for row, factor in entries[name].items():
                    total[row] += factor * value
        kept = all(
            _keeps(kind, total[row], sides.get(row, Fraction(0)), ranges.get(row))
            for row, kind in kinds.items()
        )
        if kept:
            values.append(total[objective] - sides.get(objective, 0))
    if not values:
        return maximise, None
    return maximise, max(values) if maximise else min(values)


def _keeps(kind: str, total: Fraction, side: Fraction, width: Fraction | None) -> bool:
    if kind == "E":
        return total == side
    if kind == "L":
        return total <= side and (width is None or total >= side - width)
    return kind == "N" or (total >= side and (width is None or total <= side + width))


def is_true(proven: Proven, model: str) -> bool:
    """Whether what the verifier accepts is so, by trying all points."""
    maximise, best = optimum_by_trying(model)
    if best is None or proven.bound is None:
        return best is None and proven.bound is None
    assert proven.objective is not None
    if maximise:
        return proven.objective <= best <= proven.bound
    return proven.bound <= best <= proven.objective


# --- the changes -------------------------------------------------------------------------------


def with_proof(forged: Forged, change: Callable[[dict[str, Any]], None]) -> Forged:
    document = json.loads(forged["proof.json"])
    change(document)
    return forged | {"proof.json": json.dumps(document)}


def combinations(document: dict[str, Any]) -> list[list[int]]:
    found = [each for each in document["root"] if isinstance(each, list)]
    return found + [each for node in document["nodes"] for each in node[0]]


def a_number(forged: Forged, rng: random.Random) -> Forged:
    """Change a multiplier: its size, its sign, or the row that it is for."""

    def change(document: dict[str, Any]) -> None:
        given = rng.choice(combinations(document) or [[1]])
        k = rng.randrange(len(given))
        given[k] = rng.choice(
            [given[k] + 1, given[k] - 1, -given[k], 0, 2 * given[k], given[k] // 2, 10**30]
        )

    return with_proof(forged, change)


def a_split(forged: Forged, rng: random.Random) -> Forged:
    """Change where a node splits, or make a leaf of it, or a split of a leaf."""

    def change(document: dict[str, Any]) -> None:
        node = rng.choice(document["nodes"])
        if len(node) == 3:
            k = rng.choice((1, 2))
            node[k] += rng.choice((-1, 1))
            if rng.random() < 0.3:
                del node[1:]
        else:
            node += [rng.randrange(3), rng.randrange(-1, 2)]

    return with_proof(forged, change)


def a_node(forged: Forged, rng: random.Random) -> Forged:
    """Drop a node, repeat it, or let two nodes change places."""

    def change(document: dict[str, Any]) -> None:
        nodes = document["nodes"]
        k, other = rng.randrange(len(nodes)), rng.randrange(len(nodes))
        kind = rng.randrange(3)
        if kind == 0:
            del nodes[k]
        elif kind == 1:
            nodes.insert(other, nodes[k])
        else:
            nodes[k], nodes[other] = nodes[other], nodes[k]

    return with_proof(forged, change)


def a_dropped_step(forged: Forged, rng: random.Random) -> Forged:
    """Drop a combination of a node or of the root."""

    def change(document: dict[str, Any]) -> None:
        homes = [document["root"], *(node[0] for node in document["nodes"])]
        home = rng.choice([each for each in homes if each] or [[0]])
        del home[rng.randrange(len(home))]

    return with_proof(forged, change)


def the_bound(forged: Forged, rng: random.Random) -> Forged:
    """Claim another bound, or that nothing is feasible, or a number that is none."""

    def change(document: dict[str, Any]) -> None:
        bound = Fraction(document["bound"] or 0)
        step = rng.choice([Fraction(1), Fraction(1, 7), Fraction(1, 10**12), Fraction(100)])
        document["bound"] = rng.choice(
            [str(bound + step), str(bound - step), None, "1e400", "nan", "1/0", float("inf"), "-0"]
        )

    return with_proof(forged, change)


def another_model(forged: Forged, rng: random.Random) -> Forged:
    """Put the proof beside another instance's model and solution, with the digest made to fit."""
    other = original(rng.choice(SUBJECTS))
    taken = {file: other[file] for file in rng.sample(list(other), rng.randrange(1, len(other)))}
    return fitted(forged | taken) if rng.random() < 0.7 else forged | taken


def a_coefficient(forged: Forged, rng: random.Random) -> Forged:
    """Change a number of the model, with the digest made to fit."""
    lines = forged["model.mps"].split("\n")
    start, end = lines.index("COLUMNS") + 1, lines.index("BOUNDS")
    inside = [k for k in range(start, end) if len(lines[k].split()) == 3]
    k = rng.choice([k for k in inside if "MARKER" not in lines[k]])
    words = lines[k].split()
    value = Fraction(words[2])
    words[2] = rng.choice(
        [str(float(value + 1)), str(float(value - 1)), str(float(-value)), "0.5", "1e400", "nan"]
    )
    lines[k] = "    " + " ".join(words)
    return fitted(forged | {"model.mps": "\n".join(lines)})


def a_side(forged: Forged, rng: random.Random) -> Forged:
    """Turn the sense of the model or of a row, or let a bound go, with the digest made to fit."""
    turns = [
        ("    MIN", "    MAX"),
        (" L ", " G "),
        (" G ", " L "),
        (" E ", " L "),
        (" UP ", " LO "),
    ]
    old, new = rng.choice(turns)
    return fitted(forged | {"model.mps": forged["model.mps"].replace(old, new, 1)})


def a_value(forged: Forged, rng: random.Random) -> Forged:
    """Change a value of the solution."""
    if "solution.json" not in forged:
        return forged | {"solution.json": "{}"}
    document = json.loads(forged["solution.json"])
    name = rng.choice(list(document["values"]) or ["x"])
    document["values"][name] = rng.choice([0, 2, -1, "1/2", "1e400", 1.5, None, [], True])
    if rng.random() < 0.2:
        del document["values"][name]
    return forged | {"solution.json": json.dumps(document)}


def a_byte(forged: Forged, rng: random.Random) -> Forged:
    """Change, drop or double characters of a file, or cut it off."""
    file = rng.choice(list(forged))
    text = forged[file]
    k = rng.randrange(len(text))
    kind = rng.randrange(4)
    if kind == 0:
        text = text[:k] + rng.choice('0123456789-.e[]{}," \x00é') + text[k + 1 :]
    elif kind == 1:
        text = text[:k] + text[k + rng.randrange(1, 9) :]
    elif kind == 2:
        text = text[:k] + text[max(0, k - 9) :]
    else:
        text = text[:k]
    return fitted(forged | {file: text}) if file == "model.mps" else forged | {file: text}


def a_missing_file(forged: Forged, rng: random.Random) -> Forged:
    gone = rng.choice(list(forged))
    return {file: text for file, text in forged.items() if file != gone}


def a_cut(forged: Forged, rng: random.Random) -> Forged:
    """Add a cut that nobody has derived: random multipliers, divisor and mirrored columns."""

    def change(document: dict[str, Any]) -> None:
        rows = forged["model.mps"].count("\n L ") + forged["model.mps"].count("\n E ")
        rows += forged["model.mps"].count("\n G ")
        numbers = sorted(rng.sample(range(rows), min(rows, rng.randrange(1, 4))))
        pairs = [number for r in numbers for number in (r, rng.randrange(-5, 6))]
        cut = {"cut": [0, *pairs], "by": rng.randrange(1, 12), "mirrored": rng.sample(range(3), 2)}
        document["root"].append(cut)
        document["nodes"] = [[[[1, rows, rng.randrange(0, 4)]]]]

    return with_proof(forged, change)


def fitted(forged: Forged) -> Forged:
    """Let the proof name the digest of the model that lies beside it."""
    digest = hashlib.sha256(forged["model.mps"].encode()).hexdigest()
    document = json.loads(forged["proof.json"]) | {"model_sha256": digest}
    return forged | {"proof.json": json.dumps(document)}


CHANGES = (
    a_number,
    a_number,
    a_split,
    a_node,
    a_dropped_step,
    the_bound,
    another_model,
    a_coefficient,
    a_side,
    a_value,
    a_byte,
    a_missing_file,
    a_cut,
)


def test_no_forgery_proves_what_is_false(tmp_path: Path) -> None:
    rng = random.Random(18)
    fates: Counter[str] = Counter()
    for number in range(FORGERIES):
        name = SUBJECTS[number % len(SUBJECTS)]
        change = CHANGES[number % len(CHANGES)]
        forged = change(original(name), rng)
        if forged == original(name):
            fates["unchanged"] += 1
            continue
        for file in FILES:
            (tmp_path / file).unlink(missing_ok=True)
        for file, text in forged.items():
            (tmp_path / file).write_text(text)
        try:
            proven = verify(tmp_path)
        except Refused as refused:
            assert refused.place and refused.reason
            fates["refused"] += 1
            continue
        assert is_true(proven, forged["model.mps"]), (number, change.__name__, name, str(proven))
        fates["valid all the same"] += 1
    assert fates["refused"] + fates["valid all the same"] >= 1000
    assert fates["refused"] >= 700
    assert fates["valid all the same"] >= 30  # the second evaluation has had something to judge


def test_the_second_evaluation_finds_the_optima_and_sees_a_false_claim() -> None:
    for name in SUBJECTS:
        proven = verify(PROOFS / name)
        model = original(name)["model.mps"]
        assert is_true(proven, model)
        if proven.bound is not None:
            false = Proven(
                proven.bound + (-1 if optimum_by_trying(model)[0] else 1),
                *(proven.objective, proven.rows, proven.columns, proven.nodes, proven.cuts, ""),
            )
            assert not is_true(false, model)


@pytest.mark.parametrize("change", sorted(set(CHANGES), key=lambda change: change.__name__))
def test_every_kind_of_change_does_change_something(change: Callable[..., Forged]) -> None:
    rng = random.Random(7)
    made = [change(original(name), rng) for name in SUBJECTS for _ in range(3)]
    assert any(forged != original(SUBJECTS[k // 3]) for k, forged in enumerate(made))
