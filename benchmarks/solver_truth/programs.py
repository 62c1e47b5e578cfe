"""The 8,006 programs of the truth table, in families.

Five binary programs that are kept as files, the program of ERGO-Code/HiGHS#3043, and 8,000 seeded
ones.  `tests/data/truth_programs.py` makes half of the families; here are integers with decimals,
with magnitudes, integers without upper bounds, and linear programs.  Infeasible programs are in
all families.  No feasible point is decided by a tolerance: points that are excluded are excluded
by far more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import default_rng
from scipy.sparse import csc_array

from optgap.solvers.engines import StandardForm, model_in_file

sys.path.insert(0, str(Path(__file__).parents[2] / "tests/data"))
from truth_programs import (
    FOLDER,
    OPTIMA,
    STARTS,
    Program,
    form_of,
    known_wrong,
    mixed,
    packing,
    pool,
    whole,
)

COUNTS = {  # 8,000 together
    "packing": 1400,
    "pool": 1400,
    "whole": 1400,
    "mixed": 1400,
    "decimals": 600,
    "magnitudes": 600,
    "unbounded": 600,
    "linear": 600,
}
WORDS = {
    "known": "binary and mixed programs that some version got wrong",
    "packing": "items on machines, binary",
    "pool": "the same with fewer pairs, binary",
    "whole": "general integers",
    "mixed": "general integers and one continuous variable",
    "decimals": "general integers, coefficients in tenths to thousandths, sides met exactly",
    "magnitudes": "general integers, rows and columns multiplied by powers of ten",
    "unbounded": "general integers, one variable without an upper bound",
    "linear": "three continuous variables",
}


@dataclass(frozen=True, eq=False)
class Case:
    """A program with its name and family."""

    name: str
    family: str
    form: StandardForm


def document(form: StandardForm) -> dict[str, Any]:
    """Return a program as the runners read it."""
    sides = (form.row_lower, form.row_upper, form.lower, form.upper)
    low, high, lower, upper = (
        [value if np.isfinite(value) else None for value in side.tolist()] for side in sides
    )
    return {
        "cost": form.cost.tolist(),
        "rows": form.matrix.toarray().tolist(),
        "low": low,
        "high": high,
        "lower": lower,
        "upper": upper,
        "integer": form.integer.tolist(),
    }


def decimals(seed: int) -> StandardForm:
    """Return integers whose coefficients are decimals that no float holds exactly."""
    rng = default_rng([5, seed])
    unit = 10.0 ** -int(rng.integers(1, 4))
    form = _random(rng, int(rng.integers(3, 6)))
    scaled = [np.round(part * unit, 3) for part in (form.matrix.toarray(), *_sides(form))]
    return _with(form, form.cost * 0.1, *scaled)


def magnitudes(seed: int) -> StandardForm:
    """Return integers under rows that are multiplied by 10^-3 to 10^4, and costs by up to 10^5."""
    rng = default_rng([6, seed])
    form = _random(rng, int(rng.integers(3, 6)))
    factor = 10.0 ** rng.integers(-3, 5, form.shape[0])
    cost = form.cost * 10.0 ** rng.integers(0, 6, form.shape[1])
    low, high = (np.round(side * factor, 3) for side in _sides(form))
    return _with(form, cost, np.round(form.matrix.toarray() * factor[:, None], 3), low, high)


def unbounded(seed: int) -> StandardForm:
    """Return integers of which the last has no upper bound; half have a continuous last one."""
    rng = default_rng([7, seed])
    form = _random(rng, int(rng.integers(2, 6)))
    upper, integer = form.upper.copy(), form.integer.copy()
    upper[-1], integer[-1] = np.inf, rng.random() < 0.5
    rows = form.matrix.toarray()
    if rng.random() < 0.6:  # the last variable harms no row
        is_low, is_high = np.isfinite(form.row_lower), np.isfinite(form.row_upper)
        rows[:, -1] = np.abs(rows[:, -1]) * (is_low.astype(float) - is_high)
    made = _with(form, form.cost, rows, *_sides(form))
    return StandardForm(**{**made.__dict__, "upper": upper, "integer": integer})


def linear(seed: int) -> StandardForm:
    """Return a linear program of three variables in a box."""
    rng = default_rng([8, seed])
    form = _random(rng, 3)
    return StandardForm(**{**form.__dict__, "integer": np.zeros(3, dtype=np.bool_)})


def _sides(form: StandardForm) -> tuple[np.ndarray, np.ndarray]:
    return form.row_lower, form.row_upper


def _random(rng: np.random.Generator, columns: int) -> StandardForm:
    """Return integers in small boxes, with sides near the activities of one point."""
    count = int(rng.integers(1, 6))
    rows = rng.integers(-6, 10, (count, columns)) * (rng.random((count, columns)) < 0.7)
    kind = rng.random(count)
    slack = rng.integers(-1, 4, count) * np.where(kind < 0.55, 1, -1)
    sides = (rows @ rng.integers(0, 4, columns) + slack).astype(float)
    lower = rng.integers(-1, 1, columns).astype(float)
    return StandardForm(
        cost=rng.integers(-5, 6, columns).astype(float),
        constant=0.0,
        matrix=csc_array(rows.astype(float)),
        row_lower=np.where(kind < 0.55, -np.inf, sides),
        row_upper=np.where((kind >= 0.55) & (kind < 0.9), np.inf, sides),
        lower=lower,
        upper=lower + rng.integers(1, 6, columns),
        integer=np.ones(columns, dtype=np.bool_),
    )


def _with(
    form: StandardForm, cost: np.ndarray, rows: np.ndarray, low: np.ndarray, high: np.ndarray
) -> StandardForm:
    changed = {"cost": np.round(cost, 3), "matrix": csc_array(rows)}
    return StandardForm(**{**form.__dict__, **changed, "row_lower": low, "row_upper": high})


def _made_by(family: Callable[[int], Program]) -> Callable[[int], StandardForm]:
    return lambda seed: form_of(family(seed))


MAKERS: dict[str, Callable[[int], StandardForm]] = {
    "packing": _made_by(packing),
    "pool": _made_by(pool),
    "whole": _made_by(whole),
    "mixed": _made_by(mixed),
    "decimals": decimals,
    "magnitudes": magnitudes,
    "unbounded": unbounded,
    "linear": linear,
}


def cases(share: int = 1) -> Iterator[Case]:
    """Yield all programs, or the known ones and one of so many of each family."""
    for name in sorted(OPTIMA.keys() - STARTS.keys()):
        yield Case(name, "known", model_in_file(FOLDER / f"{name}.mps"))
    for program, _ in known_wrong():
        yield Case(program.name, "known", form_of(program))
    for family, count in COUNTS.items():
        for seed in range(0, count, share):
            yield Case(f"{family} {seed}", family, MAKERS[family](seed))
