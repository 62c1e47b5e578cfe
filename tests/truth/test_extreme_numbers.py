"""A number of absurd size in a certificate is refused; it costs no time and no memory."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.core.decimals import number_in
from optgap.core.faults import InputError

SHIPPED = Path(__file__).parents[2] / "instances" / "data"
NUMBER = re.compile(r"-?[0-9.]+(/[0-9]+)?([eE][+-]?[0-9]+)?")
EXTREMES = [10**400, 2**63 - 1, -(2**63), 1e308, 1e100, 1e-300, float("inf"), float("nan")]
TEXTS = ["1e9999999999", "-1e9999999999", "1e-9999999999", "1/0", "9" * 10**6, "1_0", "nan", "inf"]
# an instance and a method for each kind of certificate
SOURCES = [
    "adaptive_config/hunted-static-fifo dp",
    "adaptive_config/too-little dp",
    "adaptive_config/tuning exact",
    "cluster_ratio/algorithm-3 dp",
    "cluster_ratio/hunted-greedy dp",
    "cluster_ratio/infeasible dp",
    "cold_stock/eight-short-days dp",
    "cold_stock/figure-6-case-1 dp",
    "cold_stock/figure-6-case-1 exact",
    "cold_stock/figure-6-case-1 minimum-stock",
    "cold_stock/too-late exact",
    "consolidation/figure-4 column-generation",
    "consolidation/gpu-shares column-generation",
    "consolidation/karpenter-search column-generation",
    "consolidation/kubernetes-small column-generation",
    "eviction/all-too-small exact",
    "eviction/four-databases dp",
    "eviction/hunted-primal-dual primal-dual",
    "eviction/two-small dp",
    "macroq/tiny waterline",
    "macroq/tiny-infeasible exact",
    "macrow/fairness components",
    "macrow/two-clusters components",
    "microq/two-components rounded",
    "microw/hunted-keep flow-lp",
    "placement/hunted-fuxi bottleneck",
    "queue_config/infeasible exhaustive",
    "queue_config/infeasible rrs",
    "stage/infeasible exact",
    "stage/infeasible-bins priced",
    "utility/crowded dp",
    "utility/whole-iterations dp",
    "utility/worst-job dp",
    "utility_course/myopia exact",
    "utility_course/shortest-first exact",
    "utility_course/too-many-least-cores exact",
    "warm_pool/keep best-constant-margin",
    "warm_pool/keep dp",
    "warm_pool/too-steep exact",
]
# a tree with a split, and prices by size
MACROW = {
    "kind": "component-prices",
    "dropped": [],
    "groups": {"all": ["a1"]},
    "tree": {
        "level": "1/2",
        "below": {"prices": {"load": {"all": 0.5}, "pack": {"all": {"1/3": 0.5}}}},
        "from": {"prices": {}},
    },
}


def forged(document: Any) -> Iterator[Any]:
    """Yield the document with an absurd number in place of each number: value, text or key."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from ({**document, key: other} for other in forged(value))
            if NUMBER.fullmatch(key):
                others = {k: v for k, v in document.items() if k != key}
                yield from ({**others, text: value} for text in TEXTS)
    elif isinstance(document, list):
        for k, value in enumerate(document[:3]):
            yield from ([*document[:k], other, *document[k + 1 :]] for other in forged(value))
    elif isinstance(document, (int, float)):
        yield from [*EXTREMES, *TEXTS]
    elif isinstance(document, str) and NUMBER.fullmatch(document):
        yield from TEXTS


def refused_or_proven(instance: Any, solution: dict[str, Any], certificate: Any) -> bool:
    """Check a solution with another certificate; return whether all of it is accepted."""
    try:
        check = optgap.check(instance, {**copy.deepcopy(solution), "certificate": certificate})
    except InputError:
        return False
    return not check.violations


@pytest.mark.parametrize("source", SOURCES)
def test_every_number_of_a_certificate(source: str) -> None:
    name, method = source.split()
    instance = optgap.load(name)
    solution = json.loads(optgap.solve(instance, method).model_dump_json())
    assert solution["certificate"] is not None
    assert refused_or_proven(instance, solution, solution["certificate"])
    for certificate in forged(solution["certificate"]):
        refused_or_proven(instance, solution, certificate)


def test_every_number_of_a_tree_of_macrow() -> None:
    instance = optgap.load("macrow/two-clusters")
    groups = {"all": [instance.nodes[0].name]}
    solution = json.loads(optgap.solve(instance, "components").model_dump_json())
    solution["bound"] = 0.0
    dropped = solution["certificate"]["dropped"]
    certificate = {**MACROW, "groups": groups, "dropped": dropped}
    assert not [
        v
        for v in optgap.check(instance, {**solution, "certificate": certificate}).violations
        if v.where == "certificate"
    ]
    for other in forged(certificate):
        refused_or_proven(instance, solution, other)
    for tree in ({**MACROW["tree"], "level": text} for text in TEXTS):
        check = optgap.check(instance, {**solution, "certificate": {**certificate, "tree": tree}})
        assert any("is not a decimal or a fraction" in v.message for v in check.violations)


def test_numbers_in_quotes() -> None:
    assert [str(number_in(text)) for text in ("-0.25", "1e-3", "2/7", "7")] == [
        "-1/4",
        "1/1000",
        "2/7",
        "7",
    ]
    for text in [*TEXTS, "", " 1", "1/2e3", "1e1000", "٣", ".5"]:
        with pytest.raises(ValueError, match="is not a decimal or a fraction of ordinary size"):
            number_in(text)
