"""Convert a solution of `consolidation` to a plan: steps that a cluster can execute."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

import optgap
from optgap import Check, Outcome
from optgap.consolidation import Consolidation, FrontPlan
from optgap.faults import Fault, InputError, agreeing, input_error, quantity
from optgap.problem import IntArray
from optgap.running import (
    AnyInstance,
    Run,
    Solution,
    decision_of,
    judged,
    problem_of,
    solution_document,
)

from .eviction_front import eviction_front
from .judge import without_pins_violations
from .kubernetes import CAPACITY_TYPE
from .plan_tables import time_words
from .rollout import (
    ESTIMATE,
    EvictionOrder,
    NewNodes,
    Order,
    OwnerPlan,
    Replay,
    Scoring,
    Stays,
    WavePlan,
    Without,
    WithoutPins,
    empty_machines,
    first_waves,
    new_nodes,
    owner_plan,
    pods_to_pin,
    reasons_to_stay,
    replay_in_many_orders,
    seconds_of_waves,
    up_to_the_last_gain,
    wave_plan,
    what_frees,
    with_awaited_kept,
    without_left_out,
    without_pins,
)

_WORDS = {  # the risk in words, for several pods
    "job": "belong to a Job, which would start its work again",
    "only-replica": "are the only replica of their owner",
    "rollout": "belong to a workload that is being rolled out",
    "local-data": "lose the files of their emptyDir volumes",
    "lost-place": "have lower priority than waiting pods, which may take their place",
    "preemption": "have higher priority than pods that the scheduler may evict for them",
    "spot": "move from a node without a spot label to a spot node",
}
_MOST_NAMED = 5


def eviction_risks(instance: Consolidation, plan: WavePlan) -> dict[str, tuple[str, ...]]:
    """Return, by risk, the names of the evicted pods that have this risk, in order of moves."""
    risks_of = {item.name: item.eviction_risks or () for item in instance.items}
    paid = {site.name: (site.labels or {}).get(CAPACITY_TYPE) for site in instance.sites}
    moves = [move for move in plan.steps if move.origin is not None]
    spot = {move.item for move in moves if paid[move.target] == "spot" != paid[str(move.origin)]}
    names = {
        risk: dict.fromkeys(
            move.item
            for move in moves
            if risk in risks_of[move.item] or (risk == "spot" and move.item in spot)
        )
        for risk in _WORDS
    }
    return {risk: tuple(each) for risk, each in names.items() if each}


def risk_lines(risks: Mapping[str, tuple[str, ...]], most: int = _MOST_NAMED) -> Iterator[str]:
    """Yield a line for each risk: the number of pods, the risk, and the first ``most`` names."""
    for risk, names in risks.items():
        pods = quantity(len(names), "evicted pod")
        more = f" and {len(names) - most} more" if len(names) > most else ""
        yield f"{pods} {agreeing(len(names), _WORDS[risk])}: {', '.join(names[:most])}{more}"


_BOUND_SECONDS = 20.0
_solved = partial(optgap.solve, progress=False)


class ClusterPlan:
    """The moves from a cluster's present state to a solution, which is read and judged once.

    By default the solution determines ``order`` and ``close_empty``.  A plan without pins has its
    own order, and requires that empty machines are closed.  Items stop on third machines only if
    the plan then has at most ``most_moves`` moves.  With ``judges_claims`` the judge also checks
    the bound and its certificate.  ``stop_after`` limits the number of waves; waves after the last
    one that frees a machine are omitted.  If moves are blocked, ``may_be_partial`` allows a plan of
    the first waves.
    """

    def __init__(
        self,
        instance: AnyInstance,
        solution: Solution,
        *,
        order: Order | None = None,
        most_moves: int | None = None,
        close_empty: bool | None = None,
        judges_claims: bool = False,
        stop_after: int | None = None,
        may_be_partial: bool = False,
    ) -> None:
        self.instance = _cluster_of(instance)
        self.document = solution_document(solution)
        self._subject = str(solution) if isinstance(solution, (str, Path)) else "solution"
        claimed = order_without_pins(self.document)
        self.is_without_pins = claimed is not None
        by_size: Order = "largest-first" if claimed == "largest-first" else "waves"
        self.order: Order = by_size if order is None else order
        self._most_moves, self._judges_claims = most_moves, judges_claims
        self._close_empty = self.is_without_pins if close_empty is None else close_empty
        self._stop_after, self._may_be_partial = stop_after, may_be_partial

    @cached_property
    def decision(self) -> dict[str, Any]:
        """The decision of the solution."""
        return decision_of(self.document)

    @property
    def claims(self) -> Mapping[str, Any]:
        """The solution document with its method and bound; empty for a bare decision."""
        return self.document if "status" in self.document else {}

    @cached_property
    def verdict(self) -> Check:
        """The verdict on the decision and on machines that are claimed to be free without pins.

        With ``judges_claims`` it is also on the claims that the suite judges.
        """
        if self._judges_claims:
            verdict = judged(self.instance, self.document, self._subject)
            if not verdict.violations:
                self._refuse_other_instance()
        else:
            self._refuse_other_instance()
            verdict = judged(self.instance, self.decision, "solution")
        return with_own_claims(verdict, self.instance, self.document)

    def _refuse_other_instance(self) -> None:
        about = self.document.get("instance")
        own = self.instance.sha256
        if isinstance(about, Mapping) and about.get("sha256", own) != own:
            rule = f"belongs to another instance than {self.instance.name}"
            raise input_error("solution", rule, str(about.get("name")))

    def _refuse_faults(self) -> None:
        if self.verdict.violations:
            faults = [Fault("solution", str(violation)) for violation in self.verdict.violations]
            raise InputError("bad input", faults)

    @cached_property
    def _placed(self) -> tuple[Consolidation, tuple[str, ...]]:
        cluster, left_out = without_left_out(self.instance, self.decision)
        return cluster, tuple(left_out)

    @property
    def placed(self) -> Consolidation:
        """The instance without the items that the solution does not place."""
        return self._placed[0]

    @cached_property
    def without_price(self) -> Consolidation:
        """The instance with the price of migrations removed."""
        if not self.placed.toll:
            return self.placed
        return self.placed.model_copy(update={"migration_price": None})

    @cached_property
    def waves(self) -> WavePlan:
        """The moves in waves, up to the last move that improves the objective; the freed machines.

        Raises `InputError` if the solution is not feasible.
        """
        self._refuse_faults()
        cluster, left_out = self._placed
        waves = wave_plan(cluster, self.decision, order=self.order, most_moves=self._most_moves)
        planned = up_to_the_last_gain(cluster, self.decision, waves)
        if self._stop_after is not None:
            planned = first_waves(cluster, planned, self.order, self._stop_after)
        elif planned.blocked and self._may_be_partial:
            part = first_waves(cluster, planned, self.order)
            planned = part if part.freed else planned
        notes = planned.notes
        if left_out:
            notes += (f"{quantity(len(left_out), 'item')} left out: {', '.join(left_out)}",)
        if pods := pods_to_pin(cluster, planned):
            words = (
                "move, tolerate cordons and may come back to a closed node unless pinned elsewhere"
            )
            back = f"{quantity(len(pods), 'pod')} {agreeing(len(pods), words)}"
            notes += (f"{back}: {', '.join(pods)}",)
        planned = replace(planned, notes=notes)
        if not self._close_empty:
            return planned
        empty = (~cluster.occupied & ~cluster.kept & ~cluster.offered).tolist()
        names = (site.name for site, is_empty in zip(cluster.sites, empty, strict=True) if is_empty)
        return replace(planned, cordoned=(*planned.cordoned, *names))

    @cached_property
    def reached(self) -> IntArray:
        """The machine of each placed item after the waves, which may omit moves of the solution."""
        return after_steps(self.placed, self.waves)

    @property
    def freed_later(self) -> tuple[str, ...]:
        """The machines that the solution frees but the waves of this plan do not."""
        cluster = self.placed
        target = cluster.numbers(self.decision)
        later = cluster.in_use(self.reached) & ~cluster.in_use(target)
        return tuple(cluster.sites[j].name for j in np.flatnonzero(later).tolist())

    @property
    def empty(self) -> tuple[str, ...]:
        """The machines that are empty now, not kept, and used by no step of the plan."""
        named = {move.target for move in self.waves.steps} | {*self.waves.cordoned}
        return empty_machines(self.instance, named)

    @cached_property
    def risks(self) -> dict[str, tuple[str, ...]]:
        """The names of the evicted pods that are at risk, by risk."""
        return eviction_risks(self.instance, self.waves)

    @property
    def new_machines(self) -> list[NewNodes]:
        """The machines of offers that must be created before the plan starts."""
        return list(new_nodes(self.instance, self.waves.steps))

    @property
    def wave_seconds(self) -> list[float | None]:
        """The seconds of each wave if five steps run in parallel; None for an unknown duration."""
        return seconds_of_waves(self.instance, self.waves)

    @property
    def duration(self) -> str:
        """The duration of all waves in words; it is estimated for pods of unknown duration."""
        estimated = seconds_of_waves(self.instance, self.waves, ESTIMATE)
        return time_words(self.wave_seconds, estimated)

    @cached_property
    def stays(self) -> list[Stays]:
        """The reason why each machine that the solution uses stays in use."""
        self._refuse_faults()
        return reasons_to_stay(self.placed, self.decision, without_pins=self.is_without_pins)

    def simulate(self, scoring: Scoring = "default", *, time_limit: float | None = None) -> Replay:
        """Replay the plan with nodes chosen by Kubernetes' scheduler, and return the result."""
        order: EvictionOrder = "largest-first" if self.order == "largest-first" else "any"
        cluster = _without_unplanned(self.instance, self.waves)
        return replay_in_many_orders(
            cluster, self.waves, scoring, order=order, time_limit=time_limit
        )

    def steps(self, replay: Replay | None = None) -> OwnerPlan:
        """Return the plan as steps by node and owner; no item may stop on a third machine."""
        cluster = _without_unplanned(self.instance, self.waves)
        return owner_plan(cluster, self.waves, replay, tuple(risk_lines(self.risks)))

    def without_pins(
        self,
        order: EvictionOrder = "largest-first",
        *,
        replays: int = 1_000,
        time_limit: float | None = None,
    ) -> WithoutPins:
        """Return a plan without pins; the search starts from the solution."""
        cluster = with_awaited_kept(self.instance, self.decision)
        run = Run("minimize", time_limit=time_limit)
        starts = [cluster.numbers(self.decision)]
        return without_pins(cluster, starts, order, run, replays=replays)

    def trade_offs(self, time_limit: float | None = None) -> list[FrontPlan]:
        """Return plans with ever fewer moves, from the solution to no move, as far as time allows.

        The price of evictions is ignored, because the front contains the choice for each price.
        """
        run = Run("minimize", time_limit=time_limit)
        cluster = self.without_price
        proven = not self.placed.toll and self.claims.get("status") == "optimal"
        return eviction_front(cluster, cluster.numbers(self.decision), run, proven=proven)

    @cached_property
    def least_objective(self) -> tuple[float | None, str | None]:
        """The bound on the objective without the price of evictions, and the bound's kind."""
        if not self.placed.toll:
            return self.claims.get("bound"), self.claims.get("bound_kind")
        found = _solved(self.without_price, "price-guided", time_limit=_BOUND_SECONDS)
        return found.bound, found.bound_kind

    def frees(self, time_limit: float | None = None) -> list[Without]:
        """Return the gain from dropping all reasons that hold machines, then each reason alone."""
        self._refuse_faults()
        now = problem_of(self.placed).judge(self.placed, self.decision).objective
        assert isinstance(now, (int, float))
        return list(what_frees(self.placed, self.decision, now, _solved, time_limit))


