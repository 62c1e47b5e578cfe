"""Solve an instance by a method of the catalogue, a Python function or a command."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from numbers import Integral, Real
from time import perf_counter
from typing import Any, Unpack

from ...core.clock import paused_clock, paused_seconds
from ...core.faults import Fault, InputError, input_error, near_miss
from ...core.kernels import checked_choice, interpreted_seconds, kernels_compiled
from ...core.limits import LIMITS, LoggedKeywords, with_keywords
from ...core.memory import bytes_of
from ...core.outcome import Answer, Decision, Outcome, Stopped
from ...core.plain import plain_data
from ...core.run import DEFAULT_SOLVER, Deadline, Incumbents, Run, stop_when_overdue
from ...core.schema import Instance
from ...core.workers import Workers
from ..catalogue import Method, Problem, problem_of
from ..judge import judged_outcome
from ..outside import is_outside, name_of, run_function, run_outside
from .instances import typed_arguments

_MOST_THREADS = 1024


def check_limits(
    *,
    time_limit: Any = None,
    gap: Any = 0.0,
    seed: Any = 0,
    threads: Any = None,
    memory_limit: Any = None,
    compiled: Any = "auto",
    **_: Any,
) -> None:
    """Raise one error for all limits of a wrong type or out of range, before any work."""
    faults = []
    if time_limit is not None and not _is_number(time_limit):
        faults.append(Fault.of("time_limit", "must be a number of seconds >= 0", time_limit))
    if not _is_number(gap) or float(gap) >= 1:
        rule = "must be a number from 0 to below 1: 0.05 allows a gap of 5%"
        faults.append(Fault.of("gap", rule, gap))
    if not _is_whole(seed, 0, 2**63):
        faults.append(Fault.of("seed", "must be an integer >= 0", seed))
    if threads is not None and not _is_whole(threads, 1, _MOST_THREADS):
        faults.append(Fault.of("threads", f"must be from 1 to {_MOST_THREADS}", threads))
    if faults:
        raise InputError("bad input", faults)
    checked_choice(compiled)
    if memory_limit is not None:
        bytes_of(memory_limit)


def _is_number(value: Any) -> bool:
    return type(value) is not bool and isinstance(value, Real) and 0 <= float(value) < inf


def _is_whole(value: Any, least: int, most: int) -> bool:
    return type(value) is not bool and isinstance(value, Integral) and least <= int(value) <= most


_NOTICED = 0.01  # seconds: less than this is read from a cache


class RunKeywords(LoggedKeywords, total=False):
    """Keyword arguments of a run: limits, a decision to start from, a listener, workers."""

    start: Decision | None
    timing: Mapping[str, float] | None
    begun: float | None  # when the limit began, on the clock of `perf_counter`
    workers: Workers | None


@with_keywords(RunKeywords)
def solve(
    instance: Instance,
    method: str | Callable[..., Decision] | None = None,
    **given: Unpack[RunKeywords],
) -> Outcome:
    """Return the judged outcome of one method on one instance.

    ``method`` is a name of the catalogue, ``file.py:function``, ``package.module:function``,
    ``exec:COMMAND``, or a function that is called with the instance and returns a decision.
    By default `auto` runs a quick method first and then exact ones; with a solver or options the
    default is `exact`.

    ``gap`` is the relative gap at which a search may end; an answer is optimal if its gap is at
    most this and at most 1e-6.  A model that needs more than ``memory_limit``, in bytes or as
    ``"8GiB"``, is refused before it is built.
    ``options`` are those of the method.  ``compiled`` says whether inner loops are compiled
    (``yes``), run uncompiled (``no``), or are compiled if that saves time (``auto``).
    """
    entry = problem_of(instance)
    limits: dict[str, Any] = {name: given[name] for name in LIMITS}  # type: ignore[literal-required]
    check_limits(**{**limits, "memory_limit": None})
    if limits["memory_limit"] is not None:
        limits["memory_limit"] = bytes_of(limits["memory_limit"])
    if method is None:
        method = default_method(given["solver"], given["options"])
    chosen, solver, asked = _choose_method(
        entry, method, given["solver"], dict(given["options"] or {})
    )
    compiled = limits.pop("compiled")
    incumbents = _incumbents(entry, instance, given)
    run = Run(
        sense=entry.sense(instance),
        **limits,
        solver=solver or DEFAULT_SOLVER,
        start=checked_start(entry, instance, given["start"]),
        listener=incumbents or given["listener"],
        wants_decisions=incumbents is not None,
        log=given["log"],
        workers=given["workers"],
        without_model=entry.without_model,
        timing=dict(given["timing"] or {}),
        spent=0.0 if given["begun"] is None else perf_counter() - given["begun"],
    )
    del limits["seed"]  # an outcome has it beside its options
    stated = {**limits, **asked, "compiled": None if compiled == "auto" else compiled}
    stated = {key: value for key, value in stated.items() if value is not None}
    with kernels_compiled(compiled):
        answer = _answer(entry, chosen or method, instance, run, asked)
        if incumbents is not None:
            is_over = incumbents.settle(run, None if answer.front else answer.decision)
            if is_over and answer.stopped == "time_limit":
                answer = replace(answer, stopped="interrupted", message=None)
        return judged_outcome(entry, instance, _method_name(method), answer, run, stated)


def _incumbents(entry: Problem, instance: Instance, given: Any) -> Incumbents | None:
    """Return the listener that passes accepted plans to ``on_incumbent``; ``None`` if not given."""
    receive = given["on_incumbent"]
    if receive is None:
        return None
    if not callable(receive):
        raise input_error("on_incumbent", "must be a function that accepts an incumbent", receive)
    if entry.has_front:
        rule = "works only for one objective; the plans of a front are not incumbents"
        raise input_error("on_incumbent", rule, entry.name)

    def accepted(decision: Decision) -> float | None:
        return entry.judge(instance, decision).objective

    return Incumbents(receive, accepted, given["listener"])


def default_method(solver: str | None, options: Mapping[str, Any] | None) -> str:
    """Return the default method: `exact` if an engine or options are given, else `auto`."""
    return "exact" if solver or options else "auto"


def _method_name(method: str | Callable[..., Decision]) -> str:
    return method if isinstance(method, str) else name_of(method)


def _choose_method(
    entry: Problem, method: str | Callable[..., Decision], solver: str | None, asked: dict[str, Any]
) -> tuple[Method | None, str | None, dict[str, Any]]:
    """Return method, engine and options; the first two are ``None`` outside the catalogue."""
    if not isinstance(method, str) or is_outside(method):
        _refuse_options(_method_name(method), solver, asked)
        return None, None, asked
    with paused_clock():
        chosen = entry.method_named(method)
    solver = chosen_solver(chosen, solver)
    return chosen, solver, typed_arguments(chosen.options, asked, method)


def _answer(
    entry: Problem,
    method: Method | str | Callable[..., Decision],
    instance: Instance,
    run: Run,
    options: dict[str, Any],
) -> Answer:
    """Return a method's answer; record the seconds spent on compiling kernels in the run."""
    interpreted = interpreted_seconds()
    if isinstance(method, Method):
        answer = _run(entry, method, instance, run, options)
    elif isinstance(method, str):
        answer = run_outside(method, instance, run)
    else:
        answer = run_function(method, instance, run)
    if not answer.front:
        answer = _with_reports(answer, run)
        if answer.decision is None and answer.stopped == "time_limit" and answer.message is None:
            words = "no plan was found within the time limit"
            answer = replace(answer, message=words)
    if run.workers is not None:
        answer = replace(answer, details={**answer.details, "executor": run.workers.as_details()})
    if entry.shared_code:
        answer = replace(answer, details={**answer.details, "shared_code": entry.shared_code})
    if paused_seconds() - run.stood > _NOTICED:
        run.timing["compile"] = paused_seconds() - run.stood
    if interpreted_seconds() > interpreted:
        run.timing["interpreted"] = interpreted_seconds() - interpreted
    return answer


