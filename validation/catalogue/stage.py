"""Declaration of the problem stage: methods, judge, generator and loads."""

from math import prod
from typing import Any

import numpy as np

from ...instances.stage import generate
from ..judge import FrontBounds
from ..judge import stage as judge
from .built_in import Solving, built_in
from .method import MIP_SOLVERS, Loads, baseline, exact_method, heuristic
from .search_space import DocumentAxis

_MOST_CHOICES = 100_000_000  # of instance, configuration and machine, for the exact program
_MANY = 1_000_000  # choices for which priced does not have a plan at once
_INSTANCES = (("latency", 0), ("input_rows", 0), ("instance_names", 0))
_MACHINES = (
    ("latency", 2),
    ("available", 0),
    ("machine_group", 0),
    ("utilization", 0),
    ("machine_names", 0),
)
_CONFIGURATIONS = (("latency", 1), ("configurations", 0), ("configuration_names", 0))


def _has_fields(instance: Any, method: str) -> bool:
    """Return whether an instance has all the fields that a method needs."""
    if method == "fuxi":
        return instance.utilization is not None
    return method not in ("plan-a", "plan-b") or instance.input_rows is not None


def _steps(instance: Any) -> tuple[str, ...]:
    """Return the methods of `auto`: for many choices a quick first plan, for very many no model."""
    choices, has_quick = prod(instance.shape), instance.utilization is not None
    quick = ["fuxi"] if has_quick and choices > _MANY else []
    return (*quick, "priced", *(["exact"] if choices <= _MOST_CHOICES else []))


def _loads(instance: Any, decision: Any) -> Loads:
    """Return the load of each machine, which is the allocated share of its scarcest resource."""
    taken = instance.configurations[np.array(decision["configuration"], dtype=np.int64)]
    held = np.zeros(instance.available.shape)
    np.add.at(held, np.array(decision["machine"], dtype=np.int64), taken)
    shares = held / np.where(instance.available > 0, instance.available, np.inf)
    return Loads("used share of the scarcest resource", "machine", shares.max(axis=1))


def _methods() -> Solving:
    from ...formulations import stage as formulation
    from ...heuristics.stage import (
        ClusterPlanParameters,
        fuxi,
        ipa_raa,
        ipa_raa_general,
        plan_a,
        plan_b,
    )
    from ...solvers.stage import price_front
    from .methods.exact_front import WunParameters
    from .methods.stage import (
        evolution,
        evolution_after_ipa,
        exact,
        exact_two_step,
        frontier,
        frontier_after_ipa,
        sampling,
        sampling_after_ipa,
        wun,
    )

    return Solving(
        formulation,
        [
            exact_method(exact, "Def. 5.2", *MIP_SOLVERS),
            heuristic(exact_two_step, "the paper's two steps, each optimal", *MIP_SOLVERS),
            heuristic(price_front, "linear programs over clusters", name="priced"),
            heuristic(ipa_raa, "Alg. 1 and 3, Eq. 9"),
            heuristic(ipa_raa_general, "Alg. 1 and 2, Eq. 9"),
            baseline(plan_a, "A.1, Eq. 8"),
            baseline(plan_b, "A.1, Eq. 10", parameters=ClusterPlanParameters),
            baseline(fuxi, "Fig. 6"),
            baseline(evolution, "A.2, EVO", name="nsga2"),
            baseline(evolution_after_ipa, "A.2, IPA+EVO", name="ipa+nsga2"),
            baseline(sampling, "A.2, WS(Sample)", name="weighted-sum"),
            baseline(sampling_after_ipa, "A.2, IPA+WS(Sample)", name="ipa+weighted-sum"),
            baseline(frontier, "A.2, PF", *MIP_SOLVERS, name="progressive-frontier"),
            baseline(
                frontier_after_ipa, "A.2, IPA+PF", *MIP_SOLVERS, name="ipa+progressive-frontier"
            ),
            heuristic(wun, "section 5.3, WUN", parameters=WunParameters),
        ],
    )


problem = built_in(
    "stage",
    check=judge.check,
    certified=judge.certified,
    front_bounds=FrontBounds(judge.check_bound_front, judge.least_above),
    title="Choose machine and configuration for each instance; minimise latency and cost",
    paper="stage optimizer (PVLDB 2022), Def. 5.2 and appendix A",
    demo="two-machines",
    certificate_cost=25.0,
    demo_method="ipa-raa",
    suits=lambda instance, method: _has_fields(instance, method.name),
    methods=_methods,
    steps=_steps,
    loads=_loads,
    generate=generate,
    draws={
        "instances": (2, 5),
        "machines": (2, 3),
        "configurations": (2, 3),
        "slack": (1.1, 2.0),
        "pressure": (0.2, 1.0),
        "column_order": [True, False],
        "groups": [None, 1, 2],
        "axes": tuple(map(DocumentAxis, (_INSTANCES, _MACHINES, _CONFIGURATIONS))),
        "counts": _has_fields,
    },
)
