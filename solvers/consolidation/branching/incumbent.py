"""The state of an exact search for a packing: the best plan, the bound, and its prices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ....core.arrays import IntArray
from ....core.outcome import Answer, BoundKind, Stopped
from ....core.run import Run
from ....instances.consolidation import RuleBook, overfull, rules_hold
from ..patterns.flavours import Flavours, Plan
from ..patterns.pricing import Prices, units_needed
from .certificates import certificate_of


@dataclass
class PackingSearch:
    """The best plan so far, the bound with its proof, and the prices behind it.

    Bound and plan are counted in whole units of the objective.
    """

    flavours: Flavours
    run: Run
    bound: int
    used: int  # by the best plan; more than all machines where there is none
    book: RuleBook
    machine: IntArray | None = None
    kind: BoundKind = "certified"
    certificate: dict[str, Any] | None = None
    prices: Prices | None = None
    exact_bound: int = -(10**18)
    priced_out: bool = False  # the relaxation at the root is as good as solved
    stopped: Stopped | None = None
    details: dict[str, Any] = field(default_factory=dict)
    mend: Callable[[IntArray], IntArray | None] = lambda _: None

    @property
    def closed(self) -> bool:
        """True if nothing better can be found."""
        return self.used <= self.bound

    def done(self) -> bool:
        """Whether to stop: the gap is closed, the time is up, or Ctrl-C was pressed."""
        return self.closed or self.stopped is not None or self.run.should_stop()

    def found(self, machine: IntArray) -> bool:
        """Take a plan, if it is better and keeps the rules; return whether."""
        instance = self.flavours.instance
        used = instance.units_of(machine)
        if used >= self.used or not rules_hold(self.book, machine):
            return False
        if len(overfull(instance, machine)) > 0:
            return False  # patterns do not know resources of which there is plenty
        self.machine, self.used = machine, used
        self.run.report(instance.value_of(used), decision=instance.decision(machine))
        return True

    def found_plan(self, plan: Plan) -> bool:
        """Take a plan of patterns, mended where it breaks rules, if it is better."""
        if self.flavours.added(plan) + self.flavours.base >= self.used:
            return False
        machine = self.flavours.expanded(plan)
        if self.found(machine):
            return True
        ruled = len(self.book.kind) > 0 or self.flavours.instance.devices
        mended = self.mend(machine) if ruled else None
        return mended is not None and self.found(mended)

    def proven(self, prices: Prices, exact: int) -> None:
        """Take the bound of some prices, if it is better."""
        if exact > self.exact_bound:
            self.exact_bound, self.prices = exact, prices
        units = units_needed(self.flavours, exact)
        if units > self.bound:
            self.bound = units
            self.certificate = certificate_of(self.flavours, prices)
            if self.bound <= self.most:
                self.run.report(bound=self.flavours.instance.value_of(self.bound))

    def proven_by_tree(self, units: int, proof: dict[str, Any] | None) -> None:
        """Take the bound of a branching tree: with its proof, or where that is too long without."""
        self.bound, self.certificate = units, proof
        if proof is None:
            self.kind = "solver"
        if self.bound <= self.most:
            self.run.report(bound=self.flavours.instance.value_of(self.bound))

    def none_better(self) -> None:
        """Take an engine's word that no plan uses fewer machines than the best known one."""
        self.bound, self.kind = self.used, "solver"
        if self.machine is not None:
            self.run.report(bound=self.flavours.instance.value_of(self.bound))

    @property
    def most(self) -> int:
        """The objective where all machines are in use."""
        return int(self.flavours.instance.price.sum())

    def interrupted(self) -> None:
        """Stop, since Ctrl-C was pressed while an engine was at work."""
        self.stopped = "interrupted"

    def answer(self) -> Answer:
        """Return what is known."""
        if self.bound > self.most:
            message = "no plan gives every item a place on these machines within the budget"
            proof = self.certificate if self.kind == "certified" else None
            return Answer(infeasible=True, certificate=proof, message=message)
        decision = None
        if self.machine is not None:
            decision = self.flavours.instance.decision(self.machine)
        return Answer(
            decision,
            bound=self.flavours.instance.value_of(self.bound),
            bound_kind=self.kind,
            certificate=self.certificate if self.kind == "certified" else None,
            stopped=self.stopped or ("complete" if self.closed else self.run.stopped),
            details=self.details,
        )