def with_own_claims(verdict: Check, instance: Consolidation, document: Mapping[str, Any]) -> Check:
    """Return the verdict on a feasible plan with the faults of claims that this package judges."""
    details = document.get("details")
    if verdict.violations or not isinstance(details, Mapping):
        return verdict
    return replace(verdict, violations=tuple(without_pins_violations(instance, details)))


def after_steps(instance: Consolidation, plan: WavePlan) -> IntArray:
    """Return the machine of each item after the steps of a plan, as an array; -1 for none."""
    machine = instance.home.copy()
    for step in plan.steps:
        machine[instance.item_numbers[step.item]] = instance.site_numbers[step.target]
    return machine


def plan(
    instance: AnyInstance,
    solution: Solution,
    *,
    order: Order = "waves",
    most_moves: int | None = None,
    close_empty: bool = False,
) -> WavePlan:
    """Return the moves to a solution of `consolidation` in waves, and the machines that they free.

    Moves after the solution's objective is reached are omitted.

    Parameters
    ----------
    instance : Instance, mapping, str or Path
        An instance of `consolidation`, its document, the path of a file, or the name of a bundled
        one.
    solution : Outcome, mapping, str or Path
        A solution of it, its document, or its file.
    order : {'waves', 'drain', 'largest-first', 'targets'}
        ``drain`` frees one machine after another; ``largest-first`` moves large items first; with
        ``targets`` each wave has one target, so that a corridor works as pins do.
    most_moves : int, optional
        The largest number of moves, including stops on third machines.
    close_empty : bool, default False
        Also close empty machines, as plans without pins require.

    Returns
    -------
    WavePlan
        The waves, the blocked moves, and the freed machines.

    Raises
    ------
    InputError
        If the solution is not feasible.
    """
    asked = ClusterPlan(
        instance, solution, order=order, most_moves=most_moves, close_empty=close_empty
    )
    return asked.waves