def _with_reports(answer: Answer, run: Run) -> Answer:
    """Return the answer; if it has no plan or bound, with the reported one or the start."""
    denies = answer.infeasible or answer.unbounded
    if answer.decision is None:  # time ended before the method took it
        run.forget_undelivered()
        known = run.start if denies or run.decision is None else run.decision
        answer = replace(answer, decision=known)
    if answer.bound is None and run.certificate is not None and not denies:
        known_bound = run.answer_so_far(answer.stopped)
        return replace(
            answer,
            bound=known_bound.bound,
            bound_kind=known_bound.bound_kind,
            certificate=known_bound.certificate,
        )
    return answer


def _run(
    entry: Problem,
    method: Method,
    instance: Instance,
    run: Run,
    options: dict[str, Any],
) -> Answer:
    """Return a method's answer; if the method is stopped, the best plan and bound reported so far.

    `Problem.begin` runs first and is not stopped at the time limit, so its reports are never lost.
    """
    deadline = Deadline()
    try:
        entry.begin(instance, method.name, run)
        with stop_when_overdue(run) as deadline:
            return entry.run_method(method, instance, run, **options)
    except KeyboardInterrupt:
        stopped: Stopped = "interrupted"
    except BaseException:
        if not deadline.fired:
            raise
        stopped = "time_limit"
    return run.answer_so_far(stopped)


def checked_start(entry: Problem, instance: Instance, start: Decision | None) -> Decision | None:
    """Return the start as a document; raise an error if the checker rejects it."""
    start = plain_data(start)
    verdict = None if start is None else entry.judge(instance, start)
    if verdict is not None and not verdict.feasible:
        raise InputError(
            "bad input",
            [
                Fault(f"start.{violation.where}", f"{violation.constraint}: {violation.message}")
                for violation in verdict.violations
            ],
        )
    return start


def chosen_solver(method: Method, solver: str | None) -> str | None:
    """Return the requested engines if the method can use them; by default its first engine."""
    if solver is None:
        return method.solvers[0] if method.solvers else None
    if not method.solvers:
        rule = f"method {method.name!r} uses no solver; give none"
        raise InputError("bad input", [Fault.of("solver", rule, solver)])
    names = [name.strip() for name in solver.split(",")]
    unknown = [name for name in names if not method.takes(name)]
    if unknown:
        rule = f"is no engine of method {method.name!r} {near_miss(unknown[0], method.solvers)}"
        raise InputError("bad input", [Fault.of("solver", rule, unknown[0])])
    of_pyomo = [name for name in names if name not in method.solvers]
    if of_pyomo:
        from ...solvers.engines import engine_named  # with Pyomo

        for name in of_pyomo:
            engine_named(name)  # which says what is missing before any work
    return solver


def _refuse_options(method: str, solver: str | None, options: dict[str, Any]) -> None:
    if solver is not None or options:
        rule = f"an outside method accepts no solver and no options ({method})"
        raise InputError("bad input", [Fault("options", rule)])
