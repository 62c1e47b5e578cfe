"""Numbers that differ in the last digits that a float has: what is equal in the file is equal."""

from __future__ import annotations

import itertools
import json
import math
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.core.decimals import steps
from optgap.core.faults import InputError
from optgap.instances.cold_stock import ColdStock
from optgap.instances.eviction import Eviction
from optgap.instances.macroq import MacroQ
from optgap.instances.microq import MicroQ
from optgap.instances.utility_course import UtilityCourse
from optgap.instances.warm_pool import WarmPool
from optgap.validation.catalogue.methods import small_proof

DATA = Path(__file__).parents[2] / "instances" / "data"


def microq(mips: list[float], pacing: list[list[float]], importance: list[float]) -> MicroQ:
    pes = [{"name": f"p{k}", "nodes": ["n"], "pacing": row} for k, row in enumerate(pacing)]
    component = {"name": "c", "mips": mips, "importance": importance, "pes": pes}
    nodes = [{"name": "n", "mips": 200.0}]
    return MicroQ.model_validate({"name": "dust", "nodes": nodes, "components": [component]})


def answered(instance: Any) -> optgap.Outcome:
    outcome = optgap.solve(instance)
    assert outcome.status == "optimal", outcome.message
    return outcome


def test_steps_are_those_of_the_decimals() -> None:
    assert steps(np.array([1.7, 1.8])).tolist() == [0.1]
    assert steps(np.array([131.19355687795615, 131.1935568779561])).tolist() == [0.0]
    assert steps(np.array([6.0, 6.000000000000001])).tolist() == [0.0]
    assert steps(np.array([0.0, 1e-9, 0.0])).tolist() == [1e-9, -1e-9]
    draw = random.Random(3)
    for _ in range(2000):
        digits = draw.randint(0, 6)
        a, b = (round(draw.uniform(-1e5, 1e5), digits) for _ in range(2))
        assert steps(np.array([a, b]))[0] == pytest.approx(b - a, rel=0, abs=1e-9)
        assert float(f"{steps(np.array([a, b]))[0]:.{digits}f}") == round(b - a, digits)


def test_pacing_that_dust_parts_is_level() -> None:
    first, second = 131.19355687795615, 131.1935568779561
    paced = [[0.0, first, second], [0.0, 8.80644312204385, 28.8064431220439]]
    instance = microq([0.0, 140.0, 160.0], paced, [0.0, 3.0, 9.0])
    assert answered(instance).objective == pytest.approx(9.0)


def test_breakpoints_that_dust_parts_are_equal() -> None:
    with pytest.raises(InputError, match=r"breakpoint before it \(6\), rounded to 15 digits"):
        microq([0.0, 6.0, 6.000000000000001], [[0.0, 6.0, 6.000000000000001]], [0.0, 1.0, 2.0])


@pytest.mark.parametrize("curves", ["linear", "points"])
def test_a_grid_of_tenths(curves: str) -> None:
    """Eighteen tenths are 1.8: as many as there are."""
    draw = random.Random(4)
    for _ in range(6):
        jobs = []
        for j in range(3):
            mips = sorted(draw.sample([k / 10 for k in range(1, 15)], 3))
            worth = sorted(draw.sample([k / 10 for k in range(30)], 3))
            curve = {"name": "t", "mips": [0.0, *mips], "importance": [0.0, *worth]}
            jobs.append({"name": f"j{j}", "rank": 1, "required": True, "templates": [curve]})
        fields = {"name": "grid", "mips": 1.8, "granularity": 0.1, "curves": curves}
        instance = MacroQ.model_validate({**fields, "jobs": jobs})
        assert answered(instance).objective == pytest.approx(
            optgap.solve(instance, "nsdp").objective, rel=1e-9
        )


def test_a_pe_that_needs_more_than_there_is_gives_a_bound() -> None:
    document = json.loads((DATA / "macroq" / "late-value.json").read_text())
    for job in document["jobs"]:
        for template in job["templates"]:
            for pe in template.get("pes", [])[:1]:
                needs = 2 * document["mips"]
                document_pe = {**pe, "min_mips": needs}
                document_pe.pop("max_mips", None)
                instance = MacroQ.model_validate(_with(document, pe, document_pe))
                bound = optgap.solve(instance, "relaxation")
                best = optgap.solve(instance)
                assert bound.stopped != "error", bound.message
                if best.objective is not None and bound.bound is not None:
                    assert bound.bound >= best.objective - 1e-6 * abs(best.objective)


def _with(document: dict[str, Any], old: Any, new: Any) -> dict[str, Any]:
    """Return a copy of a document in which one part is another."""

    def copied(part: Any) -> Any:
        if part is old:
            return new
        if isinstance(part, dict):
            return {key: copied(value) for key, value in part.items()}
        return [copied(each) for each in part] if isinstance(part, list) else part

    return {key: value for key, value in copied(document).items() if key != "problem"}


@pytest.mark.parametrize("whole_batches", [False, True])
def test_errors_that_dust_parts_are_level(whole_batches: bool) -> None:
    """utility_course: no coefficient is made of the last digit of two errors."""
    batch = {"base": 1.0}
    jobs = [
        {"name": "a", "error": [1.0, 0.5, 0.4999999999999999, 0.2], "batch": batch},
        {"name": "b", "error": [0.9, 0.6, 0.6000000000000001, 0.1], "batch": batch},
    ]
    fields = {"name": "dust", "cores": 2, "epoch": 1.0, "epochs": 4}
    instance = UtilityCourse.model_validate(
        {**fields, "whole_batches": whole_batches, "jobs": jobs}
    )
    best = answered(instance).objective
    rows = list(itertools.product(range(3), repeat=4))
    decisions = ({"cores": {"a": [*a], "b": [*b]}} for a in rows for b in rows)
    verdicts = [optgap.problem_named("utility_course").judge(instance, each) for each in decisions]
    assert best == pytest.approx(min(v.objective for v in verdicts if v.feasible), rel=1e-9)


