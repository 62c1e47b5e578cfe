"""Declared forms: their JSON Schemas are printed, and documents come back from them unchanged."""

from types import SimpleNamespace
from typing import Any, ClassVar, get_args

import pytest

import optgap
from optgap.core.schema import Part
from optgap.validation.catalogue import problem_names
from optgap.validation.judge import Decision, is_model_tree, read_certificate
from optgap.validation.judge.forms import read_part


@pytest.mark.parametrize("name", problem_names())
def test_schemas_have_the_keys_of_the_forms(name: str, optgap_command) -> None:
    problem = optgap.problem_named(name)
    schema = optgap_command("show", name, "--schema", "decision").json
    assert set(schema["properties"]) == set(problem.decision.model_fields)
    assert schema["additionalProperties"] is False
    if not problem.certificates:
        assert optgap_command("show", name, "--schema", "certificate").code == 2
        return
    schema = optgap_command("show", name, "--schema", "certificate").json
    kinds = [form["properties"]["kind"] for form in schema.get("anyOf", [schema])]
    assert [kind.get("enum") or [kind["const"]] for kind in kinds] == [
        list(get_args(form.model_fields["kind"].annotation)) for form in problem.certificates
    ]


@pytest.mark.parametrize("name", problem_names())
def test_documents_come_back_unchanged(name: str) -> None:
    problem = optgap.problem_named(name)
    instance = optgap.load(f"{name}/{problem.demo}")
    outcomes = [optgap.solve(instance, method) for method in problem.compared(instance)]
    points = [point.decision for outcome in outcomes for point in outcome.front or ()]
    decisions = [outcome.decision for outcome in outcomes if outcome.decision is not None]
    assert points or decisions
    for decision in (*points, *decisions):
        assert problem.decision.read(decision, instance).as_document() == decision
    for certificate in (outcome.certificate for outcome in outcomes):
        if certificate is None or is_model_tree(certificate):
            continue
        form, faults = read_certificate(problem.certificates, instance, certificate)
        assert (form.as_document(), faults) == (certificate, [])


class Cell(Part):
    value: tuple[int, int]


class Routes(Decision):
    """A form with every kind of field that a form may declare."""

    AXES: ClassVar = {"sizes": ("days",)}
    INDICES: ClassVar = {"sizes": "machines", "stops": "machines"}
    NAMES: ClassVar = {"drivers": ("people", "machines"), "lists": ("people",)}
    sizes: list[int] | None = None
    stops: dict[str, list[list[int] | None]] | list[Any] | int | frozenset[int] = 0
    drivers: dict[str, str | list[str] | dict[str, int]] | None = None
    lists: list[list[str] | None] | frozenset[str] | None = None
    cells: tuple[Cell, ...] = ()


PLANT = SimpleNamespace(
    days=2, machines=["m0", "m1", "m2"], people=[SimpleNamespace(name=name) for name in "ab"]
)


@pytest.mark.parametrize(
    ("document", "faults"),
    [
        ({}, []),
        ({"sizes": [0, 2], "stops": {"x": [[1], None, [2, 0]]}}, []),
        ({"sizes": [1]}, ["sizes: must have 2 entries (days) (found 1)"]),
        ({"sizes": [0, 3]}, ["sizes[1]: must be an integer from 0 to 2 (found 3)"]),
        ({"stops": {"x": [[1], [0, -1]]}},
         ["stops.x[1][1]: must be an integer from 0 to 2 (found -1)"]),
        ({"stops": 3}, ["stops: must be an integer from 0 to 2 (found 3)"]),
        ({"stops": [None, [3]]}, ["stops[1][0]: must be an integer from 0 to 2 (found 3)"]),
        ({"drivers": {"a": "m1", "b": ["m0", "m2"]}}, []),
        ({"drivers": {"c": "m1", "a": "m7"}},
         ["drivers.c: 'c' is none of the people of the instance (known: a, b)",
          "drivers.a: 'm7' is none of the machines of the instance"]),
        ({"drivers": {"a": {"m3": 1}}}, ["drivers.a.m3: 'm3' is none of the machines"]),
        ({"lists": [["a"], None, ["b", "b"]]}, ["lists[2][1]: 'b' is listed already"]),
        ([], ["(document): must be an object"]),
    ],
)  # fmt: skip
def test_nested_parts_are_checked_level_by_level(document: Any, faults: list[str]) -> None:
    read = Routes.read(document, PLANT)
    found = [f"{v.where}: {v.message}" for v in read] if isinstance(read, list) else []
    assert [each[: len(words)] for each, words in zip(found, faults, strict=True)] == faults
    if not isinstance(read, list):
        assert Routes.read(read, PLANT) == read  # a form is read again as it is
        assert read.as_document().items() >= document.items()


def test_parts_inside_a_form_are_plain_data() -> None:
    form = Routes(cells=(Cell(value=(1, 2)),), lists=frozenset("a"))
    assert form.as_document()["cells"] == [{"value": [1, 2]}]
    assert form.as_document()["lists"] == ["a"]
    with pytest.raises(
        ValueError, match=r"value\[1\]: must be an integer .found 'x'.; more: unknown"
    ):
        read_part(Cell, {"value": [1, "x"], "more": 2})
