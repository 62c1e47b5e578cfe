"""The engine HiGHS, through its Python interface for arrays."""

import math
import threading
from collections.abc import Collection, Mapping
from importlib.metadata import version
from typing import Any

import highspy
import numpy as np
from highspy import cb
from numpy.typing import NDArray

from ...core.arrays import FloatArray
from ...core.faults import Fault, InputError, near_miss
from ...core.outcome import SolverVersion, Stopped
from ...core.run import Run
from .engine_result import Claim, EngineProgress, Finding, Halt, finite
from .standard_form import StandardForm

_VERSION = version("highspy")
_TOLERANCE = 1e-9
_SMALL_PROGRAMS = (
    "mip_heuristic_run_feasibility_jump",
    "mip_heuristic_run_rens",
    "mip_heuristic_run_rins",
    "mip_heuristic_run_root_reduced_cost",
    "mip_allow_restart",  # each restart would read them again
)
_LARGEST = 1e15  # its option large_matrix_value

_Event = cb.HighsCallbackType
_Status = highspy.HighsModelStatus
_CLAIMS: dict[Any, Claim] = {
    _Status.kOptimal: "optimal",
    _Status.kModelEmpty: "optimal",
    _Status.kInfeasible: "infeasible",
    _Status.kUnbounded: "unbounded",
    _Status.kUnboundedOrInfeasible: "infeasible_or_unbounded",
}
_STOPS: dict[Any, Stopped] = {
    _Status.kTimeLimit: "time_limit",
    _Status.kInterrupt: "interrupted",
    _Status.kHighsInterrupt: "interrupted",
}
_CALLBACKS = (
    _Event.kCallbackMipImprovingSolution,
    _Event.kCallbackMipInterrupt,
    _Event.kCallbackSimplexInterrupt,
    _Event.kCallbackIpmInterrupt,
)
_SCHEDULER = threading.local()


class QuietHighs(highspy.Highs):  # type: ignore[misc]
    """A HiGHS instance that prints nothing, and uses the number of threads in its options.

    By default a new instance prints a banner.  HiGHS has one scheduler per Python thread: a later
    program with another number of threads in the same thread would end with an error.
    """

    def enableCallbacks(self) -> None:  # noqa: N802
        """Enable callbacks with the output turned off, because this call prints the banner."""
        self.setOptionValue("output_flag", False)
        super().enableCallbacks()

    def change_sides(self, rows: NDArray[np.integer], low: FloatArray, high: FloatArray) -> None:
        """Set lower and upper sides of rows, one row at a time: highspy 1.12 has no bulk call."""
        for row, lower, upper in zip(rows.tolist(), low.tolist(), high.tolist(), strict=True):
            self.changeRowBounds(row, lower, upper)

    def run(self) -> Any:
        """Solve; reset this thread's scheduler if its number of threads differs."""
        _, threads = self.getOptionValue("threads")
        if getattr(_SCHEDULER, "threads", None) != threads:
            highspy.Highs.resetGlobalScheduler(True)
        _SCHEDULER.threads = threads
        status = super().run()
        if self.getModelStatus() == highspy.HighsModelStatus.kNotset:
            raise RuntimeError("HiGHS returned without solving the model")
        return status


