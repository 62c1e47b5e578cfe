"""stage in the catalogue."""

from __future__ import annotations

import numpy as np

from ...core.outcome import Decision
from ...instances import stage as instances
from ..hunting import DocumentAxis
from ..judge import FrontBounds
from ..judge import stage as judge
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS, Method

_INSTANCES = (("latency", 0), ("input_rows", 0), ("instance_names", 0))
_MACHINES = (
    ("latency", 2),
    ("available", 0),
    ("machine_group", 0),
    ("utilization", 0),
    ("machine_names", 0),
)
_CONFIGURATIONS = (("latency", 1), ("configurations", 0), ("configuration_names", 0))


def _solving(problem: Problem) -> None:
    from ...formulations import stage as formulation
    from ...heuristics import stage as heuristics
    from ...solvers.stage import priced
    from .methods import stage as mixed
    from .methods.exact_front import recommending

    two_steps = "the paper's two steps, each optimal"
    problem.formulate(formulation)
    problem.method(mixed.exact, kind="exact", paper="Def. 5.2", solvers=MIP_SOLVERS)
    problem.method(mixed.exact_two_step, kind="heuristic", paper=two_steps, solvers=MIP_SOLVERS)
    problem.method(priced, kind="heuristic", paper="linear programs over clusters")
    problem.method(heuristics.ipa_raa, kind="heuristic", paper="Alg. 1 and 3, Eq. 9")
    problem.method(heuristics.ipa_raa_general, kind="heuristic", paper="Alg. 1 and 2, Eq. 9")
    problem.method(heuristics.plan_a, kind="baseline", paper="A.1, Eq. 8")
    problem.method(heuristics.plan_b, kind="baseline", paper="A.1, Eq. 10")
    problem.method(heuristics.fuxi, kind="baseline", paper="Fig. 6")
    for alone, placed, name, paper, solvers in (
        (mixed.evolution, mixed.evolution_after_ipa, "nsga2", "EVO", ()),
        (mixed.sampling, mixed.sampling_after_ipa, "weighted-sum", "WS(Sample)", ()),
        (mixed.frontier, mixed.frontier_after_ipa, "progressive-frontier", "PF", MIP_SOLVERS),
    ):
        after = f"A.2, IPA+{paper}"
        problem.method(alone, kind="baseline", name=name, paper=f"A.2, {paper}", solvers=solvers)
        problem.method(placed, kind="baseline", name=f"ipa+{name}", paper=after, solvers=solvers)
    wun = recommending(problem, lambda _: "ipa-raa")
    problem.method(wun, kind="heuristic", paper="section 5.3, WUN")


def _has_fields(instance: instances.Stage, method: str) -> bool:
    """Return whether a stage has the fields that a method goes by."""
    if method == "fuxi":
        return instance.utilization is not None
    return method not in ("plan-a", "plan-b") or instance.input_rows is not None


def _suits(instance: instances.Stage, method: Method) -> bool:
    """A method without its fields is not compared."""
    return _has_fields(instance, method.name)


def _loads(instance: instances.Stage, decision: Decision) -> Loads:
    """Return how much of its scarcest resource each machine has given."""
    taken = instance.configurations[np.array(decision["configuration"], dtype=np.int64)]
    held = np.zeros(instance.available.shape)
    np.add.at(held, np.array(decision["machine"], dtype=np.int64), taken)
    shares = held / np.where(instance.available > 0, instance.available, np.inf)
    return Loads("share taken of the scarcest resource", "machine", shares.max(axis=1))


problem = Problem(
    "stage",
    instances.Stage,
    judge.StagePlan,
    title="machine and configuration for every instance: the front of latency and cost",
    paper="stage optimizer (PVLDB 2022), Def. 5.2 and appendix A",
    demo="two-machines",
    load=_solving,
    suits=_suits,
    front_bounds=FrontBounds(judge.check_bound_front, judge.least_above),
)
problem.check(judge.check)
problem.certified(judge.certified)
problem.loads(_loads)
problem.generate(
    instances=(2, 5),
    machines=(2, 3),
    configurations=(2, 3),
    slack=(1.1, 2.0),
    pressure=(0.2, 1.0),
    column_order=[True, False],
    groups=[None, 1, 2],
    axes=tuple(map(DocumentAxis, (_INSTANCES, _MACHINES, _CONFIGURATIONS))),
    counts=_has_fields,
)(instances.generate)
