"""The bound of macrow by prices of components: against brute force, engines, and forgers."""

import copy
import itertools
import math

import numpy as np
import pytest

import optgap
from optgap.core.run import Run
from optgap.instances.macrow import MacroW, generate
from optgap.instances.macrow.arrays import arrays_of
from optgap.instances.macrow.instance import Weights
from optgap.solvers.macrow import Bounding, master, whole_columns
from optgap.solvers.macrow.master import AlikeTrees
from optgap.solvers.macrow.pieces import Pieces
from optgap.validation.judge.macrow import ComponentPrices, certified
from optgap.validation.running.instances import bundled_names

check = optgap.problem_named("macrow").judge
check_certificate = optgap.problem_named("macrow").check_certificate


def tiny(seed: int) -> MacroW:
    """Three PEs on three nodes; cycles of streams, odd mips, free PEs and all families by turns."""
    rng = np.random.default_rng(seed)
    drawn = generate(
        seed,
        shape="dac" if seed % 2 else "lsd",
        jobs=1,
        pes=3,
        nodes=3,
        clusters=1 + seed % 3,
        restricted=0.5,
        pinned=0.2,
        change=1.0 if seed % 3 == 0 else None,
    )
    document = drawn.model_dump(mode="json", by_alias=True)
    document["weights"] = {
        key: float(rng.choice([0.0, 0.3, 1.0, 4.0])) for key in document["weights"]
    }
    if seed % 4 == 1:
        ends = ("p1", "p2"), ("p2", "p3"), ("p3", "p1")
        document["streams"] = [
            {"from": a, "to": b, "rate": float(rng.integers(1, 9))} for a, b in ends
        ]
    for pe in document["pes"]:
        if rng.random() < 0.2:
            pe |= {"min_nodes": 0, "goal": 0.0}
        if rng.random() < 0.3:
            pe["usable_mips"] = {"n1": float(rng.integers(1, 5)) * 700}
    return MacroW.model_validate(document)


def least_value(instance: MacroW) -> float:
    """Return the best value of all plans; infinite if there is none."""
    names = [node.name for node in instance.nodes]
    subsets = [list(s) for k in range(4) for s in itertools.combinations(names, k)]
    choices = [
        [s for s in subsets if all(pe.may_run_on(n) for n in instance.nodes if n.name in s)]
        for pe in instance.pes
    ]
    best = math.inf
    for chosen in itertools.product(*choices):
        plan = {pe.name: s for pe, s in zip(instance.pes, chosen, strict=True)}
        verdict = check(instance, {"candidates": plan})
        if verdict.objective is not None:
            best = min(best, verdict.objective)
    return best


@pytest.fixture(scope="module", params=range(24))
def proven(request) -> tuple[MacroW, float, optgap.core.outcome.Outcome]:
    instance = tiny(request.param)
    outcome = optgap.solve(instance, "components", options={"rounds": 5})
    return instance, least_value(instance), outcome


def test_bound_optimum_and_plan_are_in_order(proven) -> None:
    instance, optimum, outcome = proven
    if outcome.status == "infeasible":
        assert optimum == math.inf
        return
    assert outcome.bound is not None and outcome.bound_kind == "certified"
    assert outcome.bound <= optimum
    assert check_certificate(instance, outcome.certificate, outcome.bound) == []
    if outcome.objective is not None:
        assert outcome.objective >= optimum - 1e-9


def test_no_prices_prove_more_than_the_optimum(proven) -> None:
    """Whatever prices and splits somebody writes, the checker proves nothing that is false."""
    instance, optimum, outcome = proven
    if outcome.certificate is None or optimum == math.inf:
        return
    rng = np.random.default_rng(7)
    nodes = [node.name for node in instance.nodes]
    weights = instance.weights

    def drawn_prices(bounded: bool) -> dict:
        load = rng.random(len(nodes)) * rng.choice([0.1, 1.0, 5.0])
        if not bounded:
            load *= weights.max_node / max(load.sum(), weights.max_node + 1e-9) * (1 - 1e-9)
        link = rng.random(len(instance.links))
        link *= weights.max_link / max(1.0, link.sum() + 1e-9)
        prices = {
            "load": dict(zip("012", load.tolist(), strict=True)),
            "link": {each.name: x for each, x in zip(instance.links, link.tolist(), strict=True)},
            "license": {held.name: float(rng.random()) for held in instance.licenses},
            "crowd": {"1": float(rng.random())},
        }
        if bounded:
            prices["pack"] = {"2": {"3/4": float(rng.random()), "1/2": float(rng.random())}}
        if instance.risk is not None:
            prices["risk"] = float(rng.random())
        if instance.max_total_change is not None:
            prices["change"] = float(rng.random())
        return {"prices": prices}

    def drawn_tree(depth: int, low: int, high: int) -> dict:
        if depth and rng.random() < 0.5 and high - low > 1:
            at = int(rng.integers(low + 1, high))
            parts = drawn_tree(depth - 1, low, at), drawn_tree(depth - 1, at, high)
            return {"level": f"{at}/8", "below": parts[0], "from": parts[1]}
        if depth and rng.random() < 0.7:
            on = [str(k) for k in rng.permutation(3)[: rng.integers(1, 3)]]
            parts = [drawn_tree(depth - 1, low, high) for _ in range(2)]
            pe = f"p{rng.integers(1, 4)}"
            return {"pe": pe, "on": on, "inside": parts[0], "outside": parts[1]}
        return drawn_prices(high < 40)

    groups = {str(k): [name] for k, name in enumerate(nodes)}
    for _ in range(60):
        drawn = {**outcome.certificate, "groups": groups, "tree": drawn_tree(3, 0, 40)}
        assert certified(instance, ComponentPrices.model_validate(drawn)) <= optimum + 1e-9


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("traffic", [0.0, 1.0, 10.0])
def test_against_the_program_on_an_engine(seed: int, traffic: float) -> None:
    instance = generate(seed, jobs=4, pes=16, nodes=8, clusters=3, pinned=0.1, traffic=traffic)
    outcome = optgap.solve(instance, "components", options={"rounds": 20})
    optimum = optgap.solve(instance, "exact", time_limit=60, options={"tightened": True})
    assert optimum.status == "optimal"
    assert outcome.bound <= optimum.objective * (1 + 1e-9)
    assert outcome.objective >= optimum.objective * (1 - 1e-9)
    assert outcome.bound >= 0.9 * optimum.objective
    assert outcome.bound >= optgap.solve(instance, "relaxation").bound * (1 - 1e-6)


