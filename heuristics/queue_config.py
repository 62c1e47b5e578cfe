"""Heuristics of queue_config: recursive random search over settings, and static settings.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, section 3.3.3 and Proposition 3.1.
"""

import math
from collections.abc import Iterator

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray, IntArray
from ..core.faults import check_range
from ..core.outcome import Answer
from ..core.parameters import Parameters
from ..core.run import Run
from ..instances.queue_config import POLICIES, GroupFields, Policy, QueueConfig, Simulator
from ..solvers.queue_config import answer_for, mean_latency

_LEAST = 1e-9


def sample_count(confidence: float, granularity: float) -> int:
    """Return the number of samples n of Proposition 3.1, rounded down as in the paper's example.

    With about the probability ``confidence`` one of n samples is in the best ``granularity`` share.
    """
    return max(1, math.floor(math.log(1 - confidence) / math.log(1 - granularity) + _LEAST))


def iteration_count(initial: float, required: float, shrink: float) -> int:
    """Return the number of iterations (x in Proposition 3.1), rounded down as in the paper."""
    return max(1, math.floor(math.log(required / initial) / math.log(shrink) + _LEAST) + 1)


class Effort(Parameters):
    """The parameters of recursive random search, as in Proposition 3.1."""

    confidence: float = Field(
        default=0.99,
        description="probability p that at least one sample of a round is in the top share",
    )
    initial: float = Field(
        default=1 / 27, description="top share g of the space that the first round aims to hit"
    )
    required: float = Field(
        default=1 / 270, description="top share r of the space that the last round aims to hit"
    )
    shrink: float = Field(
        default=0.5, description="factor γ by which the space shrinks after each round"
    )

    def check(self) -> None:
        """Raise an error if the number of samples or of iterations is undefined."""
        check_range(
            confidence=(self.confidence, _LEAST, 1 - _LEAST),
            initial=(self.initial, _LEAST, 0.5),
            required=(self.required, _LEAST, self.initial),
            shrink=(self.shrink, _LEAST, 1 - _LEAST),
        )


def rrs(
    instance: QueueConfig,
    run: Run,
    effort: Effort,
) -> Answer:
    """Sample settings at random, shrink the space around the best setting, and repeat.

    A point of the space has one coordinate for the shares of all queues and one per queue for its
    policy.  Settings that were simulated before are not simulated again.
    """
    effort.check()
    simulator = Simulator.of(instance)
    best, count = -1, 0
    for best, simulated in sample(instance, simulator, effort, np.random.default_rng(run.seed)):
        count = simulated
        if best >= 0:
            run.report(mean_latency(instance, simulator, best), None, instance.decision(best))
        if run.should_stop():
            return answer_for(instance, simulator, best, stopped=True)
    return answer_for(instance, simulator, best, details={"simulated": count})


def sample(
    group: GroupFields, simulator: Simulator, effort: Effort, rng: np.random.Generator
) -> Iterator[tuple[int, int]]:
    """Yield, after each iteration, the best setting (-1: none) and the number of simulations."""
    known: dict[int, float] = {}
    samples = sample_count(effort.confidence, effort.initial)
    low, width = np.zeros(_digits(group) + 1), 1.0
    for _ in range(iteration_count(effort.initial, effort.required, effort.shrink)):
        points = low + width * rng.random((samples, len(low)))
        new = [n for n in dict.fromkeys(_numbers(group, points).tolist()) if n not in known]
        if new:
            means = simulator.grid_latencies(group, np.array(new)).tolist()
            known.update(zip(new, means, strict=True))
        best = min(known, key=lambda number: (known[number], number))
        yield (best if math.isfinite(known[best]) else -1), len(known)
        width *= effort.shrink
        low = np.clip(_point(group, best) - width / 2, 0.0, 1.0 - width)


def _digits(group: GroupFields) -> int:
    """Return the number of policies that a setting contains: one, or one per queue."""
    return 1 if group.one_policy else len(group.queues)


def _numbers(group: GroupFields, points: FloatArray) -> IntArray:
    """Return the number of the setting for which each point of the space stands."""
    vectors, offered = len(group.share_grid), len(group.policies)
    numbers = np.minimum((points[:, 0] * vectors).astype(np.int64), vectors - 1)
    for q in range(_digits(group)):
        digit = np.minimum((points[:, q + 1] * offered).astype(np.int64), offered - 1)
        numbers = numbers * offered + digit
    return numbers


def _point(group: GroupFields, number: int) -> FloatArray:
    """Return the centre of the cell of points that stand for setting ``number``."""
    offered = len(group.policies)
    digits = []
    for _ in range(_digits(group)):
        number, digit = divmod(number, offered)
        digits.append((digit + 0.5) / offered)
    return np.array([(number + 0.5) / len(group.share_grid), *reversed(digits)])


def static_fifo(instance: QueueConfig, run: Run) -> Answer:
    """Use equal queue shares, first come first served."""
    return _static(instance, run, _equal(instance), "fifo")


def static_fair(instance: QueueConfig, run: Run) -> Answer:
    """Use equal queue shares with fair scheduling of jobs (FIFO if it is not offered)."""
    return _static(instance, run, _equal(instance), "fair")


def static_drf(instance: QueueConfig, run: Run) -> Answer:
    """Use equal queue shares, and serve jobs by dominant share (FIFO if it is not offered)."""
    return _static(instance, run, _equal(instance), "drf")


def static_work(instance: QueueConfig, run: Run) -> Answer:
    """Use queue shares in proportion to waiting task seconds, first come first served."""
    return _static(instance, run, work_shares(instance), "fifo")


def work_shares(group: GroupFields) -> FloatArray:
    """Return the share of each queue in the task seconds of a group."""
    work = {queue.name: 0.0 for queue in group.queues}
    for job in group.jobs:
        work[job.queue] += float(job.tasks.sum())
    seconds = np.array(list(work.values()))
    return np.asarray(seconds / seconds.sum())


def _equal(instance: QueueConfig) -> FloatArray:
    return np.full(len(instance.queues), 1 / len(instance.queues))


def _static(instance: QueueConfig, run: Run, wanted: FloatArray, policy: Policy) -> Answer:
    """Return the answer with the shares nearest to ``wanted``, and one policy for all queues."""
    row = int(np.argmin(np.abs(instance.share_grid - wanted).sum(axis=1)))
    used = policy if policy in instance.policies else instance.policies[0]
    same = (instance.policy_grid == POLICIES.index(used)).all(axis=1)
    number = row * len(instance.policy_grid) + int(np.argmax(same))
    simulator = Simulator.of(instance)
    mean = mean_latency(instance, simulator, number)
    if not math.isfinite(mean):
        return answer_for(instance, simulator, -1)
    run.report(mean, None, instance.decision(number))
    return answer_for(instance, simulator, number)
