"""Offline methods of `consolidation`: VRO (Eigen, 4.1.2, Algorithm 3) and drains.

Machines that are overfull now are relieved first, then requests are placed by the online policy.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Annotated, Any

from pydantic import Field

from ...core.outcome import Answer
from ...core.run import Run
from ...instances.consolidation import Consolidation
from .cluster_load import Cluster
from .exchange_phase import exchange
from .migration_phase import migrate
from .online import Weight, placed_requests
from .policies import (
    BEST_FIT,
    CODES,
    FIRST_FIT,
    Norm,
    PackingPolicy,
    vro,
)

Angle = Annotated[float, Field(ge=0, le=pi / 2)]
Step = Annotated[float, Field(gt=0)]
Iterations = Annotated[int, Field(ge=1)]


def drain_first_fit(instance: Consolidation, run: Run) -> Answer:
    """Empty machines by rising cost, their items going to the first machine with room."""
    policy = PackingPolicy(FIRST_FIT)
    return _answer(instance, run, policy, lambda start: migrate(start, policy, run)[0])


def drain_best_fit(instance: Consolidation, run: Run) -> Answer:
    """Empty machines by rising cost, their items going where least is left."""
    policy = PackingPolicy(BEST_FIT)
    return _answer(instance, run, policy, lambda start: migrate(start, policy, run)[0])


def vro_offline(name: str) -> Callable[..., Answer]:
    """Return VRO's offline method without the exchange phase, for one policy."""
    code = CODES[name]

    def method(
        instance: Consolidation,
        run: Run,
        *,
        alpha: Weight = 1.0,
        beta: Weight = 0.0,
        delta: Weight = 0.1,
        norm: Norm = "l2",
        iterations: Iterations = 3,
    ) -> Answer:
        policy = vro(instance, code, alpha, beta, delta, norm)

        def improve(start: Cluster) -> Cluster:
            best = start
            for _ in range(iterations):
                found, _ = migrate(best, policy, run)
                if found.key[0] == best.key[0]:
                    break
                best = found
            return best

        return _answer(instance, run, policy, improve)

    return method


def vro_offline_exchange(name: str) -> Callable[..., Answer]:
    """Return VRO's offline method with the exchange phase, for one policy (Algorithm 3)."""
    code = CODES[name]

    def method(
        instance: Consolidation,
        run: Run,
        *,
        alpha: Weight = 1.0,
        beta: Weight = 0.0,
        delta: Weight = 0.1,
        norm: Norm = "l2",
        iterations: Iterations = 3,
        theta_min: Angle = 0.0,
        theta_max: Angle = pi / 4,
        epsilon: Step = 0.1,
    ) -> Answer:
        policy = vro(instance, code, alpha, beta, delta, norm)

        def improve(start: Cluster) -> Cluster:
            best, _ = migrate(start, policy, run)  # an angle that no machine exceeds
            _report(best, run)
            origin = start
            for _ in range(iterations):
                before = origin.key[0]
                found = _search(origin, policy, run, (theta_min, theta_max), epsilon)
                best = min(best, found, key=lambda cluster: cluster.key)
                _report(best, run)
                if found.key[0] >= before or run.should_stop():
                    break
                origin = found
            return best

        return _answer(instance, run, policy, improve)

    return method


def _search(
    origin: Cluster, policy: PackingPolicy, run: Run, angles: tuple[float, float], epsilon: float
) -> Cluster:
    """Return the best cluster of the binary search of θ_t (Algorithm 3, lines 5 to 13)."""
    best = origin
    low, high = angles
    while high - low > epsilon and not run.should_stop():
        threshold = (low + high) / 2
        found, stopped = migrate(exchange(origin, threshold, run), policy, run)
        best = min(best, found, key=lambda cluster: cluster.key)
        low, high = (threshold, high) if stopped else (low, threshold)
    return best


def _report(cluster: Cluster, run: Run) -> None:
    value = cluster.instance.value_of(cluster.key[0])
    run.report(value, decision=cluster.instance.decision(cluster.machine))


def _answer(
    instance: Consolidation, run: Run, policy: PackingPolicy, improve: Callable[[Cluster], Cluster]
) -> Answer:
    machine, claim = placed_requests(instance, run, policy, may_move=True)
    if machine is None:
        return Answer(**claim)
    start = Cluster.of(instance, machine)
    _report(start, run)
    best = improve(start)
    _report(best, run)
    details: dict[str, Any] = {"machines_before": int((start.load.held > 0).sum())}
    return Answer(instance.decision(best.machine), stopped=run.stopped, details=details, **claim)