@pytest.mark.parametrize("name", [n for n in bundled_names("macrow") if "x" not in n.split("/")[1]])
def test_bundled_instances(name: str) -> None:
    instance = optgap.load(name)
    outcome = optgap.solve(instance, "components", options={"rounds": 5})
    optimum = optgap.solve(instance).objective
    if optimum is not None:
        assert outcome.bound <= optimum + 1e-9


@pytest.mark.parametrize("traffic", [0.0, 1.0, 10.0])
def test_dac_is_proven(traffic: float) -> None:
    instance = optgap.load("macrow/dac-51x29")
    weights = Weights(mean_link=traffic, max_link=traffic)
    weighted = instance.model_copy(update={"weights": weights})
    outcome = optgap.solve(weighted, "components")
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")
    assert outcome.objective == pytest.approx(2.4655172 if traffic == 0 else 2.4741379, abs=1e-7)


def test_a_certificate_proves_what_is_claimed_after_a_split() -> None:
    """A part whose own prices prove less than its whole's is not part of the certificate."""
    instance = generate(
        40, jobs=8, pes=22, nodes=10, clusters=2, restricted=0.246, pinned=0.254, traffic=2.547
    )
    outcome = optgap.solve(instance, "components", time_limit=60, seed=1)
    assert outcome.stopped == "complete", outcome.message
    assert outcome.status == "optimal"
    assert outcome.objective == pytest.approx(1.6124193103448277)


def test_a_certificate_proves_what_is_claimed_of_many_pes() -> None:
    """The allowance of the checker for rounding grows with the PEs and the nodes."""
    instance = generate(3, jobs=2500, pes=2500, nodes=1200, clusters=3, restricted=0.0, traffic=0.0)
    assert optgap.problem_named("macrow").steps(instance) == ("round-robin", "components")
    bounding = Bounding(instance, arrays_of(instance), 1.0)
    assert bounding.certified_value() > 0.5  # by the means, 0.27 without prices
    bounding.raise_bound(Run("minimize"), 0)
    proven = bounding.certified()
    assert proven.value == pytest.approx(0.799375, abs=1e-6)
    assert check_certificate(instance, proven.certificate, proven.value) == []


def test_drawn_pes_that_are_colocated_have_a_node_for_both() -> None:
    """Half of the PEs are pinned to nodes of one cluster: seeds 0 to 9."""
    for seed in range(10):
        drawn = generate(seed, jobs=60, pes=400, nodes=20, clusters=6, pinned=0.5)
        nodes = {node.name for node in drawn.nodes}
        may = {pe.name: set(pe.allowed_nodes or nodes) for pe in drawn.pes}
        assert drawn.colocated, seed
        assert all(may[one] & may[other] for one, other in drawn.colocated), seed


def sample() -> tuple[MacroW, dict, float]:
    instance = generate(2, jobs=3, pes=12, nodes=6, clusters=3, pinned=0.2)
    bounding = Bounding(instance, arrays_of(instance), 10.0)
    bounding.raise_bound(Run("minimize"), 12)
    proven = bounding.certified()
    return instance, proven.certificate, proven.value


