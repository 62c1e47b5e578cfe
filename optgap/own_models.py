"""Public functions for your own Pyomo models: fronts, export, and checks of solutions."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from .core.faults import input_error, near_miss
from .core.files import read_bytes, replacement_of
from .core.plain import plain_data
from .pictures import ModelFront
from .progress import progress_line
from .solvers.engines import CrossCheck, cross_check, solve
from .validation.catalogue import problem_of
from .validation.judge import Check, Violation, check_decision
from .validation.running import AnyInstance, check_limits, load_instance

__all__ = ["CrossCheck", "ModelFront", "cross_check", "front", "solve"]


def front(
    model: Any,
    objectives: Sequence[str],
    *,
    solver: str = "highs",
    time_limit: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    supported_only: bool = False,
    engine: str | None = None,
    progress: bool | None = None,
) -> ModelFront:
    """Return all nondominated points of your own Pyomo model with named objectives.

    Parameters
    ----------
    model : pyomo.environ.ConcreteModel
        A linear model; its objectives are over integer variables.
    objectives : sequence of str
        The names of the objectives; each is minimised or maximised as declared.
    solver : str, default 'highs'
        The engine.
    time_limit : float, optional
        Seconds of wall-clock time. When it is reached, the result has the proven points and bounds
        on all other points.
    seed : int, default 0
        Seed of random choices; equal seeds give equal results.
    threads : int, optional
        Threads of the engine; by default the engine decides.
    supported_only : bool, default False
        Only find the points of two objectives that minimise a weighted sum, which is quicker.
    engine : str, optional
        The former name of ``solver``.
    progress : bool, optional
        Show the progress. By default it is shown after two seconds in a terminal or notebook.

    Returns
    -------
    ModelFront
        The points, whether the front is complete, and bounds on other points.

    Raises
    ------
    InputError
        If an objective is unknown, not linear, or over continuous variables.
    """
    from .solvers.fronts import front as front_of_model

    if engine is not None:
        warnings.warn("front(engine=...) is now front(solver=...)", FutureWarning, stacklevel=2)
        solver = engine
    check_limits(time_limit=time_limit, seed=seed, threads=threads)
    with progress_line(progress, "front"):
        return front_of_model(
            model,
            objectives,
            solver=solver,
            time_limit=time_limit,
            seed=seed,
            threads=threads,
            supported_only=supported_only,
        )


_MOST_LISTED = 20
_NOT_WHOLE = 1e-5  # a solver's tolerance for integers
_SUFFIXES = (".mps", ".lp")


def export(
    instance: AnyInstance, to: str | Path, *, objective: str | None = None
) -> dict[str, Any]:
    """Write the exact model of an instance as MPS or LP, by the suffix.

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``).
    to : str or Path
        The file to write, ``.mps`` or ``.lp``.
    objective : str, optional
        A file has one objective: the one to write. By default it is the first; ``others`` in the
        result lists the omitted ones.

    Returns
    -------
    dict
        ``file``, the numbers of ``variables`` and ``constraints``, the written ``objective``, and
        the ``others`` that are omitted.

    Raises
    ------
    InputError
        If the suffix or the objective is unknown, or the problem has no linear model.
    """
    path = Path(to)
    if path.suffix not in _SUFFIXES:
        raise input_error("to", "must end in .mps or .lp", str(to))
    loaded_instance = load_instance(instance)
    model = problem_of(loaded_instance).formulation.build_model(loaded_instance)
    written = _chosen_objective(model, objective)
    with replacement_of(path) as place:
        _write_model(model, place, loaded_instance.name)
    counts = {"variables": model.nvariables(), "constraints": model.nconstraints()}
    return {"file": str(path), **counts, **written}


def _chosen_objective(model: Any, name: str | None) -> dict[str, Any]:
    """Activate only the chosen objective; return its name and the names of the others."""
    import pyomo.core as pyo

    found = {
        each.parent_component().name if each.index() is None else str(each.index()): each
        for each in model.component_data_objects(pyo.Objective, descend_into=True)
    }
    active = [each for each, objective in found.items() if objective.active]
    chosen = active[0] if name is None else name
    if chosen not in found:
        raise input_error("objective", f"is not an objective {near_miss(chosen, found)}", chosen)
    for each, objective in found.items():
        objective.activate() if each == chosen else objective.deactivate()
    return {"objective": chosen, "others": [each for each in found if each != chosen]}


def check_sol(instance: AnyInstance, path: str | Path) -> Check:
    """Check a solver's solution of the exported model after converting it to a decision.

    Violated constraints of the model are reported under the model's names.
    """
    from .solvers.engines import load_point, point_in_file, round_point, standard_form, violation

    loaded_instance = load_instance(instance)
    entry = problem_of(loaded_instance)
    model = entry.formulation.build_model(loaded_instance)
    form = standard_form(model)
    named = _with_names(form, model)
    text = read_bytes(Path(path)).decode(errors="replace")
    values = point_in_file(text, form, named, str(path))
    point = round_point(form, values)
    broken = [
        f"{named.column_name(j)} = {values[j]:g} is not an integer"
        for j in (abs(point - values) > _NOT_WHOLE).nonzero()[0].tolist()
    ]
    broken += filter(None, [violation(named, point)])
    if broken:
        faults = tuple(
            Violation("model", "the file", None, words) for words in broken[:_MOST_LISTED]
        )
        return Check(feasible=False, objective=None, violations=faults, certificate="none")
    load_point(form, point)
    return check_decision(entry, loaded_instance, plain_data(entry.formulation.decision_of(model)))


def _write_model(model: Any, path: Path, name: str) -> None:
    """Write a model; LP files have the instance's names, or numbers if names would clash."""
    if path.suffix == ".lp":
        _write_lp(model, path)
        return
    from .solvers.engines import mps, standard_form

    form = _with_names(standard_form(model), model)
    path.write_text(mps(form, name))


def _with_names(form: Any, model: Any) -> Any:
    """Return a model in standard form, with the names of the file from which it was read."""
    if not getattr(model, "is_of_file", False):
        return form
    columns, rows = (
        tuple(SimpleNamespace(name=part.index()) for part in parts)
        for parts in (form.columns, form.rows)
    )
    return replace(form, columns=columns, rows=rows)


def _write_lp(model: Any, path: Path) -> None:
    import pyomo.environ  # noqa: F401  # which registers the writer

    try:
        model.write(str(path), io_options={"symbolic_solver_labels": True})
    except RuntimeError as error:
        if "symbol" not in str(error):
            raise
        words = "two names would be equal in this format, so the file numbers the variables"
        warnings.warn(words, stacklevel=4)
        model.write(str(path), io_options={"symbolic_solver_labels": False})
