"""Batches: run each method of a suite on each instance, resumably, locally or on a cluster."""

import hashlib
import json
import os
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, as_completed
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from ...core.faults import Fault, InputError, input_error, near_miss
from ...core.kernels import Compiling
from ...core.outcome import InstanceLabel, Outcome
from ...core.schema import Instance
from ..catalogue import problem_named, problem_of
from ..outside import Cell, code_of, is_function, is_outside
from ..running import bundled_folder, generate, load, summary
from .results import RESULT_VERSION, Result, ResultsFile, environment, read_results
from .suite import MethodBlock, Suite, files_of, is_library, method_faults, read_suite

Task = dict[str, Any]

_LOCAL = threading.local()


def run_task(task: Task) -> Result:
    """Return the result of a task, or a result that reports the failure of the task.

    Each thread has its own process, which solves the tasks. If a method crashes or hangs, the
    process ends and the result reports this; the next task gets a new process. Threads of this
    process and workers of a cluster call this function.
    """
    cell = getattr(_LOCAL, "cell", None)
    if cell is None or not cell.alive:
        cell = _LOCAL.cell = Cell("optgap.validation.study.batch_child")
    begun = perf_counter()
    answer = cell.ask(task, task["time_limit"] + task["grace"])
    if isinstance(answer, str):
        result = failure(task, f"{task['method']} {answer}", perf_counter() - begun)
    elif "changed" in answer:
        result = failure(task, "the instance has changed since the batch began", 0.0)
    else:
        result = answer
    return {**result, "key": task["key"]}


def failure(task: Task, message: str, seconds: float) -> Result:
    """Return the result of a failed run, which has its message and seconds, but no plan."""
    outcome = Outcome(
        problem=task["problem"],
        instance=InstanceLabel(name=task["name"], sha256=task["sha256"]),
        method=task["method"],
        status="unknown",
        stopped="error",
        message=message,
        sense=task["sense"],
        seconds=seconds,
        seed=task["seed"],
        options={key: task[key] for key in ("gap", "time_limit", "threads")},
    )
    return {
        "version": RESULT_VERSION,
        "source": task["source"],
        "label": task["label"],
        "row": summary(outcome),
        "loads": None,
        "environment": environment(),
        "usage": None,
        "key": task["key"],
    }


class Shard(NamedTuple):
    """One share of a suite: number ``number`` (from 1) of ``parts`` disjoint shares."""

    number: int
    parts: int

    def file(self, results: Path) -> Path:
        """Return the results file of this share, beside the file of all results."""
        return results.with_suffix(f".{self.number}-of-{self.parts}{results.suffix}")


def shard_named(text: str | None) -> Shard | None:
    """Return the shard in a text such as ``2/8``; ``None`` (the whole suite) for no text."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if match is None:
        raise input_error("--shard", "must be i/n, such as 2/8", text)
    shard = Shard(int(match[1]), int(match[2]))
    if not 1 <= shard.number <= shard.parts:
        raise input_error("--shard", "must be i/n with i from 1 to n", text)
    return shard


def share(tasks: list[Task], shard: Shard | None) -> list[Task]:
    """Return the tasks that belong to a shard; each task belongs to exactly one shard.

    The assignment depends on what a task runs and on its label, and not on the machine, because
    package versions and the number of cores change the keys of results.
    """
    if shard is None:
        return tasks
    return [task for task in tasks if int(task["work"], 16) % shard.parts == shard.number - 1]


def results_path(suite: Path, results: str | Path | None, shard: Shard | None) -> Path:
    """Return the results file of a shard: the given one, or the default beside the suite."""
    if not suite.is_file() and not is_library(suite):
        raise input_error(str(suite), "there is no such suite, which is a TOML file")
    if results is not None:
        return Path(results)
    whole = Path(suite.name.replace(":", "-")) if is_library(suite) else suite
    whole = whole.with_suffix(".jsonl")
    return whole if shard is None else shard.file(whole)


# Errors of distributed, which need not be installed.
_LOSSES = {"KilledWorker": "the workers that ran it ended unexpectedly"}
BatchListener: TypeAlias = Callable[["Batch"], None]


@dataclass
class Batch:
    """The progress of a batch: ``known`` results existed before, and ``done`` are new."""

    total: int
    known: int
    done: int = 0
    failed: int = 0
    torn: bool = False  # whether the last line of the file was cut off, and dropped
    last: str = ""


def tasks_of(path: Path, compiled: Compiling = "auto") -> list[Task]:
    """Return the distinct tasks of a suite file; all faults of the suite are reported together."""
    suite = read_suite(path)
    origins, faults = _origins(suite, path.absolute().parent)
    tasks: list[Task] = []
    problems: set[str] = set()
    for place, origin in origins:
        try:
            instance = _load(origin)
        except InputError as error:
            where = f"{place}, {Path(origin['file']).name}" if "file" in origin else place
            faults += [Fault(f"{where}: {f.place}", f.rule, f.value) for f in error.faults]
            continue
        problems.add(problem_of(instance).name)
        tasks += _tasks_on(instance, origin, suite, path.absolute().parent, compiled)
    faults += method_faults(suite, problems)
    if faults:
        raise InputError(f"{path}: suite {suite.name!r}", faults)
    return list({task["key"]: task for task in reversed(tasks)}.values())[::-1]


def _origins(suite: Suite, folder: Path) -> tuple[list[tuple[str, dict[str, Any]]], list[Fault]]:
    """Return (place in the suite, file or generator settings) of each instance, and the faults."""
    origins: list[tuple[str, dict[str, Any]]] = []
    faults: list[Fault] = []
    for k, block in enumerate(suite.instances):
        place = f"instances[{k}]"
        for origin in files_of(block, folder, place):
            if isinstance(origin, Fault):
                faults.append(origin)
            else:
                origins.append((place, {"file": str(origin)}))
        for settings in block.settings() if block.problem else []:
            for seed in block.seeds:
                origins.append((place, {"problem": block.problem, "seed": seed, "set": settings}))
    return origins, faults


def _load(origin: dict[str, Any]) -> Instance:
    if "file" in origin:
        return load(origin["file"])
    return generate(origin["problem"], origin["seed"], origin["set"])


def _tasks_on(
    instance: Instance, origin: dict[str, Any], suite: Suite, folder: Path, compiled: Compiling
) -> Iterator[Task]:
    name = problem_of(instance).name
    source = _name_in_results(Path(origin["file"]), folder) if "file" in origin else instance.source
    for block in suite.methods_of(name):
        for seed in suite.seeds:
            task = {
                "problem": name,
                "name": instance.name,
                "sha256": instance.sha256,
                "sense": problem_named(name).sense(instance),
                "origin": origin,
                "source": source or instance.name,
                "method": _with_absolute_path(block.method, folder),
                "label": block.shown,
                "solver": block.solver,
                "options": block.set,
                "seed": seed,
                "time_limit": suite.time_limit,
                "gap": suite.gap,
                "threads": suite.threads,
                "grace": suite.grace,
                "compiled": compiled,
            }
            content = _content(task, block)
            work = _digest(content)
            yield {**task, "work": work, "key": _digest({**content, "environment": environment()})}


def _name_in_results(path: Path, folder: Path) -> str:
    """Return the name of an instance in results: a bundled name, or its path from ``folder``."""
    if not path.is_absolute():  # of the library
        return str(path)
    if path.is_relative_to(bundled_folder()):
        return str(path.relative_to(bundled_folder()).with_suffix(""))
    return os.path.relpath(path, folder)


def _with_absolute_path(method: str, folder: Path) -> str:
    """Return a method's name in which the path of a Python file is absolute."""
    if not is_function(method):
        return method
    file, function = method.rsplit(":", 1)
    return f"{(folder / file).resolve()}:{function}"


