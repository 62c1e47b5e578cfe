"""stage in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.outcome import Decision
from ..hunting import DocumentAxis, Ground
from .description import Problem
from .loads import Loads
from .method import MIP_SOLVERS, Method

if TYPE_CHECKING:
    from ...instances.stage import Stage


def entry() -> Problem:
    from ...instances import stage as instances
    from ..judge import FrontBounds
    from ..judge import stage as judge

    problem = Problem(
        "stage",
        instances.Stage,
        None,
        judge=judge,
        title="machine and configuration for every instance: the front of latency and cost",
        paper="stage optimizer (PVLDB 2022), Def. 5.2 and appendix A",
        demo="two-machines",
        load=_solving,
        suits=_suits,
        front_bounds=FrontBounds(judge.check_bound_front, judge.least_above),
    )
    problem.generate(instances.generate)
    problem.loads(_loads)
    problem.ground = _GROUND
    return problem


def _solving(problem: Problem) -> None:
    from ...formulations import stage as formulation
    from ...heuristics import stage as heuristics
    from ...solvers.stage import priced
    from .methods import stage as mixed
    from .methods.exact_front import recommending

    methods = (
        Method("exact", "exact", mixed.exact, "ε-constraint over Pyomo", "Def. 5.2", MIP_SOLVERS),
        Method(
            "exact-two-step",
            "heuristic",
            mixed.exact_two_step,
            "optimal placement with Θ0, then the exact front of plans",
            "the paper's two steps, each optimal",
            MIP_SOLVERS,
        ),
        Method(
            "priced",
            "heuristic",
            priced,
            "prices of what machines have: plans, and certified bounds on the whole front",
            "linear programs over clusters",
        ),
        Method(
            "ipa-raa", "heuristic", heuristics.ipa_raa, "IPA, then RAA path", "Alg. 1 and 3, Eq. 9"
        ),
        Method(
            "ipa-raa-general",
            "heuristic",
            heuristics.ipa_raa_general,
            "IPA, then RAA general",
            "Alg. 1 and 2, Eq. 9",
        ),
        Method(
            "plan-a",
            "baseline",
            heuristics.plan_a,
            "whole counts of instance clusters on machine groups, packed on machines",
            "A.1, Eq. 8",
        ),
        Method(
            "plan-b",
            "baseline",
            heuristics.plan_b,
            "one configuration for each pair of instance cluster and machine group, after IPA",
            "A.1, Eq. 10",
        ),
        Method("fuxi", "baseline", heuristics.fuxi, "least busy machines first, Θ0", "Fig. 6"),
        Method("nsga2", "baseline", mixed.evolution, "NSGA-II (pymoo)", "A.2, EVO"),
        Method(
            "ipa+nsga2", "baseline", mixed.evolution_after_ipa, "IPA, then NSGA-II", "A.2, IPA+EVO"
        ),
        Method("weighted-sum", "baseline", mixed.sampling, "random choices", "A.2, WS(Sample)"),
        Method(
            "ipa+weighted-sum",
            "baseline",
            mixed.sampling_after_ipa,
            "IPA, then random configurations",
            "A.2, IPA+WS(Sample)",
        ),
        Method(
            "progressive-frontier",
            "baseline",
            mixed.frontier,
            "integer programs that split the objective space",
            "A.2, PF",
            MIP_SOLVERS,
        ),
        Method(
            "ipa+progressive-frontier",
            "baseline",
            mixed.frontier_after_ipa,
            "IPA, then programs that split the objective space",
            "A.2, IPA+PF",
            MIP_SOLVERS,
        ),
    )
    fronts = {method.name: method.function for method in methods}
    wun = Method(
        "wun",
        "heuristic",
        recommending(fronts, lambda _: "ipa-raa"),
        "recommends the point of a front nearest to utopia",
        "section 5.3, WUN",
    )
    problem.formulate(formulation)
    problem.adopt(*methods)
    problem.adopt(wun)


def _has_fields(instance: Stage, method: str) -> bool:
    """Return whether a stage has the fields that a method goes by."""
    if method == "fuxi":
        return instance.utilization is not None
    return method not in ("plan-a", "plan-b") or instance.input_rows is not None


def _suits(instance: Stage, method: Method) -> bool:
    """A method without its fields is not compared."""
    return _has_fields(instance, method.name)


def _loads(instance: Stage, decision: Decision) -> Loads:
    """How a decision spreads its load."""
    taken = instance.configurations[np.array(decision["configuration"], dtype=np.int64)]
    held = np.zeros(instance.available.shape)
    np.add.at(held, np.array(decision["machine"], dtype=np.int64), taken)
    shares = held / np.where(instance.available > 0, instance.available, np.inf)
    return Loads("share taken of the scarcest resource", "machine", shares.max(axis=1))


_GROUND = Ground(
    {
        "instances": (2, 5),
        "machines": (2, 3),
        "configurations": (2, 3),
        "slack": (1.1, 2.0),
        "pressure": (0.2, 1.0),
        "column_order": [True, False],
        "groups": [None, 1, 2],
    },
    (
        DocumentAxis((("latency", 0), ("input_rows", 0))),
        DocumentAxis((("latency", 2), ("available", 0), ("machine_group", 0), ("utilization", 0))),
        DocumentAxis((("latency", 1), ("configurations", 0))),
    ),
    counts=_has_fields,
)
