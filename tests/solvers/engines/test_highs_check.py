"""Known values of the small instances in the test suite of HiGHS, on every engine that fits."""

from __future__ import annotations

import csv
from pathlib import Path

import highspy
import numpy as np
import pytest
from scipy.sparse import csc_array

from optgap.core.run import Run
from optgap.solvers.engines import engine_named, solve_form
from optgap.solvers.engines.standard_form import StandardForm

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "highs_check"
VALUES = FOLDER / "highs_values.csv"
KNOWN = list(csv.DictReader(VALUES.read_text().splitlines())) if VALUES.exists() else []
LIMITS = {"highs": None, "scip": 3.0, "glop": None, "pdlp": 1.0}
UNBRIDGED = {"gas11"}  # coefficients 9e12 apart: nothing is claimed
pytestmark = pytest.mark.skipif(not KNOWN, reason="the instances of HiGHS are not here")


def read(name: str) -> StandardForm:
    """Read an instance with HiGHS."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(FOLDER / f"{name}.mps"))
    lp = highs.getLp()
    entries = lp.a_matrix_
    parts = (np.array(entries.value_), np.array(entries.index_), np.array(entries.start_))
    kinds = [kind == highspy.HighsVarType.kInteger for kind in lp.integrality_]
    return StandardForm(
        cost=np.array(lp.col_cost_),
        constant=lp.offset_,
        matrix=csc_array(parts, shape=(lp.num_row_, lp.num_col_)),
        row_lower=np.array(lp.row_lower_),
        row_upper=np.array(lp.row_upper_),
        lower=np.array(lp.col_lower_),
        upper=np.array(lp.col_upper_),
        integer=np.array(kinds or [False] * lp.num_col_, dtype=bool),
    )


@pytest.mark.parametrize("engine", LIMITS)
@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known["instance"])
def test_known_value(known: dict[str, str], engine: str) -> None:
    """The status is the known one; at a time limit, which only some meet, bounds enclose it."""
    form = read(known["instance"])
    if form.integer.any() and engine in ("glop", "pdlp"):
        pytest.skip("an integer model")
    run = Run("minimize", time_limit=LIMITS[engine])
    result = solve_form(form, engine_named(engine), run)
    if known["instance"] in UNBRIDGED:
        assert (result.status, result.bound) == ("unknown", None)
        assert "too much for the tolerance of an engine" in result.message
        return
    if result.stopped == "time_limit":
        assert LIMITS[engine] is not None
        assert result.status in ("feasible", "unknown")
    else:
        assert result.status == known["status"].lower()
    if known["status"] == "Optimal":
        value = float(known["objective_recomputed_highs"])
        noise = 1e-6 * max(1.0, abs(value))
        assert result.objective is None or result.objective >= value - noise
        assert result.bound is None or result.bound <= value + noise
        if result.status == "optimal":
            assert result.objective == pytest.approx(value, rel=1e-6)
    else:
        assert result.x is None
