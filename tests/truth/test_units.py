"""Units do not matter: data in another unit have the same plans, and values in that unit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from problem_data import facts_of

import optgap
from optgap.core.files import document_of, instance_from_document
from optgap.core.outcome import Outcome
from optgap.core.schema import Instance
from optgap.instances.eviction import Eviction
from optgap.validation.catalogue import problem_named, problem_names

_ANYTIME = ("miniw", "hierarchical", "nsga2", "ipa+nsga2")  # how far they come is up to the clock


@dataclass(frozen=True)
class Unit:
    """Where numbers of one unit stand in a document; by which power of it objectives grow."""

    problem: str
    name: str
    settings: Mapping[str, Any]
    places: list[str]
    power: int | Mapping[str, int] = 0


UNITS = tuple(
    Unit(problem, **unit) for problem in problem_names() for unit in facts_of(problem)["units"]
)


def in_unit(value: Any, power: int) -> Any:
    """Return numbers times a power of ten, as the decimals that they are."""
    if isinstance(value, list):
        return [in_unit(each, power) for each in value]
    if isinstance(value, dict):
        return {key: in_unit(each, power) for key, each in value.items()}
    return None if value is None else float(Decimal(str(value)).scaleb(power))


def change(document: Any, place: str, converted: Callable[[Any], Any]) -> None:
    """Put what stands at a place of a document into another unit."""
    head, _, rest = place.partition(".")
    if head == "*":
        for each in document:
            change(each, rest, converted)
    elif not rest and head in document:
        document[head] = converted(document[head])
    elif rest and document.get(head) is not None:
        change(document[head], rest, converted)


def said(outcome: Outcome, unit: Unit, power: int) -> dict[str, Any]:
    """Return what an outcome says, its values in the first unit."""

    def natural(value: float | None, name: str = "") -> Any:
        grows = unit.power if isinstance(unit.power, int) else unit.power.get(name, 0)
        return None if value is None else value * 10.0 ** (-power * grows)

    points = outcome.front or []
    return {
        "status": outcome.status,
        "message": outcome.message if outcome.stopped == "error" else None,
        "objective": natural(outcome.objective),
        "bound": natural(outcome.bound),
        "kind": outcome.bound_kind,
        "front": [{k: natural(v, k) for k, v in each.objectives.items()} for each in points],
        "complete": outcome.front_complete,
    }


def about(told: Any) -> Any:
    """Return what was said with numbers that compare with others up to rounding."""
    if isinstance(told, dict):
        return {key: about(value) for key, value in told.items()}
    if isinstance(told, list):
        return [about(value) for value in told]
    return pytest.approx(told, rel=1e-7, abs=1e-9) if isinstance(told, float) else told


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: f"{unit.problem}-{unit.name}")
def test_a_unit_changes_nothing(unit: Unit) -> None:
    """Every method and engine says the same of data times 1e-9 and 1e9."""
    entry = problem_named(unit.problem)
    document = json.loads(
        json.dumps(document_of(optgap.generate(unit.problem, 1, **unit.settings)))
    )

    def instance(power: int) -> Instance:
        other = json.loads(json.dumps(document))
        for place in unit.places:
            change(other, place, lambda value: in_unit(value, power))
        return instance_from_document(other, entry.instance, "document")

    for method in entry.methods:
        if unit.problem == "stage" and method.name not in entry.compared(instance(0)):
            continue  # it goes by fields that these stages do not have
        for solver in (method.solvers or (None,)) if method.name not in _ANYTIME else ():
            if (method.name, solver) == ("relaxation", "glop"):
                continue  # refuses whole steps
            first = said(optgap.solve(instance(0), method.name, solver=solver), unit, 0)
            assert first["message"] is None
            for power in (-9, 9):
                outcome = optgap.solve(instance(power), method.name, solver=solver)
                told = said(outcome, unit, power)
                assert told == about(first), f"{method.name} with {solver}, data times 1e{power}"


_REMEDY = re.compile(r"round them to multiples of (\S+),")


def divided(value: Any, divisor: float) -> Any:
    """Return numbers divided in floating point, as a spreadsheet does."""
    if isinstance(value, list):
        return [divided(each, divisor) for each in value]
    if isinstance(value, dict):
        return {key: divided(each, divisor) for key, each in value.items()}
    return None if value is None else value / divisor


def round_values(value: Any, step: Decimal) -> Any:
    """Return numbers at the nearest multiples of a step."""
    if isinstance(value, list):
        return [round_values(each, step) for each in value]
    if isinstance(value, dict):
        return {key: round_values(each, step) for key, each in value.items()}
    return None if value is None else float(round(Decimal(str(value)) / step) * step)


@pytest.mark.parametrize("divisor", [2**30, 3.6], ids=["GiB", "hours"])
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: f"{unit.problem}-{unit.name}")
def test_long_decimals_work_or_are_refused_with_place_and_remedy(
    unit: Unit, divisor: float
) -> None:
    """A solved instance has the same optimum; a refusal names a number, and a step that helps.

    Amounts in GiB of bytes or in hours of seconds have sixteen digits.
    """
    entry = problem_named(unit.problem)
    document = json.loads(
        json.dumps(document_of(optgap.generate(unit.problem, 1, **unit.settings)))
    )
    base = optgap.solve(instance_from_document(document, entry.instance, "document"), "exact")
    other = json.loads(json.dumps(document))
    for place in unit.places:
        change(other, place, lambda value: divided(value, divisor))
    try:
        instance = instance_from_document(other, entry.instance, "document")
    except optgap.InputError as error:
        assert unit.problem in ("cold_stock", "consolidation", "eviction", "warm_pool")
        assert all(fault.place and fault.value is not None for fault in error.faults)
        steps = [_REMEDY.search(fault.rule) for fault in error.faults]
        step = max(Decimal(found[1]) for found in steps if found)
        assert all(steps)
        for place in unit.places:
            change(other, place, lambda value: round_values(value, step))
        instance = instance_from_document(other, entry.instance, "document")
        assert optgap.solve(instance, "exact").status == base.status
        return
    outcome = optgap.solve(instance, "exact")
    if unit.problem in ("stage", "resource_plan"):
        is_said = ("no objective value has more than eight", "round them to nine digits")
        assert any(words in str(outcome.message) for words in is_said)
        return
    assert outcome.status == base.status == "optimal"
    assert isinstance(unit.power, int)
    assert outcome.objective == pytest.approx(base.objective / divisor**unit.power, rel=1e-9)


@pytest.mark.parametrize("unit", [1.0, 1e9, 1e12])
def test_a_conflict_of_large_amounts_has_all_its_statements(unit: float) -> None:
    """In a ray, a row of bytes has a millionth of the share of a row of names."""
    residents = [
        {"name": "stays", "demand": [6 * unit, 8 * unit], "temperature": 4, "keep": True},
        {"name": "small", "demand": [2 * unit, 5 * unit], "temperature": 3},
        {"name": "large", "demand": [9 * unit, 5 * unit], "temperature": 2},
    ]
    node = Eviction(
        name="bytes",
        resources=["cpu", "memory"],
        request=[14 * unit, 9 * unit],
        residents=residents,
    )
    told = optgap.explain(node)
    assert told.proven
    assert told.size == 2
