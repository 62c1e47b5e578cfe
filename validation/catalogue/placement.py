"""placement in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.outcome import Decision
from ..hunting import DocumentAxis, Ground
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS

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

    problem = Problem(
        "placement",
        instances.Placement,
        None,
        judge=judge,
        title="instances of a stage to machines, the slowest as early as possible",
        paper="stage optimizer (PVLDB 2022), 5.2, Eq. 3",
        demo="fig6",
        load=_solving,
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import placement as formulation
    from ...heuristics import placement as heuristics
    from ...solvers import placement as solvers
    from .methods.exact import exact_with_cutoff

    exact = exact_with_cutoff(formulation, heuristics.ipa)
    problem.formulate(formulation)
    problem.method(
        exact,
        kind="exact",
        name="exact",
        summary="integer program in Pyomo",
        paper="Eq. 3",
        solvers=MIP_SOLVERS,
    )
    problem.method(
        solvers.bottleneck,
        kind="exact",
        summary="threshold search with a growing matching, polynomial and certified",
        paper="not in the paper, which calls Eq. 3 NP-hard",
    )
    problem.method(
        heuristics.ipa, kind="heuristic", summary="largest best latency first", paper="Alg. 1"
    )
    problem.method(
        heuristics.ipa_clustered,
        kind="heuristic",
        summary="IPA over groups of alike instances and machines",
        paper="Alg. 4",
    )
    problem.method(
        heuristics.fuxi,
        kind="baseline",
        summary="lowest watermark first, instances in order",
        paper="section 5, Fuxi",
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
