"""The public functions behind ``import optgap``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from .core.faults import input_error
from .core.files import document_text, read_json, save_instance, write_text
from .core.outcome import Decision, Outcome
from .core.plain import plain_data
from .core.schema import Instance
from .validation.catalogue import problem, problem_of
from .validation.compare import outcomes, rows
from .validation.instances_by_name import generate as _generate
from .validation.instances_by_name import load as load
from .validation.judge import Check, check_decision, is_bare_decision, outcome_from_document
from .validation.judge import check as _check
from .validation.solve import solve as _solve

if TYPE_CHECKING:
    from .comparison import Comparison
    from .validation.proving import Verified

AnyInstance: TypeAlias = Instance | str | Path
AnyMethod: TypeAlias = str | Callable[..., Decision]
Solution: TypeAlias = Outcome | Mapping[str, Any] | str | Path


@dataclass(frozen=True)
class Worst:
    """The result of a hunt: the instance, the share that is lost on it, and a sentence about it."""

    instance: Instance
    loss: float
    words: str


def generate(name: str, seed: int, **parameters: Any) -> Instance:
    """Return a random instance of a problem: ``generate("placement", 7, instances=100)``."""
    return _generate(name, seed, parameters)


def solve(instance: AnyInstance, method: AnyMethod = "exact", **limits: Any) -> Outcome:
    """Return the judged outcome of one method on one instance.

    ``instance`` is an instance, the path of a file, or the name of a bundled one
    (``placement/fig6``).  ``method`` is a name of the catalogue, ``file.py:function``,
    ``exec:COMMAND``, or a function of your own that returns a decision.

    ``limits`` are ``time_limit`` (seconds), ``gap`` (at which a search may end),
    ``seed``, ``threads``, ``memory_limit`` (for a model: bytes, or ``"8GiB"``), ``solver``
    (several, ``"highs,scip"``, check each other), ``start`` (a decision to begin from),
    ``options`` (the method's own), ``listener``, ``compiled`` (inner loops: ``"yes"``,
    ``"no"``, or ``"auto"``, as it pays).
    """
    return _solve(loaded(instance), method, **limits)


def check(instance: AnyInstance, solution: Solution) -> Check:
    """Judge a solution: an outcome, a solution document, a bare decision, or a file of these."""
    found = loaded(instance)
    if isinstance(solution, Outcome):
        return _check(problem_of(found), found, solution)
    subject = "solution"
    document: Any = solution
    if isinstance(solution, (str, Path)):
        subject, document = str(solution), read_json(Path(solution))
    elif not isinstance(solution, Mapping):
        raise input_error("solution", "is no outcome, document, decision or file", solution)
    document = plain_data(document)
    if is_bare_decision(document):
        return check_decision(problem_of(found), found, document)
    return _check(problem_of(found), found, outcome_from_document(document, subject))


def compare(
    instances: AnyInstance | Sequence[AnyInstance],
    methods: AnyMethod | Sequence[AnyMethod] | None = None,
    **limits: Any,
) -> Comparison:
    """Return a table with one row per instance and method, gaps measured to the best bound.

    ``limits`` are those of `solve`; ``solver`` and ``options`` go to the methods that take them.
    """
    from .comparison import Comparison
    from .validation.study import result

    several = [instances] if isinstance(instances, (Instance, str, Path)) else instances
    chosen = [methods] if isinstance(methods, str) or callable(methods) else methods
    table: list[dict[str, Any]] = []
    kept = []
    for source in several:
        instance = loaded(source)
        found = list(outcomes(instance, chosen, **limits))
        table += rows(found)
        kept += [result(instance, outcome, instance.name) for outcome in found]
    for row in table:
        row["instance"] = row["instance"]["name"]
    return Comparison.of(table, kept)


def hunt(name: str, method: str, **limits: Any) -> Worst | None:
    """Return the small instance on which a method loses most; ``None`` if it loses nothing.

    ``limits`` are ``seed``, ``time_limit`` (60 seconds by default), ``evaluations``, ``restarts``,
    ``assume`` (instances without it are passed over), ``compiled``, and ``options`` of the method.
    """
    from .validation.hunting import Hunt

    search = Hunt(name, method, **limits)
    found = search.run()
    if found is None or found.loss == 0:
        return None
    instance = found.instance(problem(name), "hunted", search.command)
    return Worst(instance, found.loss, found.words)


def prove(
    instance: AnyInstance, folder: str | Path, method: str = "exact", **limits: Any
) -> Outcome:
    """Write a proof of the optimum into a folder, and return the outcome that rests on it.

    For the method ``exact`` the proof is a tree over the exact model, and the bound is
    ``model-certified``: ``verify_proof.py`` in the folder checks it with the standard library
    alone.  Any other method must give a certificate of its own.

    ``limits`` are ``time_limit`` (after it a weaker bound is proven), ``seed``, ``threads``,
    ``memory_limit``, ``options`` (the method's own), ``listener``.
    """
    from .validation.proving import prove as write_proof

    return write_proof(loaded(instance), Path(folder), method, **limits)


def verify(folder: str | Path, instance: AnyInstance | None = None) -> Verified:
    """Check the proof in a folder, by itself and against its instance, without any solver.

    ``instance`` takes the place of the one in the folder.
    """
    from .validation.proving import verify as verify_folder

    return verify_folder(Path(folder), None if instance is None else loaded(instance))


def report(results: str | Path, path: str | Path, *, against: str | Path | None = None) -> None:
    """Write the page of a batch's results, beside older ones if those are given."""
    from .validation.study import latest, paired, read_results
    from .validation.study import report as page

    found = latest(read_results(Path(results)))
    lines = [] if against is None else paired(read_results(Path(against)), found)
    title = f"optgap report: {Path(results).stem}"
    write_text(Path(path), page(found, title=title, command="", comparison=lines))


def save(thing: Instance | Outcome, path: str | Path) -> None:
    """Write an instance file or a solution file."""
    if isinstance(thing, Outcome):
        write_text(Path(path), document_text(thing.model_dump(mode="json")))
    else:
        save_instance(thing, Path(path))


def loaded(instance: AnyInstance) -> Instance:
    return instance if isinstance(instance, Instance) else load(instance)


def decision_of(solution: Solution) -> Decision:
    if isinstance(solution, Outcome):
        solution = solution.model_dump()
    document = read_json(Path(solution)) if isinstance(solution, (str, Path)) else dict(solution)
    decision = document if is_bare_decision(document) else document.get("decision")
    if decision is not None:
        return dict(decision)
    raise input_error("solution", "holds no decision")
