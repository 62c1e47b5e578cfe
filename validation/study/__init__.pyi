from .against_older import pair_runs
from .batch import Batch, results_of, run_batch, tasks_of
from .executors import executor
from .flat_rows import (
    COLUMNS,
    USED,
    flat_row,
    flat_rows,
    refuse_parquet_without_package,
    rows_of,
    write_parquet,
)
from .merging import Merged, merge
from .number_format import factor, figure, percent
from .report_figures import write_figures
from .report_page import report, summaries
from .results import Result, by_instance, result
from .results_file import latest, read_results
from .scoring import loss_of, primal_gap
from .shards import Shard, results_path, shard_named
from .told_apart import names_apart, rename_apart, rename_row

__all__ = [
    "COLUMNS",
    "USED",
    "Batch",
    "Merged",
    "Result",
    "Shard",
    "by_instance",
    "executor",
    "factor",
    "figure",
    "flat_row",
    "flat_rows",
    "latest",
    "loss_of",
    "merge",
    "names_apart",
    "pair_runs",
    "percent",
    "primal_gap",
    "read_results",
    "refuse_parquet_without_package",
    "rename_apart",
    "rename_row",
    "report",
    "result",
    "results_of",
    "results_path",
    "rows_of",
    "run_batch",
    "shard_named",
    "summaries",
    "tasks_of",
    "write_figures",
    "write_parquet",
]
