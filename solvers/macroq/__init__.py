"""Dedicated exact algorithms of macroq: a dynamic program by waterline, labels on a grid."""

from .grid import Grid, grid_of, plain_table
from .infeasible import impossible
from .labels import LabelTable, TooManyLabelsError, label_table
from .lists import Chosen, is_rank_legal, legal_lists, weak_components
from .nsdp import nsdp
from .waterline import waterline

__all__ = [
    "Chosen",
    "Grid",
    "LabelTable",
    "TooManyLabelsError",
    "grid_of",
    "impossible",
    "is_rank_legal",
    "label_table",
    "legal_lists",
    "nsdp",
    "plain_table",
    "waterline",
    "weak_components",
]
