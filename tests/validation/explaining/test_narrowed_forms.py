"""The form of a conflict's statements alone."""

from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap.solvers.conflicts import conflict
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
