"""consolidation exactly, at size: column generation over patterns, diving, and a last closing.

The configuration program of vector packing (Caprara and Toth, 2001) with a budget: choose
patterns, one per machine at most, so that all items are covered and the budget is kept.  Its
prices prove the bound, which `validation` re-checks without a solver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ..instances.arrays import IntArray
from ..instances.consolidation import Consolidation, overfull
from ..instances.outcome import Answer, BoundKind, Stopped
from ..instances.run import Run
from .first_fit_packing import first_fit_decreasing
from .packing_bounds import cheap_bound, impossible
from .packing_flavours import Flavours, Plan
from .packing_master import Master
from .pattern_closing import best_of_columns, columns_within
from .pattern_dive import dive
from .pattern_pricing import GLANCE, SCALE, THOROUGH, Prices, machines_needed, priced

Count = Annotated[int, Field(ge=0)]
_TINY = 1e-6
_LAST_SECONDS = 60.0  # for an integer program over a part of all columns


@dataclass
class _Search:
    """What is known so far: the best plan, the bound with its proof, and the prices behind it."""

    flavours: Flavours
    run: Run
    bound: int
    used: int  # by the best plan; one more than there are where there is none
    machine: IntArray | None = None
    kind: BoundKind = "certified"
    certificate: dict[str, Any] | None = None
    prices: Prices | None = None
    exact_bound: int = -(10**18)
    stopped: Stopped | None = None
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def closed(self) -> bool:
        """Whether nothing better can be found."""
        return self.used <= self.bound

    def done(self) -> bool:
        """Whether to stop: the gap is closed, the time is up, or Ctrl-C was pressed."""
        return self.closed or self.stopped is not None or self.run.should_stop()

    def found(self, machine: IntArray) -> None:
        """Take a plan, if it is better."""
        used = len(np.unique(machine))
        if used < self.used:
            self.machine, self.used = machine, used
            decision = self.flavours.instance.decision(machine)
            self.run.report(float(used), decision=decision)

    def found_plan(self, plan: Plan) -> None:
        """Take a plan of patterns, if it is better."""
        if sum(times for _, _, times in plan) < self.used:
            self.found(self.flavours.expanded(plan))

    def proven(self, prices: Prices, exact: int) -> None:
        """Take the bound of some prices, if it is better."""
        if exact > self.exact_bound:
            self.exact_bound, self.prices = exact, prices
        if machines_needed(exact) > self.bound:
            self.bound = machines_needed(exact)
            self.certificate = certificate_of(self.flavours, prices)
            if self.bound <= len(self.flavours.class_of):
                self.run.report(bound=float(self.bound))

    def answer(self) -> Answer:
        """Return what is known."""
        if self.bound > len(self.flavours.class_of):
            message = "no plan gives every item a place on these machines within the budget"
            proof = self.certificate if self.kind == "certified" else None
            return Answer(infeasible=True, certificate=proof, message=message)
        decision = None
        if self.machine is not None:
            decision = self.flavours.instance.decision(self.machine)
        return Answer(
            decision,
            bound=float(self.bound),
            bound_kind=self.kind,
            certificate=self.certificate if self.kind == "certified" else None,
            stopped=self.stopped or ("complete" if self.closed else self.run.stopped),
            details=self.details,
        )


def column_generation(
    instance: Consolidation,
    run: Run,
    *,
    start: Callable[[Consolidation, Run], IntArray | None],
    dives: Count = 40,
    patterns: Count = 50_000,
) -> Answer:
    """Prove bounds by prices and look for plans that meet them.

    ``dives`` are made at most per target; ``patterns`` are enumerated at most to close the rest.
    """
    cheap = cheap_bound(instance)
    if cheap.machines is None:
        return impossible(cheap)
    run.report(bound=float(cheap.machines))
    with run.timed("group"):
        flavours = Flavours.of(instance)
    used = len(instance.machines) + 1
    search = _Search(flavours, run, cheap.machines, used, certificate=cheap.certificate)
    search.details = {"flavours": len(flavours.size), "classes": len(flavours.room)}
    for machine in (_first(instance), start(instance, run)):
        if machine is not None:
            search.found(machine)
    if search.done():
        return search.answer()
    master = Master(flavours)
    if search.machine is not None:
        master.add_plan(flavours.patterns_now(search.machine))
    with run.timed("columns"):
        _solve_root(search, master)
    with run.timed("dives"):
        _dive(search, master, dives)
    with run.timed("closing"):
        _close(search, master, patterns)
    search.details["columns"] = len(master.columns)
    return search.answer()


def _first(instance: Consolidation) -> IntArray | None:
    if len(overfull(instance, instance.home)):
        return None
    machine = first_fit_decreasing(instance)
    return machine if (machine >= 0).all() else None


def _solve_root(search: _Search, master: Master) -> None:
    """Generate columns until the relaxation is solved, or its bound cannot be rounded higher."""
    penalty = 1.0
    while not search.done():
        point = master.solve()
        prices = Prices.rounded(point.prices, point.budget_price)
        added = 0
        for nodes in (GLANCE, THOROUGH):
            found = priced(search.flavours, prices, point.rents, master.sides, nodes)
            search.proven(prices, found.bound)
            added = master.add_all(found.patterns)
            if added or found.complete:
                break
        solved = added == 0 or point.value - search.exact_bound / SCALE < _TINY
        if point.left_out <= _TINY and (solved or point.value <= search.bound + _TINY):
            if solved:
                search.details["relaxation"] = round(point.value, 6)
            return
        if solved:
            if penalty > 10.0 * len(search.flavours.class_of):
                return
            penalty *= 4.0
            master.set_penalty(penalty)


def _dive(search: _Search, master: Master, dives: int) -> None:
    """Dive for the bound, then for one machine more and so on, then for the bound at random."""
    for target in range(search.bound, search.used):
        if search.done() or target >= search.used:
            break
        _try(search, dive(master, target, None, search.run.should_stop))
    rng = np.random.default_rng(search.run.seed)
    for k in range(dives):
        if search.done():
            return
        target = search.bound if k % 2 == 0 else search.used - 1
        _try(search, dive(master, target, rng, search.run.should_stop))


def _try(search: _Search, plan: Plan | None) -> None:
    if plan is not None:
        search.found_plan(plan)


def _close(search: _Search, master: Master, patterns: int) -> None:
    """Let an integer program decide between the bound and the best plan."""
    run = search.run
    while not search.done() and search.prices is not None:
        target = search.used - 1
        slack = target * SCALE - search.exact_bound
        every = columns_within(search.flavours, search.prices, slack, patterns, run.should_stop)
        columns = master.columns if every is None else every
        seconds = _LAST_SECONDS if every is None else None
        closing = best_of_columns(search.flavours, columns, search.bound, target, run, seconds)
        if closing.stopped == "interrupted":
            search.stopped = "interrupted"
        if closing.plan is not None:
            search.found_plan(closing.plan)
        elif closing.none_left and every is not None:
            search.bound, search.kind = search.used, "solver"
            if search.machine is not None:
                run.report(bound=float(search.bound))
        else:
            return


def certificate_of(flavours: Flavours, prices: Prices) -> dict[str, Any]:
    """Return the proof by these prices: one for the first item of every kind."""
    instance = flavours.instance
    _, row_of = instance.masks
    kinds = np.column_stack([instance.demand, instance.cost, row_of])
    _, first = np.unique(kinds, axis=0, return_index=True)
    return {
        "kind": "prices",
        "scale": SCALE,
        "budget_price": prices.cost,
        "prices": {
            instance.items[i].name: int(prices.item[flavours.flavour_of[i]])
            for i in sorted(first.tolist())
        },
    }
