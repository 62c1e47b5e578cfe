"""The pool: the K best distinct decisions of an instance, and whether the optimum is unique.

After each optimum a constraint forbids the values of its binaries (a no-good cut; Balas and
Jeroslow, "Canonical cuts on the unit hypercube", 1972).  A point of a known decision, which differs
only in auxiliary variables or by a symmetry, is cut but not counted.  Presolve is off because with
such constraints it gave wrong results.
"""

import itertools
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import factorial, prod
from typing import Any

import numpy as np
import pyomo.core as pyo
from scipy.sparse import coo_array, csc_array, vstack

from ...core.arrays import FloatArray, IntArray
from ...core.faults import Fault, InputError
from ...core.outcome import Outcome, PoolEntry
from ...core.plain import plain_data
from ...core.run import Run
from ...core.schema import Instance, Part
from ...formulations.consolidation import identical_empty
from ...instances.consolidation import Consolidation, kinds_of
from ...solvers.engines import (
    StandardForm,
    highs_without_presolve,
    load_point,
    solve_form,
    standard_form,
)
from ..catalogue import Problem, problem_of
from ..judge import differs
from ..running import solve


class Images:
    """The images of a decision: equal plans with identical items or machines exchanged.

    Items or machines are identical if the file has equal data for them except the name. Exchanging
    machines that differ in a price, a pool or a label gives another decision. Of the images under
    exchanges of items only the one ordered by machine is allowed. Identical machines are empty now;
    a decision's images under their exchanges are cut together with it.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance if isinstance(instance, Consolidation) else None
        self.items: list[list[int]] = []
        self.machines: list[list[int]] = []
        if self.instance is not None:
            self.items = list(_alike(self.instance))
            sites, empty = self.instance.sites, identical_empty(self.instance)
            self.machines = [twins for group in empty for twins in _twins(group, sites)]

    def add_order(self, model: pyo.ConcreteModel) -> None:
        """Add constraints that order identical items, and identical machines, by number."""
        if self.instance is None:
            return
        model.in_order.deactivate()  # machines that differ in what only the file says
        twins = [pair for group in self.machines for pair in itertools.pairwise(group)]
        if twins:
            y = model.y
            model.twins_in_order = pyo.Constraint(twins, rule=lambda _, j, k: y[k] <= y[j])
        pairs = [pair for group in self.items for pair in itertools.pairwise(group)]
        if not pairs:
            return
        at: dict[int, list[tuple[int, Any]]] = {}
        for (i, j), variable in model.x.items():
            at.setdefault(i, []).append((j, variable))
        model.alike_in_order = pyo.Constraint(
            pairs,
            rule=lambda _, i, k: sum(j * x for j, x in at[i]) <= sum(j * x for j, x in at[k]),
        )

    def key(self, decision: Any) -> str:
        """Return a key that two decisions share only if they are images of each other."""
        if self.instance is None:
            return json.dumps(decision, sort_keys=True)
        machine = self.instance.numbers(decision)
        kind = np.arange(len(machine))
        for group in self.items:
            kind[group] = group[0]
        held = [sorted(kind[machine == j].tolist()) for j in range(len(self.instance.sites))]
        for group in self.machines:
            for j, contents in zip(group, sorted(held[j] for j in group), strict=True):
                held[j] = contents
        return json.dumps(held)

    def places(self, decision: Any) -> Iterator[list[tuple[int, int]]] | None:
        """Yield the (item, machine) pairs of each image of a decision; ``None`` without symmetry.

        Identical items are sorted by machine.  Machines are not exchanged if images are too many.
        """
        if self.instance is None:
            return None
        machine = self.instance.numbers(decision)
        groups = self.machines
        if (
            prod(factorial(len(group)) for group in groups) > 120
        ):  # the rest turns up, and is cut then
            groups = []
        return self._images(machine, groups)

    def _images(
        self, machine: IntArray, groups: list[list[int]]
    ) -> Iterator[list[tuple[int, int]]]:
        seen: set[bytes] = set()
        for moved in itertools.product(*map(itertools.permutations, groups)):
            site = np.arange(len(self.instance.sites if self.instance is not None else ()))
            for group, targets in zip(groups, moved, strict=True):
                site[group] = targets
            image = site[machine]
            for alike in self.items:
                image[alike] = np.sort(image[alike])
            if image.tobytes() not in seen:
                seen.add(image.tobytes())
                yield list(enumerate(image.tolist()))


def _alike(instance: Consolidation) -> Iterator[list[int]]:
    """Yield groups of two or more items that only names distinguish, on the same machine now."""
    for kind in kinds_of(instance, instance.rule_book, budgets=True).members():
        yield from _twins(kind, instance.items)


def _twins(group: list[int], parts: Sequence[Part]) -> Iterator[list[int]]:
    """Yield the subgroups of ``group`` (indices of parts) whose data differ only in the name."""
    stated: dict[str, list[int]] = {}
    for k in group:
        text = json.dumps(parts[k].model_dump(exclude={"name"}, mode="json"), sort_keys=True)
        stated.setdefault(text, []).append(k)
    yield from (twins for twins in stated.values() if len(twins) > 1)


MOST = 1000  # decisions of a pool
_TRIES = 20  # points per decision that may differ in helpers only
_SAME = 1e-9  # relative: of two objectives


def solve_pool(
    instance: Instance, count: int, *, time_limit: float | None = None, seed: int = 0, **more: Any
) -> Outcome:
    """Return the outcome of ``exact`` with a pool of the ``count`` best decisions, best first.

    The engine proves that each decision is the best one not yet in the pool.  ``details.unique``
    says whether the optimum is unique, if known.
    """
    if not 1 <= count <= MOST:
        rule = f"must be an integer from 1 to {MOST}"
        raise InputError("bad input", [Fault.of("pool", rule, count)])
    entry = problem_of(instance)
    outcome = solve(instance, "exact", time_limit=time_limit, seed=seed, **more)
    if outcome.objective is None or outcome.front is not None:
        return _refusal(outcome)
    left = None if time_limit is None else max(0.0, time_limit - outcome.seconds)
    run = Run(outcome.sense, time_limit=left, gap=0.0, seed=seed)
    search = _Pool(entry, instance, run)
    entries, stopped = search.best(max(2, count))
    if entries and differs(entries[0].objective, outcome.objective, 1.0):
        message = f"the pool begins with {entries[0].objective}, not with the optimum"
        return outcome.model_copy(update={"stopped": "error", "message": message})
    unique = _is_unique(entries, complete=stopped is None)
    details = {**outcome.details, **({} if unique is None else {"unique": unique})}
    update: dict[str, Any] = {"pool": entries[:count], "details": details}
    if stopped is not None and len(entries) < count:
        update["message"] = f"{len(entries)} of {count} decisions: {stopped}"
    return outcome.model_copy(update=update)


def _refusal(outcome: Outcome) -> Outcome:
    if outcome.front is None:
        return outcome
    rule = "works only for one objective; a front already lists its points"
    raise InputError("bad input", [Fault.of("pool", rule, outcome.problem)])


def _is_unique(entries: list[PoolEntry], *, complete: bool) -> bool | None:
    """Return whether the first entry is the only optimum; ``None`` if that is unknown."""
    if len(entries) < 2:
        return True if complete and entries else None
    first, second = entries[0].objective, entries[1].objective
    return abs(first - second) > _SAME * max(1.0, abs(first))


@dataclass
class _Pool:
    """The program of an instance, with a no-good cut for each known decision."""

    entry: Problem
    instance: Instance
    run: Run
    seen: set[str] = field(default_factory=set)
    whole: bool = True  # no variable is continuous

    def __post_init__(self) -> None:
        self.images = Images(self.instance)

    def best(self, count: int) -> tuple[list[PoolEntry], str | None]:
        """Return the best decisions, and the reason if the search stopped early."""
        model = self.entry.formulation.build_model(self.instance)
        self.images.add_order(model)
        form = standard_form(model)
        binary = _binaries(form, self.entry.name)
        self.whole = bool(form.integer.all())
        entries: list[PoolEntry] = []
        for _ in range(_TRIES * count):
            if len(entries) == count:
                return entries, None
            result = solve_form(form, highs_without_presolve(), self.run.inner(gap=0.0))
            if result.status == "infeasible":
                return entries, None
            if result.status != "optimal" or result.x is None:
                return entries, "the time limit was too short to prove the next decision"
            load_point(form, result.x)
            decision = self.entry.formulation.decision_of(model)
            self._keep(entries, decision)
            form = self._without_point(form, model, binary, result.x, decision)
        return entries, "further points differ only in auxiliary variables"

    def _without_point(
        self, form: StandardForm, model: Any, binary: IntArray, x: FloatArray, decision: Any
    ) -> StandardForm:
        """Return the form with cuts that exclude a point and all images of its decision."""
        places = self.images.places(decision)
        if places is None:
            return _form_without(form, binary, x)
        for image in places:
            if all(pair in model.x for pair in image):
                columns = form.places_of(model.x[pair] for pair in image)
                form = _with_row(form, columns, np.ones(len(columns)), upper=len(columns) - 1.0)
        return form

    def _keep(self, entries: list[PoolEntry], decision: Any) -> None:
        """Append a decision, if it is new, with the checker's objective to the entries."""
        plain = plain_data(decision)
        if not self.whole and _has_fractions(plain):
            rule = "needs binary decisions; those of this problem have fractions"
            raise InputError("bad input", [Fault.of("pool", rule, self.entry.name)])
        key = self.images.key(plain)
        if key in self.seen:
            return
        self.seen.add(key)
        verdict = self.entry.judge(self.instance, plain)
        if verdict.objective is None:
            raise RuntimeError(
                f"the checker refuses a decision of the pool: {verdict.violations[0]}"
            )
        entries.append(PoolEntry(objective=float(verdict.objective), decision=plain))


