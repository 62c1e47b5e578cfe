"""The proofs that are shipped: the stand-alone file accepts all, and they are what they say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import optgap
from optgap.solvers.engines.model_files import mps
from optgap.solvers.engines.standard_form import standard_form
from optgap.validation.catalogue import problem_named
from optgap.validation.judge import verify_proof
from optgap.validation.proving.front import Programs
from optgap.validation.proving.verify import verify_front

DATA = Path(__file__).parents[2] / "data"
PROOFS = DATA / "proofs"
MODELS = sorted(path.parent for path in PROOFS.rglob("model.mps"))
FRONTS = sorted(path.parent for path in PROOFS.rglob("front.json"))


def test_every_small_bundled_instance_ships_its_proof(script) -> None:
    names = script(DATA / "make_proofs.py").shipped()
    assert {"consolidation/ecs-12", "consolidation/hunted-first-fit-decreasing"} <= set(names)
    assert {name.replace("/", "-") for name in names} == {path.name for path in PROOFS.iterdir()}


def test_the_stand_alone_file_accepts_all_of_them() -> None:
    """One process without optgap, numpy, or any package."""
    command = [sys.executable, "-I", "-S", verify_proof.__file__, *map(str, MODELS)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == len(MODELS) > 200
    assert all("is the optimum of the model" in x or "no feasible point" in x for x in lines)


@pytest.mark.parametrize("folder", FRONTS, ids=lambda folder: folder.name)
def test_the_programs_of_a_front_leave_no_gap(folder: Path) -> None:
    name = folder.name.partition("-")
    instance = optgap.load(f"{name[0]}/{name[2]}")
    proven = verify_front(folder, instance)
    outcome = optgap.solve(instance)
    assert len({tuple(point) for point in proven.points}) >= len(outcome.front or [])
    assert outcome.front_complete or outcome.status == "infeasible"


@pytest.mark.parametrize("name", ["macrow", "warm_pool", "eviction", "microq", "cold_stock"])
def test_the_models_are_those_of_the_instances_and_the_optima_those_of_exact(name: str) -> None:
    for folder in sorted(PROOFS.glob(f"{name}-hunted-*")):
        source = f"{name}/{folder.name.removeprefix(name + '-')}"
        instance = optgap.load(source)
        model = problem_named(name).formulation.build_model(instance)
        assert (folder / "model.mps").read_text() == mps(standard_form(model), instance.name)
        outcome = optgap.solve(instance)
        proven = verify_proof.verify(folder)
        assert proven.optimal and proven.bound is not None
        assert float(proven.bound) == pytest.approx(outcome.objective, rel=1e-9, abs=1e-9)


def test_a_front_s_programs_are_those_of_its_instance() -> None:
    folder = PROOFS / "resource_plan-fig8"
    instance = optgap.load("resource_plan/fig8")
    formulation = problem_named("resource_plan").formulation
    programs = Programs(formulation, instance, formulation.build_model(instance))
    listed = json.loads((folder / "front.json").read_text())["programs"]
    for number, program in enumerate(listed):
        text = (folder / f"program-{number}" / "model.mps").read_text()
        assert text == mps(programs.form(tuple(program["limits"])), programs.name)
    assert len(verify_front(folder, instance).measured) == 7
