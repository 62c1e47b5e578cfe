"""The method `no-pins`, which clusters add to the problem consolidation."""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from optgap.consolidation import Consolidation, fewest_moves, overfull
from optgap.problem import Answer, PositiveCount, Problem
from optgap.running import Run, problem_of

from .judge import without_pins_violations
from .rollout import EvictionOrder, with_awaited_kept, without_pins

_HEURISTICS = ("karpenter", "drain-best-fit")
_QUICK, _PINNED = 0.1, 0.2  # shares of the time: a heuristic, the best plan with pins
_QUICK_SECONDS = 0.3  # the least time of a heuristic
_NEARER = 3.0  # seconds for reducing the moves of a plan


def extend(problem: Problem) -> None:
    """Add the method `no-pins` to a problem."""
    problem.method(no_pins, kind="heuristic", paper="not in the paper", only_if_named=True)


def no_pins(
    instance: Consolidation,
    run: Run,
    *,
    order: Annotated[
        EvictionOrder, Field(description="order in which pods are evicted")
    ] = "largest-first",
    replays: Annotated[
        PositiveCount,
        Field(
            description="number of replays in which the machines must become free; each evicts in "
            "a random order, and chooses at random between equal nodes"
        ),
    ] = 1_000,
) -> Answer:
    """Free machines wherever Kubernetes' scheduler puts the pods, without pins.

    ``order`` is the order in which pods are evicted.  The machines become free in all ``replays``
    simulations with random orders and ties; the decision is the final placement of one of them.
    The result is at least as good as the part of a heuristic's plan in which each pod finds a node.
    """
    if not instance.occupied.any():
        return Answer(message="no item that could move is running")
    if (instance.home >= 0).all() and len(overfull(instance, instance.home)) == 0:
        now = instance.value_of(instance.units_of(instance.home))
        run.report(now, decision=instance.decision(instance.home))
    run_method = problem_of(instance).run_method
    quick = [run_method(name, instance, _quick_run(run)) for name in _HEURISTICS]
    inner = run.inner(seconds=run.part_of_remaining(_PINNED))
    inner.first_objective_only = True  # fewer moves are searched for below
    pinned = run_method("column-generation", instance, inner)
    if pinned.bound is not None and not pinned.infeasible:
        run.report(bound=pinned.bound)
    decisions = [each.decision for each in (pinned, *quick) if each.decision is not None]
    if not decisions or pinned.infeasible:
        return pinned
    decisions.sort(key=lambda each: _value(instance, each))
    placed = with_awaited_kept(instance, decisions[0])
    with run.timed("replays"):
        starts = [placed.numbers(decision) for decision in decisions]
        inner = run.inner(seconds=_NEARER)
        near = fewest_moves(placed, placed.rule_book, starts[0], inner, everywhere=True)
        starts[0] = near.machine
        pinless = without_pins(placed, starts, order, run, replays=replays)
    if pinless.machine is None:
        return replace(pinned, decision=None, message=pinless.why)
    decision = placed.decision(pinless.machine)
    run.report(_value(instance, decision), decision=decision)
    details = {**pinless.details(placed), "with_pins": _value(instance, decisions[0])}
    if wrong := without_pins_violations(instance, details):
        raise RuntimeError(f"the judge refuses a plan without pins: {wrong[0]}")
    return replace(pinned, decision=decision, details=details, stopped=run.stopped)


def _quick_run(run: Run) -> Run:
    """Return a run for a heuristic: a share of the remaining time, but at least some seconds."""
    inner = run.inner(seconds=run.part_of_remaining(_QUICK))
    if inner.time_limit is not None:
        inner.time_limit = max(inner.time_limit, _QUICK_SECONDS)
    return inner


def _value(instance: Consolidation, decision: dict[str, Any]) -> float:
    return instance.value_of(instance.units_of(instance.numbers(decision)))
