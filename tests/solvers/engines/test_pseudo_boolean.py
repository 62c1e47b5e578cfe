"""0-1 models as OPB files, and Exact, the engine that shares no code with the others."""

from __future__ import annotations

import itertools
import os
import re
import signal
import sys
import time
from pathlib import Path

import numpy as np
import pyomo.environ as pyo
import pytest
from scipy.sparse import csc_array

import optgap
from optgap.core.run import Run
from optgap.solvers.engines import engine_named, solve_form
from optgap.solvers.engines.exact_pb import opb
from optgap.solvers.engines.standard_form import StandardForm, standard_form
from optgap.validation.catalogue import problem


def random_form(seed: int) -> StandardForm:
    """A 0-1 program with decimals, ranges, equations and a fixed variable."""
    rng = np.random.default_rng(seed)
    matrix = np.round(rng.integers(-5, 8, (4, 7)) * rng.choice([1.0, 0.1, 0.25], (4, 1)), 6)
    inside = matrix @ rng.integers(0, 2, 7)
    lower = np.where(rng.random(4) < 0.5, np.round(inside - rng.integers(0, 3, 4), 6), -np.inf)
    upper = np.where(rng.random(4) < 0.7, np.round(inside + rng.integers(0, 3, 4), 6), np.inf)
    upper[rng.random(4) < 0.2] -= 4.0
    return StandardForm(
        cost=np.round(rng.integers(-9, 10, 7) * 0.1, 1),
        constant=0.5,
        matrix=csc_array(matrix),
        row_lower=np.minimum(lower, upper),
        row_upper=upper,
        lower=np.array([0, 0, 0, 0, 0, 0, seed % 2], dtype=float),
        upper=np.ones(7),
        integer=np.ones(7, dtype=np.bool_),
        sense="maximize" if seed % 3 == 0 else "minimize",
    )


def least_of(text: str) -> int | None:
    """The optimum of an OPB file, by trying all points."""
    lines = [line for line in text.splitlines() if not line.startswith("*")]
    count = int(re.search(r"#variable= (\d+)", text)[1])
    head = [line for line in lines if line.startswith("min:")]
    rows = [re.fullmatch(r"(.*) (>=|=) (-?\d+) ;", line) for line in lines if ":" not in line]
    assert all(rows) and len(rows) == int(re.search(r"#constraint= (\d+)", text)[1])

    def terms(part: str) -> list[tuple[int, int]]:
        return [(int(a), int(j) - 1) for a, j in re.findall(r"([+-]\d+) x(\d+)", part)]

    cost = terms(head[0]) if head else []
    constraints = [(terms(row[1]), row[2], int(row[3])) for row in rows]
    values = []
    for point in itertools.product((0, 1), repeat=count):
        sums = [(sum(a * point[j] for a, j in parts), sign, b) for parts, sign, b in constraints]
        if all(total == b if sign == "=" else total >= b for total, sign, b in sums):
            values.append(sum(a * point[j] for a, j in cost))
    return min(values, default=None)


@pytest.mark.parametrize("seed", range(20))
def test_an_opb_file_has_the_optimum_of_the_model(seed: int) -> None:
    form = random_form(seed)
    found = solve_form(form, engine_named("highs"), Run(form.sense, gap=0.0))
    text = opb(form, "random")
    least = least_of(text)
    assert (least is None) == (found.status == "infeasible")
    if least is not None:
        denominator = int(re.search(r"this one / (\d+)", text)[1])
        value = least / denominator + form.constant
        assert form.in_sense(value) == pytest.approx(found.objective, abs=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_exact_agrees_with_highs(seed: int) -> None:
    pytest.importorskip("exact")
    form = random_form(seed)
    mine = solve_form(form, engine_named("exact-pb"), Run(form.sense, gap=0.0))
    theirs = solve_form(form, engine_named("highs"), Run(form.sense, gap=0.0))
    assert mine.status == theirs.status
    if theirs.objective is not None:
        assert mine.objective == pytest.approx(theirs.objective, abs=1e-9)
        assert mine.bound == pytest.approx(mine.objective, abs=1e-9)


def test_highs_and_exact_cross_check(monkeypatch) -> None:
    """Without a proof of our own, two unrelated engines confirm each other."""
    pytest.importorskip("exact")
    monkeypatch.setattr("optgap.validation.catalogue.methods.small_proof.MOST_INTEGERS", -1)
    for name in ("consolidation/exchange", "eviction/hunted-greedy", "cluster_ratio/three-groups"):
        outcome = optgap.solve(name, solver="highs,exact-pb")
        assert (outcome.status, outcome.bound_kind) == ("optimal", "cross-checked")


def test_a_limit_is_heard() -> None:
    pytest.importorskip("exact")
    outcome = optgap.solve("consolidation/ecs-12", solver="exact-pb", time_limit=1.0)
    assert outcome.stopped == "time_limit" and outcome.status in ("feasible", "unknown")
    assert outcome.bound is None or outcome.bound <= 8.0


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent to one process")
def test_ctrl_c_is_heard_after_a_solve_and_leaves_nothing_behind() -> None:
    """Exact takes the signal for itself; a later solve then ended with "interrupted by user"."""
    pytest.importorskip("exact")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    form = random_form(1)
    first = solve_form(form, engine_named("exact-pb"), Run(form.sense))
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    signal.signal(signal.SIGINT, before)
    again = solve_form(form, engine_named("exact-pb"), Run(form.sense))
    assert (again.status, again.objective) == (first.status, first.objective)


@pytest.mark.parametrize("name", ["placement/fig6", "warm_pool/keep"])
def test_what_is_not_0_or_1_is_refused_by_name(name: str, tmp_path: Path) -> None:
    instance = optgap.load(name)
    form = standard_form(problem(name.partition("/")[0]).formulation.build_model(instance))
    with pytest.raises(optgap.InputError, match=r"variable .* is not binary, as OPB requires"):
        opb(form, name)
    pytest.importorskip("exact")
    with pytest.raises(optgap.InputError, match=r"is not binary, as Exact requires"):
        optgap.solve(instance, solver="exact-pb")


def test_numbers_that_cannot_be_made_whole_are_refused() -> None:
    model = pyo.ConcreteModel()
    model.x = pyo.Var(domain=pyo.Binary)
    model.row = pyo.Constraint(expr=model.x / 3 <= 1)
    model.cost = pyo.Objective(expr=model.x)
    with pytest.raises(optgap.InputError, match="at most fifteen digits, as OPB requires"):
        opb(standard_form(model), "third")
