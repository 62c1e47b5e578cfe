"""The judge of macrow: one constraint at a time, just inside and just outside."""

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest

import optgap
from optgap.instances.macrow import MacroW
from optgap.validation.judge.macrow import ComponentPrices, certified
from optgap.validation.judge.macrow.component_prices import Leaf, Places, RowPrices
from optgap.validation.judge.macrow.component_units import Units

check = optgap.problem_named("macrow").judge
check_certificate = optgap.problem_named("macrow").check_certificate


def two_pes(**changes) -> MacroW:
    """Two PEs on three nodes in two clusters; ``nodes`` and ``pes`` are updates by name."""
    nodes = {
        "a": {"name": "a", "mips": 100, "cluster": "A"},
        "b": {"name": "b", "mips": 200, "cluster": "A"},
        "c": {"name": "c", "mips": 400, "cluster": "C"},
    }
    pes = {"p": {"name": "p", "goal": 0}, "q": {"name": "q", "goal": 0, "max_mips": 100}}
    for name, update in changes.pop("nodes", {}).items():
        nodes[name].update(update)
    for name, update in changes.pop("pes", {}).items():
        pes[name].update(update)
    fields = {
        "name": "x",
        "nodes": list(nodes.values()),
        "pes": list(pes.values()),
        "streams": [{"from": "p", "to": "q", "rate": 30}],
        "links": [{"name": "A-C", "between": ["A", "C"], "capacity": 60}],
    }
    return MacroW.model_validate({**fields, **changes})


def plan(p: str, q: str) -> dict:
    return {"candidates": {"p": list(p), "q": list(q)}}


def families(instance: MacroW, decision: dict) -> list[tuple[str, str]]:
    return [(v.constraint, v.where) for v in check(instance, decision).violations]


def test_objective() -> None:
    """a: p 1; b: q 1/2; c: q 1/4; the stream has candidates on both sides of its link."""
    verdict = check(two_pes(), plan("a", "bc"))
    assert verdict.details == pytest.approx(
        {"mean_node": 1.75 / 3, "max_node": 1, "mean_link": 0.5, "max_link": 0.5}
    )
    assert verdict.objective == pytest.approx(1.75 / 3 + 1 + 0.5 + 0.5)
    weighed = two_pes(weights={"mean_node": 3, "max_node": 0, "mean_link": 0, "max_link": 2})
    assert check(weighed, plan("a", "b")).objective == pytest.approx(1.5)


def test_a_stream_of_one_spread_pe_uses_the_link() -> None:
    assert check(two_pes(), plan("ac", "c")).details["max_link"] == 0.5
    assert check(two_pes(), plan("ab", "b")).details["max_link"] == 0


def test_link_sides_of_a_longer_tree() -> None:
    nodes = [{"name": n, "mips": 100, "cluster": n.upper()} for n in "abcd"]
    links = [
        {"name": f"{x}{y}", "between": [x, y], "capacity": 30}
        for x, y in (("A", "B"), ("B", "C"), ("B", "D"))
    ]
    tree = MacroW.model_validate(
        {
            "name": "x",
            "nodes": nodes,
            "pes": [{"name": "p", "goal": 0}, {"name": "q", "goal": 0}],
            "streams": [{"from": "p", "to": "q", "rate": 30}],
            "links": links,
        }
    )
    assert check(tree, plan("a", "c")).details["mean_link"] == pytest.approx(2 / 3)
    assert check(tree, plan("ab", "cd")).details["mean_link"] == 1
    assert tree.link_sides() == {"AB": {"A"}, "BC": {"A", "B", "D"}, "BD": {"A", "B", "C"}}


