"""Suites: what they expand to, and every fault of a broken one at once."""

import pytest

from optgap.core.faults import InputError
from optgap.validation.study.batch import tasks_of

GOOD = """
name = "good"
time_limit = 5
seeds = [0, 1]
methods = ["ipa", {method = "exact", solver = "scip", label = "exact (scip)"}]

[[instances]]
files = ["placement/fig6"]

[[instances]]
problem = "placement"
seeds = [3, 4]
set = {instances = [5, 6], machines = 4}
"""


def tasks(tmp_path, text):
    path = tmp_path / "suite.toml"
    path.write_text(text)
    return tasks_of(path)


def faults(tmp_path, text) -> str:
    with pytest.raises(InputError) as error:
        tasks(tmp_path, text)
    return str(error.value)


def test_a_suite_is_instances_times_methods_times_seeds(tmp_path) -> None:
    found = tasks(tmp_path, GOOD)
    assert len(found) == (1 + 2 * 2) * 2 * 2
    assert len({task["key"] for task in found}) == len(found)
    assert found[0]["source"] == "placement/fig6"
    assert found[-1]["source"].startswith("optgap generate placement --seed 4")
    assert {task["label"] for task in found} == {"ipa", "exact (scip)"}
    assert {task["solver"] for task in found} == {None, "scip"}


def test_without_methods_all_methods_of_each_problem_run(tmp_path) -> None:
    text = 'name = "all"\n[[instances]]\nfiles = ["placement/fig6", "cluster_ratio/three-groups"]'
    found = tasks(tmp_path, text)
    assert {t["method"] for t in found if t["problem"] == "cluster_ratio"} >= {"exact", "greedy"}
    assert "greedy" not in {t["method"] for t in found if t["problem"] == "placement"}


def test_the_key_knows_content_limits_and_the_code_of_outside_methods(tmp_path) -> None:
    (tmp_path / "mine.py").write_text("def plan(instance): ...")
    text = 'name = "k"\nmethods = ["mine.py:plan"]\n[[instances]]\nfiles = ["placement/fig6"]'
    first = tasks(tmp_path, text)[0]["key"]
    assert tasks(tmp_path, text)[0]["key"] == first
    assert tasks(tmp_path, "gap = 0.1\n" + text)[0]["key"] != first
    (tmp_path / "mine.py").write_text("def plan(instance): return 1")
    assert tasks(tmp_path, text)[0]["key"] != first


def test_patterns_are_taken_from_the_folder_of_the_suite(tmp_path, optgap_command) -> None:
    for seed in (1, 2):
        optgap_command("generate", "placement", "--seed", seed, "-o", tmp_path / f"a{seed}.json")
    text = 'name = "p"\nmethods = ["ipa"]\n[[instances]]\nfiles = ["a*.json"]'
    assert [task["source"] for task in tasks(tmp_path, text)] == ["a1.json", "a2.json"]


def test_all_faults_of_the_form_at_once(tmp_path) -> None:
    said = faults(
        tmp_path,
        """
        time_limit = -1
        seed = 3
        methods = ["ipa", {method = "fuxi", label = "ipa"}]
        [[instances]]
        problem = "placment"
        [[instances]]
        problem = "placement"
        set = {machine = 3}
        [[instances]]
        files = []
        """,
    )
    for words in (
        "name: required key is missing",
        "time_limit: must be greater than 0 (found -1)",
        "seed: unknown key (did you mean 'seeds'?)",
        "methods[1].label: is used twice; give each a different label (found 'ipa')",
        "instances[0].problem: is not a problem (did you mean 'placement'?)",
        "machine: is not an option of placement (did you mean 'machines'?)",
        "instances[2]: needs either files or a problem to generate",
    ):
        assert words in said, said


def test_all_faults_of_the_content_at_once(tmp_path) -> None:
    (tmp_path / "broken.json").write_text('{"problem": "placement"}')
    said = faults(
        tmp_path,
        """
        name = "c"
        methods = ["ippa", {method = "exact", solver = "cplex"}, {method = "ipa", set = {x = 1}},
                   {method = "exec:a", solver = "highs", label = "o"}]
        [[instances]]
        files = ["placement/fig6", "nowhere.json", "broken.json"]
        """,
    )
    for words in (
        "methods[0].method: is not a known method (did you mean 'ipa'?)",
        "methods[1].solver: is no engine of method 'exact'",
        "methods[2].set.x: is not an option of ipa",
        "methods[3]: an outside method accepts no solver and no options",
        "instances[0].files[1]: there is no such file (found 'nowhere.json')",
        "instances[0], broken.json: version: required key is missing",
    ):
        assert words in said, said


@pytest.mark.parametrize(
    ("text", "words"), [("name = ", "is not TOML"), ("name = 'x'", "instances: required key")]
)
def test_broken_toml(tmp_path, text, words) -> None:
    assert words in faults(tmp_path, text)


def test_missing_suite(tmp_path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        tasks_of(tmp_path / "none.toml")


def test_an_instance_named_twice_runs_once(tmp_path) -> None:
    text = 'name = "d"\nmethods = ["ipa"]\n[[instances]]\nfiles = ["placement/fig6"{}]\n'
    assert tasks(tmp_path, text.format(', "placement/fig6"')) == tasks(tmp_path, text.format(""))


def test_a_grid_without_instances_is_a_fault(tmp_path) -> None:
    text = 'name = "e"\nmethods = ["ipa"]\n[[instances]]\nproblem = "placement"\nseeds = []\n'
    told = faults(tmp_path, text + "set = {machines = []}")
    assert "instances[0].seeds: must not be empty" in told
    assert "instances[0].set.machines: must not be empty" in told


def test_methods_are_not_blamed_for_missing_instances(tmp_path) -> None:
    told = faults(tmp_path, 'name = "m"\nmethods = ["ipa"]\n[[instances]]\nfiles = ["no*.json"]')
    assert "there is no such file" in told
    assert "methods[0]" not in told
