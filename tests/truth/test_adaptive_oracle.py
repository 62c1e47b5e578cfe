"""adaptive_config against an oracle: a cluster that lives through every second, task by task.

The oracle is written from the statement of the problem.  It shares no code with the methods'
simulation or the judge's: no events, no lists of allocations, every container an object.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

import optgap
from optgap.instances.adaptive_config import AdaptiveConfig

END = 200  # seconds after which a job that has not begun never does


@dataclass(eq=False)
class Working:
    """A job that has come: when each of its containers is free again, and the tasks not begun."""

    job: Any
    group: int
    tasks: list[float]
    busy_until: list[float] = field(default_factory=list)

    def begin_tasks(self, now: float) -> None:
        for place, until in enumerate(self.busy_until):
            if until <= now and self.tasks:
                self.busy_until[place] = now + self.tasks.pop(0)

    def has_ended(self, now: float) -> bool:
        return not self.tasks and bool(self.busy_until) and max(self.busy_until) <= now

    def wants_more(self) -> bool:
        return bool(self.tasks) and len(self.busy_until) < self.job.max_containers


def own_numbers(shares: list[float], containers: int) -> list[int]:
    """Whole containers in proportion to shares; the largest remainders get the rest."""
    exact = [share / sum(shares) * containers for share in shares]
    numbers = [math.floor(value + 1e-9) for value in exact]
    for _ in range(containers - sum(numbers)):
        numbers[max(range(len(exact)), key=lambda q: (exact[q] - numbers[q], -q))] += 1
    return numbers


def served(policy: str, waiting: list[Working]) -> Working:
    """The job that a queue's policy serves; of equals the first submitted."""
    ranks = {
        "fifo": lambda w: 0,
        "fair": lambda w: len(w.busy_until),
        "drf": lambda w: len(w.busy_until) * max(w.job.cores, w.job.memory / 2048),
        "edf": lambda w: math.inf if w.job.deadline is None else w.job.deadline,
        "lrtf": lambda w: makespan(w.tasks, w.job.max_containers),
    }
    return min(waiting, key=ranks[policy])


def makespan(tasks: list[float], containers: int) -> float:
    ends = [0.0] * min(containers, len(tasks))
    for task in tasks:
        ends.sort()
        ends[0] += task
    return max(ends)


def may_take(group: Any, setting: dict, working: list[Working]) -> tuple[Any, Working] | None:
    """The queue (as a rank) that gets the next container of its group, and the job."""
    containers = setting["containers"]
    names = [queue.name for queue in group.queues]
    own = own_numbers([setting["shares"][name] for name in names], containers)
    offers = []
    for number, queue in enumerate(group.queues):
        mine = [w for w in working if w.job.queue == queue.name]
        used = sum(len(w.busy_until) for w in mine)
        waiting = [w for w in mine if w.wants_more()]
        most = max(1, math.floor(queue.max_share * containers + 1e-9)) if group.is_elastic else (
            own[number])  # fmt: skip
        if waiting and used < most:
            rank = (used / setting["shares"][queue.name], number)
            offers.append((rank, served(setting["policies"][queue.name], waiting)))
    return min(offers, key=lambda offer: offer[0], default=None)


def latencies(instance: AdaptiveConfig, course: list[dict]) -> list[list[float]] | None:
    """The latency of every job, by group; nothing if a job never runs."""
    coming = sorted(
        ((job.submitted, g, n) for g, group in enumerate(instance.groups)
         for n, job in enumerate(group.jobs)), key=lambda c: c[0])  # fmt: skip
    present: list[Working] = []
    ended: dict[tuple[int, str], float] = {}
    setting: dict[str, dict] = {}
    for now in range(END):
        for step in course:
            setting = step["groups"] if step["at"] == now else setting
        for working in [w for w in present if w.has_ended(now)]:
            present.remove(working)
            ended[working.group, working.job.name] = now - working.job.submitted
        while coming and coming[0][0] <= now:
            _, g, n = coming.pop(0)
            job = instance.groups[g].jobs[n]
            present.append(Working(job, g, job.tasks.tolist()))
        for working in present:
            working.begin_tasks(now)
        while sum(len(w.busy_until) for w in present) < instance.containers:
            offers = []
            for g, group in enumerate(instance.groups):
                mine = [w for w in present if w.group == g]
                held, number = sum(len(w.busy_until) for w in mine), setting[group.name]
                offer = may_take(group, number, mine) if held < number["containers"] else None
                if offer is not None:
                    offers.append((held / number["containers"], g, offer[1]))
            if not offers:
                break
            chosen = min(offers, key=lambda offer: offer[:2])[2]
            chosen.busy_until.append(now + chosen.tasks.pop(0))
    if len(ended) < instance.jobs:
        return None
    return [[ended[g, job.name] for job in group.jobs] for g, group in enumerate(instance.groups)]


def value(instance: AdaptiveConfig, course: list[dict]) -> float:
    """Eq. 1 or Eq. 3 of a course; infinite if a job never runs."""
    means = latencies(instance, course)
    if means is None:
        return math.inf
    if instance.objective == "sum-of-means":
        return sum(sum(own) / len(own) for own in means)
    return sum(sum(own) for own in means) / instance.jobs


