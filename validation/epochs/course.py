"""The simulated course of an application: a plan per macro epoch, fractions per micro epoch."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import Field

from ...core.faults import input_error
from ...core.files import GrowingFile
from ...core.outcome import Outcome
from ...core.schema import Part, Positive
from ...instances.application import (
    Application,
    BudgetUser,
    Present,
    budget_ranks,
    macroq_of,
    macrow_of,
    merit_ranks,
    present_at,
)
from ...instances.importers import Goals
from ...instances.macroq import MacroQ
from ...instances.macrow import MacroW
from ..running import solve
from .micro import MicroEpoch, micro_epoch


def ranks_now(
    application: Application, present: Present, left: dict[str, float]
) -> dict[str, int] | None:
    """Return the rank of each present job; ``None`` if the application fixes the ranks."""
    ranks = application.ranks
    if ranks is None:
        return None
    offered = {job["name"]: job for job in application.macroq["jobs"]}
    required = [name for name in present.jobs if offered[name].get("required")]
    if ranks.manager == "merit":
        terms = {
            job: terms_of_job for job, terms_of_job in ranks.terms.items() if job in present.jobs
        }
        return merit_ranks(terms, ranks.weights, float(ranks.bucket or 0.0), required)
    users = [
        BudgetUser(
            name,
            user.budget,
            tuple((j, _cost(application, offered[j])) for j in user.jobs if j in present.jobs),
            left[name],
        )
        for name, user in ranks.users.items()
    ]
    return budget_ranks(users, required, ranks.by)


def _cost(application: Application, job: dict[str, Any]) -> float:
    """Return the least cost of a job per epoch: its minimum mips times the seconds of the epoch."""
    least = min(
        sum(pe.get("min_mips", 0.0) for pe in template["pes"]) for template in job["templates"]
    )
    return float(least * application.seconds)


def paid(
    application: Application,
    plan: dict[str, Any],
    used: dict[str, float],
    left: dict[str, float],
) -> None:
    """Subtract the used mips seconds from users' budgets ``left``, if the plan rejects a job."""
    if application.ranks is None or len(plan["decision"]["jobs"]) >= len(plan["offered"]):
        return
    for name, user in application.ranks.users.items():
        for job in user.jobs:
            left[name] -= used.get(job, 0.0) * application.seconds


Record: TypeAlias = dict[str, Any]


class Settings(Part):
    """The method and the time limit in seconds of each model, the epochs, and the seed."""

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
        """Solve an instance by the method for its model; pass an interrupt to the caller."""
        method, limit = getattr(self, model), getattr(self, f"{model}_seconds")
        outcome = solve(instance, method, time_limit=limit, seed=self.seed, **rest)
        if outcome.stopped == "interrupted":
            raise KeyboardInterrupt
        return outcome


@dataclass
class _State:
    """The plans, fractions, remaining budgets, used mips and curves that exist before an epoch."""

    plans: dict[int, Record] = field(default_factory=dict)
    fractions: dict[str, dict[str, float]] = field(default_factory=dict)
    left: dict[str, float] = field(default_factory=dict)
    used: dict[str, float] = field(default_factory=dict)
    curves: dict[str, Goals | None] = field(default_factory=dict)


def course(
    application: Application, settings: Settings, done: Sequence[Record] = ()
) -> Iterator[Record]:
    """Yield a record for each macro and micro epoch that is not among the records ``done``."""
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
    """Return the plan to execute: made ``lag`` macro epochs ago or, at first, the first plan."""
    return state.plans[max(0, macro - application.lag)]


def _macro_epoch(application: Application, settings: Settings, state: _State, macro: int) -> Record:
    present = present_at(application, macro, 0)
    old = state.plans.get(macro - 1)
    running = {} if old is None else old["templates"]
    ranks = ranks_now(application, present, state.left)
    record = _blank(macro, present, running, ranks, state.left)
    instance = macroq_of(application, present, running=running, ranks=ranks)
    if instance is None:
        return {**record, "message": "there are no jobs or no nodes"}
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
    """Return the record of a macro epoch before planning: infeasible, and no job is admitted."""
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
    """Return the record of an epoch without a new plan; it keeps the decision of ``old``."""
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
    """Return macroQ's instance, the numbers of the chosen alternatives, and macroW's instance."""
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


_BEGINS = b'{"version": 1, "application": '


class RunsFile(GrowingFile):
    """A file with one JSON line per epoch, by which a course is resumed.

    An incomplete last line is dropped when the file is read.
    """

    WRITER = "course"

    def __init__(self, path: Path, application: Application, settings: Settings) -> None:
        super().__init__(path)
        self._head: dict[str, Any] = {
            "version": 1,
            "application": application.name,
            "sha256": application.sha256,
            "settings": settings.model_dump(exclude={"macro_epochs"}),
        }
        self.records: list[Record] = []

    def _read(self) -> None:
        whole, torn = self._content()
        content = whole + torn
        if content and not content.startswith(_BEGINS[: len(content)]):
            raise input_error(str(self._path), "is not a file of a course")
        if not whole:
            self._stream.truncate(0)
            self._write(self._head)
            return
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
        except ValueError:
            raise input_error(
                str(self._path), "is not a file of a course: a line is incomplete"
            ) from None
        if lines[0] != self._head:
            rule = "belongs to another application or other settings; name another file"
            raise input_error(str(self._path), rule)
        self.records = lines[1:]
        self._stream.truncate(len(whole))

    def append(self, record: Record) -> None:
        """Append the complete line of a record; if the disk is full, append nothing."""
        self._write(record)
        self.records.append(record)
