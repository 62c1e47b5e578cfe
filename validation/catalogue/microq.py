"""Declaration of the problem microq: methods, judge, generator and loads."""

from ...instances.microq import generate
from ..judge import microq as judge
from .built_in import CONTINUOUS, Solving, built_in
from .method import exact_method, heuristic, shares_of_nodes


def _methods() -> Solving:
    from ...formulations import microq as formulation
    from ...heuristics.microq import iterative, round_mixtures
    from ...solvers.microq import relaxation
    from .methods.microq import exact

    return Solving(
        formulation,
        [
            exact_method(exact, "(34)-(43), corrected", *CONTINUOUS),
            exact_method(relaxation, "(44)-(46), Fig. 13"),
            heuristic(iterative, "Fig. 12 and 14"),
            heuristic(round_mixtures, "not in the paper", name="rounded"),
        ],
    )


problem = built_in(
    "microq",
    check=judge.check,
    certified=judge.certified,
    title="Allocate MIPS to paced processing elements; maximise importance",
    paper="SODA, 5.3, (34)-(46)",
    certificate_cost=10.0,
    demo="two-components",
    sense="maximize",
    methods=_methods,
    steps=("rounded", "exact"),
    loads=shares_of_nodes,
    generate=generate,
    draws={
        "components": (2, 3),
        "pes": (1, 2),
        "nodes": (2, 3),
        "segments": (2, 3),
        "load": (0.8, 2.5),
        "candidates": (1, 2),
        "rough": (0.0, 1.0),
    },
)