def _content(task: Task, block: MethodBlock) -> dict[str, Any]:
    """Return the data that determine a result and its key; the environment is added later."""
    parts = [
        "problem",
        "sha256",
        "label",
        "solver",
        "options",
        "seed",
        "time_limit",
        "gap",
        "threads",
    ]
    content: dict[str, Any] = {part: task[part] for part in parts}
    content["method"] = block.method
    content |= {} if task["compiled"] == "auto" else {"compiled": task["compiled"]}
    if is_outside(block.method):
        content["code"] = _code(task["method"])
    return content


def _digest(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _code(method: str) -> str | None:
    try:
        return code_of(method)
    except InputError:
        return None  # a fault that is reported with all others


def run_batch(
    tasks: list[Task],
    results: Path,
    executor: Executor,
    listener: BatchListener | None = None,
    again: Sequence[str] = (),
    shard: Shard | None = None,
) -> Batch:
    """Run the tasks without a stored result, and append each result when it arrives.

    Methods whose labels are in ``again`` run again.  A ``shard`` runs only its tasks.
    """
    _refuse_unknown_labels(tasks, again)
    tasks = share(tasks, shard)
    with ResultsFile(results) as file:
        known = {result.get("key") for result in file.results}
        pending = [task for task in tasks if task["key"] not in known or task["label"] in again]
        batch = Batch(len(tasks), len(tasks) - len(pending), torn=file.torn)
        if listener is not None:
            listener(batch)
        futures = {executor.submit(run_task, task): task for task in pending}
        for future in as_completed(futures):
            found = _result_of(future, futures[future])
            file.append(found)
            batch.done += 1
            batch.failed += found["row"]["stopped"] == "error"
            batch.last = f"{found['row']['instance']['name']}, {found['label']}"
            if listener is not None:
                listener(batch)
    return batch


def _refuse_unknown_labels(tasks: list[Task], labels: Sequence[str]) -> None:
    known = {task["label"] for task in tasks}
    unknown = [
        Fault.of("--again", f"is not a label of the suite {near_miss(label, known)}", label)
        for label in labels
        if label not in known
    ]
    if unknown:
        raise InputError("bad input", unknown)


def results_of(tasks: list[Task], results: Path, shard: Shard | None = None) -> list[Result]:
    """Return the stored results of the tasks, or only of the tasks in a shard."""
    chosen = share(tasks, shard)
    stored = {result.get("key"): result for result in read_results(results)} if chosen else {}
    return [stored[task["key"]] for task in chosen]


def _result_of(future: Future[Any], task: Task) -> dict[str, Any]:
    """Return the result of a run; if its workers died repeatedly, the run has failed."""
    try:
        error = future.exception()
    except CancelledError as cancelled:
        error = cancelled
    if error is None:
        return future.result()  # type: ignore[no-any-return]
    if type(error).__name__ in _LOSSES:
        return failure(task, f"{task['method']}: {_LOSSES[type(error).__name__]}", 0.0)
    if isinstance(error, InputError):
        raise error
    rule = f"the workers are gone ({type(error).__name__}); to resume, run the batch again"
    raise input_error("--executor", rule) from error
