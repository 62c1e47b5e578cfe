"""A simulation of the descheduler's HighNodeUtilization with a kube-scheduler.

Nodes are underutilised if their requests are below the threshold in each resource.  Their pods are
evicted if another node has room for them.  The scheduler's filters and scores then place the pods
again; no node is cordoned.  This is repeated, as the descheduler runs every few minutes.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml

from optgap.consolidation import Consolidation, pinned_items
from optgap.faults import Fault, InputError, input_error, near_miss
from optgap.files import read_text
from optgap.problem import BoolArray, IntArray

from .rollout import Scoring, evict, place_all, scheduler_arrays, state_now

_THRESHOLD = 0.2  # share of a node that is requested, as in the descheduler's examples
_ROUNDS = 10
_KIND = "KubeSchedulerConfiguration"
_SCORINGS: dict[str, Scoring] = {"LeastAllocated": "default", "MostAllocated": "most-allocated"}


class SchedulerProfile(NamedTuple):
    """A scheduler profile: its name, its scoring of nodes, and a note on its ignored parts."""

    name: str
    scoring: Scoring
    note: str = ""


PROFILES = (
    SchedulerProfile("LeastAllocated", "default"),
    SchedulerProfile("MostAllocated", "most-allocated"),
)


class Descheduled(NamedTuple):
    """The result of a simulation: each item's machine at the end, and the number of evictions."""

    places: IntArray
    evictions: int


def high_node_utilization(
    instance: Consolidation, scoring: Scoring, threshold: float = _THRESHOLD
) -> Descheduled:
    """Return the machines of all items after ten rounds of the descheduler and the scheduler."""
    arrays = scheduler_arrays(instance, scoring)
    state = state_now(arrays, ~instance.offered)
    fixed = pinned_items(instance)
    no_pins, dice = np.full(len(arrays.home), -1), np.zeros(1, dtype=np.int64)
    evictions = 0
    for _ in range(_ROUNDS):
        machine = state.machine[: len(fixed)]
        low = _underutilised(instance, arrays.usable, state.room, machine, threshold)
        on_low = (machine >= 0) & low[machine] & ~fixed
        pods = np.flatnonzero(on_low)
        need, room = arrays.demand[pods, None], state.room[~low & ~instance.offered]
        fits = ((need == 0) | (need <= room)).all(axis=2).any(axis=1)
        before = state.machine.copy()
        for i in pods[fits].tolist():
            home = int(state.machine[i])
            evict(arrays, state, i)
            waiting = place_all(arrays, state, np.array([i]), no_pins, dice)
            if len(waiting):  # it would wait: the descheduler asks before whether it fits
                no_pins[i] = home
                place_all(arrays, state, np.array([i]), no_pins, dice)
                no_pins[i] = -1
            else:
                evictions += 1
        if (state.machine == before).all():
            break
    return Descheduled(state.machine[: len(instance.items)], evictions)


def _underutilised(
    instance: Consolidation,
    usable: IntArray,
    room: IntArray,
    machine: IntArray,
    threshold: float,
) -> BoolArray:
    """Return a mask of the used nodes on which the load of each resource is below the threshold."""
    share = np.divide(usable - room, usable, out=np.zeros(usable.shape), where=usable > 0)
    used = np.bincount(machine[machine >= 0], minlength=len(usable)) > 0
    low: BoolArray = used & (share < threshold).all(axis=1) & ~instance.offered
    return low


def read_profiles(path: Path) -> Iterator[SchedulerProfile]:
    """Yield the profiles of a KubeSchedulerConfiguration."""
    try:
        document = yaml.safe_load(read_text(path, 1 << 20))
    except yaml.YAMLError as error:
        raise input_error(str(path), f"is not YAML: {getattr(error, 'problem', error)}") from None
    if not isinstance(document, dict) or document.get("kind") != _KIND:
        raise input_error(f"{path}: kind", f"must be {_KIND}", _value(document, "kind"))
    profiles = document.get("profiles") or [{}]
    if not isinstance(profiles, list):
        raise input_error(f"{path}: profiles", "must be a list", profiles)
    faults: list[Fault] = []
    for k, profile in enumerate(profiles):
        place = f"{path}: profiles[{k}]"
        strategy = _strategy(profile)
        name = _value(strategy, "type") or "LeastAllocated"
        if name not in _SCORINGS:
            rule = f"is not known to the replay {near_miss(str(name), _SCORINGS)}".strip()
            faults.append(Fault.of(f"{place}: scoringStrategy.type", rule, name))
            continue
        called = _value(profile, "schedulerName") or "default-scheduler"
        yield SchedulerProfile(
            f"{path.stem}, {called}", _SCORINGS[str(name)], _note(profile, strategy)
        )
    if faults:
        raise InputError(str(path), faults)


def _strategy(profile: Any) -> Any:
    """Return the scoring strategy of a profile's plugin NodeResourcesFit, or None."""
    configs = _value(profile, "pluginConfig")
    for config in configs if isinstance(configs, list) else ():
        if _value(config, "name") == "NodeResourcesFit":
            return _value(_value(config, "args"), "scoringStrategy")
    return None


def _note(profile: Any, strategy: Any) -> str:
    """Return a note on the parts of a profile that the simulation ignores; "" if there are none."""
    resources = _value(strategy, "resources")
    listed = resources if isinstance(resources, list) else []
    weights = {_value(each, "weight") or 1 for each in listed}
    others = {_value(each, "name") for each in listed} - {"cpu", "memory"}
    parts = ["weights of resources"] if len(weights) > 1 or others else []
    parts += ["plugins"] if _value(profile, "plugins") else []
    return f"the replay ignores {' and '.join(parts)}" if parts else ""


def _value(document: Any, key: str) -> Any:
    return document.get(key) if isinstance(document, dict) else None


def profiles_of(paths: Sequence[Path]) -> list[SchedulerProfile]:
    """Return the profiles in some files; without files, a profile for each of the two scorings."""
    return [profile for path in paths for profile in read_profiles(path)] or list(PROFILES)
