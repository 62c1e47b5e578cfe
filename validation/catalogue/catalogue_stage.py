"""Entries of the stage optimizer (Lyu et al., PVLDB 2022)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .entry import MIP_SOLVERS, Method, Problem, Solving, minimize

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...core.outcome import Answer
    from ...instances.resource_plan import ResourcePlan


def placement() -> Problem:
    from ...instances import placement as instances
    from ..checkers import placement as judge

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
        load_solving=_placement_solving,
    )


def _placement_solving() -> Solving:
    from ...formulations import placement as formulation
    from ...heuristics import placement as heuristics
    from ...solvers import placement as solvers
    from .methods.exact import exact_with_cutoff

    exact = exact_with_cutoff(formulation, heuristics.ipa)
    return Solving(
        formulation.build_model,
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


def resource_plan() -> Problem:
    from ...instances import resource_plan as instances
    from ..checkers import resource_plan as judge

    return Problem(
        name="resource_plan",
        title="one configuration per instance of a placed stage: the front of latency and cost",
        paper="stage optimizer (PVLDB 2022), 5.3, Eq. 4",
        instance=instances.ResourcePlan,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="fig7",
        load_solving=_resource_plan_solving,
    )


def _resource_plan_solving() -> Solving:
    from ...formulations import resource_plan as formulation
    from ...heuristics import resource_plan as heuristics
    from .methods.exact_front import exact_front, recommending

    exact = exact_front(formulation)
    fronts: dict[str, Callable[..., Answer]] = {
        "exact": exact,
        "raa-path": heuristics.path_method,
        "raa-general": heuristics.raa_general,
    }

    def usual(instance: ResourcePlan) -> str:
        pair = len(instance.having("max")) == len(instance.having("sum")) == 1
        return "raa-path" if pair else "exact"

    return Solving(
        formulation.build_model,
        (
            Method("exact", "exact", exact, "ε-constraint over Pyomo", "Eq. 4", MIP_SOLVERS),
            Method(
                "raa-path",
                "exact",
                heuristics.path_method,
                "one sort of all moves: the full front of a max and a sum",
                "Alg. 3",
            ),
            Method(
                "raa-general",
                "heuristic",
                heuristics.raa_general,
                "weighted sums under every limit on the maxima",
                "Alg. 2",
            ),
            Method(
                "wun",
                "heuristic",
                recommending(fronts, usual),
                "recommends the point of a front nearest to utopia",
                "section 5.3, WUN",
            ),
        ),
    )


def stage() -> Problem:
    from ...instances import stage as instances
    from ..checkers import stage as judge

    return Problem(
        name="stage",
        title="machine and configuration for every instance: the front of latency and cost",
        paper="stage optimizer (PVLDB 2022), Def. 5.2 and appendix A",
        instance=instances.Stage,
        generate=instances.generate,
        sense=minimize,
        check=judge.check,
        check_certificate=judge.check_certificate,
        demo="two-machines",
        load_solving=_stage_solving,
    )


def _stage_solving() -> Solving:
    from ...formulations import stage as formulation
    from ...heuristics import stage as heuristics
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
            "ipa-raa", "heuristic", heuristics.ipa_raa, "IPA, then RAA path", "Alg. 1 and 3, Eq. 9"
        ),
        Method(
            "ipa-raa-general",
            "heuristic",
            heuristics.ipa_raa_general,
            "IPA, then RAA general",
            "Alg. 1 and 2, Eq. 9",
        ),
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
    return Solving(formulation.build_model, (*methods, wun))
