"""placement in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.outcome import Decision
from ..hunting import DocumentAxis, Ground
from .description import MIP_SOLVERS, Method, Problem, Solving, minimize
from .loads import Loads

if TYPE_CHECKING:
    from ...instances.placement import Placement


_INSTANCES = (("latency", 0), ("input_rows", 0))
_MACHINES = (
    ("latency", 1),
    ("capacity", 0),
    ("available", 0),
    ("machine_group", 0),
    ("utilization", 0),
)


def entry() -> Problem:
    from ...instances import placement as instances
    from ..judge import placement as judge

    return Problem(
        name="placement",
        title="instances of a stage to machines, the slowest as early as possible",
        paper="stage optimizer (PVLDB 2022), 5.2, Eq. 3",
        instance=instances.Placement,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="fig6",
        load_solving=_solving,
        loads=_loads,
        ground=_GROUND,
    )


def _solving() -> Solving:
    from ...formulations import placement as formulation
    from ...heuristics import placement as heuristics
    from ...solvers import placement as solvers
    from .methods.exact import exact_with_cutoff

    exact = exact_with_cutoff(formulation, heuristics.ipa)
    return Solving(
        formulation,
        (
            Method("exact", "exact", exact, "integer program in Pyomo", "Eq. 3", MIP_SOLVERS),
            Method(
                "bottleneck",
                "exact",
                solvers.bottleneck,
                "threshold search with a growing matching, polynomial and certified",
                "not in the paper, which calls Eq. 3 NP-hard",
            ),
            Method("ipa", "heuristic", heuristics.ipa, "largest best latency first", "Alg. 1"),
            Method(
                "ipa-clustered",
                "heuristic",
                heuristics.ipa_clustered,
                "IPA over groups of alike instances and machines",
                "Alg. 4",
            ),
            Method(
                "fuxi",
                "baseline",
                heuristics.fuxi,
                "lowest watermark first, instances in order",
                "section 5, Fuxi",
            ),
        ),
    )


def _loads(instance: Placement, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    held = np.bincount(decision["machine"], minlength=instance.machines)
    shares = held / np.maximum(instance.beta, 1)
    return Loads("instances held, as a share of β", "machine", shares)


_GROUND = Ground(
    {
        "instances": (2, 6),
        "machines": (2, 4),
        "slack": (1.0, 2.0),
        "groups": (1, 4),
        "noise": (0.0, 0.5),
    },
    (DocumentAxis(_INSTANCES), DocumentAxis(_MACHINES)),
)
