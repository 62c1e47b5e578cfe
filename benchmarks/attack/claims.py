"""What optgap says of a small instance, beside what the oracles know: each false word is returned.

An attack takes a document and a random generator and returns sentences; none means that nothing was
false.  It raises nothing but what optgap raises, which is a finding as well.
"""

from __future__ import annotations

import copy
import itertools
import json
import math
import random
import runpy
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import optgap

from .oracles import BEST, MAXIMISED, PLANS

Document = dict[str, Any]
Attack = Callable[[Document, random.Random], list[str]]
CLOSE = 2e-6  # relative; optimal is said within 1e-6
MOST_PLANS = 60_000
ROOT = Path(__file__).parents[2]


def is_maximised(document: Document) -> bool:
    """Return whether more is better."""
    sums = document["problem"] == "utility" and document.get("objective") == "max-sum"
    return sums or document["problem"] in MAXIMISED


def close(one: float, other: float) -> bool:
    """Return whether two values are one."""
    return math.isclose(one, other, rel_tol=CLOSE, abs_tol=1e-9 * max(1.0, abs(other)))


def best_of(document: Document) -> Any:
    """Return the optimum, or the front of a problem with several objectives; None if infeasible."""
    problem = document["problem"]
    if problem in BEST:
        return BEST[problem](document)
    values = [value for _, value in itertools.islice(PLANS[problem](document), MOST_PLANS)]
    if not values:
        return None
    if isinstance(values[0], tuple):
        return nondominated(values)
    return max(values) if is_maximised(document) else min(values)