def node_of(draw: random.Random, residents: int) -> dict[str, Any]:
    """Return a node whose amounts and temperatures differ in some last digit."""
    dust = 10.0 ** -draw.randint(6, 15)
    base = draw.choice([6, 2.5, 100, 0.3])
    amounts = [base, base + dust, base - dust, base / 2, base / 2 + dust, dust]
    heat = [1.1, 1.1 + 10.0 ** -draw.randint(6, 16), 3, 0.7, 1e-9 * draw.randint(0, 1)]
    request = draw.choice([base, base + dust, 2 * base, 2 * base + dust, 1.5 * base - dust])
    held = [
        {"name": f"r{k}", "demand": [draw.choice(amounts)], "temperature": draw.choice(heat)}
        for k in range(residents)
    ]
    return {
        "name": "dust",
        "resources": ["cpu"],
        "free": [draw.choice([0, dust])],
        "request": [request],
        "residents": held,
    }


def coldest(instance: Eviction) -> float | None:
    names = [each.name for each in instance.residents]
    check = optgap.problem_named("eviction").judge
    chosen = (c for k in range(len(names) + 1) for c in itertools.combinations(names, k))
    verdicts = [check(instance, {"evict": list(each)}) for each in chosen]
    return min((v.objective for v in verdicts if v.feasible), default=None)


def test_amounts_and_temperatures_of_many_digits() -> None:
    """eviction: what HiGHS takes for infeasible, or for the optimum, is decided in whole units."""
    draw, read = random.Random(8), 0
    while read < 60:
        try:
            instance = Eviction.model_validate(node_of(draw, draw.randint(2, 5)))
        except InputError as error:
            assert "have too many digits to be added" in str(error)
            continue
        read += 1
        outcome, least = optgap.solve(instance), coldest(instance)
        assert outcome.status == ("infeasible" if least is None else "optimal"), outcome.message
        if least is not None:
            assert outcome.objective == pytest.approx(least, rel=1e-9, abs=1e-12)


def test_an_engine_is_not_asked_what_its_tolerance_cannot_tell(monkeypatch) -> None:
    monkeypatch.setattr(small_proof, "MOST_INTEGERS", 0)
    held = [5.99999999999, 6, 6, 5.99999999999]
    residents = [
        {"name": f"r{k}", "demand": [a], "temperature": t}
        for k, (a, t) in enumerate(zip(held, [0.7, 1.1, 0.7, 0.0], strict=True))
    ]
    fields = {"name": "dust", "resources": ["cpu"], "free": [1e-11], "request": [12.00000000001]}
    instance = Eviction.model_validate({**fields, "residents": residents})
    assert coldest(instance) == pytest.approx(1.4)
    outcome = optgap.solve(instance)
    assert outcome.status in ("feasible", "unknown")
    assert "6e+11 units, too many for the tolerance of an engine" in outcome.message


def test_whole_rows_are_large_as_they_please_in_common_units() -> None:
    """Amounts in bytes that are all whole GiB need few digits."""
    held = [{"name": f"r{k}", "demand": [k * 2**40], "temperature": 1 + k / 10} for k in range(9)]
    fields = {"name": "bytes", "resources": ["memory"], "request": [11 * 2**40]}
    assert answered(Eviction.model_validate({**fields, "residents": held})).objective == 3.1


def _in_gibibytes(seed: int) -> dict[str, Any]:
    """Return a warm pool whose memory is counted in bytes and written in GiB."""
    used = np.random.default_rng(seed).integers(40 * 2**30, 60 * 2**30, 200) / 2**30
    return {"allocated": used.tolist(), "machine_size": 8.0, "max_short": 0}


def _thirds(_: int) -> dict[str, Any]:
    sizes = {"stock": 9, "period": 7, "lead": 2, "holding_cost": 1 / 3, "short_cost": 2.5}
    return {"demand": [k / 3 for k in range(60)], **sizes}


def _warm_factors(seed: int) -> dict[str, Any]:
    heat = np.random.default_rng(seed).random(30).tolist()
    residents = [{"name": f"r{k}", "demand": [1], "factors": {"cpu": heat[k]}} for k in range(30)]
    return {"resources": ["cpu"], "request": [2], "residents": residents, "weights": {"cpu": 1 / 3}}


def _round_numbers(value: Any, step: float) -> Any:
    if isinstance(value, dict):
        return {key: _round_numbers(each, step) for key, each in value.items()}
    if isinstance(value, list):
        return [_round_numbers(each, step) for each in value]
    return round(value, round(-math.log10(step))) if isinstance(value, float) else value


@pytest.mark.parametrize(
    ("kind", "fields", "place"),
    [
        (WarmPool, _in_gibibytes, r"allocated\[\d+\]"),
        (ColdStock, _thirds, r"(demand\[\d+\]|holding_cost)"),
        (Eviction, _warm_factors, r"(residents\[\d+\]\.factors\.cpu|weights\.cpu)"),
    ],
)
def test_a_sum_of_too_many_digits_names_a_remedy_that_works(kind, fields, place) -> None:
    document = {"name": "digits", **fields(5)}
    with pytest.raises(InputError) as caught:
        kind.model_validate(document)
    (fault,) = caught.value.faults
    assert re.fullmatch(place, fault.place) and fault.value is not None
    step = re.search(r"multiples of ([0-9.e+-]+),", fault.rule)
    assert step is not None and float(step[1]) < 0.01, "no sensible number of digits is lost"
    kind.model_validate(_round_numbers(document, float(step[1])))
