from .against_older import paired
from .batch import Batch, run_batch, tasks_of
from .executors import executor
from .number_format import factor, figure, percent
from .report_page import report, summaries
from .results import Result, by_instance, result
from .results_file import latest, read_results
from .scoring import primal_gap

__all__ = [
    "Batch",
    "Result",
    "by_instance",
    "executor",
    "factor",
    "figure",
    "latest",
    "paired",
    "percent",
    "primal_gap",
    "read_results",
    "report",
    "result",
    "run_batch",
    "summaries",
    "tasks_of",
]
