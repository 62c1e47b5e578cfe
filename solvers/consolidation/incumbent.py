"""The state of an exact search for a packing: the best plan, the bound, and its prices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import Answer, BoundKind, Stopped
from ...core.run import Run
from .flavours import Flavours, Plan
from .pricing import SCALE, Prices, machines_needed


@dataclass
class PackingSearch:
    """The best plan so far, the bound with its proof, and the prices behind it."""

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
        """True if nothing better can be found."""
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

    def none_better(self) -> None:
        """Take an engine's word that no plan uses fewer machines than the best known one."""
        self.bound, self.kind = self.used, "solver"
        if self.machine is not None:
            self.run.report(bound=float(self.bound))

    def interrupted(self) -> None:
        """Stop, since Ctrl-C was pressed while an engine was at work."""
        self.stopped = "interrupted"

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