class Highs:
    """HiGHS for linear and mixed-integer models."""

    solver = SolverVersion(name="HiGHS", version=_VERSION)
    exact = False
    presolve = "choose"

    def refusals(self, form: StandardForm) -> list[Fault]:
        """Return coefficients of 10^15 or more, which HiGHS does not accept."""
        large = np.flatnonzero(np.abs(form.matrix.data) >= _LARGEST)
        if len(large) == 0:
            return []
        rule = f"has {len(large)} coefficients of 1e15 or more, which HiGHS does not accept"
        return [Fault.of("model", rule, float(form.matrix.data[large[0]]))]

    def solve(self, form: StandardForm, run: Run, progress: EngineProgress, halt: Halt) -> Finding:
        """Solve with callbacks, which report incumbents and bounds and pass on interrupts."""
        highs = self._load(form)
        _set_options(highs, form, run)
        highs.setOptionValue("presolve", self.presolve)
        if form.start is not None:
            _warm_start(highs, form.start)

        def listen(kind: Any, message: str, out: Any, reply: Any, _data: Any) -> None:
            if kind == _Event.kCallbackLogging:
                if run.log is not None:
                    run.log(message)
            elif kind == _Event.kCallbackMipImprovingSolution:
                progress.incumbent(np.array(out.mip_solution))
            elif kind == _Event.kCallbackMipInterrupt:
                progress.bound(out.mip_dual_bound)
            if reply is not None and (halt.asked or run.halted.is_set()):
                reply.user_interrupt = True

        highs.setCallback(listen, None)
        for kind in _CALLBACKS:
            highs.startCallback(kind)
        if run.log is not None:
            highs.setOptionValue("output_flag", True)
            highs.startCallback(_Event.kCallbackLogging)
        highs.run()
        if highs.getModelStatus() == _Status.kSolveError:
            # A model that presolve empties by mistake ends in this error.
            highs.setOptionValue("presolve", "off")
            highs.run()
        elif highs.getModelStatus() == _Status.kUnknown:
            # The simplex method left a linear program undecided.
            highs.setOptionValue("solver", "ipm")
            highs.run()
            highs.setOptionValue("solver", "choose")
        highs.setCallback(None, None)
        finding = _within_cutoff(_finding(highs, form), form)
        if finding.claim == "optimal" and form.integer.any() and not form.bounds_limit_objective():
            # Presolve may invent bounds for integer variables without any, and so an optimum.
            relaxation = self.solve(form.relaxed(), run, progress, halt)
            if relaxation.claim in ("unbounded", "infeasible_or_unbounded"):
                return Finding(claim="unbounded")
        return finding

    def _load(self, form: StandardForm) -> highspy.Highs:
        """Return a HiGHS instance that holds the form."""
        return load_highs(form)


class HighsWithoutPresolve(Highs):
    """HiGHS without presolve: slower, but not affected by errors of presolve."""

    presolve = "off"


def load_highs(form: StandardForm) -> QuietHighs:
    """Return a silent HiGHS instance that holds the model, with one thread."""
    highs = QuietHighs()
    highs.setOptionValue("threads", 1)
    rows, columns = form.shape
    matrix = form.matrix
    status = highs.passModel(
        columns,
        rows,
        matrix.nnz,
        int(highspy.MatrixFormat.kColwise),
        int(highspy.ObjSense.kMinimize),
        form.constant,
        form.cost,
        form.lower,
        form.upper,
        form.row_lower,
        form.row_upper,
        matrix.indptr.astype(np.int32),
        matrix.indices.astype(np.int32),
        matrix.data,
        form.integer.astype(np.int32),
    )
    if status == highspy.HighsStatus.kError:
        raise RuntimeError("HiGHS does not accept the model")
    return highs


def _set_options(highs: highspy.Highs, form: StandardForm, run: Run) -> None:
    """Set limits, seed, gap and tolerance.

    The absolute gap of 1e-6 that HiGHS allows by default is turned off. The tolerance of 1e-6 for
    integers is reduced, because within it HiGHS improves the objective by values like 4e-7, which
    the rounded point loses.
    """
    options: dict[str, str | float] = {
        "random_seed": run.seed % 2**31,
        "threads": run.threads or 0,
        # the clock of an instance that is used again goes on
        "time_limit": math.inf if run.remaining is None else highs.getRunTime() + run.remaining,
        "mip_rel_gap": run.gap,
        "mip_abs_gap": 0.0,
        "mip_feasibility_tolerance": _TOLERANCE,
        "objective_bound": math.inf if form.cutoff is None else form.cutoff,
    }
    if not run.small_programs:
        options |= dict.fromkeys(_SMALL_PROGRAMS, False) | {"mip_heuristic_effort": 0.0}
    for name, value in options.items():
        if highs.setOptionValue(name, value) != highspy.HighsStatus.kOk:
            raise RuntimeError(f"HiGHS does not accept {name} = {value}")
    _set_named(highs, run.engine_options, options.keys() | {"output_flag", "presolve"})


