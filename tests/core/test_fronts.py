"""Hypervolumes by another way of adding, and the band between points and corners."""

import numpy as np
import pytest

from optgap.core.fronts import gap_between_fronts, hypervolume, worst_ratio


def by_slices(values: np.ndarray, point: np.ndarray) -> float:
    """Return the dominated volume, slice by slice along the last objective."""
    inside = values[(values < point).all(axis=1)]
    if not len(inside):
        return 0.0
    if values.shape[1] == 1:
        return float(point[0] - inside.min())
    inside = inside[np.argsort(inside[:, -1])]
    heights = np.diff(np.append(inside[:, -1], point[-1]))
    return sum(h * by_slices(inside[: k + 1, :-1], point[:-1]) for k, h in enumerate(heights) if h)


@pytest.mark.parametrize("goals", [1, 2, 3, 4, 5])
def test_hypervolume(goals: int) -> None:
    rng = np.random.default_rng(goals)
    for _ in range(20):
        values = rng.integers(0, 8, (int(rng.integers(1, 14)), goals)).astype(float)
        point = np.full(goals, 7.5)
        assert hypervolume(values, point) == pytest.approx(by_slices(values, point))


def test_band_of_the_worked_example() -> None:
    """The reference point is (10.4, 49.2), a tenth of the range beyond the worst values."""
    front = np.array([[6.0, 48.0], [8.0, 40.0], [10.0, 36.0]])
    corners = np.array([[6.0, 46.0], [8.0, 40.0], [10.0, 36.0]])
    found = gap_between_fronts(front, corners)
    assert (found.inner, found.outer) == pytest.approx((26.08, 30.08))
    assert found.epsilon == pytest.approx(48 / 46 - 1)
    assert found.reference == pytest.approx([10.4, 49.2])


def test_a_ratio_needs_positive_values() -> None:
    points = np.array([[1.0, 2.0]])
    assert worst_ratio(points, np.array([[0.0, 2.0]])) is None
    assert worst_ratio(points, points) == 0.0
