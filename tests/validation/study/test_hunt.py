"""Hunts: they find what is bad, make it plain, and find nothing where theory says there is none."""

import json
import subprocess
import sys

import numpy as np
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.placement import column_ordered
from optgap.validation.catalogue import problem_named, problem_names
from optgap.validation.catalogue.search_space import (
    DocumentAxis,
    Ground,
    entities,
    fewer_keys,
    numbers,
    ranges,
    rounder,
    with_value,
)
from optgap.validation.running.solve import solve
from optgap.validation.study.hunt import Hunt

DOCUMENT = {
    "problem": "p",
    "version": 1,
    "nodes": [{"name": "a", "mips": 3}, {"name": "b", "mips": 4.5}],
    "allowed": {"a": ["b", "a"]},
    "matrix": [[1, 2], [3, 4]],
}


def test_numbers_are_those_of_the_data() -> None:
    assert ("version",) not in numbers(DOCUMENT)
    assert len(numbers(DOCUMENT)) == 6
    assert ranges(DOCUMENT)[("nodes", "mips")] == (3, 4.5)
    assert with_value(DOCUMENT, ("matrix", 0, 1), 9)["matrix"] == [[1, 9], [3, 4]]


def test_a_record_takes_its_name_along() -> None:
    without_a, without_b = entities(DOCUMENT, ())
    assert without_a["nodes"] == [{"name": "b", "mips": 4.5}]
    assert without_a["allowed"] == {}
    assert without_b["allowed"] == {"a": ["a"]}


def test_entries_go_along_an_axis() -> None:
    left = list(entities({"matrix": [[1, 2], [3, 4]]}, (DocumentAxis((("matrix", 1),)),)))
    assert [each["matrix"] for each in left] == [[[2], [4]], [[1], [3]]]


def test_keys_go_one_by_one_but_never_the_labels() -> None:
    left = list(fewer_keys(DOCUMENT))
    assert all(each["version"] == 1 for each in left)
    assert len(left) == 3 + 2 * 2 + 1


def test_rounding_gets_finer() -> None:
    assert list(rounder({"x": 3.14159}, ("x",))) == [0, 1, 3, 3.1, 3.14]
    assert list(rounder({"x": 1.0}, ("x",))) == [0]


def test_every_problem_has_a_ground_that_the_exact_method_can_judge() -> None:
    for name in problem_names():
        hunt = Hunt(name, "exact", time_limit=None, evaluations=6)
        hunt.run()
        assert hunt.judged >= 1, name
        assert hunt.best is None or hunt.best.loss <= 1e-6, name


def test_it_finds_a_bad_instance_and_makes_it_plain() -> None:
    """Fuxi knows no latencies: two machines and one instance are enough to show it."""
    hunt = Hunt("placement", "fuxi", seed=3, time_limit=None, evaluations=600)
    found = hunt.run()
    assert found.loss > 0.8
    instance = found.instance(problem_named("placement"), "worst", "test")
    assert instance.instances * instance.machines <= 4
    assert "proven optimum" in instance.source
    fuxi, best = (optgap.solve(instance, m).objective for m in ("fuxi", "bottleneck"))
    assert (fuxi - best) / fuxi == pytest.approx(found.loss)


def test_the_same_seed_finds_the_same() -> None:
    first, second = (
        Hunt("cluster_ratio", "greedy", seed=5, time_limit=None, evaluations=150).run()
        for _ in range(2)
    )
    assert first == second


def test_theorem_5_1_has_no_bad_instance() -> None:
    """IPA is optimal where all columns sort the instances alike."""
    ground = Ground({"instances": (2, 6), "machines": (2, 4), "noise": [0.0]}, ())
    hunt = Hunt("placement", "ipa", time_limit=None, evaluations=400, ground=ground)
    hunt.assume = column_ordered
    assert hunt.run().loss == 0
    assert hunt.judged > 100