def _set_named(highs: highspy.Highs, named: Mapping[str, Any], taken: Collection[str]) -> None:
    """Set options by their HiGHS names; refuse options for limits, tolerances and presolve."""
    known = [name for name in dir(highs.getOptions()) if not name.startswith("_")]
    faults = []
    for name, value in named.items():
        if name in taken or name.endswith("tolerance"):
            rule = "cannot be set here: limits are arguments, and tolerances are fixed"
            faults.append(Fault.of(f"options.{name}", rule, value))
        elif name not in known:
            rule = f"is not an option of HiGHS {near_miss(name, known)}"
            faults.append(Fault.of(f"options.{name}", rule, value))
        elif highs.setOptionValue(name, value) != highspy.HighsStatus.kOk:
            faults.append(Fault.of(f"options.{name}", "has a value that HiGHS rejects", value))
    if faults:
        raise InputError("bad input", faults)


def _warm_start(highs: highspy.Highs, start: FloatArray) -> None:
    """Pass the start values; HiGHS completes a partial start itself."""
    known = np.flatnonzero(~np.isnan(start)).astype(np.int32)
    highs.setSolution(len(known), known, start[known])


def _within_cutoff(finding: Finding, form: StandardForm) -> Finding:
    """Return the finding, without its point if the point is above the cutoff.

    The search prunes everything above the cutoff, but may still return such a point.
    """
    if form.cutoff is None or finding.claim not in ("optimal", "infeasible_or_unbounded"):
        return finding
    if finding.point is not None and form.value(finding.point) <= form.cutoff:
        return finding
    return Finding(claim="infeasible", message="no point is within the cutoff")


def _finding(highs: highspy.Highs, form: StandardForm) -> Finding:
    status = highs.getModelStatus()
    info = highs.getInfo()
    solution = highs.getSolution()
    feasible = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    claim = _CLAIMS.get(status, "none")
    known = claim == "optimal" or (feasible and status in _STOPS)
    mixed = bool(form.integer.any())
    bound = finite(info.mip_dual_bound) if mixed else None
    if claim == "optimal" and not mixed:
        bound = info.objective_function_value
    duals = solution.dual_valid and not mixed and claim == "optimal"
    return Finding(
        claim=claim,
        stopped=_STOPS.get(status, "complete" if claim != "none" else "error"),
        point=np.array(solution.col_value) if solution.value_valid and known else None,
        bound=bound if claim == "optimal" or status in _STOPS else None,
        row_duals=np.array(solution.row_dual) if duals else None,
        message=None if claim != "none" or status in _STOPS else f"HiGHS: {status.name}",
    )


class HighsAgain(Highs):
    """HiGHS for a series of programs with the same rows, columns and kinds of variables.

    If a form has the matrix of the previous one, only its costs, sides and bounds are passed.
    A HiGHS instance whose solve was abandoned is not used again.
    """

    def __init__(self) -> None:
        self._form: StandardForm | None = None
        self._highs: Any = None
        self._working = False

    def solve(self, form: StandardForm, run: Run, progress: EngineProgress, halt: Halt) -> Finding:
        """Solve as `Highs` does; reuse the instance if the form has the same matrix."""
        if self._working:
            self._highs = None
        self._working = True
        finding = super().solve(form, run, progress, halt)
        self._working = False
        return finding

    def _load(self, form: StandardForm) -> highspy.Highs:
        before = self._form if self._highs is not None else None
        if (
            before is not None
            and form.matrix is before.matrix
            and np.array_equal(form.integer, before.integer)
        ):
            self._change(form, before)
        else:
            self._highs = load_highs(form)
        self._form = form
        return self._highs

    def _change(self, form: StandardForm, before: StandardForm) -> None:
        columns = form.shape[1]
        of_columns = np.arange(columns, dtype=np.int32)
        highs = self._highs
        if form.cost is not before.cost:
            highs.changeColsCost(columns, of_columns, form.cost)
        if form.lower is not before.lower or form.upper is not before.upper:
            highs.changeColsBounds(columns, of_columns, form.lower, form.upper)
        if form.row_lower is not before.row_lower or form.row_upper is not before.row_upper:
            other = (form.row_lower != before.row_lower) | (form.row_upper != before.row_upper)
            changed = np.flatnonzero(other)
            highs.change_sides(changed, form.row_lower[changed], form.row_upper[changed])
        highs.changeObjectiveOffset(form.constant)
        highs.clearSolver()  # information about the previous program may not hold for this one
