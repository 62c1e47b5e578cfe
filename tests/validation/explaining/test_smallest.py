"""Smallest conflicts against all subsets of statements."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.solvers.conflicts import stated_model
from optgap.solvers.engines import mps
from optgap.validation.judge.verify_proof import verified


def covers(seed: int) -> pyo.ConcreteModel:
    """Return rows over four binaries, many of which exclude each other."""
    rng = np.random.default_rng(seed)
    model = pyo.ConcreteModel("covers")
    model.x = pyo.Var(range(4), domain=pyo.Binary)
    model.rows = pyo.Constraint(range(9))
    for k in range(9):
        signs = rng.choice([-1, 0, 1], 4).tolist()
        if not any(signs):
            signs[0] = 1
        side = int(rng.integers(0, 2)) + min(0, signs.count(-1) * -1 + 1)
        model.rows[k] = sum(s * model.x[i] for i, s in enumerate(signs) if s) >= side
    return model


def least_conflict(model: pyo.ConcreteModel) -> int | None:
    """The size of the smallest set of rows that no point keeps, by all points and subsets."""
    broken = []
    for point in itertools.product((0, 1), repeat=4):
        for i, value in enumerate(point):
            model.x[i].set_value(value)
        broken.append({k for k, row in model.rows.items() if pyo.value(row.body) < row.lower - 0.5})
    if set() in broken:
        return None
    for size in range(1, 10):
        for some in itertools.combinations(range(9), size):
            if all(each & set(some) for each in broken):
                return size
    raise AssertionError


def test_the_smallest_conflict_is_the_smallest() -> None:
    found, larger = 0, 0
    for seed in range(60):
        model = covers(seed)
        expected = least_conflict(model)
        answer = optgap.explain(model, smallest=True)
        assert answer.feasible == (expected is None)
        if expected is not None:
            assert answer.size == expected
            assert answer.smallest and answer.minimal and answer.fewest_proven
            found += 1
            larger += optgap.explain(model).size > expected
    assert found > 20
    assert larger > 0, "a minimal conflict is not always a smallest one"


def test_the_proofs_of_the_fewest_need_no_engine() -> None:
    """Every way out has a point, the rows name what it leaves out, and the bound is the size."""
    model = next(m for m in map(covers, range(60)) if least_conflict(m) is not None)
    answer = optgap.explain(model, smallest=True)
    stated = stated_model(model)
    proofs = answer.proofs()
    ways = [name for name in proofs if name.startswith("way-out")]
    assert ways
    for name in ways:
        proven = proofs[name]
        verified(proven.text.encode(), proven.proof, proven.solution)
    fewest = proofs["fewest"]
    assert verified(fewest.text.encode(), fewest.proof, fewest.solution).objective == answer.size
    for row, name in zip(fewest.form.matrix.toarray(), ways, strict=True):
        kept = [k for k in range(len(stated.statements)) if not row[k]]
        assert mps(stated.with_only(kept), "way") == proofs[name].text


def test_the_command_says_who_says_so(optgap_command) -> None:
    shown = optgap_command("explain", "placement/infeasible", "--smallest")
    assert "smallest conflict: none has fewer statements (proven)" in shown.out
    told = optgap_command("explain", "placement/infeasible", "--smallest", "--json").json
    assert told["smallest"] is True
    assert "smallest" not in optgap_command("explain", "placement/infeasible", "--json").json


def test_a_plan_has_no_smallest_conflict() -> None:
    plan = optgap.solve("consolidation/no-budget-for-exchange")
    with pytest.raises(InputError, match="so there is no conflict"):
        optgap.explain("consolidation/no-budget-for-exchange", plan, smallest=True)
