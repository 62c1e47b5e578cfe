"""Narrowed programs of few 0-1 columns, enumerated instead of given to an engine.

Prices leave a few dozen columns.  A depth-first search under their reduced costs decides these in
less than a millisecond, in whole numbers and without any tolerance; an engine takes a hundred times
as long to begin.
"""

from __future__ import annotations

import numpy as np

from ...core.compiled import nodes_in_time
from ...core.outcome import SolverVersion
from ..engines import EngineResult
from .column_kernel import DecidedColumns, least_cost
from .narrowed_programs import NarrowedProgram
from .search_effort import GAVE_UP, expect_nodes

_PATIENCE = 4_000_000  # nodes: about as long as an engine takes
_LEAST_PATIENCE = 10_000
_EASED = 4  # how many times fewer nodes after a search in vain
_NODE = 5e-6  # seconds of a node as it is written


class FewColumns:
    """Searches among the columns that prices leave, with patience where they have succeeded."""

    def __init__(self) -> None:
        self._most = nodes_in_time(_PATIENCE)
        self._patience = self._most

    def least(self, narrow: NarrowedProgram, solver: SolverVersion) -> EngineResult | None:
        """Return the best point within the cutoff, or that none is; ``None`` if undecided.

        The solver is that of the relaxation.
        """
        if not _are_binary(narrow):
            return None
        form = narrow.form
        order = np.argsort(-np.abs(narrow.reduced), kind="stable")
        reduced, matrix = narrow.reduced[order], form.matrix[:, order]
        columns = DecidedColumns(
            (reduced < 0).astype(np.int64),
            np.abs(reduced),
            form.cost[order],
            matrix.indptr.astype(np.int64),
            matrix.indices.astype(np.int64),
            matrix.data,
            form.row_lower,
            form.row_upper,
        )
        assert form.cutoff is not None  # half a step above the most that the cost may be
        most = float(np.floor(form.cutoff - 0.5))
        expect_nodes(least_cost, len(order), self._patience, _NODE)
        known, values = least_cost(columns, narrow.room, most, self._patience)
        if known == GAVE_UP:
            self._patience = max(_LEAST_PATIENCE, self._patience // _EASED)
            return None
        self._patience = min(self._most, 2 * self._patience)
        if not known:
            return EngineResult("infeasible", "complete", solver)
        x = np.empty(len(order))
        x[order] = values
        value = form.value(x) + narrow.offset
        return EngineResult("optimal", "complete", solver, value, value, narrow.point(x))


def _are_binary(narrow: NarrowedProgram) -> bool:
    """Return whether all columns that are left are 0 or 1, so that their rows are whole."""
    form = narrow.form
    binary = form.integer & (form.lower == 0) & (form.upper == 1)
    return bool(len(binary) and binary.all())
