"""The importance that SODA loses because it plans in four steps, measured on a tiny application."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import Fault, InputError
from ...core.run import Run
from ...formulations.application import joint_model
from ...instances.application import (
    Application,
    chosen_of,
    macroq_of,
    macrow_of,
    present_at,
    short_name,
)
from ...instances.macroq import MacroQ
from ...solvers.engines import solve_model
from ...solvers.macroq import is_rank_legal, legal_lists
from ..running import solve
from .course import Settings, course
from .micro import metrics_of, mips_of_use

_MOST_LISTS = 5000


@dataclass(frozen=True)
class SplitCost:
    """The importances J0 to J4 of `split_cost`; ``None`` if a model is infeasible."""

    promise: float | None
    joint: float | None
    with_list: float | None
    with_candidates: float | None
    achieved: float | None
    jobs: dict[str, list[str]]
    below_least: list[str]

    @property
    def steps(self) -> dict[str, float | None]:
        """The loss of importance in each of the four steps, by the name of the step's cause."""
        values = (
            self.promise,
            self.joint,
            self.with_list,
            self.with_candidates,
            self.achieved,
        )
        names = (
            "nodes that macroQ ignores",
            "macroQ's list",
            "macroW's candidates",
            "microQ and microW",
        )
        pairs = zip(names, values, values[1:], strict=False)
        return {name: None if a is None or b is None else a - b for name, a, b in pairs}


def split_cost(application: Application, settings: Settings) -> SplitCost:
    """Return five importances of the first epoch, J0 to J4; J1 >= J2 >= J3 are proven optima.

    J0 is the importance of macroQ's plan; if that plan is optimal, J0 >= J1.  J1 is the joint
    optimum over all rank-legal lists, J2 that for macroQ's list and templates, and J3 also for
    macroW's candidates.  J4 is the result of microQ and microW.
    """
    present = present_at(application, 0, 0)
    instance = macroq_of(application, present)
    if instance is None:
        raise InputError("application", [Fault("jobs", "there is no job or no node at first")])
    one = settings.model_copy(update={"macro_epochs": 1})
    records = list(course(application.model_copy(update={"micro_epochs": 1}), one))
    plan, micro = records[0], records[1]
    decision = plan["decision"] if plan["decision"]["jobs"] else None
    if decision is None:
        decision = settings.solved("macroq", instance).decision or {"jobs": {}}
    mine, _ = chosen_of(instance, decision)
    joint, best = _best_joint(application, instance)
    candidates = {"candidates": plan["candidates"]} if plan["candidates"] else None
    return SplitCost(
        promise=plan.get("promised"),
        joint=joint,
        with_list=_value(application, instance, mine, None),
        with_candidates=None
        if candidates is None
        else _value(application, instance, mine, candidates),
        achieved=micro["metrics"].get("importance"),
        jobs={"macroQ": sorted(decision["jobs"]), "joint": best},
        below_least=micro["metrics"].get("below_least", []),
    )


def _best_joint(application: Application, instance: MacroQ) -> tuple[float | None, list[str]]:
    graph = instance.graph
    every = list(range(len(instance.jobs)))
    seen: dict[tuple[int, ...], float | None] = {}
    for rank in instance.ranks:
        lists = legal_lists(instance, every, rank, _MOST_LISTS)
        if lists is None:
            rule = f"have more than {_MOST_LISTS} lists, too many for the joint optimum"
            raise InputError("application", [Fault("macroq.jobs", rule)])
        for chosen in lists:
            if chosen not in seen and is_rank_legal(instance, chosen, rank):
                seen[chosen] = _value(application, instance, list(chosen), None)
    feasible = {chosen: value for chosen, value in seen.items() if value is not None}
    if not feasible:
        return None, []
    best = max(feasible, key=lambda chosen: feasible[chosen])
    return feasible[best], [instance.jobs[graph.alternatives[a].job].name for a in best]


def _value(
    application: Application,
    instance: MacroQ,
    chosen: list[int],
    candidates: dict[str, Any] | None,
) -> float | None:
    """Return the optimal importance of the chosen alternatives, or ``None`` if infeasible."""
    graph = instance.graph
    if not chosen:
        return 0.0
    jobs = {
        instance.jobs[graph.alternatives[a].job].name: {
            "template": graph.alternatives[a].name,
            "mips": {pe.name: 0.0 for pe in graph.alternatives[a].template.pes or ()},
        }
        for a in chosen
    }
    present = present_at(application, 0, 0)
    placement = macrow_of(application, present, instance, {"jobs": jobs})
    assert placement is not None
    model = joint_model(instance, chosen, placement, candidates)
    result = solve_model(model, "highs", Run("maximize", gap=1e-9))
    if result.status == "infeasible":
        return None
    if result.status != "optimal":
        raise TimeoutError(f"the joint program of {sorted(jobs)} has the status {result.status}")
    return result.objective


# RAND and RR of 7.2: each job uses its first template, each PE one node, PEs share nodes fairly.


Rule = Literal["random", "round-robin"]


def baseline_metrics(
    application: Application, rule: Rule, *, macro: int = 0, micro: int = 0, seed: int = 0
) -> dict[str, Any]:
    """Return the metrics of an epoch in which ``random`` or ``round-robin`` places the PEs.

    A node divides its mips among its PEs by max-min fairness; no PE gets more than it can use.
    """
    present = present_at(application, macro, micro)
    instance = macroq_of(application, present)
    if instance is None:
        return {}
    graph = instance.graph
    chosen = [numbers[0] for numbers in graph.of_job]
    placement = _one_node_each(application, instance, chosen, macro)
    candidates: dict[str, list[str]] = {}
    if placement is not None:
        decision = solve(placement, rule, seed=seed, time_limit=10.0).decision
        candidates = decision["candidates"] if decision is not None else {}
    power = {node.name: node.mips for node in present.nodes(application)}
    most = np.array([pe.most for pe in graph.pes])
    use = mips_of_use(instance, chosen, graph.rates(most, chosen))
    fractions: dict[str, dict[str, float]] = {}
    for node, mips in power.items():
        mine = [
            p
            for a in chosen
            for p in graph.alternatives[a].pes
            if node in candidates.get(short_name(instance, p), ())
        ]
        for p, share in zip(mine, fair_shares(use[mine], mips), strict=True):
            fractions[short_name(instance, p)] = {node: share / mips}
    return metrics_of(instance, chosen, fractions, power)


def _one_node_each(
    application: Application, instance: MacroQ, chosen: list[int], macro: int
) -> Any:
    graph = instance.graph
    jobs = {
        instance.jobs[graph.alternatives[a].job].name: {
            "template": graph.alternatives[a].name,
            "mips": {pe.name: 0.0 for pe in graph.alternatives[a].template.pes or ()},
        }
        for a in chosen
    }
    names = [short_name(instance, p) for a in chosen for p in graph.alternatives[a].pes]
    single = {n: {**application.pes.get(n, {}), "min_nodes": 1, "max_nodes": 1} for n in names}
    alone = application.model_copy(update={"pes": single})
    return macrow_of(alone, present_at(application, macro, 0), instance, {"jobs": jobs})


def fair_shares(wanted: FloatArray, mips: float) -> list[float]:
    """Return max-min fair shares of ``mips``: each gets the water level, or ``wanted`` if less."""
    shares, left = np.zeros(len(wanted)), mips
    order = np.argsort(wanted, kind="stable")
    for k, p in enumerate(order.tolist()):
        shares[p] = min(float(wanted[p]), left / (len(order) - k))
        left -= shares[p]
    return [float(share) for share in shares]
