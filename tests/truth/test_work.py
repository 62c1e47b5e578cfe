"""What reading and judging cost is counted in work, not in seconds."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import FrameType
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.core import decimals, faults, files, schema
from optgap.core.decimals import as_written
from optgap.core.faults import InputError
from optgap.instances import eviction
from optgap.instances.eviction import Eviction
from optgap.validation.judge.consolidation.packing import PackingInUnits

MACROQ = {"shape": "curves", "jobs": 50, "points": 5}


def test_numbers_that_repeat_are_made_fractions_once(monkeypatch) -> None:
    made = optgap.generate("eviction", 1, residents=3000)
    distinct = {value for each in made.residents for value in each.factors.values()}
    asked: list[float] = []
    for module in (eviction, decimals):
        monkeypatch.setattr(module, "as_written", lambda n: asked.append(n) or Fraction(str(n)))
    Eviction.model_validate(made.model_dump())
    assert len(asked) < len(distinct) + 500


def test_a_digest_asks_no_protocol_of_lists(monkeypatch) -> None:
    """A protocol takes ten times as long to ask as the digest of a list."""
    asked: list[object] = []

    class Asked(type):
        def __instancecheck__(cls, value: object) -> bool:
            asked.append(value)
            return False

    made = optgap.generate("eviction", 1, residents=300)
    digest = made.sha256
    monkeypatch.setattr(schema, "Documented", Asked("Documented", (), {}))
    again = made.model_copy()
    assert again.sha256 == digest
    assert len(asked) == 0


@pytest.mark.parametrize("seed", range(6))
def test_temperatures_are_the_exact_weighted_sums(seed: int) -> None:
    rng = np.random.default_rng(seed)
    made = optgap.generate("eviction", seed, residents=20)
    weights = {"cpu_usage": 0.3, "memory_usage": round(rng.random(), 3), "connections": 1e-3}
    made = made.model_copy(update={"weights": weights})
    expected = [
        sum(Fraction(str(weights[f])) * Fraction(str(v)) for f, v in each.factors.items())
        for each in made.residents
    ]
    assert made.temperatures == expected
    assert [Fraction(int(h), made.heat_parts) for h in made.heat] == expected
    whole = [t * made.heat_parts for t in expected]
    assert all(each.denominator == 1 for each in whole)
    assert np.lcm.reduce([t.denominator for t in expected]) == made.heat_parts


def test_given_temperatures_count_as_they_are_written() -> None:
    residents = [
        {"name": str(k), "demand": [1], "temperature": t} for k, t in enumerate((0.1, 0.25, 0))
    ]
    document = {"name": "n", "resources": ["cpu"], "request": [2], "residents": residents}
    made = Eviction.model_validate(document)
    assert made.temperatures == [Fraction(1, 10), Fraction(1, 4), 0]
    assert (made.heat.tolist(), made.heat_parts) == ([2, 5, 0], 20)
    residents[0]["temperature"] = 1e-16
    residents[1]["temperature"] = 12.5
    with pytest.raises(InputError, match="temperatures have too many digits to be added"):
        Eviction.model_validate(document)


@pytest.mark.parametrize("number", [0.1, 1e-9, 3, 1e22, 5e-324, Fraction(1, 3), np.float64(2.5)])
def test_numbers_are_the_decimals_that_they_are_written_as(number: float | Fraction) -> None:
    assert as_written(number) == Fraction(str(number))


def calls_of(function: Callable[[], object]) -> int:
    """Return how many functions, Python's own included, are called while one runs."""
    count = 0

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(before)
    return count


def test_the_judge_of_a_cluster_does_not_ask_all_jobs_at_every_moment() -> None:
    entry = optgap.problem_named("adaptive_config")
    calls = []
    for groups in (20, 80):
        made = optgap.generate("adaptive_config", 1, groups=groups, jobs=12, containers=8 * groups)
        decision = optgap.solve(made, "static-fair").decision
        assert decision is not None
        calls.append(calls_of(partial(entry.judge, made, decision)))
    assert calls[1] < 6 * calls[0]


@pytest.mark.parametrize(("problem", "few"), [("eviction", {"residents": 500}), ("macroq", MACROQ)])
def test_a_document_without_faults_is_not_walked_through_by_places(
    problem: str, few: dict[str, Any], tmp_path
) -> None:
    """A walk calls a function at each place, so that a document with a fault takes more calls."""
    path = tmp_path / "made.json"
    optgap.save(optgap.generate(problem, 1, **few), path)
    text = path.read_bytes()
    optgap.load(path)

    def look(document: dict[str, Any]) -> None:
        with suppress(InputError):
            faults.refuse_extremes(document, "x")

    def read(content: bytes) -> None:
        with suppress(InputError):
            look(files.parse_json(content, "x"))

    twice = text.replace(b"{", b'{"name": 1, ', 1)
    extreme = text.replace(b"{", b'{"z": 1e300, ', 1)
    sound, document = calls_of(partial(read, text)), json.loads(text)
    assert 10 * sound < min(calls_of(partial(read, twice)), calls_of(partial(read, extreme)))
    seen = calls_of(partial(look, document))
    assert 2 * seen < calls_of(partial(look, document | {"z": 1e300}))


def test_the_collector_rests_while_an_instance_is_read(tmp_path, monkeypatch) -> None:
    path = tmp_path / "made.json"
    optgap.save(optgap.generate("eviction", 1, residents=5), path)
    collecting: list[bool] = []
    parsed = files.parse_json

    def parse(*given, **more):
        collecting.append(gc.isenabled())
        return parsed(*given, **more)

    monkeypatch.setattr(files, "parse_json", parse)
    assert gc.isenabled()
    optgap.load(path)
    assert collecting == [False]
    assert gc.isenabled()
    path.write_text("{")
    with pytest.raises(InputError):
        optgap.load(path)
    assert gc.isenabled()


def test_sizes_that_repeat_are_made_fractions_once_by_the_judge(monkeypatch) -> None:
    made = optgap.generate("consolidation", 1, machines=60)
    outcome = optgap.solve(made, "first-fit")
    entry = optgap.problem_named("consolidation")
    numbers_of_items = {n for item in made.items for n in (*item.demand, item.migration_cost)}
    asked: list[str] = []
    monkeypatch.setattr(decimals, "Decimal", lambda text: asked.append(text) or Decimal(text))
    decimals.as_written.cache_clear()
    entry.judge(made, outcome.decision)
    entry.check_certificate(made, outcome.certificate, outcome.bound)
    assert len(asked) < len(numbers_of_items) + 100


def test_the_judge_of_a_packing_keeps_one_set_of_machines_for_items_alike() -> None:
    """One per item took 750 MB where 11,000 items may be on 1,500 machines."""
    made = optgap.generate("consolidation", 1, machines=40)
    assert len(made.items) > 200
    assert len({id(names) for names in PackingInUnits(made).may}) == 1


def test_the_judge_of_queues_does_not_ask_all_waiting_jobs_at_every_moment() -> None:
    entry = optgap.problem_named("queue_config")
    calls = []
    for jobs in (150, 600):
        made = optgap.generate("queue_config", 1, jobs=jobs, queues=4)
        decision = optgap.solve(made, "static-fifo").decision
        assert decision is not None
        calls.append(calls_of(partial(entry.judge, made, decision)))
    assert calls[1] < 6 * calls[0]
