"""Batches from Python: what ``optgap bench`` does, with a table as the result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .comparison import Comparison
from .core.compiled import Compiling
from .validation.study import executor as executor_named
from .validation.study import results_of, results_path, rows_of, run_batch, shard_named, tasks_of


def bench(
    suite: str | Path,
    results: str | Path | None = None,
    *,
    executor: str = "local",
    workers: int | None = None,
    again: Sequence[str] = (),
    shard: str | None = None,
    compiled: Compiling = "auto",
) -> Comparison:
    """Run what a suite asks for and has no result yet; return all its rows, old and new.

    The results grow in ``results``, by default a ``.jsonl`` file beside the suite.  The methods
    labelled in ``again`` run anew.  A ``shard`` such as ``"2/8"`` runs a part of the suite, into a
    file of its own.  In a script, call it below ``if __name__ == "__main__"``.
    """
    part = shard_named(shard)
    stored = results_path(Path(suite), results, part)
    tasks = tasks_of(Path(suite), compiled)
    with executor_named(executor, workers) as pool:
        run_batch(tasks, stored, pool, None, again, part)
    mine = results_of(tasks, stored, part)
    rows = rows_of(mine)
    for row in rows:
        row["instance"] = row["instance"]["name"]
    return Comparison.of(rows, mine)