CASES = {
    "allowed_nodes": (
        two_pes(pes={"p": {"allowed_nodes": ["a"]}}),
        plan("a", "b"),
        plan("b", "b"),
        "PE p on node b",
    ),
    "licenses": (
        two_pes(licenses=[{"name": "db", "tokens": 3, "pes": ["p", "q"]}]),
        plan("ab", "b"),
        plan("ab", "bc"),
        "license db",
    ),
    "integrity": (
        two_pes(
            nodes={"b": {"integrity_range": 1}}, pes={"p": {"integrity": 2}, "q": {"integrity": 4}}
        ),
        plan("ab", "a"),
        plan("b", "b"),
        "node b",
    ),
    "risk": (
        two_pes(risk={"limit": 1.5, "levels": {"p": {"a": 1, "b": 0.5}, "q": {"c": 0.1}}}),
        plan("ab", "b"),
        plan("ab", "c"),
        "all PEs",
    ),
    "incompatible_colors": (
        two_pes(
            nodes={"b": {"incompatible_colors": [["red", "blue"]]}},
            pes={"p": {"color": "blue"}, "q": {"color": "red"}},
        ),
        plan("ab", "a"),
        plan("b", "ab"),
        "node b",
    ),
    "fairness": (
        two_pes(pes={"q": {"goal": 100, "fairness": 2}}),
        plan("a", "ab"),
        plan("a", "b"),
        "PE q",
    ),
    "max_total_change": (
        two_pes(previous={"p": ["a"], "q": ["b"]}, max_total_change=2),
        plan("b", "b"),
        plan("b", "bc"),
        "all PEs",
    ),
    "max_change": (
        two_pes(previous={"p": ["a"]}, pes={"p": {"max_change": 1}}),
        plan("ab", "c"),
        plan("b", "c"),
        "PE p",
    ),
    "max_pes": (two_pes(nodes={"b": {"max_pes": 1}}), plan("b", "a"), plan("b", "b"), "node b"),
    "min_nodes": (two_pes(pes={"p": {"min_nodes": 2}}), plan("ab", "b"), plan("a", "b"), "PE p"),
    "max_nodes": (two_pes(pes={"p": {"max_nodes": 2}}), plan("ab", "b"), plan("abc", "b"), "PE p"),
    "colocated": (
        two_pes(colocated=[["p", "q"]]),
        plan("ab", "ba"),
        plan("ab", "b"),
        "PEs p and q",
    ),
    "exlocated": (
        two_pes(exlocated=[["p", "q"]]),
        plan("ab", "c"),
        plan("ab", "b"),
        "PEs p and q",
    ),
}


@pytest.mark.parametrize("family", CASES)
def test_just_inside_and_just_outside(family: str) -> None:
    instance, inside, outside, where = CASES[family]
    assert check(instance, inside).feasible
    assert families(instance, outside) == [(family, where)]


@pytest.mark.parametrize("family", CASES)
def test_the_program_agrees(family: str) -> None:
    """The model with v fixed to a plan is feasible exactly where the judge says so."""
    from optgap.core.run import Run
    from optgap.formulations import macrow as formulation
    from optgap.solvers.engines import solve_model

    instance, inside, outside, _ = CASES[family]
    for decision, status in ((inside, "optimal"), (outside, "infeasible")):
        model = formulation.build_model(instance)
        now = decision["candidates"]
        merged = {name: name.split("+")[0] for name in model.PES}
        representable = all(now[m] == now["p"] for m in ("q",)) or not instance.colocated
        for (p, n), variable in model.v.items():
            variable.fix(int(n in now[merged[p]]))
        missing = [
            n for p in merged for n in now[merged[p]] if (p, n) not in model.v
        ] or not representable
        result = solve_model(model, "highs", Run("minimize"))
        assert missing or result.status == status
        if status == "optimal":
            assert result.objective == pytest.approx(check(instance, decision).objective)


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        ([], "(document)"),
        ({"nodes": {}}, "candidates"),
        ({"candidates": []}, "candidates"),
        ({"candidates": {"p": ["a"]}}, "candidates.q"),
        ({"candidates": {"p": ["a"], "q": "a"}}, "candidates.q"),
        ({"candidates": {"p": ["a"], "q": ["z"]}}, "candidates.q[0]"),
        ({"candidates": {"p": ["a"], "q": ["b", "b"]}}, "candidates.q[1]"),
        ({"candidates": {"p": ["a"], "q": ["b"], "r": []}}, "candidates.r"),
    ],
)
def test_malformed(decision: object, where: str) -> None:
    verdict = check(two_pes(), decision)
    assert (verdict.violations[0].constraint, verdict.violations[0].where) == ("decision", where)


def test_no_other_kind_of_proof_is_known() -> None:
    assert check_certificate(two_pes(), {"kind": "prices"}, 0.0)


def proof(tree: dict) -> dict:
    groups = {name: [name] for name in "abc"}
    return {"kind": "component-prices", "dropped": [], "groups": groups, "tree": tree}