def _has_fractions(thing: Any) -> bool:
    """Return whether any number in a decision is fractional."""
    if isinstance(thing, dict):
        return any(map(_has_fractions, thing.values()))
    if isinstance(thing, list):
        return any(map(_has_fractions, thing))
    return isinstance(thing, float) and not thing.is_integer()


def _binaries(form: StandardForm, name: str) -> IntArray:
    """Return the binary columns; raise an error if there are none or other integer columns."""
    binary = form.integer & (form.lower >= 0) & (form.upper <= 1)
    if (form.integer & ~binary).any() or not binary.any():
        rule = "needs binary decisions; the model has other integer variables, or no integers"
        raise InputError("bad input", [Fault.of("pool", rule, name)])
    return np.flatnonzero(binary)


def _form_without(form: StandardForm, binary: IntArray, x: FloatArray) -> StandardForm:
    """Return the form with a no-good cut that excludes the values of the binaries at a point."""
    ones = np.rint(x[binary]) == 1
    return _with_row(form, binary, np.where(ones, -1.0, 1.0), lower=1.0 - float(ones.sum()))


def _with_row(
    form: StandardForm,
    columns: IntArray,
    coefficients: FloatArray,
    lower: float = -math.inf,
    upper: float = math.inf,
) -> StandardForm:
    row = coo_array(
        (coefficients, (np.zeros(len(columns), dtype=np.int64), columns)), shape=(1, form.shape[1])
    )
    return replace(
        form,
        matrix=csc_array(vstack([form.matrix, row.tocsr()])),
        row_lower=np.append(form.row_lower, lower),
        row_upper=np.append(form.row_upper, upper),
        rows=(),
        exact=None,
        start=None,
    )
