"""Points without one statement, made of one another: each breaks its statement and nothing else."""

import numpy as np
import pytest

from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap.solvers.conflicts import conflict
from optgap.solvers.conflicts.conflict import rotate
from optgap.solvers.conflicts.feasibility import Feasibility
from optgap.validation.explaining import statements_of


def crowd(items: int) -> Consolidation:
    """Return a cluster in which one item too many may be on two machines only."""
    names = ["m0", "m1", "m2"]
    pods = [{"name": f"p{i}", "demand": [1], "allowed_machines": names[:2]} for i in range(items)]
    return Consolidation(
        name="crowd",
        resources=["cpu"],
        machines=[{"name": name, "capacity": [items // 2]} for name in names],
        items=pods,
        empty_machines="any",
    )


@pytest.mark.parametrize("items", [3, 7])
def test_every_point_breaks_its_own_statement_alone(items: int) -> None:
    stated = statements_of(crowd(items)).form
    found = conflict(stated, Run("minimize"))
    first = found.numbers[-1]
    others = [k for k in found.numbers if k != first]
    point = Feasibility(stated, Run("minimize")).point(others)
    assert point is not None
    points = rotate(stated, found.numbers, set(), first, point)
    assert set(points) == set(found.numbers)  # all follow from one
    for number, x in points.items():
        activity = stated.form.matrix @ x
        broken = (activity < stated.form.row_lower) | (activity > stated.form.row_upper)
        wrong = {k for k in found.numbers if broken[list(stated.statements[k].rows)].any()}
        assert wrong == {number}
        assert not broken[stated.background].any()
        assert np.isin(x, [0, 1]).all()


def test_a_narrowed_form_says_the_same() -> None:
    stated = statements_of(crowd(7)).form
    found = conflict(stated, Run("minimize"))
    narrow = stated.narrowed(found.numbers)
    assert [said.name for said in narrow.statements] == [
        stated.statements[k].name for k in found.numbers
    ]
    own, whole = narrow.with_only(range(3)), stated.with_only(found.numbers[:3])
    assert (own.matrix != whole.matrix).nnz == 0
    assert (own.row_upper == whole.row_upper).all()
    assert (own.integer == whole.integer).all()
