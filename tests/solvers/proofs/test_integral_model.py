"""Rows that are divided and rounded: pigeons that no tree without them gets rid of."""

import hashlib
import itertools

import numpy as np
import pytest

from optgap.core.run import Run
from optgap.solvers.engines import FormBuilder, mps
from optgap.solvers.proofs import (
    ProvenModel,
    TreeLimits,
    WholeModel,
    prove_standard_form,
    proven_from,
)
from optgap.validation.judge.verify_proof import Refused, verified


def pigeons(holes: int, size: float, room: float) -> FormBuilder:
    """Return one pigeon more than holes; two pigeons have no room in a hole."""
    builder = FormBuilder()
    x = [[builder.column(0, 1, integer=True) for _ in range(holes)] for _ in range(holes + 1)]
    for row in x:
        builder.row([(c, 1.0) for c in row], lower=1)
    for j in range(holes):
        builder.row([(row[j], size) for row in x], upper=room)
    return builder


def test_pigeons_need_no_tree() -> None:
    form = pigeons(9, 0.4, 0.7).form()
    found = proven_from(form, "pigeons", WholeModel.of(form), None, None, TreeLimits(rounds=True))
    assert isinstance(found, ProvenModel)
    assert found.complete
    assert len(found.tree.nodes) == 1
    proven = verified(found.text.encode(), found.proof, None)
    assert (proven.bound, proven.cuts) == (None, 18 - 9)
    short = TreeLimits(most_nodes=200)
    without = proven_from(form, "pigeons", WholeModel.of(form), None, None, short)
    assert not isinstance(without, ProvenModel) or not without.complete


@pytest.mark.parametrize("by", [1, 2, 3, 5, 0, -2])
def test_roundings_of_another_program_are_refused(by: int) -> None:
    """Where two pigeons have room in a hole, no divisor excludes what is there."""
    form, roomy = pigeons(4, 2.0, 3.0).form(), pigeons(4, 2.0, 4.0).form()
    found = proven_from(form, "pigeons", WholeModel.of(form), None, None, TreeLimits(rounds=True))
    text = mps(roomy, "pigeons").encode()
    root = [{**step, "by": by} if isinstance(step, dict) else step for step in found.proof["root"]]
    forged = {**found.proof, "root": root, "model_sha256": hashlib.sha256(text).hexdigest()}
    with pytest.raises(Refused):
        verified(text, forged, None)


@pytest.mark.parametrize("seed", range(30))
def test_optima_are_those_of_all_points(seed: int) -> None:
    """With rounded rows a proof proves the optimum, and the verifier derives every row again."""
    rng = np.random.default_rng(seed)
    builder = FormBuilder()
    costs = rng.integers(1, 9, 5).tolist()
    columns = [builder.column(0, 2, float(cost), integer=True) for cost in costs]
    rows = []
    for _ in range(3):
        coefficients, side = rng.integers(-3, 6, 5).tolist(), int(rng.integers(1, 12))
        rows.append((coefficients, side))
        terms = [(c, a / 2) for c, a in zip(columns, coefficients, strict=True) if a]
        if terms:
            builder.row(terms, lower=side / 2)
    values = [
        sum(c * v for c, v in zip(costs, point, strict=True))
        for point in itertools.product(range(3), repeat=5)
        if all(sum(a * v for a, v in zip(row, point, strict=True)) >= side for row, side in rows
               if any(row))
    ]  # fmt: skip
    found = prove_standard_form(builder.form(), "rows", Run("minimize", time_limit=20), rounds=True)
    assert isinstance(found, ProvenModel)
    assert found.objective == (min(values) if values else None)
    proven = verified(found.text.encode(), found.proof, found.solution)
    assert proven.bound == (min(values) if values else None)
