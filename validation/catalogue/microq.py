"""microq in the catalogue."""

from .built_in import CONTINUOUS, built_in
from .method import shares_of_nodes

problem = built_in(
    "microq",
    title="mips to components of paced processing elements, importance greatest",
    paper="SODA, 5.3, (34)-(46)",
    demo="two-components",
    sense="maximize",
    methods=[
        ("exact", "exact", "(34)-(43), corrected", *CONTINUOUS),
        ("exact", "relaxation", "(44)-(46), Fig. 13"),
        ("heuristic", "iterative", "Fig. 12 and 14"),
    ],
    loads=shares_of_nodes,
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
