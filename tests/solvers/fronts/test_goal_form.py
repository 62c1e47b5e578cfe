"""Sides of whole rows at values that the rows can have."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csc_array

from optgap.solvers.engines import StandardForm
from optgap.solvers.fronts.goal_form import with_attainable_sides


def form_of(rows: np.ndarray, low: np.ndarray, high: np.ndarray) -> StandardForm:
    columns = rows.shape[1]
    return StandardForm(
        cost=np.zeros(columns),
        constant=0.0,
        matrix=csc_array(rows.astype(float)),
        row_lower=low.astype(float),
        row_upper=high.astype(float),
        lower=np.zeros(columns),
        upper=np.full(columns, 2.0),
        integer=np.ones(columns, dtype=bool),
    )


def within(form: StandardForm, points: np.ndarray) -> np.ndarray:
    sums = points @ form.matrix.toarray().T
    return ((form.row_lower <= sums) & (sums <= form.row_upper)).all(axis=1)


@pytest.mark.parametrize("seed", range(20))
def test_no_whole_point_is_lost_or_gained(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.integers(-3, 4, (4, 4)) * rng.integers(1, 7, 4)[:, None]
    low = np.where(rng.random(4) < 0.3, -np.inf, rng.integers(-20, 0, 4))
    high = np.where(rng.random(4) < 0.3, np.inf, rng.integers(0, 20, 4))
    form = form_of(rows, low, high)
    moved = with_attainable_sides(form)
    points = np.array(list(itertools.product(range(3), repeat=4)), dtype=float)
    assert (within(moved, points) == within(form, points)).all()
    assert (moved.row_upper <= form.row_upper).all()
    assert (moved.row_lower >= form.row_lower).all()


def test_sides_move_to_the_next_multiple() -> None:
    form = form_of(np.array([[4, 6], [3, 5], [4, 8]]), np.array([1, 1, 5]), np.array([13, 13, 7]))
    moved = with_attainable_sides(form)
    assert moved.row_upper.tolist() == [12, 13, 7]  # no multiple of 4 is between 5 and 7
    assert moved.row_lower.tolist() == [2, 1, 5]
    mixed = with_attainable_sides(replace(form, integer=np.array([True, False])))
    assert mixed.row_upper.tolist() == [13, 13, 7]
