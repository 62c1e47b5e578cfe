"""placement in the catalogue."""

from __future__ import annotations

import numpy as np

from ...core.outcome import Decision
from ...instances import placement as instances
from ..hunting import DocumentAxis
from ..judge import placement as judge
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS

_INSTANCES = (("latency", 0), ("input_rows", 0), ("instance_names", 0))
_MACHINES = ("capacity", "available", "machine_group", "utilization", "machine_names")


def _solving(problem: Problem) -> None:
    from ...formulations import placement as formulation
    from ...heuristics import placement as heuristics
    from ...solvers import placement as solvers
    from .methods.exact import exact_with_cutoff, explained

    exact = explained(exact_with_cutoff(formulation, heuristics.ipa), solvers.too_few_places)
    problem.formulate(formulation)
    problem.method(exact, kind="exact", paper="Eq. 3", solvers=MIP_SOLVERS)
    not_hard = "not in the paper, which calls Eq. 3 NP-hard"
    problem.method(solvers.bottleneck, kind="exact", paper=not_hard)
    problem.method(heuristics.ipa, kind="heuristic", paper="Alg. 1")
    problem.method(heuristics.ipa_clustered, kind="heuristic", paper="Alg. 4")
    problem.method(heuristics.fuxi, kind="baseline", paper="section 5, Fuxi")


def _loads(instance: instances.Placement, decision: Decision) -> Loads:
    """Return how many of the instances that fit on it each machine holds."""
    held = np.bincount(decision["machine"], minlength=instance.machines)
    shares = held / np.maximum(instance.beta, 1)
    return Loads("instances held, as a share of β", "machine", shares)


problem = Problem(
    "placement",
    instances.Placement,
    judge.Assignment,
    title="instances of a stage to machines, the slowest as early as possible",
    paper="stage optimizer (PVLDB 2022), 5.2, Eq. 3",
    demo="fig6",
    load=_solving,
)
problem.check(judge.check)
problem.certified(judge.certified)
problem.loads(_loads)
problem.generate(
    instances=(2, 6),
    machines=(2, 4),
    slack=(1.0, 2.0),
    groups=(1, 4),
    noise=(0.0, 0.5),
    axes=(
        DocumentAxis(_INSTANCES),
        DocumentAxis((("latency", 1), *((key, 0) for key in _MACHINES))),
    ),
)(instances.generate)
