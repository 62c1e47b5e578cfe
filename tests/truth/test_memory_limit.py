"""A model that needs more than the memory limit is refused with its size, before it is built."""

from __future__ import annotations

import importlib

import pytest
from problem_data import facts_of

import optgap
from optgap.core.faults import DoesNotFitError, InputError
from optgap.core.memory import bytes_of, in_words
from optgap.formulations import macrow
from optgap.instances.macrow.arrays import arrays_of
from optgap.solvers.engines.standard_form import standard_form
from optgap.validation.catalogue import problem_names

REFUSED = [facts["refused"] for facts in map(facts_of, problem_names()) if "refused" in facts]


@pytest.mark.parametrize("source", REFUSED)
def test_a_tiny_limit_refuses_the_model_and_names_methods_without_one(source: str) -> None:
    problem = optgap.problem_named(source.split("/")[0])
    without = [method.name for method in problem.methods if not method.solvers]
    with pytest.raises(DoesNotFitError, match=r"the model has [\d,]+ variables") as refused:
        optgap.solve(source, "exact", memory_limit=1000)
    said = str(refused.value)
    assert "the limit is 1000 bytes" in said
    assert said.endswith("methods without such a model: " + ", ".join(without))
    smaller = optgap.solve(source, without[0], memory_limit=1000)
    assert smaller.decision is not None or smaller.front
    larger = optgap.solve(source, "exact", memory_limit="64GiB")
    assert larger.status == "optimal" or larger.front_complete


def test_the_command_line_ends_with_exit_code_2(optgap_command) -> None:
    ended = optgap_command(
        "solve", "placement/stage-300x80", "--method", "exact", "--memory-limit", "1MiB"
    )
    assert ended.code == 2
    assert "24,001 variables" in ended.err
    assert "methods without such a model: bottleneck" in ended.err
    ended = optgap_command("solve", "placement/fig6", "--memory-limit", "64GiB", "--json")
    assert ended.code == 0
    assert ended.json["options"]["memory_limit"] == 64 * 2**30


def test_a_comparison_says_so_in_the_row(optgap_command) -> None:
    limit = ("--memory-limit", "1 KiB", "--methods", "exact,bottleneck", "--json")
    ended = optgap_command("compare", "placement/fig6", *limit)
    assert ended.code == 0
    assert [row["stopped"] for row in ended.json] == ["error", "complete"]
    assert "the limit is 1 KiB" in ended.json[0]["message"]


@pytest.mark.parametrize(
    ("amount", "size"),
    [("8GiB", 8 * 2**30), ("1.5 kb", 1500), ("7", 7), (7, 7), ("2TB", 2 * 10**12)],
)
def test_amounts_are_read(amount: int | str, size: int) -> None:
    assert bytes_of(amount) == size


@pytest.mark.parametrize("amount", ["", "8 apples", "-1", "0", 0, "nan", "1e9", True, 2.5, 2**63])
def test_other_amounts_are_refused(amount: int | str) -> None:
    with pytest.raises(InputError, match="memory_limit"):
        optgap.solve("placement/fig6", memory_limit=amount)


def test_sizes_are_said_in_words() -> None:
    assert [in_words(n) for n in (1023, 2048, 3 * 2**20, 2**30 * 5 // 2)] == [
        "1023 bytes",
        "2 KiB",
        "3 MiB",
        "2.5 GiB",
    ]


@pytest.mark.parametrize("tightened", [False, True])
@pytest.mark.parametrize(
    "name", ["two-clusters", "colors", "integrity", "exlocated", "pe-change", "risk", "dac-51x29"]
)
def test_macrow_is_counted_before_it_is_built(name: str, tightened: bool) -> None:
    instance = optgap.load(f"macrow/{name}")
    variables, nonzeros = macrow.model_size(instance, tightened=tightened)
    model = macrow.build_model(instance, tightened=tightened)
    form = standard_form(model)
    assert model.nvariables() <= variables <= 2 * model.nvariables()
    assert form.matrix.nnz <= nonzeros <= 3 * form.matrix.nnz + 100


@pytest.mark.parametrize("method", ["relaxation", "top-level", "hierarchical"])
def test_the_other_models_of_macrow_are_refused_too(method: str) -> None:
    with pytest.raises(DoesNotFitError, match=r"the model has [\d,]+ variables"):
        optgap.solve("macrow/two-clusters", method, memory_limit=1000)


@pytest.mark.parametrize("name", ["two-clusters", "colors", "integrity", "risk", "dac-51x29"])
def test_the_relaxations_of_macrow_are_counted(name: str) -> None:
    arrays = arrays_of(optgap.load(f"macrow/{name}"))
    variables, nonzeros = macrow.relaxation_size(arrays)
    for build in (macrow.relaxed_model, macrow.top_level_model):
        model = build(name, arrays)
        assert model.nvariables() <= variables
        assert standard_form(model).matrix.nnz <= nonzeros


COUNTED = [name for name in problem_names() if name not in ("macroq", "macrow")]


def test_every_formulation_says_its_size() -> None:
    """Those of macrow are tested above; macroq's parts depend on each other's structure."""
    with_size = {
        name
        for name in problem_names()
        if hasattr(importlib.import_module(f"optgap.formulations.{name}"), "model_size")
    }
    assert with_size == {*COUNTED, "macrow"}
    assert set(problem_names()) - with_size == {"macroq"}


@pytest.mark.parametrize("name", COUNTED)
def test_generated_instances_are_counted_before_they_are_built(name: str) -> None:
    formulation = importlib.import_module(f"optgap.formulations.{name}")
    instance = optgap.generate(name, 1)
    variables, nonzeros = formulation.model_size(instance)
    model = formulation.build_model(instance)
    form = standard_form(model)
    assert model.nvariables() <= variables <= 3 * model.nvariables()
    assert form.matrix.nnz <= nonzeros <= 3 * form.matrix.nnz


@pytest.mark.parametrize("source", ["geometric-12x60", "estimates-8x40", "hunted-myopic"])
def test_courses_are_counted_by_the_shapes_of_their_curves(source: str) -> None:
    """The shape of a curve decides which variables and rows a job has."""
    instance = optgap.load(f"utility_course/{source}")
    formulation = importlib.import_module("optgap.formulations.utility_course")
    model = formulation.build_model(instance)
    variables, nonzeros = formulation.model_size(instance)
    assert variables == pytest.approx(model.nvariables(), rel=0.03)
    assert nonzeros == pytest.approx(standard_form(model).matrix.nnz, rel=0.03)
