"""Cloudcast: both rules, bounds, plans, forged links."""

import itertools
import json

import pytest

import optgap
from optgap_found_programs import cloudcast
from optgap_found_programs.task import DATA

KNOWN = json.loads((DATA / "cloudcast" / "best_known.json").read_text())


def tree_paths(instance, tree) -> dict:
    above = {child: parent for parent, child in tree}

    def path(region: str) -> list[str]:
        return [*path(above[region]), region] if region in above else [region]

    return {"paths": {name: [path(name)] * instance.partitions for name in instance.destinations}}


@pytest.mark.parametrize(
    ("rule", "plan", "bound"), [("gepa", 622.772, 619.793), ("head", 618.060, 618.022)]
)
def test_plans_and_bounds(rule: str, plan: float, bound: float) -> None:
    values = []
    for reference in cloudcast.references(rule):
        known = KNOWN[reference.instance.name]
        decision = tree_paths(reference.instance, known[f"tree_{rule}"])
        verdict = cloudcast.problem.judge(reference.instance, decision)
        assert verdict.objective == pytest.approx(known[f"plan_{rule}"], abs=1e-6)
        assert reference.bound == pytest.approx(known[f"bound_{rule}"], abs=1e-5)
        assert reference.bound <= verdict.objective
        values.append(verdict.objective)
    assert sum(values) == pytest.approx(plan, abs=5e-4)
    assert sum(each.bound for each in cloudcast.references(rule)) == pytest.approx(bound, abs=5e-4)


def test_the_seed_has_the_cost_of_the_framework(judged, seed) -> None:
    found = judged("cloudcast", seed("cloudcast"), instances=None)
    assert found.correct
    total = sum(row.objective for row in found.rows)
    assert total == pytest.approx(1045.86, abs=5e-3)
    assert found.score == pytest.approx(1 / (1 + total), abs=1e-12)
    outcomes = [
        optgap.solve(each.instance, "cheapest-paths") for each in cloudcast.references()[:1]
    ]
    assert outcomes[0].objective == pytest.approx(found.rows[0].objective, rel=1e-12)
    assert outcomes[0].bound_kind == "certified"


@pytest.mark.parametrize("seed", range(4))
def test_the_cheapest_tree_agrees_with_all_sets_of_links(seed: int) -> None:
    instance = cloudcast.generate(seed, destinations=2, regions=4)
    links = {edge: price for edge, (price, _) in instance.links().items()}
    best = min(
        sum(links[edge] for edge in chosen)
        for count in range(1, 4)
        for chosen in itertools.combinations(links, count)
        if reaches(chosen, instance.origin) >= set(instance.destinations)
    )
    limit = 2 * instance.egress["aws"]
    expected = 300 * best + 3 * 2 * 0.54 / 3600 * (2400 / limit)
    claim = cloudcast.CheapestTree(price=1e-9)
    assert float(cloudcast.certified(instance, claim)) == pytest.approx(expected, rel=1e-12)
    for method in ("cheapest-paths", "growing-tree"):
        assert optgap.solve(instance, method).objective >= expected - 1e-9


def reaches(chosen, origin: str) -> set[str]:
    seen = {origin}
    for _ in chosen:
        seen |= {second for first, second in chosen if first in seen}
    return seen


def test_a_claim_above_the_cheapest_tree_proves_nothing() -> None:
    reference = cloudcast.references()[0]
    assert not cloudcast.problem.check_certificate(
        reference.instance, {"price": 0.19}, reference.bound
    )
    assert cloudcast.problem.check_certificate(
        reference.instance, {"price": 0.1901}, reference.bound
    )


FORGERIES = {
    "own prices": "for p in result.paths.values():\n    for e in p.values():\n"
    "        for link in e:\n            link[2]['cost'] = -9\nreturn result",
    "links made up": "a = given[0]\nfor dst, p in result.paths.items():\n    for k in p:\n"
    "        p[k] = [[a, 'free', {'cost': 0, 'throughput': 9}], ['free', dst, {}]]\nreturn result",
    "a partition left out": "next(iter(result.paths.values())).pop('0')\nreturn result",
    "fewer destinations": "result.dsts = result.dsts[:1]\nresult.paths = {}\nreturn result",
    "one partition alone": "result.num_partitions = 1\nfor p in result.paths.values():\n"
    "    for k in list(p)[1:]:\n        p[k] = []\nreturn result",
    "links that are not a path": "for p in result.paths.values():\n    for k in p:\n"
    "        p[k] = p[k][::-1] * 2\nreturn result",
    "links from nowhere": "for dst, p in result.paths.items():\n    for k in p:\n"
    "        p[k] = [[dst, dst, {}]]\nreturn result",
    "another origin": "result.src = given[1][0]\nresult.paths = {d: {str(k): "
    "[[given[1][0], d, {}]] for k in range(10)} for d in given[1]}\nreturn result",
    "nothing": "return None",
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_no_forgery_raises_a_score(forgery: str, judged, seed, after) -> None:
    chosen = ["intra_aws"]
    honest = judged("cloudcast", seed("cloudcast"), instances=chosen)
    text = after("cloudcast", "search_algorithm", FORGERIES[forgery])
    found = judged("cloudcast", text, instances=chosen)
    assert found.score == (honest.score if forgery == "own prices" else 0.0)
    assert found.rows[0].status in ("ok", "garbage", "infeasible")


def test_fresh_configurations(judged, seed) -> None:
    found = judged("cloudcast-head", seed("cloudcast"), fresh=1)
    assert found.correct
    assert all(row.gap > -1e-12 for row in found.rows)
