"""The largest flow of microw: against a linear program by hand, and its certificate."""

import numpy as np
import pytest
from scipy.optimize import linprog

import optgap
from optgap.core.run import Run
from optgap.instances.microw import MicroW
from optgap.solvers.microw import flow_lp
from optgap.validation.judge.microw import GoalPrices, certified

check = optgap.problem_named("microw").judge
check_certificate = optgap.problem_named("microw").check_certificate


def draw_instance(seed: int) -> MicroW:
    """PEs whose least shares may exceed goals, whose shares may be fixed, on tight nodes."""
    rng = np.random.default_rng(seed)
    nodes = [{"name": f"n{n}", "mips": float(rng.integers(5, 40)) / 4} for n in range(4)]
    pes, previous = [], {}
    for p in range(int(rng.integers(1, 9))):
        near = [f"n{n}" for n in rng.permutation(4)[: rng.integers(1, 4)]]
        allowed = {}
        for name in near:
            low = float(rng.integers(0, 3)) / 32
            if rng.random() < 0.6:
                allowed[name] = [[low, low + float(rng.integers(0, 20)) / 32]]
        fixed = [near[0]] if rng.random() < 0.2 and near[0] not in allowed else []
        if fixed:
            previous[f"p{p}"] = {near[0]: 0.0625}
        goal = float(rng.integers(0, 20)) / 4
        pes.append({"name": f"p{p}", "goal": goal, "nodes": near, "allowed": allowed} | {
            "fixed": fixed
        })  # fmt: skip
    fields = {"name": f"x{seed}", "nodes": nodes, "pes": pes, "previous": previous}
    return MicroW.model_validate(fields)


def least_missed(instance: MicroW) -> float:
    """Return the optimum of the linear program: shares in mips, then what is missed, exceeded."""
    shares, pes = instance.shares, len(instance.pes)
    power = [node.mips for node in instance.nodes]
    count = len(shares)
    goals, rooms = np.zeros((pes, count + 2 * pes)), np.zeros((len(power), count + 2 * pes))
    for k, share in enumerate(shares):
        goals[share.pe, k] = rooms[share.node, k] = 1
    goals[:, count : count + pes], goals[:, count + pes :] = np.eye(pes), -np.eye(pes)
    bounds = [(s.least * power[s.node], s.most * power[s.node]) for s in shares]
    found = linprog(
        np.r_[np.zeros(count), np.ones(2 * pes)],
        A_ub=rooms,
        b_ub=power,
        A_eq=goals,
        b_eq=[pe.goal for pe in instance.pes],
        bounds=bounds + [(0, None)] * (2 * pes),
    )
    return float(found.fun)


@pytest.mark.parametrize("seed", range(60))
def test_the_flow_misses_as_little_as_a_linear_program(seed: int) -> None:
    instance = draw_instance(seed)
    outcome = optgap.solve(instance, "flow-lp")
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")
    assert outcome.objective == pytest.approx(least_missed(instance), abs=1e-9)
    assert check_certificate(instance, outcome.certificate, outcome.bound) == []


@pytest.mark.parametrize("seed", range(60))
def test_no_other_price_of_the_certificate_proves_the_bound(seed: int) -> None:
    """Raising the price of a goal or lowering that of a node never proves more than the optimum."""
    instance = draw_instance(seed)
    outcome = optgap.solve(instance, "flow-lp")
    above = outcome.objective + 1e-6
    for pe in outcome.certificate["pe"]:
        forged = {**outcome.certificate, "pe": {**outcome.certificate["pe"], pe: 1}}
        assert check_certificate(instance, forged, above)
    for node in outcome.certificate["node"]:
        forged = {**outcome.certificate, "node": {**outcome.certificate["node"], node: 0}}
        assert check_certificate(instance, forged, above)


def test_out_of_time_the_flow_is_feasible_and_its_bound_holds() -> None:
    instance = optgap.generate("microw", 1, pes=60, nodes=12, change=None, ranged=0.0)
    run = Run("minimize", time_limit=0.0)
    answer = flow_lp(instance, run)
    verdict = check(instance, answer.decision)
    assert answer.stopped == "time_limit"
    assert verdict.feasible
    assert answer.bound <= optgap.solve(instance, "flow-lp").objective <= verdict.objective
    assert check_certificate(instance, answer.certificate, answer.bound) == []


