from .engine import (
    ask_again,
    engine_for_many,
    engine_named,
    highs_without_presolve,
    load_point,
    refuse_size,
    refuse_what_does_not_fit,
    solve_form,
    solve_model,
)
from .engine_result import (
    Engine,
    EngineResult,
    cross_checked,
    interruptible,
    round_point,
    side_by_side,
    violation,
)
from .highs import QuietHighs, load_highs
from .integral_form import with_whole_rows
from .model_files import column_labels, decimal, model_in_file, mps, point_in_file
from .own_model import CrossCheck, cross_check, solve
from .priced_master import PricedMaster
from .scaling import scale_form
from .standard_form import FormBuilder, StandardForm, standard_form, with_columns

__all__ = [
    "CrossCheck",
    "Engine",
    "EngineResult",
    "FormBuilder",
    "PricedMaster",
    "QuietHighs",
    "StandardForm",
    "ask_again",
    "column_labels",
    "cross_check",
    "cross_checked",
    "decimal",
    "engine_for_many",
    "engine_named",
    "highs_without_presolve",
    "interruptible",
    "load_highs",
    "load_point",
    "model_in_file",
    "mps",
    "point_in_file",
    "refuse_size",
    "refuse_what_does_not_fit",
    "round_point",
    "scale_form",
    "side_by_side",
    "solve",
    "solve_form",
    "solve_model",
    "standard_form",
    "violation",
    "with_columns",
    "with_whole_rows",
]
