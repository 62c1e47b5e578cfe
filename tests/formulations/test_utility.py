"""The programs of section 3.3.3: components, optimum by brute force, relaxation."""

import itertools
from pathlib import Path

import highspy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.formulations.utility import build_model
from optgap.instances.utility import Utility, generate


def brute_force(instance: Utility) -> float | None:
    """Return the optimum by trying every choice."""
    ranges = [range(job.min_cores, job.max_cores + 1) for job in instance.jobs]
    combine, best = (sum, max) if instance.objective == "max-sum" else (max, min)
    reached = [
        combine(v[a] for v, a in zip(instance.values, cores, strict=True))
        for cores in itertools.product(*ranges)
        if sum(cores) <= instance.cores
    ]
    return best(reached) if reached else None


@st.composite
def small_instances(draw) -> Utility:
    objective = draw(st.sampled_from(["max-sum", "max-min"]))
    jobs = []
    for j in range(draw(st.integers(1, 4))):
        curve = draw(st.lists(st.integers(0, 9), min_size=1, max_size=5))
        least = draw(st.integers(0, min(1, len(curve) - 1)))
        jobs.append(
            {
                "name": f"j{j}",
                "weight": float(draw(st.sampled_from([0.5, 1, 2]))),
                "min_cores": least,
                "max_cores": len(curve) - 1,
                "gain" if objective == "max-sum" else "loss": curve,
            }
        )
    cores = draw(st.integers(0, 9))
    return Utility(name="small", cores=cores, epoch=1.0, objective=objective, jobs=jobs)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(small_instances())
def test_exact_methods_agree_with_brute_force(instance: Utility) -> None:
    expected = brute_force(instance)
    runs = [
        optgap.solve(instance, "exact", solver="highs", gap=0),
        optgap.solve(instance, "dp", gap=0),
        optgap.solve(instance, "dp", gap=0, options={"pruned": False}),
    ]
    for outcome in runs:
        if expected is None:
            assert outcome.status == "infeasible"
        else:
            assert outcome.status == "optimal"
            assert outcome.objective == outcome.bound == expected
    assert runs[1].certificate is not None


@pytest.mark.parametrize("solver", ["highs", "scip", "cp-sat"])
@pytest.mark.parametrize("objective", ["max-sum", "max-min"])
def test_engines_agree(solver: str, objective: str) -> None:
    instance = generate(2, jobs=5, cores=14, objective=objective, shape="rough", max_cores=6)
    outcome = optgap.solve(instance, "exact", solver=solver, gap=0)
    assert outcome.status == "optimal"
    assert outcome.objective == outcome.bound == optgap.solve(instance, "dp", gap=0).objective


def test_linear_relaxation_is_the_bound_by_a_price(tmp_path: Path) -> None:
    """Three quarters of the iteration of j1 would fit beside the first core of j2."""
    instance = optgap.load("utility/whole-iterations").model_copy(update={"cores": 3})
    build_model(instance).write(str(tmp_path / "model.lp"))
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(tmp_path / "model.lp"))
    highs.setOptionValue("solve_relaxation", True)
    highs.run()
    relaxed = highs.getInfo().objective_function_value
    bound = optgap.solve(instance, "greedy").bound
    assert relaxed == pytest.approx(0.9, abs=1e-9) == bound
