"""How a search for a front ends before it has all points."""

from __future__ import annotations

from ...core.outcome import SolverVersion, Stopped
from ...core.run import Run
from ..engines import EngineResult, StandardForm, ask_again


class SearchStopped(Exception):  # noqa: N818
    """The time is up, or an engine gave up."""

    def __init__(self, stopped: Stopped, message: str | None = None) -> None:
        super().__init__(message)
        self.stopped = stopped
        self.message = message


class Unlimited(Exception):  # noqa: N818
    """A goal has no least value."""


def without_points(form: StandardForm, solver: SolverVersion, run: Run) -> EngineResult:
    """Return what a second engine says of a form that is called infeasible, without its goals."""
    plain = form.feasibility_only().without_free_rows()
    return ask_again(EngineResult("infeasible", "complete", solver, form=plain), run)
