from .batch import Batch, Shard, results_of, results_path, run_batch, shard_named, tasks_of
from .charts import Chart
from .contract import contract_clauses, guarantee_clauses
from .executors import executor, workers
from .figure_files import FIGURES, write_figures
from .figures import bars, gap_over_time, gap_profile, heat_map, performance_profile, save
from .hunt import Hunt
from .loss import Find, exact_outcomes
from .pool import solve_pool
from .report_page import factor, figure, page_template, percent, report, summaries
from .result_charts import chart_of_front, chart_of_outcome
from .results import Merged, Result, by_instance, latest, merge, read_results, result
from .rows import (
    COLUMNS,
    USED,
    flat_row,
    flat_rows,
    latex_table,
    names_apart,
    plain_csv,
    refuse_parquet_without_package,
    rename_apart,
    rename_row,
    rows_of,
    write_parquet,
)
from .scoring import loss_of, pair_runs, primal_gap
from .sweep import Sweep, Swept, sweep, values_of

__all__ = [
    "COLUMNS",
    "FIGURES",
    "USED",
    "Batch",
    "Chart",
    "Find",
    "Hunt",
    "Merged",
    "Result",
    "Shard",
    "Sweep",
    "Swept",
    "bars",
    "by_instance",
    "chart_of_front",
    "chart_of_outcome",
    "contract_clauses",
    "exact_outcomes",
    "executor",
    "factor",
    "figure",
    "flat_row",
    "flat_rows",
    "gap_over_time",
    "gap_profile",
    "guarantee_clauses",
    "heat_map",
    "latest",
    "latex_table",
    "loss_of",
    "merge",
    "names_apart",
    "page_template",
    "pair_runs",
    "percent",
    "performance_profile",
    "plain_csv",
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
    "save",
    "shard_named",
    "solve_pool",
    "summaries",
    "sweep",
    "tasks_of",
    "values_of",
    "workers",
    "write_figures",
    "write_parquet",
]
