"""Trees of proven optima: against enumeration, with limits, and with wrong incumbents."""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csc_array

from optgap.core.run import Run
from optgap.solvers.engines import solve_form
from optgap.solvers.engines.model_files import mps
from optgap.solvers.engines.standard_form import StandardForm
from optgap.solvers.proofs import Better, TreeLimits, model_proof, prove_form, relaxation
from optgap.solvers.proofs.integral_model import Implied, Region, WholeModel
from optgap.solvers.proofs.model_proof import ProvenModel, Unproven, prove_standard_form
from optgap.solvers.proofs.relaxation import exact_point
from optgap.validation.judge.verify_proof import Proven, verify


def random_form(seed: int, *, columns: int = 7, rows: int = 4, mixed: bool = False) -> StandardForm:
    """A small program with decimals, ranges and equations; the last columns may be continuous."""
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-5, 9, (rows, columns)) * rng.choice([1.0, 0.1, 0.25], (rows, 1))
    matrix[rng.random((rows, columns)) < 0.3] = 0.0
    inside = matrix @ rng.integers(0, 3, columns)
    lower = np.where(
        rng.random(rows) < 0.5, np.round(inside - rng.integers(0, 3, rows), 6), -np.inf
    )
    upper = np.where(rng.random(rows) < 0.7, np.round(inside + rng.integers(0, 4, rows), 6), np.inf)
    integer = np.ones(columns, dtype=np.bool_)
    if mixed:
        integer[-2:] = False
    return StandardForm(
        cost=np.round(rng.integers(-9, 10, columns) * 0.1, 1),
        constant=float(rng.integers(-3, 4)),
        matrix=csc_array(matrix),
        row_lower=lower,
        row_upper=upper,
        lower=np.zeros(columns),
        upper=np.full(columns, 2.0),
        integer=integer,
        sense="maximize" if seed % 3 == 0 else "minimize",
    )


def write_proof(folder: Path, found: ProvenModel) -> Proven:
    """Write the three files, and return what the stand-alone verifier finds in them."""
    (folder / "model.mps").write_text(found.text)
    (folder / "proof.json").write_text(json.dumps(found.proof))
    if found.solution is not None:
        (folder / "solution.json").write_text(json.dumps(found.solution))
    return verify(folder)


def least_by_enumeration(form: StandardForm) -> Fraction | None:
    """The optimum of a whole-number program, in decimals, by trying all points."""
    exact = WholeModel.of(form)
    best: Fraction | None = None
    for point in itertools.product(range(3), repeat=form.shape[1]):
        for row in exact.rows:
            total = sum(a * point[j] for j, a in row.terms)
            if (row.lower is not None and total < row.lower) or (
                row.upper is not None and total > row.upper
            ):
                break
        else:
            value = Fraction(exact.objective(list(point)))
            best = value if best is None else min(best, value)
    return best


@pytest.mark.parametrize("seed", range(24))
def test_a_proven_optimum_is_the_one_that_enumeration_finds(seed: int, tmp_path: Path) -> None:
    form = random_form(seed)
    found = prove_standard_form(form, "random", Run(form.sense))
    assert isinstance(found, ProvenModel)
    proven = write_proof(tmp_path, found)
    least = least_by_enumeration(form)
    sign = 1 if form.sense == "minimize" else -1
    assert proven.infeasible == (least is None)
    if least is not None:
        assert (proven.bound, proven.objective) == (sign * least, sign * least)


@pytest.mark.parametrize("seed", range(12))
def test_mixed_programs_are_proven_in_fractions(seed: int, tmp_path: Path) -> None:
    form = random_form(seed, mixed=True)
    found = prove_standard_form(form, "mixed", Run(form.sense))
    assert isinstance(found, ProvenModel)
    proven = write_proof(tmp_path, found)
    if proven.infeasible:
        return
    assert proven.bound is not None and proven.objective is not None
    assert abs(proven.bound - proven.objective) <= abs(proven.objective) * Fraction(1, 10**8)


def test_a_claim_that_a_point_contradicts_finds_the_point() -> None:
    form = random_form(1).without_free_rows()
    whole = WholeModel.of(form)
    least = least_by_enumeration(form)
    assert least is not None
    with pytest.raises(Better) as better:
        prove_form(form, whole, least + 1, TreeLimits())
    assert whole.objective(better.value.point) <= least + 1


