"""Declaration of the problem placement: methods, judge, generator and loads."""

from math import prod
from typing import Any

import numpy as np

from ...instances.placement import LinearLatency, generate
from ..judge import placement as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, Loads, baseline, exact_method, heuristic
from .search_space import DocumentAxis

_INSTANCES = (("latency", 0), ("input_rows", 0), ("instance_names", 0))
_LARGE = 10**8  # pairs of an instance and a machine
_MACHINES = ("capacity", "available", "machine_group", "utilization", "machine_names")


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the number of instances on each machine divided by the machine's capacity."""
    held = np.bincount(decision["machine"], minlength=instance.machines)
    shares = held / np.maximum(instance.beta, 1)
    return Loads("instances, as a share of the machine's capacity", "machine", shares)


def _steps(instance: Any) -> tuple[str, ...]:
    """Return the methods of `auto`; without IPA for many linear latencies, where it is slow."""
    is_large = isinstance(instance.latency, LinearLatency) and prod(instance.latency.shape) > _LARGE
    return ("bottleneck",) if is_large else ("ipa", "bottleneck")


def _methods() -> Solving:
    from ...formulations import placement as formulation
    from ...heuristics.placement import fuxi, ipa, ipa_clustered
    from ...solvers.placement import bottleneck, why_infeasible
    from .methods.placement import exact

    return Solving(
        formulation,
        [
            exact_method(exact, "Eq. 3", *MIP_SOLVERS, starts_from=fuxi, explains=why_infeasible),
            exact_method(bottleneck, "not in the paper, which calls Eq. 3 NP-hard"),
            heuristic(ipa, "Alg. 1"),
            heuristic(ipa_clustered, "Alg. 4"),
            baseline(fuxi, "section 5, Fuxi"),
        ],
    )


problem = built_in(
    "placement",
    check=judge.check,
    certified=judge.certified,
    title="Assign a stage's instances to machines; minimise completion time",
    paper="stage optimizer (PVLDB 2022), 5.2, Eq. 3",
    demo="fig6",
    methods=_methods,
    steps=_steps,
    loads=_loads,
    generate=generate,
    draws={
        "instances": (2, 6),
        "machines": (2, 4),
        "slack": (1.0, 2.0),
        "groups": (1, 4),
        "noise": (0.0, 0.5),
        "axes": (
            DocumentAxis(_INSTANCES),
            DocumentAxis((("latency", 1), *((key, 0) for key in _MACHINES))),
        ),
    },
)
