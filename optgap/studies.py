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

    Parameters
    ----------
    name : str
        The name of a problem.
    method : str or callable
        A method, as for `solve`.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    time_limit : float, default 60
        Seconds of wall-clock time.
    evaluations : int, optional
        The largest number of instances that are measured.
    restarts : int, default 1
        How often the search begins again with another instance.
    assume : callable, optional
        A condition: instances for which it is false are skipped.
    options : mapping, optional
        Options of the method; the page *Options of methods* lists them.
    compiled : {'auto', 'yes', 'no'}
        Whether inner loops are compiled; ``auto`` compiles if it saves time.
    executor : str or Executor, optional
        As for `solve`. Its workers measure instances ahead of the search, which does not change the
        result.
    workers : int, optional
        The largest number of parts that run at the same time; by default all that the executor has.
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.

    Returns
    -------
    Worst or None
        The instance, the loss, and the ratio. ``None`` if no loss was found; a warning gives the
        reason.

    Raises
    ------
    InputError
        If an argument is wrong; the error lists every fault with its place.
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

    The method may compare sums and multiples of the inputs, but not multiply them.

    Parameters
    ----------
    instance : Instance, mapping, str or Path
        It gives the size and all fixed data.
    method : str or callable
        A function that returns a decision, ``file.py:function``, or the name of a method that has a
        plain statement in Python.
    free : str or sequence of str
        Paths of fields, such as ``latency`` or ``jobs[].gain``: their numbers may be any numbers
        that are at least 0.
    assume : str, callable or a sequence of these, optional
        Restrict the inputs: ``"sorted"``, ``"rising"``, ``"concave"``, ``"convex"``,
        ``"column-order"``, each also for one field (``"sorted:times"``), or functions of the
        instance that yield comparisons.
    time_limit : float, optional
        Seconds of wall-clock time. When it is reached, the result is only a lower bound.
    executor : str or Executor, optional
        Where parts of the work run: ``"local"`` (processes of this machine), the address of a Dask
        scheduler, or a `concurrent.futures.Executor`. By default everything runs in this process.
    workers : int, optional
        The largest number of parts that run at the same time; by default all that the executor has.
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.

    Returns
    -------
    Guarantee
        The ratio, the worst instance, and the document with the certificate.

    Raises
    ------
    InputError
        If an argument is wrong, or the method is not linear in the inputs; the message names the
        line.
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
    alone.  Any other method must return its own certificate.

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``). A linear Pyomo model of your own
        is accepted as well. The folder has it as an instance of ``linear_model``.
    folder : str or Path
        A folder that is new or empty, or has an older proof, which is replaced.
    method : str, default 'exact'
        The method whose claim is proven.
    format : {'optgap', 'vipr'}
        With ``vipr`` the folder has ``<name>.vipr``, a certificate for other checkers; a front has
        one per program.
    time_limit : float, optional
        Seconds of wall-clock time. When it is reached, a weaker bound is proven.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    threads : int, optional
        Threads of the engine; by default the engine decides.
    memory_limit : int or str, optional
        Memory that a model may need, in bytes or as ``"8GiB"``.
    options : mapping, optional
        Options of the method; the page *Options of methods* lists them.
    listener : callable, optional
        Is called with each better plan or bound.
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.

    Returns
    -------
    Outcome
        The outcome with the proven bound.

    Raises
    ------
    InputError
        If an argument is wrong, the folder has other files, or the method returns no certificate.
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

    Parameters
    ----------
    folder : str or Path
        A folder of `prove`.
    instance : Instance, mapping, str or Path, optional
        The instance that replaces the one in the folder.

    Returns
    -------
    Verified
        Whether the proof is valid, the proven bound, and what was checked.

    Raises
    ------
    InputError
        If the folder has no proof, or the instance is another one.
    """
    from .validation.proving import verify as verify_folder

    return verify_folder(Path(folder), None if instance is None else load_instance(instance))


def _method_name(method: Any) -> str:
    if isinstance(method, str):
        return method
    raise input_error("method", "must be a name; write a function as file.py:function", method)


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

    In a script, call it below ``if __name__ == "__main__"``.

    Parameters
    ----------
    suite : str or Path
        A TOML file, or ``library:small``, ``library:paper``, ``library:large``.
    results : str or Path, optional
        The file to which results are appended; by default a ``.jsonl`` file beside the suite.
    executor : str, default 'local'
        ``"local"`` (processes of this machine) or the address of a Dask scheduler.
    workers : int, optional
        The largest number of parts that run at the same time; by default all that the executor has.
    again : sequence of str
        Labels of methods that run again although they have results.
    shard : str, optional
        Run one part of the suite, such as ``"2/8"``, into its own file.
    compiled : {'auto', 'yes', 'no'}
        Whether inner loops are compiled; ``auto`` compiles if it saves time.
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.

    Returns
    -------
    Comparison
        A data frame with a row per run.

    Raises
    ------
    InputError
        If the suite is wrong; the error lists every fault with its place.
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

    Parameters
    ----------
    problem : str, optional
        Only rows of this problem.
    size : {'small', 'paper', 'large'}, optional
        Only rows of this size.
    is_open : bool, optional
        Only rows whose optimum is not proven (``True``), or only the others.

    Returns
    -------
    list of LibraryRow
        The rows, problem by problem.

    Raises
    ------
    InputError
        If the problem or the size is unknown.
    """
    if problem is not None:
        problem_named(problem)
    if size not in (None, "small", "paper", "large"):
        raise input_error("size", "must be small, paper or large", size)
    return [
        row
        for row in library_rows()
        if problem in (None, row.problem)
        and size in (None, row.size)
        and is_open in (None, row.state == "open")
    ]


def submit(solution: str | Path, *, by: str = "unnamed") -> Submission:
    """Return the judged submission of a solution to the library.

    Parameters
    ----------
    solution : str or Path
        A solution file or a proof folder.
    by : str, default 'unnamed'
        The name of the person who submits.

    Returns
    -------
    Submission
        Whether it is better, equal or worse, or the violations. `Submission.write` writes the files
        of a better row.

    Raises
    ------
    InputError
        If the solution is of no instance of the library.
    """
    from .validation.proving import submit as judge_submission

    return judge_submission(solution, by=by)
