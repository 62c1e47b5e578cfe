"""The verbs that say why: why there is no plan, why a node stays, and what would change that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .api import Solution, check, decision_of, order_without_pins
from .core.clock import uncounted
from .core.faults import Fault, InputError, input_error, near_miss
from .core.outcome import Outcome
from .core.run import Deadline, Run, stop_when_overdue
from .core.schema import Instance
from .validation.catalogue import problem_of
from .validation.running import AnyInstance, check_limits, loaded

Answer = TypeVar("Answer")

if TYPE_CHECKING:
    from .solvers.conflicts import Diagnosis
    from .validation.explaining import Explanation, Stay
    from .validation.study import Swept


@overload
def explain(
    model: Any,
    *,
    hard: Collection[str] = (),
    words: Mapping[str, str] | None = None,
    smallest: bool = False,
    time_limit: float | None = 60.0,
    seed: int = 0,
) -> Explanation: ...
@overload
def explain(
    model: Any,
    solution: Solution,
    *,
    nodes: Sequence[str] | None = None,
    items: Sequence[str] | None = None,
    time_limit: float | None = 60.0,
    seed: int = 0,
) -> list[Stay]: ...
def explain(
    model: Any,
    solution: Solution | None = None,
    *,
    nodes: Sequence[str] | None = None,
    items: Sequence[str] | None = None,
    hard: Collection[str] = (),
    words: Mapping[str, str] | None = None,
    smallest: bool = False,
    time_limit: float | None = 60.0,
    seed: int = 0,
) -> Explanation | list[Stay]:
    """Return why an instance or a Pyomo model has no solution: a conflict that cannot be smaller.

    Every statement of the conflict is needed, and the smallest change of each family that ends it
    is named; ``minimal`` and ``proven`` say what is proven.  In a model ``hard`` names components
    that are never blamed, ``words`` gives names to components and members.  ``smallest`` asks for a
    conflict of the fewest statements there are.

    With a ``solution`` of `consolidation`: why its nodes (all, or those named) stay in use, and
    why items stay where they are.
    """
    check_limits(time_limit=time_limit, seed=seed)
    run = Run("minimize", time_limit=time_limit, seed=seed)
    if solution is None and (nodes or items):
        raise input_error("solution", "must be given to say why something stays in it")
    if solution is not None and (smallest or hard or words):
        raise input_error("solution", "a plan has no conflict: leave out hard, words and smallest")
    if solution is None:
        return _in_time(run, lambda: _explanation(model, run, hard, words, smallest))
    return _in_time(run, lambda: _stays(loaded(model), solution, nodes, items, run))


def diagnose(model: Any, *, time_limit: float | None = 10.0) -> Diagnosis:
    """Return what is suspicious about a linear Pyomo model, or about an instance's exact model.

    The relaxation is solved as well, within the time limit.
    """
    from .solvers.conflicts import diagnose as findings_about

    check_limits(time_limit=time_limit)
    if not _is_model(model):
        from .validation.explaining import exact_model

        model = exact_model(loaded(model))
    return findings_about(model, run=Run("minimize", time_limit=time_limit))


def pool(
    instance: AnyInstance, count: int, *, time_limit: float | None = None, seed: int = 0
) -> Outcome:
    """Return the outcome of ``exact`` with the ``count`` best distinct decisions in its ``pool``.

    ``details["unique"]`` says whether there is only one optimum.
    """
    from .validation.study import solve_pool

    check_limits(time_limit=time_limit, seed=seed)
    return solve_pool(loaded(instance), count, time_limit=time_limit, seed=seed)


def sweep(
    instance: AnyInstance,
    field: str,
    values: Sequence[float],
    methods: Sequence[str] | None = None,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    prices: bool = False,
) -> list[Swept]:
    """Return the outcomes for each value of a numeric field, exact methods started from before.

    With ``prices`` each has the line that the relaxation proves at all values (see `Price`).
    """
    from .validation.study import sweep as swept

    check_limits(time_limit=time_limit, seed=seed)
    limits: dict[str, Any] = {"time_limit": time_limit, "seed": seed, "prices": prices}
    return list(swept(loaded(instance), field, values, methods, **limits))


def _in_time(run: Run, question: Callable[[], Answer | None]) -> Answer:
    """Return the answer of a question; raise ``TimeoutError`` where the limit is too short."""
    deadline, answer = Deadline(), None
    try:
        with stop_when_overdue(run) as deadline:
            answer = question()
    except BaseException as error:  # compiled code may turn `TimeUp` into an exception of its own
        if isinstance(error, KeyboardInterrupt) or not deadline.fired:
            raise
    if answer is None:
        raise TimeoutError(f"{run.time_limit:g} s were too short for an answer")
    return answer


def _explanation(
    model: Any, run: Run, hard: Collection[str], words: Mapping[str, str] | None, smallest: bool
) -> Explanation | None:
    with uncounted():
        from .solvers.conflicts import stated_model
        from .validation.explaining import explain_form, statements_of

    if _is_model(model):
        stated = stated_model(model, hard=hard, words=words)
        return explain_form(model.name, stated, run, smallest=smallest)
    if hard or words:
        raise input_error("words", "hard and words are for models; an instance has its own")
    instance = loaded(model)
    statements = statements_of(instance)
    return explain_form(
        instance.name,
        statements.form,
        run,
        statements.headline,
        statements.always,
        smallest=smallest,
    )


def _stays(
    instance: Instance,
    solution: Solution,
    nodes: Sequence[str] | None,
    items: Sequence[str] | None,
    run: Run,
) -> list[Stay]:
    """Return the answers for some nodes and items; without names for all nodes in use."""
    from .instances.consolidation import Consolidation
    from .solvers.rollout import why_not_freed
    from .validation.explaining import why_item_stays, why_node_stays

    if not isinstance(instance, Consolidation):
        rule = "must be consolidation: only there something stays"
        raise InputError("bad input", [Fault.of("problem", rule, problem_of(instance).name)])
    verdict = check(instance, solution)
    faults = [Fault("solution", str(violation)) for violation in verdict.violations]
    known = {site.name: j for j, site in enumerate(instance.sites)}
    placed = {item.name: i for i, item in enumerate(instance.items)}
    for names, numbers, kind in ((nodes, known, "node"), (items, placed, "item")):
        faults += [
            Fault.of(kind, f"is not in the file {near_miss(name, numbers)}", name)
            for name in names or ()
            if name not in numbers
        ]
    if faults:
        raise InputError("bad input", faults)
    decision = decision_of(solution)
    if nodes is None and not items:
        used = set(instance.numbers(decision).tolist())
        nodes = [site.name for j, site in enumerate(instance.sites) if j in used]
    plans: list[list[int]] = []
    unpinned = {} if order_without_pins(solution) is None else why_not_freed(instance)
    answers = [
        why_node_stays(instance, decision, known[n], run, plans, unpinned) for n in nodes or ()
    ]
    return answers + [
        why_item_stays(instance, decision, placed[n], run, plans) for n in items or ()
    ]


def _is_model(thing: Any) -> bool:
    """Return whether something is a Pyomo model, without importing Pyomo for anything else."""
    return not isinstance(thing, str | Path | Mapping | Instance) and hasattr(
        thing, "component_objects"
    )