LIMITS = {  # prices of what a family limits
    "licenses": lambda price: {"license": {"db": price}},
    "risk": lambda price: {"risk": price},
    "max_total_change": lambda price: {"change": price},
    "max_pes": lambda price: {"crowd": {"b": price}},
}


@pytest.mark.parametrize("family", LIMITS)
def test_prices_of_a_limit_prove_no_more_than_the_optimum(family: str) -> None:
    """Whatever the prices and splits; where p must have a candidate, a part without has no plan."""
    given = CASES[family][0]
    subsets = [s for k in range(4) for s in itertools.combinations("abc", k)]
    verdicts = [check(given, plan(p, q)) for p in subsets for q in subsets]
    optimum = min(each.objective for each in verdicts if each.feasible)
    rng, proven = random.Random(family), []

    def leaf(**more: dict) -> dict:
        load = {name: rng.random() / 3 for name in "abc"}
        limit = LIMITS[family](rng.choice([0.0, rng.random()]))
        return {"prices": {"load": load, "link": {"A-C": rng.random()}, **limit, **more}}

    for k in range(60):
        tree = leaf()
        if k % 3 == 1:
            pack = {name: {rng.choice(["1/2", "1/4"]): rng.random()} for name in "ab"}
            tree = {
                "level": rng.choice(["1/2", "3/4", "1"]),
                "below": leaf(pack=pack),
                "from": tree,
            }
        if k % 3 == 2:
            tree = {"pe": "p", "on": ["a"], "inside": tree, "outside": leaf()}
        certificate = proof(tree)
        proven.append(certified(given, ComponentPrices.read(certificate, given)))
        none = {"pe": "p", "on": list("abc"), "inside": tree, "outside": {"prices": {}}}
        assert check_certificate(given, proof(none), proven[-1]) == []
        assert check_certificate(given, certificate, optimum + 1e-6)
    assert 0.25 * optimum < max(proven) <= optimum * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(30))
def test_the_costs_of_candidates_by_home_are_least(seed: int) -> None:
    """Against all sets: with one in a cluster, or all in one, or some in each of two."""
    rng = np.random.default_rng(seed)
    nodes = [{"name": f"n{k}", "mips": 10, "cluster": "ABC"[k % 3]} for k in range(6)]
    links = [{"name": c, "between": ["A", c], "capacity": 1} for c in "BC"]
    most = int(rng.integers(1, 5))
    pe = {"name": "p", "goal": 0, "min_nodes": int(rng.integers(0, most + 1)), "max_nodes": most}
    units = Units(
        MacroW.model_validate({"name": "x", "nodes": nodes, "links": links, "pes": [pe]}), set()
    )
    cost, may = rng.integers(-3, 6, 6).astype(float), rng.random(6) < 0.8
    anchor = [None, rng.random(6) < 0.5][seed % 2]
    many = min(most, int(may.sum()))
    if units.least[0] > many:
        return
    sets = [
        set(s)
        for size in range(max(1, units.least[0]), many + 1)
        for s in itertools.combinations(np.flatnonzero(may).tolist(), size)
    ]

    def least(fits) -> float:
        return min((float(cost[list(s)].sum()) for s in sets if fits(s)), default=math.inf)

    anchored = [n for n in range(6) if anchor is None or anchor[n]]
    single = units.single_costs(0, cost, may, anchor, many)
    assert single.tolist() == [
        least(lambda s, c=c: any(units.home_of[n] == c for n in s & {*anchored})) for c in range(3)
    ]
    if units.least[0] < 2:
        return
    for home in [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]:

        def is_at_home(s: set[int], home=home) -> bool:
            there = {int(units.home_of[n]) for n in s}
            inside = there == {*home} if len(home) == 1 else there >= {*home}
            return inside and any(units.home_of[n] in home for n in s & {*anchored})

        assert units.several_cost(0, cost, may, anchor, many, home) == least(is_at_home)


def test_a_pe_that_needs_no_node_costs_nothing() -> None:
    """Alone p costs a quarter of the mean load and of the busiest, on c."""
    prices = {"prices": {"load": {"b": 0.5, "c": 0.5}}}
    given = two_pes(pes={"q": {"min_nodes": 0}, "p": {"max_mips": 100}})
    proven = certified(given, ComponentPrices.read(proof(prices), given))
    assert proven == pytest.approx(0.25 * (1 / 3 + 0.5), rel=1e-12)
    assert 0.25 * (1 / 3 + 0.5) - proven > 1e-14  # what rounding may have added is taken off


