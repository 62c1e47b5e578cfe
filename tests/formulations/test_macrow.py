"""The program (4)-(28): brute force, engines, relaxations, levels, and what the paper misprints."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.run import Run
from optgap.formulations.macrow import model as formulation
from optgap.formulations.macrow import relaxed_model, top_level_model
from optgap.formulations.macrow.network import add_y_sides, step_sizes
from optgap.instances.macrow import MacroW, generate
from optgap.instances.macrow.arrays import MacroArrays, arrays_of
from optgap.instances.macrow.instance import FAMILIES, drop_family, in_force
from optgap.solvers.engines import solve_model
from optgap.validation.running.instances import bundled_names

check = optgap.problem_named("macrow").judge

FAMILY_OF = {
    "allowed-nodes": "allowed_nodes",
    "licenses": "licenses",
    "integrity": "integrity",
    "risk": "risk",
    "colors": "colors",
    "fairness": "fairness",
    "total-change": "max_total_change",
    "pe-change": "max_change",
    "max-pes": "max_pes",
    "min-nodes": "min_nodes",
    "max-nodes": "max_nodes",
    "colocated": "colocated",
    "exlocated": "exlocated",
}


def tiny(seed: int) -> MacroW:
    """Four PEs on four nodes in two or three clusters, half of them restricted somehow."""
    return generate(
        seed,
        jobs=1,
        pes=4,
        nodes=4,
        clusters=2 + seed % 2,
        restricted=0.5,
        pinned=0.2,
        change=None if seed % 3 else 1.0,
    )


def brute_force(instance: MacroW) -> tuple[float | None, float | None]:
    """Return the best value of all plans, and of those with one cluster per PE."""
    names = [node.name for node in instance.nodes]
    cluster = {node.name: node.cluster for node in instance.nodes}
    subsets = [list(s) for k in range(4) for s in itertools.combinations(names, k)]
    best = single = None
    for chosen in itertools.product(subsets, repeat=len(instance.pes)):
        candidates = {pe.name: some for pe, some in zip(instance.pes, chosen, strict=True)}
        if any(
            len(candidates[pe.name]) < pe.min_nodes
            or (pe.allowed_nodes is not None and set(candidates[pe.name]) - set(pe.allowed_nodes))
            for pe in instance.pes
        ):
            continue
        verdict = check(instance, {"candidates": candidates})
        if verdict.feasible:
            best = min(best or np.inf, verdict.objective)
            if all(len({cluster[n] for n in some}) <= 1 for some in candidates.values()):
                single = min(single or np.inf, verdict.objective)
    return best, single


def small_brute(seed: int) -> MacroW:
    """Three PEs on three nodes, so that all plans can be judged."""
    return generate(
        seed,
        jobs=1,
        pes=3,
        nodes=3,
        clusters=2,
        restricted=0.4,
        pinned=0.2,
        change=None if seed % 3 else 1.0,
    )


@pytest.mark.parametrize("seed", range(12))
def test_brute_force(seed: int) -> None:
    instance = small_brute(seed)
    best, single = brute_force(instance)
    for engine, options in (("highs", {}), ("scip", {}), ("highs", {"tightened": True})):
        outcome = optgap.solve(instance, solver=engine, options=options)
        assert outcome.status == ("infeasible" if best is None else "optimal")
        assert outcome.objective == (None if best is None else pytest.approx(best))
    bound = optgap.solve(instance, "relaxation")
    assert (bound.bound is None and best is None) or bound.bound <= (best or np.inf) + 1e-9
    top = optgap.solve(instance, "top-level")
    assert top.bound is None
    assert top.details["single_cluster_bound"] is None or (
        top.details["single_cluster_bound"] <= (single or np.inf) + 1e-9
    )


@pytest.mark.parametrize("name", FAMILY_OF)
def test_exactly_one_family_decides(name: str) -> None:
    """Without it the optimum is better; without any other but the needs of PEs it is the same."""
    instance = optgap.load(f"macrow/{name}")
    optimum = optgap.solve(instance).objective
    assert FAMILY_OF[name] in in_force(instance)
    for family in in_force(instance):
        freed = optgap.solve(drop_family(instance, family)).objective
        if family == FAMILY_OF[name]:
            assert freed < optimum - 1e-3
        elif family not in ("fairness", "min_nodes"):
            assert freed == pytest.approx(optimum)


def test_every_family_has_an_instance() -> None:
    assert set(FAMILY_OF.values()) == set(FAMILIES)
    assert {f"macrow/{name}" for name in FAMILY_OF} <= set(bundled_names("macrow"))


def relaxed_value(model: pyo.ConcreteModel) -> float:
    pyo.TransformationFactory("core.relax_integer_vars").apply_to(model)
    return solve_model(model, "highs", Run("minimize")).objective


def test_relaxations_are_pinned() -> None:
    instance = optgap.load("macrow/two-clusters")
    plain = relaxed_value(formulation.build_model(instance))
    tightened = relaxed_value(formulation.build_model(instance, tightened=True))
    kinds = solve_model(relaxed_model("x", arrays_of(instance)), "highs", Run("minimize")).objective
    single = relaxed_value(top_level_model("x", arrays_of(instance)))
    assert [plain, tightened, kinds, single] == pytest.approx([1.47125, 2.434375, 2.55625, 1.82375])


@pytest.mark.parametrize("seed", [0, 5, 9])
def test_only_v_needs_to_be_whole(seed: int) -> None:
    instance = tiny(seed)
    model = formulation.build_model(instance)
    value = solve_model(model, "highs", Run("minimize", gap=0.0)).objective
    for name in ("w", "y", "y_side", "x", "u"):
        for variable in (model.component(name) or {}).values():
            variable.domain = pyo.Integers
    assert solve_model(model, "highs", Run("minimize", gap=0.0)).objective == pytest.approx(value)


def sides_of(arrays: MacroArrays) -> dict[str, tuple[list[str], list[str]]]:
    """Return the clusters on both sides of each link: k_e1 and k_e2."""
    names = np.array(arrays.clusters)
    return {
        e: (names[side].tolist(), names[~side].tolist())
        for e, side in zip(arrays.links, arrays.first_side, strict=True)
    }


def explicit_top_level(instance: MacroW, *, as_printed: bool = False) -> pyo.ConcreteModel:
    """TopLevelMILP with (11) and (30)-(33) one by one, on all nodes."""
    arrays = arrays_of(instance)
    model = top_level_model("x", arrays)
    del model.link_used
    add_y_sides(model)
    sides = sides_of(arrays)
    model.sums = pyo.ConstraintList()
    for p, q, e in model.CROSSINGS:
        # (30) k_e1, p1, y1; (31) k_e1, p2, y1; (32) k_e2, p1, y2; (33) k_e2, p2, y2
        for printed, meant, end, i in ((0, 0, p, 1), (1, 0, q, 1), (0, 1, p, 2), (1, 1, q, 2)):
            side = printed if as_printed else meant
            here = [model.w[end, c] for c in sides[e][side] if (end, c) in model.w]
            if here:
                model.sums.add(sum(here) <= model.y_side[p, q, e, i])
    return model


@pytest.mark.parametrize("seed", range(4))
def test_the_compact_top_level_is_30_to_33(seed: int) -> None:
    instance = generate(seed, jobs=2, pes=8, nodes=6, clusters=3, restricted=0.1, pinned=0.4)
    arrays = arrays_of(instance)
    for solved in (
        relaxed_value,
        lambda model: solve_model(model, "highs", Run("minimize", gap=0.0)).objective,
    ):
        compact, explicit = solved(top_level_model("x", arrays)), explicit_top_level(instance)
        assert compact == pytest.approx(solved(explicit), abs=1e-7)


@pytest.mark.erratum(
    paper="soda",
    place="5.2.3.1, (31) and (32)",
    printed="The sum for y_{p1 p2 e 1} runs over k_e2, that for y_{p1 p2 e 2} over k_e1.",
    wrong=(
        "Two PEs on the same side use the link, and a stream from the second side to the "
        "first does not."
    ),
    right="k_e1 in (31), k_e2 in (32).",
)
def test_31_and_32_as_printed_take_the_wrong_side() -> None:
    """A stream from the second side to the first is free as printed, one within a side is not."""
    instance = generate(3, jobs=1, pes=2, nodes=4, clusters=2, restricted=0, pinned=0)
    near = [node.name for node in instance.nodes if node.cluster == "c1"]
    far = [node.name for node in instance.nodes if node.cluster == "c2"]
    first, second = instance.pes

    def bound(one: list[str], other: list[str]) -> MacroW:
        pes = [
            first.model_copy(update={"allowed_nodes": tuple(one)}),
            second.model_copy(update={"allowed_nodes": tuple(other)}),
        ]
        return instance.model_copy(update={"pes": tuple(pes)})

    def flow(model: pyo.ConcreteModel) -> float:
        solve_model(model, "highs", Run("minimize"))
        return sum(variable.value for variable in model.beta.values())

    backwards = bound(far, near)
    assert flow(explicit_top_level(backwards)) > 0
    assert flow(explicit_top_level(backwards, as_printed=True)) == pytest.approx(0)
    # the second PE could use the link, so that the crossing is there, but has no reason to
    together = bound(near, [*near, *far])
    assert flow(explicit_top_level(together)) == pytest.approx(0)
    assert flow(explicit_top_level(together, as_printed=True)) > 0


@pytest.mark.erratum(
    paper="soda",
    place="5.2.2, (20) and (21)",
    printed="Δ_pn <= v_pn - v̂_pn and Δ_pn <= v̂_pn - v_pn.",
    wrong=(
        "With Δ >= 0 no candidate can change: on `macrow/total-change` with a limit of 2 the "
        "PE stays on the dearer node."
    ),
    right="Δ_pn >= in both.",
)
def test_20_and_21_as_printed_forbid_every_change() -> None:
    instance = optgap.load("macrow/total-change").model_copy(update={"max_total_change": 2})
    assert optgap.solve(instance).objective == 0.125
    model = formulation.build_model(instance)
    model.delta = pyo.Var(list(model.v), domain=pyo.NonNegativeReals)
    model.printed = pyo.ConstraintList()
    for p, n in model.v:
        before = int(n in instance.previous[p])
        model.printed.add(model.delta[p, n] <= model.v[p, n] - before)
        model.printed.add(model.delta[p, n] <= before - model.v[p, n])
    result = solve_model(model, "highs", Run("minimize"))
    assert result.objective == pytest.approx(0.25)
    assert formulation.decision_of(model) == {"candidates": {"p": ["n1"]}}


@pytest.mark.erratum(
    paper="soda",
    place="5.2.2, (28)",
    printed="v_{p1 n} ≠ v_{p2 n} for exlocated PEs and every node.",
    wrong=("Exactly one of the two is on every node: a third node is loaded that nobody needs."),
    right="v_{p1 n} + v_{p2 n} <= 1.",
)
def test_28_as_printed_puts_one_of_two_on_every_node() -> None:
    instance = optgap.load("macrow/exlocated")
    assert optgap.solve(instance).objective == 0.375
    model = formulation.build_model(instance)
    model.del_component(model.exlocated)
    model.printed = pyo.Constraint(
        model.NODES, rule=lambda model, n: model.v["p", n] + model.v["q", n] == 1
    )
    assert solve_model(model, "highs", Run("minimize")).objective == pytest.approx(0.375)
    nodes = (*instance.nodes, instance.nodes[0].model_copy(update={"name": "n3"}))
    wider = instance.model_copy(update={"nodes": nodes})
    assert optgap.solve(wider).objective == pytest.approx(0.75 / 3)
    model = formulation.build_model(wider)
    model.del_component(model.exlocated)
    model.printed = pyo.Constraint(
        model.NODES, rule=lambda model, n: model.v["p", n] + model.v["q", n] == 1
    )
    assert solve_model(model, "highs", Run("minimize")).objective == pytest.approx(1.25 / 3)


@pytest.mark.parametrize("seed", [1, 4, 6])
def test_nodes_that_nothing_tells_apart_share_a_column(seed: int) -> None:
    instance = generate(seed, jobs=2, pes=9, nodes=8, clusters=2, restricted=0.2, pinned=0.2)
    arrays = arrays_of(instance)
    merged = arrays.interchangeable()
    assert len(merged.nodes) < len(arrays.nodes)
    assert merged.copies.sum() == len(arrays.nodes)
    values = []
    for some in (arrays, merged):
        model = formulation.base_model("x", some, pyo.NonNegativeReals)
        formulation.add_limits(model, some)
        formulation.add_objective(model, some)
        values.append(solve_model(model, "highs", Run("minimize")).objective)
    assert values[0] == pytest.approx(values[1])


@pytest.mark.parametrize("engine", ["highs", "scip"])
def test_a_plan_is_worth_what_the_judge_says_though_the_engine_stops_early(engine: str) -> None:
    for seed in range(3):
        instance = generate(seed, jobs=3, pes=14, nodes=6, clusters=3, restricted=0, pinned=0.1)
        outcome = optgap.solve(instance, solver=engine, gap=0.99)
        assert outcome.stopped == "complete", outcome.message
        assert outcome.objective == check(instance, outcome.decision).objective


def test_steps_are_what_all_loads_are_multiples_of() -> None:
    nodes = [{"name": n, "mips": m, "cluster": "A"} for n, m in (("a", 400), ("b", 900))]
    pes = [{"name": "p", "goal": 1, "max_mips": 100}, {"name": "q", "goal": 1, "max_mips": 150}]
    arrays = arrays_of(MacroW.model_validate({"name": "x", "nodes": nodes, "pes": pes}))
    assert step_sizes(arrays) == [pytest.approx(1 / 8), pytest.approx(1 / 18)]
    pes[0]["max_mips"] = 33.3333333
    arrays = arrays_of(MacroW.model_validate({"name": "x", "nodes": nodes, "pes": pes}))
    assert step_sizes(arrays) == [None, None]


def test_a_start_is_taken() -> None:
    instance = optgap.load("macrow/two-clusters")
    start = optgap.solve(instance, "round-robin").decision
    outcome = optgap.solve(instance, start=start, time_limit=60)
    assert outcome.objective == 2.625
    model = formulation.build_model(instance)
    formulation.set_start(model, start)
    assert formulation.decision_of(model) == start


def test_exact_never_ends_with_less_than_the_plan_it_starts_from() -> None:
    instance = generate(1, jobs=40, pes=160, nodes=30, clusters=5)
    outcome = optgap.solve(instance, time_limit=0.7)  # HiGHS alone finds nothing in ten times that
    assert outcome.status == "feasible"
    assert outcome.trace[0][1] >= outcome.objective
    assert "start" in outcome.timing
    alone = optgap.solve(optgap.load("macrow/two-clusters"), options={"start": False})
    assert alone.objective == 2.625 and "start" not in alone.timing


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"pes": [{"name": "p", "goal": 5, "allowed_nodes": []}, {"name": "q", "goal": 5}]},
            "no plan for PE p: the lists of allowed nodes and the minimum number of candidates "
            "exclude each other",
        ),
        (
            {"pes": [{"name": "p", "goal": 25}, {"name": "q", "goal": 5}]},
            "no plan for PE p: the required mips cannot be kept",
        ),
        (
            {
                "pes": [{"name": "p", "goal": 5}, {"name": "q", "goal": 0}],
                "nodes": [{"name": "n", "mips": 10, "cluster": "A"}],
                "exlocated": [["p", "q"]],
            },
            "no plan for PEs p, q: the minimum number of candidates and exlocation exclude each "
            "other",
        ),
    ],
)
def test_irreducible_conflicts(changes: dict, message: str) -> None:
    fields = {
        "name": "x",
        "nodes": [{"name": n, "mips": 10, "cluster": "A"} for n in ("n", "m")],
        **changes,
    }
    outcome = optgap.solve(MacroW.model_validate(fields), "exact")
    assert (outcome.status, outcome.message) == ("infeasible", message)


@pytest.mark.parametrize(
    "pes",
    [[{"name": "p", "goal": 0, "min_nodes": 0}], [{"name": "p", "goal": 10}]],
)
@pytest.mark.parametrize(
    "method",
    [
        "exact",
        "components",
        "relaxation",
        "top-level",
        "hierarchical",
        "miniw",
        "round-robin",
        "random",
    ],
)
def test_one_pe_one_node_no_streams_no_links(pes: list[dict], method: str) -> None:
    nodes = [{"name": "n", "mips": 10, "cluster": "A"}]
    instance = MacroW.model_validate({"name": "x", "nodes": nodes, "pes": pes})
    options = {"rounds": 2} if method in ("hierarchical", "miniw") else {}
    outcome = optgap.solve(instance, method, options=options)
    value = 0 if pes[0]["goal"] == 0 else 2
    if outcome.decision is None:
        assert outcome.bound == pytest.approx(value)
    else:
        assert outcome.objective == value


@pytest.mark.parametrize("method", ["exact", "relaxation", "top-level", "hierarchical"])
def test_every_engine_of_a_method_solves_its_program(method: str) -> None:
    engines = optgap.problem_named("macrow").method_named(method).solvers
    assert engines
    for solver in engines:
        assert optgap.solve("macrow/two-clusters", method, solver=solver).stopped == "complete"
