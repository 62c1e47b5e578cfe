"""Public functions for studies: `hunt`, `guarantee`, `prove`, `verify` and `bench`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from .comparison import Comparison
from .core.display import ShortDisplay
from .core.faults import input_error
from .core.kernels import Compiling
from .core.outcome import Decision, Outcome
from .core.run import Listener
from .core.schema import Instance
from .progress import (
    BatchProgress,
    guarantee_state,
    hunt_state,
    progress_line,
    python_screen,
)
from .validation.catalogue import problem_named
from .validation.running import AnyInstance, LibraryRow, check_limits, library_rows, load_instance
from .validation.study import executor as executor_named
from .validation.study import results_of, results_path, rows_of, run_batch, shard_named, tasks_of

if TYPE_CHECKING:
    from .validation.guarantees import Guarantee
    from .validation.proving import Submission, Verified


@dataclass(frozen=True, repr=False)
class Worst(ShortDisplay):
    """The result of a hunt: the instance, the method's loss on it, and a sentence about it.

    ``ratio`` is the method's objective as a multiple of the optimum; ``None`` for fronts.
    """

    instance: Instance
    loss: float
    words: str
    ratio: float | None = None

    def _facts(self) -> Mapping[str, Any]:
        ratio = None if self.ratio is None else f"{self.ratio:.4g}"
        return {**vars(self), "loss": f"{self.loss:.2%}", "ratio": ratio}


def hunt(
    name: str,
    method: str | Callable[..., Decision],
    *,
    seed: int = 0,
    time_limit: float | None = 60.0,
    evaluations: int | None = None,
    restarts: int = 1,
    assume: Callable[[Any], bool] | None = None,
    options: Mapping[str, Any] | None = None,
    compiled: Compiling = "auto",
    executor: str | Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Worst | None:
    """Return a small instance with the largest loss of a method.

    If no loss was found, return ``None``; a warning gives the reason.

    ``method`` is a name, as for `optgap.solve`, or a function that returns a decision.
    The search ends after ``time_limit`` seconds or ``evaluations``.  Instances for which ``assume``
    is false are skipped.  The ``workers`` of an ``executor`` measure instances ahead of the search,
    which does not change its result.
    """
    from .validation.study import Hunt
    from .validation.study import workers as workers_of

    check_limits(time_limit=time_limit, seed=seed, compiled=compiled)
    with workers_of(executor, workers) as hands:
        search = Hunt(
            name,
            method if callable(method) else _method_name(method),
            seed=seed,
            time_limit=time_limit,
            evaluations=evaluations,
            restarts=restarts,
            assume=assume,
            options=dict(options or {}),
            compiled=compiled,
            workers=hands,
        )
        with progress_line(progress, f"{method} on {name}", state=lambda: hunt_state(search)):
            find = search.run()
    if find is None or find.loss == 0:
        warnings.warn(search.words, stacklevel=2)
        return None
    instance = find.instance(problem_named(name), "hunted", search.command)
    return Worst(instance, find.loss, find.words, find.ratio)


def guarantee(
    instance: AnyInstance,
    method: str | Callable[..., Any],
    *,
    free: str | Sequence[str],
    assume: str | Callable[..., Any] | Sequence[str | Callable[..., Any]] = (),
    time_limit: float | None = None,
    executor: str | Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Guarantee:
    """Return the exact worst ratio of a method over all inputs, with a proof of it.

    The instance gives the size and all fixed data.  The numbers of the ``free`` fields, paths such
    as ``latency`` or ``jobs[].gain``, may be any numbers that are at least 0.  ``method`` is a
    function that returns a decision, ``file.py:function``, or the name of a method that has a plain
    statement in Python.  It may compare sums and multiples of the inputs, but not multiply them.

    ``assume`` restricts the inputs: ``"sorted"``, ``"rising"``, ``"concave"``, ``"convex"``,
    ``"column-order"``, each also for one field (``"sorted:times"``), or functions of the instance
    that yield comparisons.  If ``time_limit`` ends the search, the result is only a lower bound.
    """
    from .validation.guarantees import SearchState
    from .validation.guarantees import guarantee as search
    from .validation.study import workers as workers_of

    check_limits(time_limit=time_limit)
    loaded, state = load_instance(instance), SearchState()
    named = [assume] if isinstance(assume, str) or callable(assume) else list(assume)
    place = executor or (None if workers is None else "local")
    title = f"{method if isinstance(method, str) else method.__name__} on {loaded.name}"
    with (
        workers_of(place, workers) as hands,
        progress_line(progress, title, state=lambda: guarantee_state(state)),
    ):
        return search(
            loaded,
            method,
            free=[free] if isinstance(free, str) else list(free),
            assume=named,
            time_limit=time_limit,
            workers=hands,
            state=state,
        )


def prove(
    instance: AnyInstance | Any,
    folder: str | Path,
    method: str = "exact",
    *,
    format: Literal["optgap", "vipr"] = "optgap",  # noqa: A002
    time_limit: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    memory_limit: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    listener: Listener | None = None,
    progress: bool | None = None,
) -> Outcome:
    """Write a proof of the optimum into a folder, and return the proven outcome.

    For the method ``exact`` the proof is a tree for the exact model, and the bound is
    ``model-certified``: ``verify_proof.py`` in the folder checks it with the standard library
    alone.  Any other method must return its own certificate.  Your own Pyomo model is proven in the
    same way; the folder has it as an instance of ``linear_model``. If ``time_limit`` is reached, a
    weaker bound is proven.  With the format ``vipr`` the folder has ``<name>.vipr`` instead, a
    certificate for other checkers; a front has one per program.
    """
    from .validation.proving import prove as write_proof
    from .validation.proving import write_vipr

    check_limits(time_limit=time_limit, seed=seed, threads=threads)
    if format not in ("optgap", "vipr"):
        raise input_error("format", "must be optgap or vipr", format)
    if not isinstance(folder, (str, Path)):
        raise input_error("folder", "must be a path; a method is the third argument", folder)
    if format == "vipr" and method != "exact":
        raise input_error("method", "must be exact: VIPR certificates are proofs of models", method)
    loaded = load_instance(instance)
    keywords: dict[str, Any] = {
        "time_limit": time_limit,
        "seed": seed,
        "threads": threads,
        "memory_limit": memory_limit,
        "options": options,
    }
    name = _method_name(method)
    with (
        progress_line(progress, f"proof of {loaded.name}", listener) as line,
        TemporaryDirectory() as made,
    ):
        proof = Path(folder) if format == "optgap" else Path(made) / "proof"
        outcome = write_proof(loaded, proof, name, **keywords, listener=line or listener)
        if format == "vipr" and (proof / "outcome.json").exists():
            write_vipr(proof, Path(folder), loaded.name)
    return outcome


def verify(folder: str | Path, instance: AnyInstance | None = None) -> Verified:
    """Verify the proof in a folder, by itself and against its instance, without a solver.

    ``instance`` replaces the instance in the folder.
    """
    from .validation.proving import verify as verify_folder

    return verify_folder(Path(folder), None if instance is None else load_instance(instance))


def _method_name(method: Any) -> str:
    if isinstance(method, str):
        return method
    raise input_error("method", "must be a name; write a function as file.py:function", method)


# The function `bench`, which runs a batch like ``optgap bench`` and returns a table.


def bench(
    suite: str | Path,
    results: str | Path | None = None,
    *,
    executor: str = "local",
    workers: int | None = None,
    again: Sequence[str] = (),
    shard: str | None = None,
    compiled: Compiling = "auto",
    progress: bool | None = None,
) -> Comparison:
    """Run the tasks of a suite that have no result yet; return all rows, old and new.

    Results are appended to ``results``, by default a ``.jsonl`` file beside the suite.  Methods
    whose labels are in ``again`` are run again.  A ``shard`` such as ``"2/8"`` runs one part of the
    suite, into its own file.  In a script, call it below ``if __name__ == "__main__"``.
    """
    part = shard_named(shard)
    stored = results_path(Path(suite), results, part)
    tasks = tasks_of(Path(suite), compiled)
    screen = python_screen(progress)
    listener = None if screen is None else BatchProgress(Path(suite).stem, screen)
    with executor_named(executor, workers) as pool:
        run_batch(tasks, stored, pool, listener, again, part)
    mine = results_of(tasks, stored, part)
    rows = rows_of(mine)
    for row in rows:
        row["instance"] = row["instance"]["name"]
    return Comparison.of(rows, mine)


def library(
    problem: str | None = None, *, size: str | None = None, is_open: bool | None = None
) -> list[LibraryRow]:
    """Return the rows of the library: named instances, each with its best known plan and bound.

    ``problem``, ``size`` (small, paper or large) and ``is_open`` select rows.
    """
    if problem is not None:
        problem_named(problem)
    return [
        row
        for row in library_rows()
        if problem in (None, row.problem)
        and size in (None, row.size)
        and is_open in (None, row.state == "open")
    ]


def submit(solution: str | Path, *, by: str = "unnamed") -> Submission:
    """Return the judged submission of a solution file or a proof folder to the library.

    `Submission.write` writes the files of a better row.
    """
    from .validation.proving import submit as judge_submission

    return judge_submission(solution, by=by)