def nondominated(points: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Return the distinct points that no other is at least as good as, everywhere."""
    distinct = sorted(set(points))
    return [
        point
        for point in distinct
        if not any(
            other != point and all(o <= p for o, p in zip(other, point, strict=True))
            for other in distinct
        )
    ]


def methods_of(document: Document) -> Iterator[tuple[str, str | None]]:
    """Yield the methods of a problem, exact ones with each solver that they take."""
    for method in optgap.problem_named(document["problem"]).methods:
        solvers = [s for s in method.solvers or (None,) if s not in ("glop", "pdlp", "cp-sat")]
        for solver in solvers:
            yield method.name, solver


def false_outcomes(document: Document, rng: random.Random) -> list[str]:
    """Every method: status, objective, bound, front, and what check says of the outcome."""
    truth, found = best_of(document), []
    pairs = list(methods_of(document))
    for method, solver in rng.sample(pairs, min(len(pairs), 7)):
        limit = rng.choice([None, None, 20.0, 0.0, 0.02])
        try:
            outcome = optgap.solve(document, method, solver=solver, time_limit=limit, seed=1)
        except optgap.InputError:
            continue  # a method that refuses such an instance says so
        label = f"solve --method {method} --solver {solver} --time-limit {limit}"
        false = [*_false_words(document, outcome, truth)]
        if outcome.stopped == "error":
            false.append(f"error: {outcome.message}")
        told = optgap.check(document, outcome)
        false += [f"check refuses: {violation}" for violation in told.violations]
        found += [f"{label}: {words}" for words in false]
    return found


def _false_words(document: Document, outcome: Any, truth: Any) -> Iterator[str]:
    sign = -1 if is_maximised(document) else 1
    if outcome.status == "infeasible" and truth is not None:
        yield f"infeasible, expected {truth}"
    if isinstance(truth, list):
        points = [tuple(p.objectives.values()) for p in outcome.front or ()]
        yield from _false_front(points, truth, complete=bool(outcome.front_complete))
        return
    if truth is None:
        if outcome.decision is not None:
            yield f"a decision {outcome.decision}, expected infeasible"
        return
    if outcome.objective is not None:
        if sign * outcome.objective < sign * truth and not close(outcome.objective, truth):
            yield f"objective {outcome.objective}, expected nothing better than {truth}"
        if outcome.status == "optimal" and not close(outcome.objective, truth):
            yield f"optimal {outcome.objective}, expected {truth}"
    bound = outcome.bound
    if bound is not None and sign * bound > sign * truth and not close(bound, truth):
        yield f"bound {bound} ({outcome.bound_kind}), expected nothing beyond {truth}"


def _false_front(points: list[Any], truth: list[Any], *, complete: bool) -> Iterator[str]:
    def same(one: Any, other: Any) -> bool:
        return all(close(a, b) for a, b in zip(one, other, strict=True))

    for point in points:
        worse = (all(t <= p for t, p in zip(true, point, strict=True)) for true in truth)
        if not any(same(point, true) for true in truth) and not any(worse):
            yield f"point {point}, expected none beyond {truth}"
    if complete:
        missing = [true for true in truth if not any(same(point, true) for point in points)]
        beyond = [p for p in points if not any(same(p, true) for true in truth)]
        if missing or beyond:
            yield f"a complete front {points}, expected {truth}"


def false_pools(document: Document, rng: random.Random) -> list[str]:
    """The K best decisions, where every decision is one of a kind."""
    problem = document["problem"]
    if problem not in ("placement", "cluster_ratio", "eviction", "utility", "macroq"):
        return []
    values = sorted(value for _, value in PLANS[problem](document))
    if is_maximised(document):
        values.reverse()
    count = rng.randint(1, 5)
    try:
        outcome = optgap.pool(document, count)
    except optgap.InputError:
        return []
    found = [entry.objective for entry in outcome.pool or ()]
    if not values:
        return [f"solve --pool {count}: {found}, expected none"] if found else []
    expected = values[:count]
    if len(found) != len(expected) or not all(map(close, found, expected)):
        if outcome.message and "time" in outcome.message:
            return []
        return [f"solve --pool {count}: {found}, expected {expected}: {outcome.message}"]
    unique = outcome.details.get("unique")
    alone = len(values) == 1 or not close(values[0], values[1])
    if unique is not None and unique != alone:
        return [f"solve --pool {count}: unique {unique}, expected {alone}: {values[:3]}"]
    return []


def false_explanations(document: Document, rng: random.Random) -> list[str]:
    """A conflict where there is a plan, or none where there is no plan."""
    truth = best_of(document)
    try:
        told = optgap.explain(document, time_limit=20.0)
    except optgap.InputError:
        return []
    except TimeoutError as error:
        return [f"explain: {error}"]
    if told.feasible != (truth is not None):
        return [f"explain: feasible {told.feasible}, expected {truth is not None}: {told.headline}"]
    if not told.feasible and (not told.conflict or told.proven is False):
        return [f"explain: proven {told.proven}, a conflict of {told.size}, expected a proof"]
    return []


SWEPT = {
    "consolidation": ("migration_budget", (0.0, 1.0, 2.0, 3.0)),
    "cluster_ratio": ("containers", (3.0, 5.0, 8.0)),
    "utility": ("cores", (2.0, 4.0, 6.0)),
    "macroq": ("mips", (5.0, 9.5, 14.0)),
    "warm_pool": ("max_short", (0.0, 1.0, 2.0)),
    "cold_stock": ("max_short", (0.0, 1.0, 2.0)),
    "stage": ("max_per_machine", (1.0, 2.0)),
    "microw": ("max_total_change", (100.0, 400.0, 900.0)),
}


def false_sweeps(document: Document, rng: random.Random) -> list[str]:
    """The optimum, the bound and the line at each value of a field."""
    if document["problem"] not in SWEPT:
        return []
    field, values = SWEPT[document["problem"]]
    priced = rng.random() < 0.6
    try:
        rows = optgap.sweep(document, field, values, prices=priced)
    except optgap.InputError:
        return []
    sign, found = (-1 if is_maximised(document) else 1), []
    whole = field in ("containers", "cores", "max_short", "max_per_machine")
    truths = [best_of({**document, field: int(v) if whole else v}) for v in values]
    for row, truth in zip(rows, truths, strict=True):
        for name, outcome in row.outcomes.items():
            words = _false_words({**document, field: row.value}, outcome, truth)
            found += [f"sweep {field}={row.value:g} {name}: {each}" for each in words]
        if row.price is None or isinstance(truth, list):
            continue
        for value, other in zip(values, truths, strict=True):
            if other is None or not row.price.first <= value <= row.price.last:
                continue
            line = float(row.price.at(value))
            if sign * line > sign * other and not close(line, other):
                found.append(f"sweep --prices {field}: line {line} at {value}, expected {other}")
    return found


_ODD = (None, True, -1, 0, 1e-9, 1e300, 2**63, "", "x", [], {}, [[]], float("1e22"))


def mutated(value: Any, rng: random.Random) -> Any:
    """Return plain data with one part of it changed, doubled or dropped."""
    if isinstance(value, dict) and value and rng.random() < 0.92:
        key, changed = rng.choice(list(value)), dict(value)
        if rng.random() < 0.08:
            del changed[key]
        else:
            changed[key] = mutated(value[key], rng)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.92:
        k = rng.randrange(len(value))
        if rng.random() < 0.1:
            return [*value[:k], *value[k + 1 :]] if rng.random() < 0.5 else [*value, value[k]]
        return [*value[:k], mutated(value[k], rng), *value[k + 1 :]]
    if isinstance(value, (int, float)) and not isinstance(value, bool) and rng.random() < 0.6:
        return rng.choice([value + 1, value * 1.01, value * 0.99, -value, value / 2])
    return rng.choice(_ODD)


def false_documents(document: Document, rng: random.Random) -> list[str]:
    """A changed solution document that check accepts must claim nothing false."""
    truth, found = best_of(document), []
    method = rng.choice([m.name for m in optgap.problem_named(document["problem"]).methods])
    try:
        told = optgap.solve(document, method, time_limit=20.0).model_dump(mode="json")
    except optgap.InputError:
        return []
    for _ in range(12):
        forged = mutated(copy.deepcopy(told), rng)
        if not isinstance(forged, dict):
            continue
        try:
            verdict = optgap.check(document, forged)
        except optgap.InputError:
            continue
        if verdict.violations:
            continue
        found += [
            f"check accepts {json.dumps(forged)[:600]}: {words}"
            for words in _accepted_lies(document, forged, verdict, truth)
        ]
    return found


def _accepted_lies(document: Document, forged: Any, verdict: Any, truth: Any) -> Iterator[str]:
    sign = -1 if is_maximised(document) else 1
    unchecked = " ".join(verdict.unchecked)
    if isinstance(truth, list) or document["problem"] in BEST:
        return
    values = {json.dumps(d, sort_keys=True): v for d, v in PLANS[document["problem"]](document)}
    objective, bound = forged.get("objective"), forged.get("bound")
    key = json.dumps(forged.get("decision"), sort_keys=True)
    if objective is not None and key in values and not close(objective, values[key]):
        yield f"objective {objective}, expected {values[key]}"
    if forged.get("status") == "infeasible" and truth is not None and "infeasible" not in unchecked:
        yield f"infeasible, expected {truth}"
    checked = bound is not None and truth is not None and "bound" not in unchecked
    if checked and sign * bound > sign * truth and not close(bound, truth):
        yield f"bound {bound}, expected nothing beyond {truth}"


def false_proofs(document: Document, rng: random.Random) -> list[str]:
    """A proof states the truth and verifies; with a number changed it does so or is refused."""
    truth = best_of(document)
    if isinstance(truth, list):
        return []
    with tempfile.TemporaryDirectory() as place:
        folder, found = Path(place) / "proof", []
        try:
            optgap.prove(document, folder, time_limit=20.0)
            found += _false_statement(optgap.verify(folder), document, truth)
        except (optgap.InputError, TimeoutError):
            return []
        files = sorted(path for path in folder.rglob("*.json") if path.name != "instance.json")
        for path in files:
            before = path.read_text()
            after = mutated(json.loads(before), rng)
            path.write_text(json.dumps(after))
            try:
                told = _false_statement(optgap.verify(folder), document, truth)
                found += [
                    f"changed {path.name}, {json.dumps(after)[:300]}: {each}" for each in told
                ]
            except (optgap.InputError, TimeoutError):
                pass
            path.write_text(before)
    return [f"prove, verify: {words}" for words in found]


def _false_statement(verified: Any, document: Document, truth: Any) -> Iterator[str]:
    told, sign = verified.as_document(), -1 if is_maximised(document) else 1
    if not told["valid"]:
        return
    if told["infeasible"]:
        if truth is not None:
            yield f"{told['proven']}, expected {truth}"
    elif truth is None:
        if told["bound"] is None:
            yield f"{told['proven']}, expected infeasible"
    elif told["bound"] is not None:
        bound = told["bound"]
        if sign * bound > sign * truth and not close(bound, truth):
            yield f"{told['proven']}: bound {bound}, expected nothing beyond {truth}"


def unsteady(document: Document, rng: random.Random) -> list[str]:
    """The same seed gives the same answer, with one thread and with several."""
    method, solver = rng.choice(list(methods_of(document)))
    try:
        one = optgap.solve(document, method, solver=solver, seed=5, threads=1)
        two = optgap.solve(document, method, solver=solver, seed=5, threads=1)
    except optgap.InputError:
        return []
    if (one.decision, one.bound) != (two.decision, two.bound):
        return [f"solve --method {method} --solver {solver} --seed 5 --threads 1, twice: "
                f"{one.decision}, {one.bound} and {two.decision}, {two.bound}"]  # fmt: skip
    return []


def lived_through(seed: int, rng: random.Random) -> list[str]:
    """adaptive_config with two queues in each group, with tuning and without, and queue_config.

    The oracle is the simulator of the tests, which shares no code with methods or judge.
    """
    oracle = runpy.run_path(str(ROOT / "tests" / "truth" / "test_adaptive_oracle.py"))
    tuned = rng.random() < 0.5
    groups = 1 if tuned and rng.random() < 0.5 else 2
    instance = oracle["draw_instance"](seed, groups=groups, interval=4.0 if tuned else None)
    plans = list(itertools.islice(oracle["plans"](instance), 4000))
    if not tuned:
        return _best_plan(oracle, instance, plans)
    found, best = [], math.inf
    for _ in range(60):
        course = [{"at": 4.0 * k, "groups": rng.choice(plans)} for k in range(5)] if plans else []
        best = min(best, oracle["value"](instance, course)) if plans else best
    for method in ("hindsight", "adapt", "static-ratio", "rrs-dp"):
        try:
            outcome = optgap.solve(instance, method, time_limit=10.0)
        except optgap.InputError:
            continue
        if outcome.stopped == "error":
            found.append(f"{method} on {instance.name}: {outcome.message}")
        if outcome.bound is not None and outcome.bound > best and not close(outcome.bound, best):
            found.append(f"{method} on {instance.name}: bound {outcome.bound}, a course has {best}")
        if outcome.status == "infeasible" and best < math.inf:
            found.append(f"{method} on {instance.name}: infeasible, a course has {best}")
        if outcome.decision is not None:
            steps = outcome.decision.get("settings") or [{"at": 0, **outcome.decision}]
            value = oracle["value"](instance, steps)
            if outcome.objective is None or not close(value, outcome.objective):
                found.append(f"{method} on {instance.name}: {outcome.objective}, expected {value}")
    return found


def _best_plan(oracle: Any, instance: Any, plans: list[Any]) -> list[str]:
    if len(plans) >= 4000:
        return []
    values = [oracle["value"](instance, [{"at": 0, "groups": plan}]) for plan in plans]
    best, found = min(values, default=math.inf), []
    for method in [each.name for each in optgap.problem_named("adaptive_config").methods]:
        try:
            outcome = optgap.solve(instance, method, time_limit=20.0)
        except optgap.InputError:
            continue
        false = None
        if outcome.stopped == "error":
            false = outcome.message
        elif outcome.status == "infeasible" and best < math.inf:
            false = f"infeasible, expected {best}"
        elif outcome.status == "optimal" and not close(outcome.objective or 0.0, best):
            false = f"optimal {outcome.objective}, expected {best}"
        elif outcome.bound is not None and outcome.bound > best and not close(outcome.bound, best):
            false = f"bound {outcome.bound}, expected nothing beyond {best}"
        if false:
            found.append(f"{method} on {instance.name}: {false}")
    return found


def disagreements(problem: str, seed: int) -> list[str]:
    """What exact methods and engines prove different of an instance of the project's generator."""
    rng, entry = random.Random(seed), optgap.problem_named(problem)
    import numpy as np

    try:
        numbers = np.random.default_rng(seed)
        instance = entry.generated(seed, **entry.ground.draw(numbers))
    except optgap.InputError:
        return []
    proven: dict[str, float] = {}
    bounds: dict[str, float] = {}
    sign, found = 0, []
    pairs = [(m.name, s) for m in entry.methods for s in m.solvers or (None,)]
    for method, solver in rng.sample(pairs, min(len(pairs), 6)):
        if solver in ("glop", "pdlp"):
            continue
        try:
            outcome = optgap.solve(instance, method, solver=solver, time_limit=15.0, seed=seed)
        except optgap.InputError:
            continue
        sign = 1 if outcome.sense == "minimize" else -1
        if outcome.stopped == "error" and "SCIP error" not in str(outcome.message):
            found.append(f"{method}, {solver} on {instance.source}: {outcome.message}")
        if outcome.status == "optimal" and outcome.objective is not None:
            proven[f"{method}, {solver}"] = outcome.objective
        if outcome.bound is not None:
            bounds[f"{method}, {solver}"] = outcome.bound
    if proven:
        least, most = min(proven.values()), max(proven.values())
        if not close(least, most):
            found.append(f"{instance.source}: optima {proven}")
        optimum = next(iter(proven.values()))
        false = {
            k: b for k, b in bounds.items() if sign * b > sign * optimum and not close(b, optimum)
        }
        if false:
            found.append(f"{instance.source}: bounds {false} beyond {proven}")
    return found


ATTACKS: dict[str, Attack] = {
    each.__name__: each
    for each in (
        *(false_outcomes, false_pools, false_explanations, false_sweeps, false_documents),
        *(false_proofs, unsteady),
    )
}
