"""The state of an exact search for a packing: the best plan, the bound, and its prices."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ...core.arrays import IntArray
from ...core.gaps import BoundKind
from ...core.outcome import Answer, Stopped
from ...core.run import Run
from ...instances.consolidation import Consolidation, RuleBook, overfull, rules_hold
from .branches import BranchDecision, BranchedPacking
from .column_parameters import DEFAULTS, ColumnParameters
from .flavours import Flavours, Plan, halves_of, scarce_resources
from .pricing import Prices, PricingWorkers, units_needed

Leaf = tuple[tuple[BranchDecision, ...], dict[str, Any]]  # the decisions of a branch, and its proof


def certificate_of(flavours: Flavours, prices: Prices) -> dict[str, Any]:
    """Return the certificate of prices, with a price for the first item of each kind of items."""
    free = np.flatnonzero(flavours.flavour_of >= 0)
    named = _of_kinds(flavours, free, prices.item[flavours.flavour_of[free]])
    return {"kind": "prices", **_document(flavours, prices, named)}


def leaf_certificate(packing: BranchedPacking, prices: Prices) -> dict[str, Any]:
    """Return the certificate of the prices at a leaf of the branching tree.

    Each item that a branching decision of the leaf names has its own price.  If decisions put items
    together, the first of them has the price of all of them, and the others have price 0.  The
    items that no decision names have one price per kind (see `_of_kinds`).
    """
    flavours = packing.flavours
    alone = {i for members in packing.members for i in members}
    unnamed = [i for i in np.flatnonzero(flavours.flavour_of >= 0).tolist() if i not in alone]
    price_at_root = np.zeros(packing.parts.shape[1], dtype=np.int64)
    named: dict[str, int] = {}
    items = flavours.instance.items
    for members, part, price in zip(
        packing.members, packing.parts, prices.item.tolist(), strict=True
    ):
        if members:
            named |= {items[i].name: 0 for i in members} | {items[members[0]].name: price}
        else:
            price_at_root[np.argmax(part)] = price
    others = np.array(unnamed, dtype=np.int64)
    of_kinds = _of_kinds(flavours, others, price_at_root[flavours.flavour_of[others]])
    return _document(flavours, prices, named | of_kinds)


def branch_certificate(instance: Consolidation, leaves: list[Leaf]) -> dict[str, Any]:
    """Return the certificate of a branching tree with these leaves."""
    return {"kind": "branches", "tree": _tree(instance, leaves, 0)}


def _tree(instance: Consolidation, leaves: list[Leaf], depth: int) -> dict[str, Any]:
    """Return the certificate of a subtree: the decision at its depth, and its two subtrees."""
    decisions, proof = leaves[0]
    if len(decisions) == depth:
        return proof
    decision = decisions[depth]
    names = [instance.items[i].name for i in decision.items]
    below = [
        _tree(instance, [leaf for leaf in leaves if leaf[0][depth].agreed == agreed], depth + 1)
        for agreed in (True, False)
    ]
    if decision.machines is None:
        return {"items": names, "together": below[0], "apart": below[1]}
    machines = [instance.sites[j].name for j in decision.machines]
    return {"item": names[0], "machines": machines, "there": below[0], "elsewhere": below[1]}


def _of_kinds(flavours: Flavours, items: IntArray, price: IntArray) -> dict[str, int]:
    """Return prices by item name: the price of the first item of every kind among ``items``.

    Items of a kind have the same demand, cost, allowed machines and flavour.
    """
    instance = flavours.instance
    if len(items) == 0:
        return {}
    _, row_of = instance.masks
    kinds = np.column_stack([instance.demand, instance.cost, row_of, flavours.flavour_of])[items]
    _, which = np.unique(kinds, axis=0, return_index=True)
    return {instance.items[items[k]].name: int(price[k]) for k in sorted(which.tolist())}


def _document(flavours: Flavours, prices: Prices, named: dict[str, int]) -> dict[str, Any]:
    instance = flavours.instance
    heeded = scarce_resources(instance)
    left_out = len(heeded) < len(instance.resources)
    return {
        **({"resources": [instance.resources[r] for r in heeded.tolist()]} if left_out else {}),
        **({"devices": halves_of(instance).threshold} if instance.devices else {}),
        "scale": flavours.scale,
        "budget_price": prices.cost,
        "prices": named,
    }


@dataclass
class PackingSearch:
    """The state of the search: best plan, bound with its certificate, and the bound's prices.

    The bound and the plan's value ``used`` are in integral units of the objective.
    """

    flavours: Flavours
    run: Run
    bound: int
    used: int  # by the best plan; more than all machines if there is none
    book: RuleBook
    parameters: ColumnParameters = DEFAULTS
    machine: IntArray | None = None
    kind: BoundKind = "certified"
    certificate: dict[str, Any] | None = None
    prices: Prices | None = None
    exact_bound: int = -(10**18)
    priced_out: bool = False  # the relaxation at the root is as good as solved
    stopped: Stopped | None = None
    details: dict[str, Any] = field(default_factory=dict)
    mend: Callable[[IntArray], IntArray | None] = lambda _: None

    @cached_property
    def pricing(self) -> PricingWorkers | None:
        """The workers that price classes of machines, if the run has an executor."""
        workers = self.run.workers
        return None if workers is None else PricingWorkers(workers, self.flavours, self.parameters)

    @property
    def closed(self) -> bool:
        """True if the bound proves that no better plan exists."""
        return self.used <= self.bound

    def done(self) -> bool:
        """Whether to stop: the gap is small enough, the time is up, or Ctrl-C was pressed."""
        ended = self.closed or self.stopped is not None
        return ended or self.run.should_stop() or self.run.reached_gap()

    def found(self, machine: IntArray) -> bool:
        """Accept an assignment if it is feasible and better; return whether it was accepted."""
        instance = self.flavours.instance
        used = instance.units_of(machine)
        if used >= self.used or not rules_hold(self.book, machine):
            return False
        if len(overfull(instance, machine)) > 0:
            return False  # patterns ignore plentiful resources
        self.machine, self.used = machine, used
        value, known = instance.value_of(used), self.run.objective
        if known is None or value < known:
            self.run.report(value, decision=instance.decision(machine))
        return True

    def found_plan(self, plan: Plan) -> bool:
        """Repair a plan of patterns if necessary; return whether it was accepted as better."""
        if self.flavours.added(plan) + self.flavours.base >= self.used:
            return False
        machine = self.flavours.expanded(plan)
        if self.found(machine):
            return True
        ruled = len(self.book.kind) > 0 or self.flavours.instance.devices
        mended = self.mend(machine) if ruled else None
        return mended is not None and self.found(mended)

    def proven(self, prices: Prices, exact: int) -> None:
        """Record the bound that prices prove, if it is better than the present bound."""
        if exact > self.exact_bound:
            self.exact_bound, self.prices = exact, prices
        units = units_needed(self.flavours, exact)
        if units > self.bound:
            self.bound = units
            self.certificate = certificate_of(self.flavours, prices)
            self._report_bound()

    def proven_by_tree(self, units: int, proof: dict[str, Any] | None) -> None:
        """Record the bound of a branching tree, without its certificate if that is too long."""
        self.bound, self.certificate = units, proof
        if proof is None:
            self.kind = "solver"
        self._report_bound()

    def _report_bound(self) -> None:
        if self.bound <= self.most:
            value = self.flavours.instance.value_of(self.bound)
            self.run.report(bound=value, certificate=self.certificate)

    def none_better(self) -> None:
        """Record an engine's claim that no plan is better than the best known one."""
        self.bound, self.kind = self.used, "solver"
        if self.machine is not None:
            self.run.report(bound=self.flavours.instance.value_of(self.bound))

    @property
    def most(self) -> int:
        """Return an upper limit of the objective: all machines are in use and every item moves."""
        return self.flavours.instance.most_units

    def interrupted(self) -> None:
        """Record that Ctrl-C was pressed while an engine was running, so that the search stops."""
        self.stopped = "interrupted"

    def answer(self) -> Answer:
        """Return the answer: the best plan, the bound and its certificate."""
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
