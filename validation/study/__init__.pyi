from .against_older import paired
from .batch import Batch, run_batch, tasks_of
from .executors import executor
from .number_format import factor, figure, percent
from .report_figures import write_figures
from .report_page import report, summaries
from .results import Result, by_instance, result
from .results_file import latest, read_results
from .scoring import primal_gap
from .told_apart import named_apart, names_apart, row_named

__all__ = [
    "Batch",
    "Result",
    "by_instance",
    "executor",
    "factor",
    "figure",
    "latest",
    "named_apart",
    "names_apart",
    "paired",
    "percent",
    "primal_gap",
    "read_results",
    "report",
    "result",
    "row_named",
    "run_batch",
    "summaries",
    "tasks_of",
    "write_figures",
]
