"""Proofs that a stage is infeasible, because instances need more than the machines have."""

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.outcome import Answer
from ...core.words import shortened_list
from ...instances.stage import Stage, WorkLatency

_ROUNDING = 1e-9  # relative error of sums in floating point


def impossible(instance: Stage) -> Answer | None:
    """Return a proof of infeasibility if a single resource proves it, else ``None``.

    It tries single instances that fit nowhere, all instances together, and the instances that can
    use the same machines.  A stage may be infeasible without such a simple proof.
    """
    usable, runs = _choices(instance)
    nowhere = np.flatnonzero(~usable.any(axis=1))
    if len(nowhere):
        return _proof(instance, nowhere[:1], 0, usable)
    groups = []
    if len(usable) > 1:
        alike = defaultdict[bytes, list[int]](list)  # numpy.unique sorts long rows slowly
        for i, row in enumerate(np.packbits(usable, axis=1)):
            alike[row.tobytes()].append(i)
        groups = [np.array(alike[row]) for row in sorted(alike)]
    for members in [np.arange(instance.instances), *groups]:
        rows = members if len(usable) > 1 else np.zeros(1, dtype=np.int64)
        machines = usable[rows].any(axis=0)
        for resource in range(instance.room.shape[1]):
            demand, room = _amounts(instance, resource)
            takes = np.where(runs[rows], demand[None, :], np.inf).min(axis=1)
            has = float(room[machines].sum())
            if takes.sum() * len(members) / len(rows) > has * (1 + _ROUNDING):
                return _proof(instance, members, resource, usable)
    return None


def _choices(instance: Stage) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return two masks: usable machines, and usable configurations, per instance.

    In the compact form all instances have the same choices, so the masks have one row.
    """
    able: NDArray[np.bool_]
    if isinstance(instance.latency, WorkLatency):
        able = instance.fits[None, :, :]
    else:
        able = ~np.isnan(instance.latency) & instance.fits[None, :, :]
    usable: NDArray[np.bool_] = np.any(able, axis=1)
    runs: NDArray[np.bool_] = np.any(able, axis=2)
    return usable, runs


def _amounts(instance: Stage, resource: int) -> tuple[FloatArray, FloatArray]:
    """Return the use of a resource (or of places) per configuration, and the room per machine."""
    if resource == instance.available.shape[1]:
        return instance.demand[:, resource], instance.room[:, resource]
    return instance.configurations[:, resource], instance.available[:, resource]


def _proof(instance: Stage, members: IntArray, resource: int, usable: NDArray[np.bool_]) -> Answer:
    certificate: dict[str, Any] = {
        "kind": "demand",
        "resource": resource,
        "instances": members.tolist(),
    }
    rows = members if len(usable) > 1 else slice(None)
    machines = np.flatnonzero(usable[rows].any(axis=0))
    who = f"instance{'s' if len(members) > 1 else ''} {shortened_list(members.tolist())}"
    if len(machines) == 0:
        message = f"{who} can run on no machine with any configuration that fits"
    else:
        where = f"machine{'s' if len(machines) > 1 else ''} {shortened_list(machines.tolist())}"
        places = resource == instance.available.shape[1]
        what = "places" if places else f"resource {resource}"
        has = float(_amounts(instance, resource)[1][machines].sum())
        need, have = "s" * (len(members) == 1), "has" if len(machines) == 1 else "have together"
        message = f"{who} need{need} more of {what} than the {has:g} that {where} {have}"
    return Answer(infeasible=True, certificate=certificate, message=message)
