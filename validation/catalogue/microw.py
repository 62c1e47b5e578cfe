"""microw in the catalogue."""

from .built_in import CONTINUOUS, built_in
from .method import shares_of_nodes

problem = built_in(
    "microw",
    title="fractions of nodes to processing elements, near their goals, changing little",
    paper="SODA, 5.4, (47)-(53)",
    demo="three-pes",
    first_plan="flow",
    methods=[
        ("exact", "exact", "(47)-(53)", *CONTINUOUS),
        ("exact", "flow-lp", "5.4.3"),
        ("heuristic", "flow", "5.4.3, Fig. 15"),
        ("baseline", "keep", "-"),
    ],
    loads=shares_of_nodes,
    draws={
        "pes": (3, 6),
        "nodes": (2, 3),
        "load": (0.6, 1.3),
        "candidates": (1, 2),
        "drift": (0.0, 1.0),
        "ranged": (0.0, 0.5),
        "fixed": (0.0, 0.3),
    },
)
