"""A method that refuses may name others; none of these sends back to one that has refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import optgap

_MEMORY = 2000  # bytes: no model fits
_LARGE: dict[str, tuple[dict[str, Any], ...]] = {
    "eviction": ({"residents": 600, "resources": 3},),
    "cold_stock": ({"days": 400},),
    "macroq": ({"products": True}, {"shape": "curves"}),
    "adaptive_config": ({"interval": 2.0},),
}
_SUGGESTED = re.compile(r"; (.*)|\buse (.*)|such a model: (.*)")


def refusals(instance: optgap.Instance) -> Iterator[tuple[str, str]]:
    """Yield the methods that give nothing, with their reasons."""
    for method in optgap.problem_named(instance.problem).methods:
        try:
            outcome = optgap.solve(instance, method.name, time_limit=0.5, memory_limit=_MEMORY)
        except optgap.InputError as error:
            yield method.name, str(error)
            continue
        if outcome.decision is None and not outcome.front and outcome.message:
            yield method.name, outcome.message


def suggestions(message: str, methods: list[str]) -> set[str]:
    """Return the methods that a reason sends to."""
    advice = " ".join(part for found in _SUGGESTED.findall(message) for part in found)
    return {name for name in methods if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", advice)}


def test_suggestions_are_heard() -> None:
    methods = ["exact", "dp", "coldest-first"]
    assert suggestions("its table is too large; use exact", methods) == {"exact"}
    assert suggestions("methods without such a model: dp, coldest-first", methods) == {
        "dp",
        "coldest-first",
    }


@pytest.mark.parametrize("problem", optgap.problem_names())
def test_refusals_send_nobody_in_a_circle(problem: str) -> None:
    methods = [method.name for method in optgap.problem_named(problem).methods]
    refused = 0
    for settings in ({}, *_LARGE.get(problem, ())):
        instance = optgap.generate(problem, 1, **settings)
        sent = {name: suggestions(said, methods) for name, said in refusals(instance)}
        refused += len(sent)
        for name, others in sent.items():
            reached, waiting = set(others), list(others)
            while waiting:
                fresh = sent.get(waiting.pop(), set()) - reached
                reached |= fresh
                waiting += fresh
            assert name not in reached, (name, sent)
    assert refused or not hasattr(optgap.problem_named(problem).formulation, "model_size")
