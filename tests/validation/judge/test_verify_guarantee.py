"""The verifier of guarantees accepts what the search proves, and refuses every forgery."""

import copy
import json
from typing import Any

import pytest
from guarantee_forgeries import FORGERIES, forged
from guarantee_rows import ODD, Row, grid_rows, makespan, placement

from optgap.validation.guarantees import verify_document
from optgap.validation.judge import Refused

SEEDS = range(10)


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(json.dumps(grid_rows()["lpt"].prove().as_document()))


@pytest.mark.parametrize("name", grid_rows())
def test_what_the_search_proves_is_verified(name: str) -> None:
    document = grid_rows()[name].prove().as_document()
    words, paths, sums = verify_document(json.loads(json.dumps(document)))
    assert f"the worst ratio of {document['method'].rpartition(':')[2]} is" in words
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
    assert "is at least 7/6" in verify_document(document)[0]
    with pytest.raises(Refused, match="at_most"):
        verify_document(document | {"at_most": "4/3"})
