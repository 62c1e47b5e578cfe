"""The course of an application: a plan for each macro epoch, fractions for each micro epoch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pydantic import Field

from ...core.outcome import Outcome
from ...core.schema import Part, Positive
from ...instances.application import (
    Application,
    Present,
    macroq_of,
    macrow_of,
    present_at,
)
from ...instances.importers import Goals
from ...instances.macroq import MacroQ
from ...instances.macrow import MacroW
from ..solve import solve
from .micro import MicroEpoch, micro_epoch
from .ranking import paid, ranks_now

Record: TypeAlias = dict[str, Any]


class Settings(Part):
    """The method of each model, and its seconds."""

    macroq: str = "exact"
    macrow: str = "hierarchical"
    microq: str = "iterative"
    microw: str = "flow"
    macroq_seconds: Positive = 10.0
    macrow_seconds: Positive = 25.0
    microq_seconds: Positive = 5.0
    microw_seconds: Positive = 5.0
    macro_epochs: int | None = Field(default=None, ge=1)
    seed: int = 0

    def solved(self, model: str, instance: Any, **rest: Any) -> Outcome:
        """Solve an instance by the method of its model; an interrupt goes on to the caller."""
        method, limit = getattr(self, model), getattr(self, f"{model}_seconds")
        outcome = solve(instance, method, time_limit=limit, seed=self.seed, **rest)
        if outcome.stopped == "interrupted":
            raise KeyboardInterrupt
        return outcome


@dataclass
class _State:
    """What the next epoch needs of those before."""

    plans: dict[int, Record] = field(default_factory=dict)
    fractions: dict[str, dict[str, float]] = field(default_factory=dict)
    left: dict[str, float] = field(default_factory=dict)
    used: dict[str, float] = field(default_factory=dict)
    curves: dict[str, Goals | None] = field(default_factory=dict)


def course(
    application: Application, settings: Settings, done: Sequence[Record] = ()
) -> Iterator[Record]:
    """Yield a record for each macro and each micro epoch that is not done yet."""
    state = _State()
    users = {} if application.ranks is None else application.ranks.users
    state.left = {name: user.budget for name, user in users.items()}
    before = {(record["macro"], record.get("micro")): record for record in done}
    epochs = settings.macro_epochs or application.macro_epochs
    for macro in range(epochs):
        record = before.get((macro, None))
        if record is None:
            record = _macro_epoch(application, settings, state, macro)
            yield record
        state.plans[macro] = record
        state.used = {}
        for micro in range(application.micro_epochs):
            earlier = before.get((macro, micro))
            if earlier is None:
                earlier = _micro_record(application, settings, state, macro, micro)
                yield earlier
            state.fractions = earlier["fraction"]
            for job, mips in earlier["mips_by_job"].items():
                state.used[job] = state.used.get(job, 0.0) + mips / application.micro_epochs
        paid(application, _plan_in_force(application, state, macro), state.used, state.left)


def _plan_in_force(application: Application, state: _State, macro: int) -> Record:
    """Return the plan of the epoch before, or of the same one where the lag is 0 or it is first."""
    return state.plans[max(0, macro - application.lag)]


def _macro_epoch(application: Application, settings: Settings, state: _State, macro: int) -> Record:
    present = present_at(application, macro, 0)
    old = state.plans.get(macro - 1)
    running = {} if old is None else old["templates"]
    ranks = ranks_now(application, present, state.left)
    record = _blank(macro, present, running, ranks, state.left)
    instance = macroq_of(application, present, running=running, ranks=ranks)
    if instance is None:
        return {**record, "message": "no job or no node is there"}
    admitted = settings.solved("macroq", instance)
    record["seconds"]["macroq"] = admitted.seconds
    if admitted.decision is None:
        return _keep_last(record, old, f"macroQ: {admitted.message or admitted.status}")
    record |= {
        "promised": admitted.objective,
        "bound": admitted.bound,
        "waterline": admitted.details.get("waterline"),
    }
    placement = macrow_of(
        application, present, instance, admitted.decision, (old or {}).get("candidates")
    )
    if placement is None:
        return {**record, "status": "done"}
    placed = settings.solved("macrow", placement)
    record["seconds"]["macrow"] = placed.seconds
    if placed.decision is None:
        return _keep_last(record, old, f"macroW: {placed.message or placed.status}")
    templates = {job: run["template"] for job, run in admitted.decision["jobs"].items()}
    return {
        **record,
        "status": "done",
        "decision": admitted.decision,
        "templates": templates,
        "candidates": placed.decision["candidates"],
    }


def _blank(
    macro: int,
    present: Present,
    running: dict[str, str],
    ranks: dict[str, int] | None,
    left: dict[str, float],
) -> Record:
    """Return the record of a macro epoch that has no plan yet."""
    return {
        "macro": macro,
        "status": "infeasible",
        "message": None,
        "decision": {"jobs": {}},
        "candidates": {},
        "templates": {},
        "ranks": ranks,
        "running": running,
        "left": dict(left),
        "offered": list(present.jobs),
        "seconds": {},
    }


def _keep_last(record: Record, old: Record | None, message: str) -> Record:
    """Return the record of a macro epoch without a plan, which goes on with the one before."""
    kept = {} if old is None else {k: old[k] for k in ("decision", "templates", "candidates")}
    return {**record, **kept, "message": message}


def _micro_record(
    application: Application, settings: Settings, state: _State, macro: int, micro: int
) -> Record:
    present = present_at(application, macro, micro)
    plan = _plan_in_force(application, state, macro)
    instances = _instances(application, present, plan)
    if instances is None:
        empty = {"macro": macro, "micro": micro, "status": "done", "fraction": {}, "seconds": {}}
        return {**empty, "message": "nothing is admitted", "metrics": {}, "mips_by_job": {}}
    epoch = MicroEpoch(
        application, present, *instances, plan["candidates"], state.fractions, state.curves
    )
    return {"macro": macro, "micro": micro, **micro_epoch(epoch, settings.solved)}


def _instances(
    application: Application, present: Present, plan: Record
) -> tuple[MacroQ, list[int], MacroW] | None:
    """Return the chosen graph as it is now, and the placement that the candidates belong to."""
    jobs = {job: run for job, run in plan["decision"]["jobs"].items() if job in present.jobs}
    instance = macroq_of(application, present, running=plan["templates"])
    if instance is None or not jobs:
        return None
    graph = instance.graph
    chosen = [
        a
        for a, alternative in enumerate(graph.alternatives)
        if jobs.get(instance.jobs[alternative.job].name, {}).get("template") == alternative.name
    ]
    everything = Present(
        tuple(node.name for node in application.nodes),
        present.jobs,
        present.primal,
        present.value_weights,
    )
    placement = macrow_of(application, everything, instance, {"jobs": jobs})
    return None if placement is None else (instance, chosen, placement)
