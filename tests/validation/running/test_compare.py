"""Measures of fronts, against hand-made values and Monte Carlo."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.fronts import hypervolume, nondominated, reference_point
from optgap.validation.running.compare import measures


def dominated_by_any(values: np.ndarray, row: int) -> bool:
    others = np.delete(values, row, axis=0)
    return bool(((others <= values[row]).all(axis=1) & (others < values[row]).any(axis=1)).any())


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.integers(1, 4).flatmap(
        lambda k: st.lists(
            st.lists(st.integers(0, 5), min_size=k, max_size=k), min_size=1, max_size=12
        )
    )
)
def test_nondominated_by_definition(rows: list[list[int]]) -> None:
    values = np.array(rows, dtype=float)
    kept = nondominated(values)
    expected = {tuple(values[k]) for k in range(len(values)) if not dominated_by_any(values, k)}
    assert {tuple(values[k]) for k in kept} == expected
    assert len(kept) == len(expected)


def test_hypervolume_by_hand() -> None:
    front = np.array([[1.0, 3.0], [2.0, 1.0]])
    assert hypervolume(front, np.array([4.0, 4.0])) == 3 * 1 + 2 * 2
    assert hypervolume(front, np.array([1.0, 1.0])) == 0
    cube = np.array([[0.0, 0.0, 0.0]])
    assert hypervolume(cube, np.array([2.0, 3.0, 4.0])) == 24
    two = np.array([[0.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    assert hypervolume(two, np.array([2.0, 2.0, 2.0])) == 4 + 2 - 1


@pytest.mark.parametrize("dimensions", [2, 3, 4])
def test_hypervolume_by_counting(dimensions: int) -> None:
    """On integers the volume is the number of dominated unit cells."""
    rng = np.random.default_rng(dimensions)
    values = rng.integers(0, 5, (8, dimensions)).astype(float)
    cells = np.stack(np.meshgrid(*[np.arange(6)] * dimensions), axis=-1).reshape(-1, dimensions)
    counted = (values[None] <= cells[:, None]).all(axis=2).any(axis=1).sum()
    assert hypervolume(values, np.full(dimensions, 6.0)) == counted


def test_measures() -> None:
    reference = np.array([[1.0, 3.0], [2.0, 1.0]])
    point = reference_point([reference])
    assert point == pytest.approx([2.1, 3.2])
    same = measures(reference, reference, point, ["latency", "cost"])
    assert (same.hypervolume_ratio, same.additive_epsilon, same.share_found) == (1.0, 0.0, 1.0)
    half = measures(reference[1:], reference, point, ["latency", "cost"])
    assert (half.additive_epsilon, half.share_found) == (1.0, 0.5)
    assert half.hypervolume_ratio < 1


@pytest.mark.parametrize("points", [slice(0, 1), slice(None)], ids=["one", "all"])
def test_points_without_objectives_are_refused_without_a_crash(points: slice) -> None:
    document = optgap.solve("resource_plan/fig7").model_dump(mode="json")
    for point in document["front"][points]:
        point["objectives"] = {}
    claims = [
        violation.constraint
        for violation in optgap.check("resource_plan/fig7", document).violations
    ]
    assert set(claims) == {"claim"} and len(claims) >= 2