def simulate(
    instance: AnyInstance,
    plan: WavePlan,
    scoring: Scoring = "default",
    *,
    order: EvictionOrder = "any",
    replays: int = 1_000,
    time_limit: float | None = None,
) -> Replay:
    """Replay a plan with nodes chosen by Kubernetes' scheduler, and return the result.

    A plan that needs no pins is also replayed in random eviction orders.

    Parameters
    ----------
    instance : Instance, mapping, str or Path
        An instance of `consolidation`, its document, the path of a file, or the name of a bundled
        one.
    plan : WavePlan
        The plan, as `optgap.plan` returns it.
    scoring : {'default', 'most-allocated'}
        How the scheduler scores free resources.
    order : {'any', 'largest-first'}
        The kind of random orders.
    replays : int, default 1000
        The number of random orders.
    time_limit : float, optional
        Seconds of wall-clock time; by default there is no limit.

    Returns
    -------
    Replay
        The verdict, the pins that are needed, and how many random orders held.

    Raises
    ------
    InputError
        If an argument is wrong; the error lists every fault with its place.
    """
    cluster = _without_unplanned(_cluster_of(instance), plan)
    return replay_in_many_orders(
        cluster, plan, scoring, order=order, replays=replays, time_limit=time_limit
    )


def stays(instance: AnyInstance, solution: Solution) -> list[Stays]:
    """Return, for each machine that a solution of `consolidation` uses, why it stays in use.

    Parameters
    ----------
    instance : Instance, mapping, str or Path
        An instance of `consolidation`, its document, the path of a file, or the name of a bundled
        one.
    solution : Outcome, mapping, str or Path
        A solution of it, its document, or its file.

    Returns
    -------
    list of Stays
        For each machine the reason, and the rules and items that hold it.

    Raises
    ------
    InputError
        If an argument is wrong; the error lists every fault with its place.
    """
    return ClusterPlan(instance, solution).stays