def plans(instance: AdaptiveConfig) -> Iterator[dict]:
    """Every plan: containers, shares and policies of every group."""
    choices = []
    for group in instance.groups:
        names = [queue.name for queue in group.queues]
        shares = [
            choice
            for choice in itertools.product(group.shares, repeat=len(names))
            if abs(sum(choice) - 1) < 1e-3
            and all(s <= q.max_share for s, q in zip(choice, group.queues, strict=True))
        ]
        most = min(instance.containers, group.upper or sum(
            min(job.max_containers, len(job.tasks)) for job in group.jobs))  # fmt: skip
        choices.append(
            [
                {
                    "containers": r,
                    "shares": dict(zip(names, s, strict=True)),
                    "policies": dict(zip(names, p, strict=True)),
                }
                for r in range(group.lower, most + 1)
                for s in shares
                for p in itertools.product(group.policies, repeat=len(names))
            ]
        )
    for chosen in itertools.product(*choices):
        if sum(own["containers"] for own in chosen) <= instance.containers:
            yield {g.name: own for g, own in zip(instance.groups, chosen, strict=True)}


def draw_instance(seed: int, *, groups: int = 2, interval: float | None = None) -> AdaptiveConfig:
    """A tiny cluster with whole seconds and all policies."""
    rng = random.Random(seed)

    def group(number: int) -> dict[str, Any]:
        scheduler = rng.choice(["fair", "capacity"])
        others = [rng.choice(["fair", "drf", "edf", "lrtf"])] if scheduler == "fair" else []
        jobs = [
            {
                "name": f"j{k}",
                "queue": rng.choice(["q1", "q2"]),
                "submitted": float(rng.randint(0, 6)),
                "tasks": [rng.randint(1, 6) for _ in range(rng.randint(1, 4))],
                "cores": rng.randint(1, 3),
                "memory": 1024 * rng.randint(1, 5),
                "max_containers": rng.randint(1, 3),
                "deadline": float(rng.randint(5, 20)),
            }
            for k in range(rng.randint(2, 3))
        ]
        return {
            "name": f"g{number}",
            "scheduler": scheduler,
            "elastic": rng.choice([True, False]),
            "queues": [{"name": "q1", "max_share": rng.choice([0.5, 1.0])}, {"name": "q2"}],
            "shares": [0.3333, 0.5, 0.6667],
            "policies": ["fifo", *others],
            "jobs": jobs,
        }

    document: dict[str, Any] = {
        "problem": "adaptive_config",
        "version": 1,
        "name": f"oracle-{seed}",
        "containers": rng.randint(2, 4),
        "objective": rng.choice(["mean-job", "sum-of-means"]),
        "groups": [group(number) for number in range(groups)],
    }
    if interval is not None:
        document["tuning"] = {"interval": interval}
    return AdaptiveConfig.model_validate(document)


@pytest.mark.parametrize("seed", range(12))
def test_one_plan(seed: int) -> None:
    """Every plan has the oracle's latency at the judge, and the exact methods find the least."""
    instance = draw_instance(seed)
    check = optgap.problem_named("adaptive_config").judge
    best = math.inf
    for number, plan in enumerate(plans(instance)):
        mine = value(instance, [{"at": 0, "groups": plan}])
        best = min(best, mine)
        if number % 37 == 0:
            told = check(instance, {"groups": plan}).objective
            assert (math.inf if told is None else told) == pytest.approx(mine, rel=1e-9)
    for method in ("exact", "dp", "lazy"):
        outcome = optgap.solve(instance, method)
        if best == math.inf:
            assert outcome.status == "infeasible", method
        else:
            assert outcome.status == "optimal", method
            assert outcome.objective == pytest.approx(best, rel=1e-9), method


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5, 7])
def test_settings_that_change(seed: int) -> None:
    """Courses of settings have the oracle's latency, and no course of settings beats hindsight."""
    instance = draw_instance(seed, groups=1, interval=4.0)
    check = optgap.problem_named("adaptive_config").judge
    rng, every, best = random.Random(seed), list(plans(instance)), math.inf
    for number in range(100):
        course = [{"at": 4.0 * k, "groups": rng.choice(every)} for k in range(5)]
        mine = value(instance, course)
        best = min(best, mine)
        if number % 5 == 0:
            told = check(instance, {"settings": course}).objective
            assert (math.inf if told is None else told) == pytest.approx(mine, rel=1e-9)
    outcome = optgap.solve(instance, "hindsight", time_limit=5)
    if outcome.status == "optimal":
        assert outcome.objective <= best * (1 + 1e-9)
        mine = value(instance, outcome.decision["settings"])
        assert mine == pytest.approx(outcome.objective, rel=1e-9)
    assert outcome.bound is None or outcome.bound <= best * (1 + 1e-9)


@pytest.mark.parametrize("seed", [2, 3, 4, 11])
def test_waiting_where_nothing_runs_ends(seed: int) -> None:
    """Under the first plan some job never runs: the search went on to the next moment for ever."""
    instance = draw_instance(seed, groups=2, interval=4.0)
    outcome = optgap.solve(instance, "hindsight", time_limit=0.3)
    assert outcome.stopped != "error"
    if outcome.decision is not None:
        mine = value(instance, outcome.decision["settings"])
        assert mine == pytest.approx(outcome.objective, rel=1e-9)