def test_proposition_5_2_has_no_bad_instance() -> None:
    """The path finds the whole front of a maximum and a sum."""
    ground = Ground({"instances": (2, 5), "options": (2, 4), "noise": (0.0, 1.0)})
    hunt = Hunt("resource_plan", "raa-path", time_limit=None, evaluations=100, ground=ground)
    hunt.assume = lambda instance: len(instance.objectives) == 2
    assert hunt.run().loss <= 1e-9
    assert hunt.judged > 30


def convex(instance) -> bool:
    return all((np.diff(group.latency, 2) >= -1e-9).all() for group in instance.groups)


def test_the_greedy_has_no_bad_convex_instance() -> None:
    ground = Ground({"groups": (2, 4), "containers": (6, 16), "curve": ["convex"]})
    hunt = Hunt("cluster_ratio", "greedy", time_limit=None, evaluations=400, ground=ground)
    hunt.assume = convex
    assert hunt.run().loss <= 1e-9
    assert hunt.judged > 50


def concave(instance) -> bool:
    return instance.objective == "max-sum" and all(
        (np.diff(values, 2) <= 1e-9).all() for values in instance.values
    )


def test_the_marginal_gains_have_no_bad_concave_instance() -> None:
    ground = Ground({"jobs": (2, 4), "cores": (4, 10), "max_cores": (3, 6), "shape": ["concave"]})
    hunt = Hunt("utility", "greedy", time_limit=None, evaluations=300, ground=ground)
    hunt.assume = concave
    assert hunt.run().loss <= 1e-9
    assert hunt.judged > 50


METHOD = """
def first(instance):
    print("a word that is not an answer")
    if instance.machines == 3:
        raise SystemExit("no three")
    if instance.instances > 5:
        return None
    return {"machine": [0] * instance.instances}
"""


def test_a_function_from_outside_keeps_its_process_and_may_crash(tmp_path) -> None:
    (tmp_path / "mine.py").write_text(METHOD)
    method = f"{tmp_path / 'mine.py'}:first"
    found = Hunt("placement", method, time_limit=None, evaluations=60).run()
    assert found.loss > 0
    assert len(found.document["capacity"]) != 3
    with pytest.raises(InputError, match="no such file"):
        Hunt("placement", "nowhere.py:first")


def hunted() -> list[str]:
    from optgap.validation.running.instances import bundled_names

    return [s for name in problem_names() for s in bundled_names(name) if "/hunted-" in s]


@pytest.mark.parametrize("source", hunted())
def test_bundled_finds_are_as_bad_as_they_say(source) -> None:
    """The words in the file are the words of today's code."""
    instance = optgap.load(source)
    entry = problem_named(source.split("/")[0])
    method = source.split("/hunted-")[1]
    hunt = Hunt(entry.name, method, time_limit=None, evaluations=1)
    document = json.loads(json.dumps(optgap.core.files.document_of(instance)))
    found = hunt.judge(document)
    assert found is not None
    assert found.loss > 0.01
    assert instance.source.endswith(found.words)


def test_bad_input(optgap_command) -> None:
    assert optgap_command("hunt", "nothing", "--method", "ipa").code == 2
    assert optgap_command("hunt", "placement", "--method", "ippa").code == 2
    with pytest.raises(InputError, match="needs a time limit or a number"):
        Hunt("placement", "ipa", time_limit=None)


def test_the_command_writes_an_instance_file(optgap_command, tmp_path) -> None:
    path = tmp_path / "bad.json"
    options = ("--method", "fuxi", "--evaluations", 80, "--seed", 1)
    ended = optgap_command("hunt", "placement", *options, "-o", path)
    assert ended.code == 0
    assert "a loss of" in ended.out
    instance = optgap.load(path)
    assert instance.name == "bad"
    assert instance.source.startswith("optgap hunt placement --method fuxi --seed 1 --eval")
    ended = optgap_command("hunt", "cluster_ratio", "--method", "dp", "--evaluations", 5, "--json")
    assert ended.json["instance"] is None
    assert "as good as exact" in ended.json["message"]