def frees(
    instance: AnyInstance, solution: Solution, time_limit: float | None = None
) -> list[Without]:
    """Return the gain from dropping the rules, fixed items and kept machines that hold machines.

    First all of them are dropped together; if that is not proven to be useless, then each alone.
    Each changed instance is solved, starting from the solution.

    Parameters
    ----------
    instance : Instance, mapping, str or Path
        An instance of `consolidation`, its document, the path of a file, or the name of a bundled
        one.
    solution : Outcome, mapping, str or Path
        A solution of it, its document, or its file.
    time_limit : float, optional
        Seconds of wall-clock time; by default there is no limit.

    Returns
    -------
    list of Without
        What is dropped, and the objective now and without it, with a proven bound.

    Raises
    ------
    InputError
        If an argument is wrong; the error lists every fault with its place.
    """
    return ClusterPlan(instance, solution).frees(time_limit)


def order_without_pins(solution: Outcome | Mapping[str, Any]) -> str | None:
    """Return the eviction order of a solution without pins; None for other solutions."""
    details = solution_document(solution).get("details")
    if isinstance(details, Mapping) and "freed_without_pins" in details:
        return str(details.get("order", "any"))
    return None


def _cluster_of(instance: AnyInstance) -> Consolidation:
    """Return the instance; raise an error if it is not an instance of `consolidation`."""
    cluster = optgap.load(instance)
    if not isinstance(cluster, Consolidation):
        rule = "only plans of consolidation have moves"
        raise input_error("instance", rule, getattr(cluster, "problem", None))
    return cluster


def _without_unplanned(cluster: Consolidation, plan: WavePlan) -> Consolidation:
    """Return the instance without the items that a plan does not place."""
    placed = {"machine": {move.item: move.target for move in plan.steps}}
    return without_left_out(cluster, placed)[0]