def changing(seed: int) -> MicroW:
    """Draw an instance whose fractions were others, some on nodes that are no candidates now."""
    rng, document = np.random.default_rng(seed), draw_instance(seed).model_dump(mode="json")
    document["previous"] = {
        f"p{p}": {f"n{n}": float(rng.integers(0, 8)) / 32 for n in rng.permutation(4)[:2]}
        for p in range(len(document["pes"]))
    } | document.get("previous", {})
    return MicroW.model_validate(document | {"max_total_change": float(rng.integers(0, 40)) / 4})


def drawn_prices(instance: MicroW, rng: np.random.Generator, change: float) -> GoalPrices:
    pes = {pe.name: float(rng.choice([-1, 0, 0.4, 0.5, 1])) for pe in instance.pes}
    nodes = {node.name: float(rng.choice([0, 0, 0.5, 0.6, 1.2])) for node in instance.nodes}
    return GoalPrices(pe=pes, node=nodes, change=change)


@pytest.mark.parametrize("seed", range(60))
def test_no_prices_with_a_price_of_changes_prove_more_than_the_optimum(seed: int) -> None:
    instance, rng = changing(seed), np.random.default_rng(seed)
    exact = optgap.solve(instance, "exact")
    if exact.objective is None:
        assert exact.status == "infeasible"
        return
    for change in (0.0, 0.25, 1.0, 3.0):
        assert certified(instance, drawn_prices(instance, rng, change)) <= exact.objective + 1e-6


@pytest.mark.parametrize("seed", range(60))
def test_a_mips_that_changes_brings_one_at_most(seed: int) -> None:
    """The judge accepts the bound, also where it is from a price of changes."""
    instance = changing(seed)
    outcome, exact = optgap.solve(instance, "flow-lp"), optgap.solve(instance, "exact")
    if exact.objective is None:
        return
    assert check_certificate(instance, outcome.certificate, outcome.bound) == []
    assert outcome.bound <= exact.objective + 1e-6


def test_the_bound_from_a_price_of_changes() -> None:
    """A PE lacks 300 mips of 400, and 100 may change: the distance is 200 at least."""
    fields = {
        "name": "x",
        "nodes": [{"name": "n", "mips": 1000.0}],
        "pes": [{"name": "p", "goal": 400.0, "nodes": ["n"]}],
        "previous": {"p": {"n": 0.1}},
    }
    instance = MicroW.model_validate(fields | {"max_total_change": 100.0})
    outcome = optgap.solve(instance, "flow-lp")
    assert outcome.certificate["change"] == 1
    assert outcome.bound == pytest.approx(200, abs=1e-3)
    assert outcome.bound < 200 - 1e-4  # less what the checker accepts beyond the limit
    assert optgap.solve(instance, "direct").objective == pytest.approx(200)
    free = MicroW.model_validate(fields)
    (violation,) = check_certificate(free, outcome.certificate, outcome.bound)
    assert "changes have no limit" in violation.message


def in_ranges(seed: int) -> MicroW:
    """Draw an instance with gaps between legal ranges, a limit on the total change, and a plan."""
    rng = np.random.default_rng(seed)
    nodes = [{"name": f"n{n}", "mips": float(rng.integers(8, 40)) / 4} for n in range(3)]
    pes, previous = [], {}
    for p in range(int(rng.integers(1, 6))):
        near = [f"n{n}" for n in rng.permutation(3)[: rng.integers(1, 4)]]
        ends = np.sort(rng.permutation(17)[:4]) / 32
        several = [[0.0, ends[0] / 2], [ends[1], ends[2]], [ends[3] + 1 / 64, 0.75]]
        allowed = {n: several[: rng.integers(1, 4)] for n in near if rng.random() < 0.7}
        previous[f"p{p}"] = {n: 0.0 if n in allowed else 1 / 32 for n in near}
        fixed = [n for n in near if n not in allowed and rng.random() < 0.3]
        goal = float(rng.integers(0, 30)) / 4
        pes.append({"name": f"p{p}", "goal": goal, "nodes": near, "allowed": allowed} | {
            "fixed": fixed
        })  # fmt: skip
    fields = {"name": f"x{seed}", "nodes": nodes, "pes": pes, "previous": previous}
    limit = None if seed % 5 == 0 else float(rng.integers(0, 60)) / 4
    return MicroW.model_validate(fields | {"max_total_change": limit})