def test_a_method_that_never_has_a_plan_is_not_called_as_good_as_exact(optgap_command) -> None:
    ended = optgap_command("hunt", "placement", "--method", "exec:false", "--evaluations", 4)
    assert "nothing measured: exec:false has no plan for any of" in ended.out


@pytest.mark.parametrize("reference", [False, True], ids=["method", "reference"])
def test_an_interrupt_taken_by_a_method_ends_the_hunt(
    optgap_command, monkeypatch, reference
) -> None:
    calls = []

    def interrupted_at_the_third(instance, method, **given):
        outcome = solve(instance, method, **given)
        calls.append((method != "ipa") == reference)
        if not calls[-1] or sum(calls) < 3:
            return outcome
        return outcome.model_copy(update={"stopped": "interrupted", "status": "feasible"})

    monkeypatch.setattr("optgap.validation.study.loss.solve", interrupted_at_the_third)
    ended = optgap_command("hunt", "placement", "--method", "ipa", "--evaluations", 50, "--json")
    assert ended.code == 130
    assert sum(calls) == 3
    assert ended.json["judged"] == 2


def test_a_misspelt_option_ends_the_hunt() -> None:
    """It is the method's own input that is wrong, not the instances."""
    hunt = Hunt(
        "placement", "ipa-clustered", options={"misspelt": 1}, time_limit=None, evaluations=9
    )
    with pytest.raises(InputError, match="misspelt"):
        hunt.run()


def latest_machine(instance) -> dict:
    """Fill machines from the last one on, whatever the latencies are."""
    room = instance.beta.tolist()
    machine = []
    for row in np.isfinite(instance.dense_latency()).tolist():
        j = max(j for j, free in enumerate(room) if free and row[j])
        room[j] -= 1
        machine.append(j)
    return {"machine": machine}


def test_a_hunt_takes_a_function_and_says_the_ratio() -> None:
    worst = optgap.hunt("placement", latest_machine, seed=1, time_limit=None, evaluations=60)
    assert worst is not None and worst.ratio is not None
    assert worst.loss == pytest.approx(1 - 1 / worst.ratio)
    best = optgap.solve(worst.instance).objective
    verdict = problem_named("placement").judge(worst.instance, latest_machine(worst.instance))
    assert verdict.objective == pytest.approx(worst.ratio * best)
    assert "latest_machine" in worst.words and "--method latest_machine" in worst.instance.source
    with pytest.raises(InputError, match="must be empty if the method is a function"):
        optgap.hunt("placement", latest_machine, options={"seed": 1})
    with pytest.raises(InputError, match="must be a name"):
        optgap.hunt("placement", 3)  # type: ignore[arg-type]


def test_a_hunt_without_a_proof_says_so(tmp_path) -> None:
    """The own problem has no model and no certificate, so that nothing proves an optimum."""
    file = tmp_path / "lazy.py"
    file.write_text(
        '''
from optgap.problem import Decision, Instance, Judge, Problem

class Lazy(Instance):
    size: int

class Choice(Decision):
    number: int

problem = Problem("lazy", Lazy, Choice, sense="minimize")

@problem.check
def check(instance, decision, judge: Judge):
    return decision.number

@problem.method
def zero(instance):
    """Choose the size."""
    return {"number": instance.size}

@problem.generate(most=(1, 8))
def generate(seed, *, most: int = 5):
    return Lazy(name="l", size=seed % most)
'''
    )
    command = ["hunt", "lazy", "--method", "zero", "--evaluations", "3", "--problem", str(file)]
    ended = subprocess.run(
        [sys.executable, "-m", "optgap", *command], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "nothing measured: no method of lazy proves optima; declare a model\n"


def test_why_there_is_no_loss_is_a_warning() -> None:
    with pytest.warns(UserWarning, match="nothing found: bottleneck is as good as exact on 3 inst"):
        assert optgap.hunt("placement", "bottleneck", evaluations=5) is None
