"""Why a node or an item stays in a plan, and whether it stays in every equally good plan.

A question closes (forbids) pairs of item and machine: all items on the node, or the item on its
present machine.  The answer names the first proven case: the node or item is fixed; no plan avoids
the closed pairs; no plan within the budget avoids them; each plan that avoids them has a worse
objective; or an equally good plan avoids them.  If no case is proven, the answer is "open".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np

from optgap.conflicts import (
    NoTimeLeft,
    ProvenModel,
    Satisfiable,
    StatedForm,
    conflict,
    exact_model,
    proofs_of,
    smallest_change,
    solve_model,
    stated_rows,
)
from optgap.consolidation import Consolidation, exchanged_plans, formulation
from optgap.problem import BoolArray, IntArray
from optgap.running import BoundKind, Run, judged_outcome, problem_of

from .rollout import reason_in_every_plan, why_pinned

Kind = Literal["empty", "kept", "room", "budget", "objective", "exchange", "better", "open", "pins"]


@dataclass(frozen=True)
class Stay:
    """The answer why a node or an item stays: a sentence, its kind, and the figures behind it.

    An answer of kind kept, room, budget or objective holds for every equally good plan.  An answer
    of kind pins holds only for plans without pins, that is, without required nodes for pods.
    ``conflict`` lists constraints that exclude all other plans; ``proofs()`` proves this.
    """

    name: str
    answer: str
    kind: Kind
    is_item: bool = False
    needs: float | None = None
    budget: float | None = None
    objective: float | None = None
    conflict: dict[str, list[str | float]] = field(default_factory=dict)
    minimal: bool | None = None
    bound_kind: BoundKind | None = None
    instead: tuple[str, ...] = ()
    proofs: Callable[[], dict[str, ProvenModel]] = field(default=dict, repr=False, compare=False)

    @property
    def in_every_plan(self) -> bool:
        """Whether the node or item stays in each equally good plan."""
        return self.kind in ("kept", "room", "budget", "objective")

    def as_document(self) -> dict[str, Any]:
        """Return the document that ``--json`` prints, without unknown fields."""
        shown = {
            "item" if self.is_item else "node": self.name,
            "answer": self.answer,
            "kind": self.kind,
            "in_every_plan": self.in_every_plan,
            "needs": self.needs,
            "budget": self.budget,
            "objective": self.objective,
            "minimal": self.minimal,
            "bound_kind": self.bound_kind,
            "conflict": self.conflict,
            "instead": list(self.instead),
        }
        return {key: value for key, value in shown.items() if value not in (None, {}, [])}

    def __str__(self) -> str:
        lines = [self.answer]
        for family, names in self.conflict.items():
            said = (f"{name:.10g}" if isinstance(name, float) else name for name in names)
            lines.append(f"  {family}: {', '.join(said)}")
        return "\n".join(lines)


_SAME = 1e-9  # relative difference of two equal objectives
_SMALL_MODEL = 5_000  # pairs of items and machines up to which a model is small


class BestWithout(NamedTuple):
    """The best plan without closed pairs: objective, bound, the bound's kind, items' machines."""

    objective: float | None
    bound: float | None
    kind: BoundKind | None
    machines: list[int] | None


@dataclass
class ClosedQuestion:
    """The question whether a plan can avoid the (item, machine) pairs in the mask ``closed``."""

    instance: Consolidation
    decision: dict[str, Any]
    closed: BoolArray
    name: str
    run: Run
    plans: list[list[int]]
    is_item: bool = False

    def answer(self) -> Stay:
        """Return the answer, with its kind.

        A plan that avoids the closed pairs is searched first.  Only if none is found, a set of
        constraints that contradict each other is searched.
        """
        machines = self._in_hand()
        if machines is not None:
            return self._exchange(self._mine(), machines)
        best = self._without()
        if best.objective is not None:
            return self._compare(best)
        try:
            free = self.instance.model_copy(update={"migration_budget": None})
            conflict = _conflict(stated(free, self.closed), self.run)
            if conflict is not None:
                end = " even without a budget" if self.instance.migration_budget is not None else ""
                return self._stay(f"every plan needs it{end}", "room", conflict)
            if self.instance.migration_budget is not None:
                form = stated(self.instance, self.closed)
                conflict = _conflict(form, self.run)
                if conflict is not None:
                    return self._too_dear(form, conflict)
        except NoTimeLeft:
            return self._answer(f"{self.name}: the time limit was too short for an answer.", "open")
        return self._compare(best)

    def _in_hand(self) -> list[int] | None:
        """Return an equally good plan without closed pairs: a known or exchanged one, or None."""
        every = np.arange(len(self.instance.items))
        own = self._exchange_in(self.instance.numbers(self.decision))
        if own is not None:
            return own
        for machines in self.plans:
            if not self.closed[every, machines].any():
                return machines
        exchanges = (self._exchange_in(np.array(machines)) for machines in self.plans)
        return next((plan for plan in exchanges if plan is not None), None)

    def _exchange_in(self, machines: IntArray) -> list[int] | None:
        """Return an equally good plan among the `exchanged_plans` of ``machines``, or None."""
        check = problem_of(self.instance).judge
        for plan in exchanged_plans(self.instance, machines, self.closed):
            verdict = check(self.instance, self.instance.decision(plan))
            if verdict.objective is not None and self.is_as_good(verdict.objective):
                exchange: list[int] = plan.tolist()
                return exchange
        return None

    def _answer(self, sentence: str, kind: Kind, **more: Any) -> Stay:
        return Stay(self.name, sentence, kind, self.is_item, **more)

    def _stay(self, why: str, kind: Kind, found: _Found, **more: Any) -> Stay:
        word = "" if found.proven else ", according to HiGHS alone"
        return self._answer(
            f"{self.name} stays: {why}{word}.",
            kind,
            conflict=found.members,
            minimal=found.minimal,
            bound_kind="model-certified" if found.proven else "solver",
            proofs=found.proofs,
            **more,
        )

    def _too_dear(self, form: StatedForm, found: _Found) -> Stay:
        change = smallest_change(form, "budget", self.run)
        budget = float(self.instance.migration_budget or 0.0)
        needs = None
        if change is not None and change.total is not None and change.proven:
            needs = float(self.instance.budget * self.instance.cost_unit + change.total)
        costs = "more" if needs is None else f"{needs:.10g}"
        verb = "moving" if self.is_item else "emptying"
        why = f"{verb} it costs {costs}, but the migration budget is {budget:.10g}"
        return self._stay(why, "budget", found, needs=needs, budget=budget)

    def _compare(self, found: BestWithout) -> Stay:
        """Return the answer that follows if ``found`` is the best plan without the closed pairs."""
        best, bound, kind, machines = found
        mine = self._mine()
        other = "with it elsewhere" if self.is_item else "without it"
        tolerance = _SAME * max(1.0, abs(mine))
        if bound is not None and bound > mine + tolerance:
            sure = best is not None and best <= bound + tolerance
            price = f"{best:.10g}" if sure else f"at least {bound:.10g}"
            return self._answer(
                f"{self.name} stays: every plan {other} has objective {price}, not {mine:.10g}.",
                "objective",
                objective=best if sure else None,
                bound_kind=kind,
            )
        if best is None or machines is None or best > mine + tolerance:
            said = f"no plan {other}" if best is None else f"a plan {other} ({best:.10g})"
            low = "" if bound is None else f", and no such plan is below {bound:.10g}"
            return self._answer(f"{self.name} may have to stay: {said} was found{low}.", "open")
        if best < mine - tolerance:
            words = f"{self.name} need not stay: a plan {other} has {best:.10g}"
            words = f"{words} instead of {mine:.10g}, so this plan is not the best."
            return self._answer(words, "better", objective=best)
        return self._exchange(best, machines)

    def _exchange(self, best: float, machines: list[int]) -> Stay:
        if machines not in self.plans:
            verdict = problem_of(self.instance).judge(
                self.instance, self.instance.decision(np.array(machines))
            )
            if not verdict.feasible:
                raise RuntimeError(f"the checker refuses a plan: {verdict.violations[0]}")
            self.plans.append(machines)
        used = set(self.instance.numbers(self.decision).tolist())
        instead = tuple(self.instance.sites[j].name for j in sorted(set(machines) - used))
        if self.is_item:
            words = f"{self.name} could be elsewhere: another plan is as good ({best:.10g})."
            return self._answer(words, "exchange", objective=best)
        verb = "stays" if len(instead) == 1 else "stay"
        who = f"; {', '.join(instead)} {verb} instead" if instead else ""
        words = f"{self.name} need not stay: another plan is as good ({best:.10g}){who}."
        return self._answer(words, "exchange", objective=best, instead=instead)

    def _without(self) -> BestWithout:
        """Return the best plan that avoids the closed pairs.

        The integer program is used for an item, for items without size, and for small models with
        machine prices.  In all other cases column generation is used.
        """
        allowed = self.instance.pairs()
        is_small = self.instance.objective == "price" and allowed.sum() <= _SMALL_MODEL
        has_sizes = bool(self.instance.demand.any(axis=1).all())
        if has_sizes and not (self.is_item or is_small):
            return self.by_columns()
        model = formulation.build_model(self.instance)
        pairs = allowed & self.closed
        for i, j in np.argwhere(pairs).tolist():
            model.x[i, j].fix(0)
        result = solve_model(model, "highs", self.run.inner(sense="minimize"))
        if result.objective is None:
            return BestWithout(None, result.bound, "solver", None)
        placed = self.instance.numbers(formulation.decision_of(model))
        value = self.instance.value_of(self.instance.units_of(placed))
        return BestWithout(value, result.bound, "solver", placed.tolist())

    def by_columns(self) -> BestWithout:
        """Return, by column generation, the best plan in which the closed nodes have no capacity.

        The number of moves is not minimised.
        """
        nodes = np.flatnonzero(self.closed.any(axis=0)).tolist()
        nothing = (0.0,) * len(self.instance.resources)
        machines = list(self.instance.machines)
        if nodes[-1] >= len(machines):
            return BestWithout(None, None, None, None)
        for node in nodes:
            machines[node] = machines[node].model_copy(update={"limit": nothing})
        shut = self.instance.replaced(machines=tuple(machines))
        run = self.run.inner(sense="minimize")
        run.listener, run.first_objective_only = self._until_as_good, True
        entry = problem_of(shut)
        answer = entry.run_method("column-generation", shut, run)
        run.time_limit = self.run.time_limit  # no longer cut short
        judged = judged_outcome(entry, shut, "column-generation", answer, run, {})
        placed = None if judged.decision is None else shut.numbers(judged.decision).tolist()
        return BestWithout(judged.objective, judged.bound, judged.bound_kind, placed)

    def _until_as_good(self, run: Run) -> None:
        """Stop the search once its plan is as good as the present plan, which suffices."""
        if run.objective is not None and run.objective <= self._mine():
            run.time_limit = run.seconds + run.spent

    def is_as_good(self, objective: float) -> bool:
        """Return whether an objective equals that of the present plan, within tolerance."""
        mine = self._mine()
        return abs(objective - mine) <= _SAME * max(1.0, abs(mine))

    def _mine(self) -> float:
        """Return the objective of the decision that the question is about."""
        units = self.instance.units_of(self.instance.numbers(self.decision))
        return self.instance.value_of(units)


def stated(instance: Consolidation, closed: BoolArray) -> StatedForm:
    """Return the constraints as statements; the closed pairs are fixed to 0 without a statement."""
    model = exact_model(instance, every=True)
    for i, j in np.argwhere(closed).tolist():
        model.x[i, j].fix(0)
    return stated_rows(model, formulation.words(instance))


@dataclass(frozen=True)
class _Found:
    """Contradicting constraints: their names by family, whether this is proven, and proofs."""

    proven: bool
    members: dict[str, list[str | float]]
    minimal: bool
    proofs: Callable[[], dict[str, ProvenModel]]


def _conflict(form: StatedForm, run: Run) -> _Found | None:
    try:
        found = conflict(form, run)
    except Satisfiable:
        return None
    members: dict[str, list[str | float]] = {}
    for number in found.numbers:
        statement = form.statements[number]
        members.setdefault(statement.family, []).append(statement.called)
    proven = found.proof is not None
    return _Found(proven, members, found.minimal, lambda: proofs_of(form, found, ()))


def why_node_stays(
    instance: Consolidation,
    decision: dict[str, Any],
    node: int,
    run: Run,
    plans: list[list[int]],
    unpinned: Mapping[int, str],
) -> Stay:
    """Return why a plan uses a node.

    ``plans`` are equally good plans, found by earlier questions; new ones are appended.
    ``unpinned`` contains the nodes that no plan without pins can free, with the reasons.
    """
    name = instance.sites[node].name
    if not (instance.numbers(decision) == node).any():
        return Stay(name, f"{name} is empty in this plan.", "empty")
    held = reason_in_every_plan(instance, node)
    if held is not None:
        return Stay(name, f"{name} stays: {held.why}.", "kept")
    if node in unpinned:
        return Stay(name, f"{name} stays in plans without pins: {unpinned[node]}.", "pins")
    closed = np.zeros((len(instance.items), len(instance.sites)), dtype=np.bool_)
    closed[:, node] = True
    return ClosedQuestion(instance, decision, closed, name, run, plans).answer()


def why_item_stays(
    instance: Consolidation,
    decision: dict[str, Any],
    item: int,
    run: Run,
    plans: list[list[int]],
) -> Stay:
    """Return why a plan has an item on its machine; ``plans`` as in `why_node_stays`."""
    node = int(instance.numbers(decision)[item])
    name = instance.items[item].name
    closed = np.zeros((len(instance.items), len(instance.sites)), dtype=np.bool_)
    closed[item, node] = True
    if _only_there(instance, item, node):
        return Stay(name, f"{name} stays: {why_pinned(instance, item)}.", "kept", is_item=True)
    return ClosedQuestion(instance, decision, closed, name, run, plans, is_item=True).answer()


def _only_there(instance: Consolidation, item: int, node: int) -> bool:
    masks, row_of = instance.masks
    allowed = masks[row_of[item]].copy()
    if instance.home[item] >= 0:
        allowed[instance.home[item]] = True
    return bool(allowed[node] and allowed.sum() == 1)