def test_packings_count_how_often_a_size_goes_into_a_load() -> None:
    """Of two PEs of 0.6 a node below 1 has one; at 2 for each fifth both owe 12, it holds 6."""
    node = {"name": "n", "mips": 10, "cluster": "A"}
    pes = [{"name": name, "goal": 0, "max_mips": 6} for name in "pq"]
    weights = {"mean_node": 1, "max_node": 100, "mean_link": 0, "max_link": 0}
    given = MacroW.model_validate({"name": "x", "nodes": [node], "pes": pes, "weights": weights})
    prices = {"prices": {"pack": {"g": {"1/5": 2.0}}}}
    tree = {"level": "1", "below": prices, "from": {"prices": {}}}
    certificate = proof(tree) | {"groups": {"g": ["n"]}}
    proven = certified(given, ComponentPrices.read(certificate, given))
    assert proven == pytest.approx(1.2 + 12 - 6, rel=1e-12)


def test_a_pe_whose_goal_no_nodes_reach_needs_more_than_there_are() -> None:
    node = {"name": "n", "mips": 10, "cluster": "A"}
    pes = [{"name": "p", "goal": 25}, {"name": "q", "goal": 10}]
    units = Units(MacroW.model_validate({"name": "x", "nodes": [node], "pes": pes}), set())
    assert units.least == [2, 1]


def test_homes_are_single_clusters_where_there_are_many() -> None:
    """Nine clusters in a row; a stream from one end to the other pays for all links."""
    nodes = [{"name": f"n{k}", "mips": 10, "cluster": f"c{k}"} for k in range(9)]
    links = [{"name": f"l{k}", "between": [f"c{k}", f"c{k + 1}"], "capacity": 4} for k in range(8)]
    pes = [{"name": p, "goal": 5, "allowed_nodes": [n]} for p, n in (("p", "n0"), ("q", "n8"))]
    row = MacroW.model_validate(
        {"name": "row", "nodes": nodes, "links": links, "pes": pes,
         "streams": [{"from": "p", "to": "q", "rate": 2}],
         "weights": {"mean_node": 0, "max_node": 0, "mean_link": 1, "max_link": 1}}
    )  # fmt: skip
    tree = {"prices": {"link": {"l3": 1.0}}}
    certificate = proof(tree) | {"groups": {}}
    assert certified(row, ComponentPrices.read(certificate, row)) == pytest.approx(1.0)
    ends = {"candidates": {"p": ["n0"], "q": ["n8"]}}
    assert check(row, ends).objective == 1.0


@pytest.mark.parametrize(
    ("prices", "words"),
    [
        ({"risk": 0.1}, "a price of risk needs a risk limit"),
        ({"change": 0.1}, "a price of changes needs max_total_change"),
        ({"crowd": {"b": 0.1}}, "node b has no max_pes, so it can have no price"),
        ({"pack": {"b": {"1/4": 0.1}}}, "packings may have prices only below a level"),
    ],
)
def test_what_is_not_limited_has_no_price(prices: dict, words: str) -> None:
    assert words in check_certificate(two_pes(), proof({"prices": prices}), 0.1)[0].message


def test_a_tree_of_too_many_splits_is_refused() -> None:
    tree: dict = {"prices": {}}
    for _ in range(401):
        tree = {"pe": "p", "on": [], "inside": tree, "outside": {"prices": {}}}
    assert "its tree is too deep" in check_certificate(two_pes(), proof(tree), 0.0)[0].message
    assert check_certificate(two_pes(), proof(tree["inside"]), 0.0) == []


