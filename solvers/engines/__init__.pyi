from .added_columns import with_columns
from .engine import load_point, solve_form, solve_model
from .engine_result import Engine, EngineResult, cross_checked, rounded, violation
from .engine_table import engine_for_many, engine_named, highs_without_presolve
from .form_builder import FormBuilder
from .forms import StandardForm, standard_form
from .highs import loaded
from .integer_row_scaling import with_whole_rows
from .interruptible import interruptible, side_by_side
from .model_size import refuse_size, refuse_what_does_not_fit
from .mps_file import column_labels, decimal, mps
from .opb_file import opb
from .row_sides import change_sides
from .scaling import scaled
from .second_word import ask_again
from .solution_file import point_in_file

__all__ = [
    "Engine",
    "EngineResult",
    "FormBuilder",
    "StandardForm",
    "ask_again",
    "change_sides",
    "column_labels",
    "cross_checked",
    "decimal",
    "engine_for_many",
    "engine_named",
    "highs_without_presolve",
    "interruptible",
    "load_point",
    "loaded",
    "mps",
    "opb",
    "point_in_file",
    "refuse_size",
    "refuse_what_does_not_fit",
    "rounded",
    "scaled",
    "side_by_side",
    "solve_form",
    "solve_model",
    "standard_form",
    "violation",
    "with_columns",
    "with_whole_rows",
]
