"""The judge of macrow: one constraint at a time, just inside and just outside."""

import pytest

import optgap
from optgap.instances.macrow import MacroW

check = optgap.problem("macrow").judge
check_certificate = optgap.problem("macrow").check_certificate


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


def test_there_are_no_certificates() -> None:
    assert check_certificate(two_pes(), {"kind": "prices"}, 0.0)


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
    faults = optgap.problem("macrow").check_certificate(instance, certificate, 5.0)
    assert "proves nothing" in faults[0].message


def test_an_instance_survives_its_file(tmp_path) -> None:
    instance = optgap.load("macrow/two-clusters")
    from optgap.core.files import save_instance

    save_instance(instance, tmp_path / "copy.json")
    assert '"from": "source"' in (tmp_path / "copy.json").read_text()
    assert optgap.load(str(tmp_path / "copy.json")) == instance