def leaf_of(tree: dict) -> dict:
    while "prices" not in tree:
        tree = tree.get("from") or tree["inside"]
    return tree["prices"]


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.update(kind="prices"),
        lambda c: c.update(more=1),
        lambda c: c.update(tree={}),
        lambda c: c.update(tree={"level": "9", "below": c["tree"]}),
        lambda c: c.update(tree={"level": "-1", "below": c["tree"], "from": c["tree"]}),
        lambda c: c.update(tree={"level": 3, "below": c["tree"], "from": c["tree"]}),
        lambda c: c.update(
            tree={"pe": "nobody", "on": ["0"], "inside": c["tree"], "outside": c["tree"]}
        ),
        lambda c: c.update(
            tree={"pe": "p1", "on": ["none"], "inside": c["tree"], "outside": c["tree"]}
        ),
        lambda c: c.update(groups={"0": ["n1", "n1"]}),
        lambda c: c.update(groups={"0": ["nowhere"]}),
        lambda c: c.update(dropped="all"),
        lambda c: leaf_of(c["tree"]).update(load={"0": -0.1}),
        lambda c: leaf_of(c["tree"]).update(load={"0": math.inf}),
        lambda c: leaf_of(c["tree"]).update(load={"0": True}),
        lambda c: leaf_of(c["tree"]).update(load={"0": 9.0}),
        lambda c: leaf_of(c["tree"]).update(link={"l1": 1.1}),
        lambda c: leaf_of(c["tree"]).update(link={"unknown": 0.1}),
        lambda c: leaf_of(c["tree"]).update(change=1.0),
        lambda c: leaf_of(c["tree"]).update(pack={"0": {"1/2": 1.0}}),
        lambda c: leaf_of(c["tree"]).update(pack={"0": {"0": 1.0}}),
        lambda c: leaf_of(c["tree"]).update(more={}),
    ],
)
def test_forged_certificates_are_refused(change) -> None:
    instance, certificate, value = sample()
    assert check_certificate(instance, certificate, value) == []
    assert check_certificate(instance, certificate, value + 1e-6)
    assert check_certificate(instance, certificate, None)
    forged = copy.deepcopy(certificate)
    change(forged)
    assert check_certificate(instance, forged, value)


def test_a_cycle_of_streams_must_be_dropped_somewhere() -> None:
    ends = ("p", "q"), ("q", "r"), ("r", "p")
    fields = {
        "name": "x",
        "nodes": [{"name": n, "mips": 10, "cluster": n} for n in "ab"],
        "pes": [{"name": p, "goal": 5} for p in "pqr"],
        "links": [{"name": "l", "between": ["a", "b"], "capacity": 4}],
        "streams": [{"from": p, "to": q, "rate": 1} for p, q in ends],
    }
    instance = MacroW.model_validate(fields)
    outcome = optgap.solve(instance, "components", options={"rounds": 5})
    assert outcome.certificate["dropped"] == [["p", "r"]]
    forged = {**outcome.certificate, "dropped": []}
    (violation,) = check_certificate(instance, forged, outcome.bound)
    assert "cycle" in violation.message


def test_a_pe_without_enough_nodes_is_named() -> None:
    fields = {
        "name": "x",
        "nodes": [{"name": "n", "mips": 10, "cluster": "A"}],
        "pes": [{"name": "p", "goal": 25}],
    }
    outcome = optgap.solve(MacroW.model_validate(fields), "components")
    assert (outcome.status, outcome.message) == ("infeasible", "PE p has fewer nodes than it needs")


def many_alike(seed: int) -> MacroW:
    """Return 40 PEs, most of which nothing tells apart, and only the use of nodes counts."""
    return generate(seed, jobs=6, pes=40, nodes=8, clusters=3, traffic=0.0)


class EachAlone(AlikeTrees):
    """Groups of one tree each."""

    def __init__(self, pieces: Pieces) -> None:
        super().__init__(pieces)
        for tree in range(pieces.forest.trees):
            self.part(tree)


@pytest.mark.parametrize("seed", range(4))
def test_pes_that_are_alike_share_columns_and_prove_the_same(seed: int, monkeypatch) -> None:
    instance = many_alike(seed)
    together = optgap.solve(instance, "components", options={"rounds": 5})
    monkeypatch.setattr(master, "AlikeTrees", EachAlone)
    alone = optgap.solve(instance, "components", options={"rounds": 5})
    assert together.details["columns"] < alone.details["columns"]
    assert together.status == alone.status == "optimal"
    assert together.bound == pytest.approx(alone.bound, rel=1e-6)


def test_a_tree_that_is_told_apart_leaves_the_value_of_the_master_as_it_is() -> None:
    instance = many_alike(0)
    bounding = Bounding(instance, arrays_of(instance), 100.0)
    bounding.raise_bound(Run("minimize"), 0)
    master = bounding.master
    group = max(master.alike.groups, key=len)
    trees, before = list(group), master.solve()
    for tree in (trees[0], trees[3]):  # the first one stands for the group
        master.part(tree)
        after = master.solve()
        assert after.value == pytest.approx(before.value, rel=1e-9)
        own = [column for column in master.columns if column.tree == tree]
        assert own
        assert all(
            column.units.tolist() == bounding.pieces.units_of[tree].tolist() for column in own
        )
    assert group == trees[1:3] + trees[4:]
    assert whole_columns(master, bounding.root, Run("minimize")).sum() > 0
