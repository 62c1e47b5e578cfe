"""Dedicated exact algorithm of `placement`: the capacitated bottleneck assignment problem.

Eq. 3 of the stage optimizer is called NP-hard there, but minimising the largest latency of an
assignment needs only a search for the least threshold at which a bipartite matching with machine
capacities exists.  See Burkard, Dell'Amico and Martello, "Assignment Problems", SIAM 2009,
chapter 6.2 (the threshold algorithm).
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.placement import LinearLatency, Placement
from .bracket import Bracket
from .latency_blocks import OutOfTime, row_major
from .nested_bottleneck import NestedSearch
from .threshold_search import BottleneckSearch

_NAMED = 10
_SECONDS = 5.0  # for the reason why there is no plan


def bottleneck(instance: Placement, run: Run) -> Answer:
    """Return an assignment with the least maximum latency, and the proof that none has less.

    The proof is a set of instances (Hall's condition): on the machines where at least one of
    them is faster than the bound, together, there is room for fewer than they are.  A time limit
    leaves the best assignment and the best bound so far, again with its proof.
    """
    search: BottleneckSearch | NestedSearch
    if isinstance(instance.latency, LinearLatency):
        search = NestedSearch(instance.latency.linear, instance.beta, run)
    else:
        search = BottleneckSearch(row_major(instance.latency), instance.beta, run)
    if run.start is not None:
        machine = np.array(run.start["machine"], dtype=np.int64)
        search.bracket.lower_high(float(instance.latency_of(machine).max()), machine, run)
    with suppress(OutOfTime):
        search.bisect()
    return _answer(instance, search.bracket, run)


def _answer(instance: Placement, bracket: Bracket, run: Run) -> Answer:
    if bracket.infeasible:
        assert bracket.violator is not None
        return Answer(
            infeasible=True,
            certificate=hall_certificate(None, bracket.violator),
            message=nowhere_to_go(instance, bracket.violator),
        )
    proven = bracket.violator is not None
    return Answer(
        decision=None if bracket.machine is None else {"machine": bracket.machine.tolist()},
        bound=bracket.low if proven else None,
        bound_kind="certified" if proven else None,
        certificate=hall_certificate(bracket.low, bracket.violator) if proven else None,
        stopped="time_limit" if bracket.open(run) else "complete",
    )


def why_infeasible(instance: Placement) -> str | None:
    """Return in words which instances have too few places, if no assignment is possible."""
    answer = bottleneck(instance, Run("minimize", time_limit=_SECONDS))
    return answer.message if answer.infeasible else None


def hall_certificate(threshold: float | None, violator: IntArray | None) -> dict[str, Any]:
    """Return the set of instances which proves that no assignment stays below the threshold.

    Without a threshold it proves that there is no assignment at all.
    """
    instances = [] if violator is None else violator.tolist()
    return {"kind": "hall", "threshold": threshold, "instances": instances}


def nowhere_to_go(instance: Placement, violator: IntArray) -> str:
    """Return the instances that have too few places, and the machines that they could use."""
    latency = instance.latency
    if isinstance(latency, LinearLatency):
        usable = np.arange(instance.machines)
    else:
        allowed = np.zeros(instance.machines, dtype=np.bool_)
        for i in violator:
            allowed |= ~np.isnan(latency[i])
        usable = np.flatnonzero(allowed)
    room = int(instance.beta[usable].sum())
    many = len(violator) > 1
    subject = (
        f"{len(violator)} instances ({_name_list(violator)})" if many else f"instance {violator[0]}"
    )
    if len(usable) == 0:
        return f"{subject} can run on no machine"
    machines = f"machine{'s' if len(usable) > 1 else ''} {_name_list(usable)}"
    return f"{subject} can run only on {machines}, with room for {room} in total"


def _name_list(numbers: IntArray) -> str:
    shown = ", ".join(map(str, numbers[:_NAMED].tolist()))
    return shown if len(numbers) <= _NAMED else f"{shown} and {len(numbers) - _NAMED} more"
