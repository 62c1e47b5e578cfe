"""Plans that never change: curves by random search, static ratios, representative settings.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, sections 3.3.3, 3.4, 4.3 to 4.5.
"""

from __future__ import annotations

import math

import numpy as np

from ...core.arrays import IntArray
from ...core.faults import check_range
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.adaptive_config import (
    AdaptiveConfig,
    BestSetting,
    best_setting,
    even_containers,
    even_setting,
    summed_latency,
)
from ...instances.queue_config import POLICIES, Policy, Simulator, UserGroup
from ...solvers.adaptive_config import CurveTable, cheap_bound, impossible
from ..queue_config import Effort, sample

_LEAST = 1e-9


def rrs_dp(
    instance: AdaptiveConfig,
    run: Run,
    *,
    confidence: float = 0.99,
    initial: float = 1 / 27,
    required: float = 1 / 270,
    shrink: float = 0.5,
) -> Answer:
    """Search the curve of each group at random, then share containers by Algorithm 3."""
    check_range(
        confidence=(confidence, _LEAST, 1 - _LEAST),
        initial=(initial, _LEAST, 0.5),
        required=(required, _LEAST, initial),
        shrink=(shrink, _LEAST, 1 - _LEAST),
    )
    refused = impossible(instance)
    if refused is not None:
        return refused
    effort = Effort(confidence, initial, required, shrink)
    rng = np.random.default_rng(run.seed)

    def search(group: UserGroup, containers: int) -> BestSetting:
        simulator, best = Simulator.of_group(group, containers), 0
        for number, _ in sample(group, simulator, effort, rng):
            best = max(0, number)
        return BestSetting(best, summed_latency(group, containers, best))

    table = CurveTable.of(instance)
    for g, curve in enumerate(table.curves):
        for containers in range(curve.lower, curve.lower + len(curve.bound)):
            if run.should_stop():
                break
            table.simulate(g, containers, search)
    amounts = table.least(run).amounts  # by searched curves, which prove nothing
    counts = instance.lower + amounts
    settings = [table.simulate(g, int(count), search) for g, count in enumerate(counts)]
    return _answer(instance, run, counts, settings)


def static_ratio(instance: AdaptiveConfig, run: Run) -> Answer:
    """Keep the stated containers, else by waiting task seconds; the best settings within groups."""
    refused = impossible(instance)
    if refused is not None:
        return refused
    counts = _static_containers(instance)
    settings = [
        best_setting(group, int(count))
        for group, count in zip(instance.groups, counts, strict=True)
    ]
    return _answer(instance, run, counts, settings)


def static_fifo(instance: AdaptiveConfig, run: Run) -> Answer:
    """Keep static containers and equal shares, first come first served."""
    return _static(instance, run, "fifo")


def static_fair(instance: AdaptiveConfig, run: Run) -> Answer:
    """Keep static containers and equal shares, jobs served evenly if that is offered."""
    return _static(instance, run, "fair")


def table2(instance: AdaptiveConfig, run: Run) -> Answer:
    """Take the best of a short list of settings in every group: Table 2's kind of static tuning.

    The list has equal shares and shares by waiting work, each with every policy for all queues.
    """
    refused = impossible(instance)
    if refused is not None:
        return refused
    counts = _static_containers(instance)
    settings = []
    for group, count in zip(instance.groups, counts.tolist(), strict=True):
        numbers = dict.fromkeys(_representative(group))
        tried = [BestSetting(n, summed_latency(group, count, n)) for n in numbers]
        settings.append(min(tried, key=lambda each: each.latency))
    return _answer(instance, run, counts, settings)


def _static(instance: AdaptiveConfig, run: Run, policy: Policy) -> Answer:
    refused = impossible(instance)
    if refused is not None:
        return refused
    counts = _static_containers(instance)
    settings = []
    for group, count in zip(instance.groups, counts.tolist(), strict=True):
        used = policy if policy in group.policies else group.policies[0]
        number = even_setting(group, policy=POLICIES.index(used))
        settings.append(BestSetting(number, summed_latency(group, count, number)))
    return _answer(instance, run, counts, settings)


def _representative(group: UserGroup) -> list[int]:
    """Return equal shares and shares by waiting work, with each policy for all queues."""
    work = {queue.name: 0.0 for queue in group.queues}
    for job in group.jobs:
        work[job.queue] += float(job.tasks.sum())
    seconds = np.array(list(work.values()))
    wanted = (None, seconds / seconds.sum())
    policies = [POLICIES.index(policy) for policy in group.policies]
    return [even_setting(group, shares, policy) for shares in wanted for policy in policies]


def _static_containers(instance: AdaptiveConfig) -> IntArray:
    """Return the stated containers if all are stated and fit, else parts by task seconds."""
    stated = [group.static for group in instance.groups]
    if all(number is not None for number in stated):
        containers = np.array(stated, dtype=np.int64)
        within = (containers >= instance.lower) & (containers <= instance.upper)
        if within.all() and containers.sum() <= instance.containers:
            return containers
    work = [sum(float(job.tasks.sum()) for job in group.jobs) for group in instance.groups]
    return even_containers(instance, np.array(work))


def _answer(
    instance: AdaptiveConfig, run: Run, counts: IntArray, settings: list[BestSetting]
) -> Answer:
    """Return the plan with a bound that costs little; no plan if a job never runs."""
    bound = cheap_bound(instance, run)
    if not all(math.isfinite(setting.latency) for setting in settings):
        return bound.answer(None, message="with these settings a job never runs")
    plan = instance.plan(counts, np.array([setting.number for setting in settings]))
    decision = instance.decision(plan)
    per_group = instance.weight / np.array([len(group.jobs) for group in instance.groups])
    latencies = [setting.latency for setting in settings]
    run.report(float((per_group * latencies).sum()), bound.value, decision)
    return bound.answer(decision)
