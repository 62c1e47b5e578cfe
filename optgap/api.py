"""The public functions behind ``import optgap``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, Unpack, overload

from .core.faults import input_error
from .core.files import document_text, read_json, save_instance, write_text
from .core.limits import Keywords, LoggedKeywords, with_keywords
from .core.outcome import Decision
from .core.plain import plain_data
from .core.schema import Instance
from .pictures import Outcome
from .progress import bar, progress_line
from .validation.catalogue import problem_of
from .validation.judge import Check, check_decision, is_bare_decision, outcome_from_document
from .validation.judge import check as _check
from .validation.outside import name_of
from .validation.running import AnyInstance, check_limits, load_instance, outcomes, rows
from .validation.running import generate as _generate
from .validation.running import solve as _solve
from .validation.study import workers as workers_of

if TYPE_CHECKING:
    from .comparison import Comparison

I = TypeVar("I", bound=Instance)  # noqa: E741
AnyMethod: TypeAlias = str | Callable[..., Any]
Solution: TypeAlias = Outcome | Mapping[str, Any] | str | Path


@overload
def load(source: AnyInstance) -> Instance: ...


@overload
def load(source: AnyInstance, form: type[I]) -> I: ...


def load(source: AnyInstance, form: type[Any] = Instance) -> Any:
    """Return an instance from a file or document, or a bundled one.

    Parameters
    ----------
    source : Instance, mapping, str or Path
        A file, a document, the name of a bundled instance (``placement/fig6``) or of the library
        (``library/NAME``).
    form : type, default Instance
        The required class of the instance: ``load("mine.json", Placement)``.

    Returns
    -------
    Instance
        The instance, an object of the class ``form``.

    Raises
    ------
    InputError
        If the file does not exist, breaks a rule of its problem, or is not of the class ``form``.
    """
    instance = load_instance(source)
    if not isinstance(instance, form):
        rule = f"must be a {form.__name__} (found {type(instance).__name__})"
        raise input_error("instance", rule, instance.name)
    return instance


def generate(name: str, seed: int, **parameters: Any) -> Instance:
    """Return a random instance of a problem: ``generate("placement", 7, instances=100)``.

    Parameters
    ----------
    name : str
        The name of a problem.
    seed : int
        Equal seeds and parameters give equal instances.
    **parameters
        Parameters of the problem's generator; ``optgap methods PROBLEM`` lists them with their
        defaults.

    Returns
    -------
    Instance
        The instance; its ``source`` names the seed and the parameters.

    Raises
    ------
    InputError
        If the problem or a parameter is unknown, or a value is outside its range.
    """
    check_limits(seed=seed)
    return _generate(name, seed, parameters)


class SolveKeywords(LoggedKeywords, total=False):
    """The keywords of `solve`."""

    start: Solution | None
    executor: str | Executor | None
    workers: int | None
    progress: bool | None


class CompareKeywords(Keywords, total=False):
    """The keywords of `compare`."""

    start: Solution | None
    progress: bool | None


@with_keywords(SolveKeywords)
def solve(
    instance: AnyInstance, method: AnyMethod | None = None, **keywords: Unpack[SolveKeywords]
) -> Outcome:
    """Return the judged outcome of one method on one instance.

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``). A linear Pyomo model of your own
        is accepted as well. The decision then has the values of its variables, and
        `optgap.own_models.solve` loads them into the model.
    method : str or callable, optional
        The name of a method (`Problem.methods` lists them), ``file.py:function``,
        ``package.module:function``, ``exec:COMMAND``, or a function that returns a decision. By
        default ``auto`` runs a quick method first and then exact ones; with a ``solver`` or
        ``options`` the default is ``exact``.
    time_limit : float, optional
        Seconds of wall-clock time; by default there is no limit.
    gap : float, default 1e-6
        A search may stop at this relative gap between plan and bound; it must be below 1.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    threads : int, optional
        Threads of the engine; by default the engine decides.
    memory_limit : int or str, optional
        Memory that a model may need, in bytes or as ``"8GiB"``.
    compiled : {'auto', 'yes', 'no'}
        Whether inner loops are compiled; ``auto`` compiles if it saves time.
    solver : str, optional
        The engine (``highs``, ``scip``, ``cp-sat``, …). Several (``"highs,scip"``) check each
        other; ``"pyomo:gurobi"`` is one of Pyomo's solvers.
    options : mapping, optional
        Options of the method; the page *Options of methods* lists them.
    listener : callable, optional
        Is called with each better plan or bound.
    log : callable, optional
        Is called with each line of the engine's log.
    on_incumbent : callable, optional
        Is called with each better plan that the checker accepts, as an `Incumbent`. If it returns
        ``True``, the run ends.
    start : Outcome, mapping, str or Path, optional
        A solution to start from.
    executor : str or Executor, optional
        Where parts of the work run: ``"local"`` (processes of this machine), the address of a Dask
        scheduler, or a `concurrent.futures.Executor`. By default everything runs in this process.
    workers : int, optional
        The largest number of parts that run at the same time; by default all that the executor has.
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.
        Compilation is shown as well.

    Returns
    -------
    Outcome
        The decision, its objective, the best bound with its kind and certificate, and the status.
        If no plan was found, ``decision`` is ``None`` and ``status`` and ``message`` give the
        reason.

    Raises
    ------
    InputError
        If an argument is wrong; the error lists every fault with its place. A method that fails is
        an outcome with the status ``error``, not an exception.
    """
    chosen = None if method is None else _method(method)
    loaded, limits = load_instance(instance), _run_keywords(keywords)
    title = f"{chosen if isinstance(chosen, str) else 'solve'} on {loaded.name}"
    with (
        workers_of(keywords.get("executor"), keywords.get("workers")) as workers,
        progress_line(keywords.get("progress"), title, keywords.get("listener")) as line,
    ):
        listener = line or keywords.get("listener")
        return _solve(loaded, chosen, **limits, workers=workers, listener=listener)


def _run_keywords(keywords: SolveKeywords | CompareKeywords) -> dict[str, Any]:
    """Return the keywords without those for progress and workers; ``start`` becomes a decision."""
    start = keywords.get("start")
    elsewhere = ("progress", "listener", "executor", "workers")
    rest = {name: keywords[name] for name in keywords if name not in elsewhere}  # type: ignore[literal-required]
    return {**rest, "start": None if start is None else decision_of(start)}


def check(
    instance: AnyInstance, solution: Solution | None = None, *, sol: str | Path | None = None
) -> Check:
    """Check a solution, and recompute its objective and its certificate.

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``).
    solution : Outcome, mapping, str or Path, optional
        An outcome, a solution document, a bare decision, or a file of these.
    sol : str or Path, optional
        A solver's solution file for the exported model, in place of ``solution``.

    Returns
    -------
    Check
        The violations, the recomputed objective, and the verdict on the certificate.

    Raises
    ------
    InputError
        If the solution cannot be read, or belongs to another instance. A broken rule is a violation
        in the result, not an exception.
    """
    if (solution is None) == (sol is None):
        raise input_error("solution", "give either a solution, or a solver's solution file as sol=")
    if sol is not None:
        from .own_models import check_sol

        return check_sol(instance, sol)
    loaded_instance = load_instance(instance)
    if isinstance(solution, (str, Path)):
        return judged(loaded_instance, read_json(Path(solution)), str(solution))
    return judged(loaded_instance, solution)


def judged(instance: Instance, solution: Any, subject: str = "solution") -> Check:
    """Check an outcome, a document or a bare decision; ``subject`` is its name in messages."""
    if isinstance(solution, Outcome):
        return _check(problem_of(instance), instance, solution)
    if subject == "solution" and not isinstance(solution, Mapping):
        raise input_error("solution", "is not an outcome, document, decision or file", solution)
    document = plain_data(solution)
    if is_bare_decision(document):
        return check_decision(problem_of(instance), instance, document)
    return _check(problem_of(instance), instance, outcome_from_document(document, subject))


@with_keywords(CompareKeywords)
def compare(
    instances: AnyInstance | Sequence[AnyInstance],
    methods: AnyMethod | Sequence[AnyMethod] | None = None,
    **keywords: Unpack[CompareKeywords],
) -> Comparison:
    """Return a table with a row per instance and method, and gaps to the best bound.

    The limits are those of `solve`; ``solver`` and ``options`` apply to methods that accept them.

    Parameters
    ----------
    instances : Instance, mapping, str, Path or a sequence of these
        The instances, as for `solve`.
    methods : str, callable or a sequence of these, optional
        The methods, as for `solve`; by default all methods of the problem.
    time_limit : float, optional
        Seconds for each run; by default there is no limit.
    gap : float, default 1e-6
        A search may stop at this relative gap.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    threads : int, optional
        Threads of the engine; by default the engine decides.
    memory_limit : int or str, optional
        Memory that a model may need, in bytes or as ``"8GiB"``.
    compiled : {'auto', 'yes', 'no'}
        Whether inner loops are compiled; ``auto`` compiles if it saves time.
    solver : str, optional
        The engine of exact methods.
    options : mapping, optional
        Options of the method; the page *Options of methods* lists them.
    listener : callable, optional
        Is called with each better plan or bound.
    start : Outcome, mapping, str or Path, optional
        A solution to start from.
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.

    Returns
    -------
    Comparison
        A data frame; ``plot`` draws it, ``report`` writes a page, ``to_latex`` a table.

    Raises
    ------
    InputError
        If an argument is wrong; the error lists every fault with its place.
    """
    from .comparison import Comparison
    from .validation.study import names_apart, rename_row, result

    single = isinstance(instances, (Instance, Mapping, str, Path))
    single |= hasattr(instances, "component_objects")  # a Pyomo model
    several: Any = [instances] if single else instances
    named: Any = [methods] if isinstance(methods, str) or callable(methods) else methods
    chosen = None if named is None else [_method(name) for name in named]
    table: list[dict[str, Any]] = []
    kept = []
    for instance, results in _all_outcomes(list(map(load_instance, several)), chosen, keywords):
        table += rows(results)
        kept += [result(instance, outcome, instance.source or instance.name) for outcome in results]
    names = names_apart(kept)
    for row in table:
        row["instance"] = rename_row(row, names)["instance"]["name"]
    return Comparison.of(table, kept)


def _all_outcomes(
    instances: Sequence[Instance], methods: Sequence[AnyMethod] | None, keywords: CompareKeywords
) -> Iterator[tuple[Instance, list[Outcome]]]:
    """Yield each instance with its methods' outcomes, and show the number of completed runs."""
    limits, listener = _run_keywords(keywords), keywords.get("listener")
    named = [list(methods or problem_of(instance).compared(instance)) for instance in instances]
    done, total = 0, sum(map(len, named))
    with progress_line(keywords.get("progress"), "compare", listener) as line:
        for instance, names in zip(instances, named, strict=True):
            found = outcomes(instance, names, **limits, listener=line or listener)
            results = []
            for name in names:
                if line is not None:
                    method = name if isinstance(name, str) else name_of(name)
                    line.begin(f"{bar(done, total)} runs, {method} on {instance.name}")
                results.append(next(found))
                done += 1
            yield instance, results


