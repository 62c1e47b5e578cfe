"""The rank manager of an application from epoch to epoch: ranks now, and budgets that pay."""

from __future__ import annotations

from typing import Any

from ...instances.application import (
    Application,
    BudgetUser,
    Present,
    budget_ranks,
    merit_ranks,
)


def ranks_now(
    application: Application, present: Present, left: dict[str, float]
) -> dict[str, int] | None:
    """Return the ranks of the jobs that are there; ``None``: as the application says."""
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
    """Return the cost of a job before it runs: its least mips for the time of an epoch."""
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
    """Let budgets pay actual use; only epochs that leave a job out are paid for."""
    if application.ranks is None or len(plan["decision"]["jobs"]) >= len(plan["offered"]):
        return
    for name, user in application.ranks.users.items():
        for job in user.jobs:
            left[name] -= used.get(job, 0.0) * application.seconds