def test_a_limit_leaves_a_weaker_bound_that_is_proven_as_well(tmp_path: Path) -> None:
    for seed in range(40):
        form = replace(random_form(seed, columns=9, rows=3), sense="minimize").without_free_rows()
        found = prove_standard_form(form, "whole", Run("minimize"))
        assert isinstance(found, ProvenModel)
        if len(found.proof["nodes"]) > 5 and found.solution is not None:
            break
    else:
        pytest.fail("no seed makes a tree")
    assert found.objective is not None and found.point is not None
    whole = WholeModel.of(form)
    for most in (1, 3, 5):
        tree = prove_form(form, whole, found.objective, TreeLimits(most_nodes=most))
        assert not tree.complete
        assert tree.bound is not None and tree.bound < found.objective
        text = mps(form)
        (tmp_path / "model.mps").write_text(text)
        digest = hashlib.sha256(text.encode()).hexdigest()
        (tmp_path / "proof.json").write_text(json.dumps(tree.document(digest, 1)))
        (tmp_path / "solution.json").write_text(json.dumps(found.solution))
        assert verify(tmp_path).bound == tree.bound


def test_an_interrupt_of_the_engine_ends_the_proof(monkeypatch) -> None:
    def interrupted(form, engine, run):
        return replace(solve_form(form, engine, run), stopped="interrupted", status="feasible")

    monkeypatch.setattr(model_proof, "solve_form", interrupted)
    monkeypatch.setattr(model_proof, "prove_form", lambda *_: pytest.fail("the tree was begun"))
    form = random_form(3)
    found = prove_standard_form(form, "r", Run(sense=form.sense))
    assert isinstance(found, Unproven)
    assert found.stopped == "interrupted"


def test_a_large_program_of_the_tree_hears_interrupts(monkeypatch) -> None:
    form = random_form(3, columns=12, rows=6)
    asked: list[float] = []

    def interrupted(work, halt, patience):
        asked.append(patience)
        return None, True

    monkeypatch.setattr(relaxation, "interruptible", interrupted)
    assert isinstance(prove_standard_form(form, "r", Run(sense=form.sense)), ProvenModel)
    assert asked == []
    monkeypatch.setattr(relaxation, "LARGE_PROGRAM", 1)
    found = prove_standard_form(form, "r", Run(sense=form.sense))
    assert isinstance(found, Unproven)
    assert found.stopped == "interrupted"
    assert len(asked) == 1


def test_shrinking_keeps_every_point_of_an_inequality() -> None:
    """Against enumeration: no point that keeps the inequality leaves the box."""
    rng = np.random.default_rng(5)
    for _ in range(200):
        form = random_form(int(rng.integers(1000)), columns=4, rows=1)
        box = Region(WholeModel.of(form))
        terms = {j: int(a) for j, a in enumerate(rng.integers(-4, 5, 4)) if a}
        given = Implied(terms, int(rng.integers(-6, 7)), bool(rng.integers(2)))
        box.shrink(given)
        for point in itertools.product(range(3), repeat=4):
            total = sum(a * point[j] for j, a in terms.items())
            if total < given.side or (total == given.side and not given.strict):
                assert not box.empty
                bounds = zip(point, box.lower, box.upper, strict=True)
                assert all(low <= value <= high for value, low, high in bounds)


def test_a_point_is_exact_where_a_float_is_not() -> None:
    """3x = 1 with a continuous x: a third, and no decimal."""
    form = StandardForm(
        cost=np.array([1.0, 1.0]),
        constant=0.0,
        matrix=csc_array(np.array([[3.0, 1.0]])),
        row_lower=np.array([2.0]),
        row_upper=np.array([2.0]),
        lower=np.zeros(2),
        upper=np.array([5.0, 1.0]),
        integer=np.array([False, True]),
    )
    point = exact_point(form, WholeModel.of(form), np.array([0.3333333, 1.0]))
    assert point == [Fraction(1, 3), 1]


def test_a_program_without_rows_is_proven() -> None:
    form = random_form(4)
    form = replace(form.with_rows(np.arange(0)), lower=np.zeros(7), upper=np.ones(7))
    found = prove_standard_form(form, "r", Run(sense=form.sense))
    assert isinstance(found, ProvenModel)
    assert found.bound == found.objective