def report(results: str | Path, path: str | Path, *, against: str | Path | None = None) -> None:
    """Write the page of a batch's results.

    Parameters
    ----------
    results : str or Path
        The ``.jsonl`` file of `bench`.
    path : str or Path
        The HTML file to write.
    against : str or Path, optional
        Older results to compare with.

    Raises
    ------
    InputError
        If a file of results cannot be read or has no results.
    """
    from .validation.study import latest, pair_runs, read_results
    from .validation.study import report as page

    results_read = latest(read_results(Path(results)))
    lines = [] if against is None else pair_runs(read_results(Path(against)), results_read)
    title = f"optgap report: {Path(results).stem}"
    write_text(Path(path), page(results_read, title=title, command="", comparison=lines))


def save(thing: Instance | Outcome, path: str | Path) -> None:
    """Write an instance file or a solution file.

    Parameters
    ----------
    thing : Instance or Outcome
        What is written.
    path : str or Path
        The JSON file.

    Raises
    ------
    InputError
        If the path cannot be written.
    """
    if isinstance(thing, Outcome):
        write_text(Path(path), document_text(thing.model_dump(mode="json")))
    elif isinstance(thing, Instance):
        save_instance(thing.checked(), Path(path))
    else:
        raise input_error("save", "accepts an instance or an outcome", type(thing).__name__)


def _method(method: Any) -> AnyMethod:
    if isinstance(method, str) or callable(method):
        known: AnyMethod = method
        return known
    raise input_error("method", "must be a name or a function", type(method).__name__)


def decision_of(solution: Any) -> Decision:
    """Return the decision in an outcome, a solution document, a bare decision, or their file."""
    document = solution_document(solution)
    decision = document if is_bare_decision(document) else document.get("decision")
    if decision is not None:
        return dict(decision)
    raise input_error("solution", "contains no decision")


def solution_document(solution: Any) -> dict[str, Any]:
    """Return the document of an outcome or of a file; a bare decision is returned unchanged."""
    if isinstance(solution, Outcome):
        solution = solution.model_dump()
    if not isinstance(solution, (str, Path, Mapping)):
        rule = "must be an outcome, a document, a decision or a file"
        raise input_error("solution", rule, type(solution).__name__)
    document = read_json(Path(solution)) if isinstance(solution, (str, Path)) else solution
    if not isinstance(document, Mapping):
        raise input_error("solution", "must be a JSON object", type(document).__name__)
    return dict(document)