@pytest.mark.parametrize("seed", range(120))
def test_gaps_between_ranges_raise_no_bound_above_the_optimum(seed: int) -> None:
    """Neither the prices of the method nor drawn ones prove more than the exact model's optimum."""
    instance, rng = in_ranges(seed), np.random.default_rng(seed)
    exact, outcome = optgap.solve(instance, "exact"), optgap.solve(instance, "flow-lp")
    assert exact.status == "optimal"
    assert outcome.bound <= exact.objective + 1e-6
    assert outcome.objective is None or outcome.objective >= exact.objective - 1e-6
    assert check_certificate(instance, outcome.certificate, outcome.bound) == []
    for change in (0.0, 0.3, 1.0) if instance.max_total_change is not None else (0.0,):
        assert certified(instance, drawn_prices(instance, rng, change)) <= exact.objective + 1e-6


@pytest.mark.parametrize("seed", range(60))
def test_shortest_paths_find_the_optimum_with_a_limit_on_the_total_change(seed: int) -> None:
    """With a single range per node the plan is optimal, and the lengths of the paths prove it."""
    instance = (
        optgap.generate("microw", seed, pes=25, nodes=4, ranged=0.0, drift=1.0, change=0.02 * seed)
        if seed < 20
        else changing(seed)
    )
    exact, outcome = optgap.solve(instance, "exact"), optgap.solve(instance, "flow-lp")
    if exact.objective is None:
        assert outcome.decision is None
        return
    assert outcome.objective == pytest.approx(exact.objective, abs=1e-4)
    assert outcome.bound == pytest.approx(exact.objective, rel=1e-5, abs=1e-4)


def test_a_gap_between_ranges_proves_what_is_missed_inside() -> None:
    """A PE lacks 1 mips of 4, and its next legal range begins 2 mips above its goal."""
    fields = {
        "name": "x",
        "nodes": [{"name": "n", "mips": 10.0}],
        "pes": [
            {"name": "p", "goal": 4.0, "nodes": ["n"], "allowed": {"n": [[0, 0.3], [0.6, 0.6]]}}
        ],
        "previous": {"p": {"n": 0.3}},
    }
    outcome = optgap.solve(MicroW.model_validate(fields), "flow-lp")
    assert (outcome.status, outcome.objective) == ("optimal", 1.0)
    assert outcome.bound == pytest.approx(1.0, abs=1e-9)


def test_the_gaps_between_very_many_ranges_are_ignored() -> None:
    pe = {"name": "p", "goal": 4.0, "nodes": ["n"]}
    many = [[k / 200, k / 200] for k in range(70)]
    fields = {
        "name": "x",
        "nodes": [{"name": "n", "mips": 12.0}],
        "pes": [pe | {"allowed": {"n": many}}],
    }
    instance = MicroW.model_validate(fields)
    outcome = optgap.solve(instance, "flow-lp")
    assert outcome.bound == 0.0
    assert check_certificate(instance, outcome.certificate, 0.001)


@pytest.mark.parametrize("mips", [333.3, 0.3, 77.7, 1e-3, 12345.678])
def test_a_limit_on_the_total_change_that_is_met_exactly(mips: float) -> None:
    """In floating point the corner of the plans at the limit may be just above it."""
    instance = MicroW(
        name="exact",
        nodes=[{"name": "n", "mips": mips}],
        pes=[{"name": "p", "goal": mips, "nodes": ["n"], "allowed": {"n": [[0, 1]]}}],
        previous={"p": {"n": 1.0}},
        max_total_change=0.0,
    )
    outcome = optgap.solve(instance, "flow-lp")
    assert (outcome.status, outcome.objective) == ("optimal", 0)


def test_many_shares_are_not_left_to_a_model(monkeypatch) -> None:
    instance, steps = optgap.load("microw/three-pes"), optgap.problem_named("microw").steps
    assert steps(instance)[-1] == "exact"
    monkeypatch.setattr("optgap.validation.catalogue.microw.MOST_SHARES", 1)
    assert "exact" not in steps(instance)
