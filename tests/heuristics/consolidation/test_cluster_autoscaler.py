"""The scale-down of the cluster autoscaler: half empty nodes, one after the other, round robin."""

import optgap
from optgap.instances.consolidation import Consolidation


def nodes(*pods: str, rules: list[dict[str, object]] | None = None) -> Consolidation:
    """Nodes of 10 cpu and 10 memory; each text has the sizes of the pods on one of them."""
    items = [
        {"name": f"p{j}-{k}", "demand": [float(size), 1.0], "machine": f"n{j}"}
        for j, text in enumerate(pods)
        for k, size in enumerate(text.split())
    ]
    machines = [{"name": f"n{j}", "capacity": [10, 10]} for j in range(len(pods))]
    document = {"name": "x", "resources": ["cpu", "memory"], "machines": machines, "items": items}
    return Consolidation.model_validate({**document, "rules": rules})


def after(instance: Consolidation) -> dict[str, str]:
    outcome = optgap.solve(instance, "cluster-autoscaler")
    assert outcome.decision is not None
    return outcome.decision["machine"]


def test_a_node_below_one_half_goes() -> None:
    assert set(after(nodes("4", "5")).values()) == {"n1"}


def test_a_node_of_one_half_stays_though_its_pods_fit_elsewhere() -> None:
    assert set(after(nodes("5", "5")).values()) == {"n0", "n1"}
    assert optgap.solve(nodes("5", "5"), "exact").objective == 1.0


def test_what_has_moved_counts_for_the_next_candidate() -> None:
    """n0 goes to n1, which is then full enough to stay; n2 goes behind it to n3."""
    found = after(nodes("3", "3", "3", "3"))
    assert found == {"p0-0": "n1", "p1-0": "n1", "p2-0": "n3", "p3-0": "n3"}


def test_the_search_begins_behind_the_node_found_last() -> None:
    found = after(nodes("1 1 1", "6", "6", "6"))
    assert [found[f"p0-{k}"] for k in range(3)] == ["n1", "n2", "n3"]


def test_rules_hold() -> None:
    apart = {"kind": "apart", "items": ["p0-0", "p1-0"], "level": "machine", "at_most": 1}
    assert set(after(nodes("4", "5", rules=[apart])).values()) == {"n0", "n1"}
