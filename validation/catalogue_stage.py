"""Entries of the stage optimizer (Lyu et al., PVLDB 2022)."""

from __future__ import annotations

from .entry import MIP_SOLVERS, Method, Problem, Solving, minimize


def placement() -> Problem:
    from ..instances import placement as instances
    from . import placement as judge

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
    from ..formulations import placement as formulation
    from ..heuristics import placement as heuristics
    from ..solvers import placement as solvers
    from .exact import exact_with_cutoff

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