@pytest.mark.parametrize(
    "prices",
    [
        {"pack": {"all": {"1/1" + 299 * "0": 1e100}}},
        {"load": {"all": 1.7e308}, "crowd": {"all": 1.7e308}},
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_prices_that_overflow_prove_nothing(prices: dict) -> None:
    """An infinite sum would say that there is no plan below a level that all plans are below."""
    instance = optgap.load("macrow/two-clusters")
    certificate = {
        "kind": "component-prices",
        "dropped": [list(stream.ends) for stream in instance.streams],
        "groups": {"all": [node.name for node in instance.nodes]},
        "tree": {"level": "10", "below": {"prices": prices}, "from": {"prices": {}}},
    }
    faults = optgap.problem_named("macrow").check_certificate(instance, certificate, 5.0)
    assert "proves nothing" in faults[0].message


UP = 1.0001 * 2.0**-53  # added to 1 or a little more, it is rounded up to nearly twice as much


def in_two_clusters(pes: list[dict], **changes) -> MacroW:
    """PEs on two nodes of A and one of B; no weight but those of the busiest node and of links."""
    fields = {
        "name": "x",
        "nodes": [{"name": n, "mips": 1, "cluster": n[0].upper()} for n in ("a0", "a1", "b0")],
        "links": [{"name": "A-B", "between": ["A", "B"], "capacity": 2**-10}],
        "weights": {"mean_node": 0, "max_node": 1, "mean_link": 1, "max_link": 0},
        "pes": [{"goal": 0, **pe} for pe in pes],
    }
    return MacroW.model_validate({**fields, **changes})


def star(count: int) -> tuple[MacroW, dict, Fraction]:
    """A PE that needs some nodes of A, and a hundred that stream to it and cost next to nothing."""
    where = {"min_nodes": count, "allowed_nodes": ["a0", "a1"][:count]}
    sizes = [1.0, *[UP] * 100]
    pes = [{"name": f"p{k}", "max_mips": size, **where} for k, size in enumerate(sizes)]
    streams = [{"from": f"p{k}", "to": "p0", "rate": 1e-30} for k in range(1, 101)]
    load = np.array([1.0, 0.0, 0.0] if count == 1 else [0.5, 0.5, 0.0])
    cost = sum((Fraction(repr(size)) for size in sizes), Fraction(0))
    return in_two_clusters(pes, streams=streams), {"load": load}, cost


def traffic() -> tuple[MacroW, dict, Fraction]:
    """Thirty PEs on a0 and thirty on b0, with a stream of each of the first to each other."""
    one, other = [f"a{k}" for k in range(30)], [f"b{k}" for k in range(30)]
    pairs = list(itertools.product(one, other))
    rates = [2.0**10, *[2**10 * UP] * (len(pairs) - 1)]
    pes = [{"name": n, "allowed_nodes": [f"{n[0]}0"], "min_nodes": 1} for n in one + other]
    streams = [
        {"from": p, "to": q, "rate": rate} for (p, q), rate in zip(pairs, rates, strict=True)
    ]
    colocated = [(names[0], name) for names in (one, other) for name in names[1:]]
    cost = 2**10 * sum((Fraction(repr(rate)) for rate in rates), Fraction(0))
    return in_two_clusters(pes, streams=streams, colocated=colocated), {}, cost


def tokens() -> tuple[MacroW, dict, Fraction]:
    """A PE that needs five thousand licenses, of which there are no tokens."""
    licenses = [{"name": f"l{k}", "tokens": 0, "pes": ["p"]} for k in range(5000)]
    prices = [1.0, *[UP] * 4999]
    cost = sum(map(Fraction, prices), Fraction(0))
    instance = in_two_clusters([{"name": "p", "min_nodes": 1}], licenses=licenses)
    return instance, {"license": np.array(prices)}, cost


@pytest.mark.parametrize(
    "case", [lambda: star(1), lambda: star(2), traffic, tokens], ids=["1", "2", "traffic", "tokens"]
)
def test_no_bound_gains_by_rounding(case) -> None:
    """Each addition rounds up, so that the sum in floating point is more than a plan costs."""
    instance, given, cost = case()
    none = {"load": np.zeros(3), "crowd": np.zeros(3), "link": np.zeros(1), "license": np.zeros(0)}
    prices = RowPrices(**{**none, "pack": [], "risk": 0.0, "change": 0.0, **given})
    places = Places(instance, set())
    assert cost * (1 - Fraction(1, 10**9)) < Fraction(places.least_value(prices, Leaf())) <= cost


def test_an_instance_survives_its_file(tmp_path) -> None:
    instance = optgap.load("macrow/two-clusters")
    from optgap.core.files import save_instance

    save_instance(instance, tmp_path / "copy.json")
    assert '"from": "source"' in (tmp_path / "copy.json").read_text()
    assert optgap.load(str(tmp_path / "copy.json")) == instance
