"""Dedicated exact algorithms of macroq: a dynamic program per waterline, and labels on a grid."""

from .component_curves import ComponentCurve, component_curves
from .lists import Chosen, impossible, is_rank_legal, legal_lists, weak_components
from .nsdp import GridUnit, LabelTable, TooManyLabelsError, label_table, nsdp
from .waterlines import Grid, TooManyUnitsError, grid_of, plain_table, waterline

__all__ = [
    "Chosen",
    "ComponentCurve",
    "Grid",
    "GridUnit",
    "LabelTable",
    "TooManyLabelsError",
    "TooManyUnitsError",
    "component_curves",
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
