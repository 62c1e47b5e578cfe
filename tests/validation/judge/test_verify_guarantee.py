"""The verifier of guarantees accepts what the search proves, and refuses every forgery."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from guarantee_forgeries import FORGERIES, forged
from guarantee_rows import ODD, Row, eviction, grid_rows, makespan, placement

import optgap
from optgap.core.faults import InputError
from optgap.validation.guarantees import verify_document
from optgap.validation.judge import Refused

SEEDS = range(10)


@pytest.fixture(autouse=True, scope="module")
def no_problem_files() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPTGAP_PROBLEM_FILES", "")
        yield


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(json.dumps(grid_rows()["lpt"].prove().as_document()))


@pytest.mark.parametrize("name", grid_rows())
def test_what_the_search_proves_is_verified(name: str) -> None:
    document = grid_rows()[name].prove().as_document()
    words, paths, sums = verify_document(json.loads(json.dumps(document)))
    assert words.startswith(f"{document['method']}: ") and "exactly, for all inputs" in words
    assert paths.startswith(f"{document['paths']} paths")
    assert not sums.startswith("0 ")


def test_an_unbounded_ratio_is_verified_and_its_ray_cannot_be_changed() -> None:
    document = Row(placement(2, 2), "ipa", "latency", None).prove().as_document()
    assert "has no limit" in verify_document(document)[0]
    for key, value in (("ray", {"latency[0]": "1"}), ("at_least", "7"), ("attained", True)):
        with pytest.raises(Refused):
            verify_document(document | {key: value})
    small = copy.deepcopy(document)
    small["worst_instance"]["latency"] = [[1, 1], [1, 1]]
    with pytest.raises(Refused, match="has a smaller ratio"):
        verify_document(small)


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_guarantees_are_refused(document: Any, name: str) -> None:
    verify_document(document)
    for seed in SEEDS:
        with pytest.raises(Refused):
            verify_document(forged(document, name, seed))


def test_the_proof_of_another_heuristic_is_refused(document: Any) -> None:
    """Both run on the same family, so that only their comparisons differ."""
    other = Row(makespan(), f"{ODD}:first_machine", "times", None, (), ("sorted",)).prove()
    mixed = other.as_document() | {key: document[key] for key in ("ratio", "at_least", "at_most")}
    mixed["certificate"] = other.document["certificate"] | {"tree": document["certificate"]["tree"]}
    with pytest.raises(Refused):
        verify_document(mixed | {"paths": document["paths"]})


def test_a_lower_bound_alone_claims_nothing_from_above(document: Any) -> None:
    less = {"kind": "bounds", "ratio": None, "at_most": None}
    document = document | less | {"certificate": document["certificate"] | {"tree": None}}
    assert "may be 7/6 times the optimum, or more" in verify_document(document)[0]
    with pytest.raises(Refused, match="at_most"):
        verify_document(document | {"at_most": "4/3"})
    with pytest.raises(Refused, match="has another ratio"):
        verify_document(document | {"at_least": "5/4"})


def test_a_limit_is_not_attained_and_its_instance_is_within_a_millionth() -> None:
    document = Row(makespan(2), f"{ODD}:three_ways", "times", "2").prove().as_document()
    assert verify_document(document)
    for times, attained in (([1, 1.00001], False), ([1, 1.0000001], True), ([1, 1], False)):
        worst = document["worst_instance"] | {"times": times}
        with pytest.raises(Refused, match=r"attained|has a smaller ratio"):
            verify_document(document | {"worst_instance": worst, "attained": attained})


def test_a_refused_leaf_is_named_with_what_its_multipliers_prove(document: Any) -> None:
    with pytest.raises(Refused, match=r"tree, [yn]+: .* only a ratio of [78]/[67]"):
        verify_document(document | dict.fromkeys(("ratio", "at_least", "at_most"), "1"))


def test_a_ratio_below_1_is_refused(document: Any) -> None:
    with pytest.raises(Refused, match="is below 1"):
        verify_document(document | dict.fromkeys(("ratio", "at_least", "at_most"), "1/2"))


def test_a_node_without_a_side_is_no_proof(document: Any) -> None:
    node = document["certificate"]["tree"]
    nowhere = node | {"yes": {"cut": [0, 1]}, "no": {"cut": [0, 1]}}
    with pytest.raises(Refused, match="a node has no side"):
        verify_document(document | {"certificate": document["certificate"] | {"tree": nowhere}})


def test_a_worst_instance_without_a_plan_is_refused() -> None:
    document = copy.deepcopy(grid_rows()["first-fit"].prove().as_document())
    document["worst_instance"]["items"][0]["demand"] = [7]
    with pytest.raises(Refused, match="has a smaller ratio"):
        verify_document(document)


def test_a_resident_that_must_stay_is_no_part_of_a_decision() -> None:
    residents = [{"name": n, "demand": [2], "temperature": 1, "keep": n == "a"} for n in "abc"]
    instance = eviction(2, (2,)).replaced(residents=residents)
    with pytest.raises(InputError, match="although there is a plan"):
        optgap.guarantee(instance, lambda _: {"evict": ["a"]}, free="residents[].temperature")
