"""The front door: what a person types first works, and what does not fit is said."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pyomo.environ as pyo
import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli import app, options
from optgap.cli.comparisons import split_methods
from optgap.cli.layout import shortened
from optgap.core.files import document_of
from optgap.instances.placement import Placement
from optgap.testing import assert_feasible
from optgap.validation.running.instances import bundled_names

FIG6 = optgap.load("placement/fig6")
WIDTHS = (60, 80, 120)


def everything_on_machine_2(instance):
    return {"machine": [2, 0]}


def test_a_bundled_name_is_enough() -> None:
    assert optgap.solve("placement/fig6").objective == 16
    assert optgap.check("placement/fig6", optgap.solve("placement/fig6")).feasible


def test_a_function_is_a_method() -> None:
    outcome = optgap.solve(FIG6, everything_on_machine_2)
    assert (outcome.method, outcome.status, outcome.objective) == (
        "everything_on_machine_2",
        "feasible",
        16,
    )
    table = optgap.compare(FIG6, ["bottleneck", everything_on_machine_2])
    assert list(table["gap_to_best_bound"]) == [0, 0]


def test_a_function_gets_seed_and_limit_where_it_takes_them() -> None:
    def mine(instance, seed, time_limit=None):
        return {"machine": [2, 0] if (seed, time_limit) == (7, 5) else []}

    assert optgap.solve(FIG6, mine, seed=7, time_limit=5).objective == 16


def test_a_function_that_crashes_is_no_result() -> None:
    def mine(instance):
        return {}["nothing"]

    outcome = optgap.solve(FIG6, mine)
    assert (outcome.status, outcome.stopped) == ("unknown", "error")
    assert "KeyError" in outcome.message and 'return {}["nothing"]' in outcome.message


def nothing_of(table):
    return table["nothing"]


@pytest.mark.parametrize("read", [nothing_of, lambda table: table["nothing"]])
def test_a_crash_shows_the_line_of_a_helper_that_was_sent_along(read) -> None:
    outcome = optgap.solve(FIG6, lambda instance: read({}))
    assert f'File "{__file__}", line ' in outcome.message
    assert 'table["nothing"]' in outcome.message


def test_a_function_cannot_change_what_it_is_judged_on() -> None:
    def mine(instance):
        instance.latency.setflags(write=True)
        instance.latency[:] = 0
        return {"machine": [0, 1]}

    assert optgap.solve(FIG6, mine).objective == 24


def test_a_function_takes_no_options() -> None:
    with pytest.raises(optgap.InputError, match="accepts no solver and no options"):
        optgap.solve(FIG6, everything_on_machine_2, options={"x": 1})


def test_a_bare_decision_is_judged(tmp_path: Path, optgap_command) -> None:
    assert optgap.check(FIG6, {"machine": [2, 0]}).objective == 16
    assert not optgap.check(FIG6, {"machine": [0, 0]}).feasible
    (tmp_path / "d.json").write_text('{"machine": [2, 0]}')
    assert optgap_command("check", "placement/fig6", tmp_path / "d.json").code == 0
    (tmp_path / "d.json").write_text('{"machine": [0, 0]}')
    assert optgap_command("check", "placement/fig6", tmp_path / "d.json").code == 5


def test_one_method_needs_no_list() -> None:
    assert list(optgap.compare(FIG6, "ipa")["method"]) == ["ipa"]


def test_a_comparison_shows_eleven_columns_and_draws_a_report(tmp_path: Path) -> None:
    table = optgap.compare(FIG6, ["bottleneck", "ipa"])
    assert len(table._shown_rows().columns) == 11
    assert "certificate" in table.columns and "certificate" not in repr(table)
    assert table["method"].tolist() == ["bottleneck", "ipa"]
    table.report(tmp_path / "page.html")
    assert "bottleneck" in (tmp_path / "page.html").read_text()


def test_an_outcome_shows_itself() -> None:
    outcome = optgap.solve(FIG6, "bottleneck")
    shown = outcome._repr_html_()
    assert "16 (certified)" in shown and "<script" not in shown
    picture = outcome.plot()
    assert picture._repr_html_().startswith("<svg") and "bound" in picture.svg
    front = optgap.solve("resource_plan/fig7")
    assert len(front.plot().series[0].x) == 3


def test_a_picture_is_a_file_of_its_own(tmp_path: Path) -> None:
    from xml.etree import ElementTree

    optgap.solve("resource_plan/fig7").plot().save(tmp_path / "front.svg")
    ElementTree.parse(tmp_path / "front.svg")


def test_nothing_to_draw_is_said() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        optgap.solve("macrow/too-few-tokens", "random").plot()


def test_hunt_is_a_function() -> None:
    worst = optgap.hunt("placement", "fuxi", seed=3, time_limit=None, evaluations=60, restarts=2)
    assert worst.loss > 0 and "--restarts 2" in worst.instance.source


def test_methods_add_up_and_options_reach_who_takes_them(optgap_command) -> None:
    ended = optgap_command(
        *("compare", "placement/fig6", "--methods", "exact,ipa", "--methods", "fuxi"),
        *("--solver", "scip", "--json"),
    )
    assert [row["method"] for row in ended.json] == ["exact", "ipa", "fuxi"]
    assert ended.json[0]["solver"]["name"] == "SCIP"
    refused = optgap_command("compare", "placement/fig6", "--methods", "ipa", "--solver", "scip")
    assert (refused.code, "no compared method uses this engine" in refused.err) == (2, True)
    refused = optgap_command("compare", "placement/fig6", "--set", "nothing=1")
    assert (refused.code, "nothing" in refused.err) == (2, True)


def test_several_instances_are_summed_up(optgap_command) -> None:
    ended = optgap_command("compare", "placement/fig6", "placement/ties", "--methods", "ipa")
    assert "placement: 2 instances" in ended.out


def test_suggestions(optgap_command, tmp_path: Path) -> None:
    assert "did you mean placement/fig6?" in optgap_command("solve", "fig6").err
    (tmp_path / "dump.json").write_text('{"apiVersion": "v1", "kind": "List", "items": []}')
    ended = optgap_command("solve", tmp_path / "dump.json")
    assert (ended.code, "optgap import kubernetes" in ended.err) == (2, True)


def test_tab_offers_problems_instances_and_methods() -> None:
    assert options.complete_problems("pla") == ["placement"]
    assert options.complete_instances("plac") == ["placement/"]
    assert "placement/fig6" in options.complete_instances("placement/f")
    context = SimpleNamespace(params={"instance": "placement/fig6"})
    assert "ipa,bottleneck" in options.complete_methods(context, "ipa,b")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "command",
    [
        ("compare", "consolidation/exchange"),
        ("compare", "resource_plan/fig7"),
        ("methods", "consolidation"),
        ("problems",),
        ("solve", "placement/fig6", "--method", "bottleneck"),
        ("show", "consolidation/exchange"),
    ],
)
def test_no_table_is_wider_than_its_terminal(optgap_command, monkeypatch, width, command) -> None:
    monkeypatch.setattr(optgap_command, "columns", width, raising=False)
    ended = optgap_command(*command)
    assert ended.code == 0
    assert max(len(line) for line in ended.out.splitlines()) <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_no_number_is_ever_cut(optgap_command, monkeypatch, width: int) -> None:
    rows = optgap_command("compare", "placement/stage-300x80", "--methods", "ipa", "--json").json
    monkeypatch.setattr(optgap_command, "columns", width, raising=False)
    printed = optgap_command("compare", "placement/stage-300x80", "--methods", "ipa").out
    assert f"{rows[0]['objective']:.6g}" in re.split(r"\s+", printed)


def test_names_keep_both_ends() -> None:
    assert shortened("vro-offline-dot-product-exchange", 16) == "vro-off…exchange"
    assert shortened("ipa", 16) == "ipa"


def test_a_crash_of_a_users_function_shows_its_line_and_what_it_said(
    optgap_command, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(
        "import sys\n"
        "def boom(instance):\n"
        "    print('about to fail', file=sys.stderr)\n"
        "    return {}['x']\n"
    )
    ended = optgap_command(
        "solve", "placement/fig6", "--method", f"{tmp_path}/mine.py:boom", "--json"
    )
    message = ended.json["message"]
    assert "KeyError: 'x'" in message and "line 4, in boom" in message
    assert "return {}['x']" in message and "about to fail" in message


def test_names_are_no_emoji(optgap_command, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("def boom(instance):\n    return 1 / 0\n")
    method = f"{tmp_path}/m.py:boom"
    printed = optgap_command("compare", "placement/fig6", "--methods", method).out
    assert "m.py:boom:" in "".join(printed.split())


def test_a_loose_gap_proves_nothing() -> None:
    loose = optgap.solve("placement/stage-300x80", gap=0.9)
    assert (loose.status, loose.stopped) == ("within_gap", "complete")
    table = optgap.compare("placement/stage-300x80", ["exact", "ipa"], gap=0.9)
    assert list(table["gap_kind"]) == ["bounded", "bounded"]
    assert optgap.check("placement/stage-300x80", loose).violations == ()


def test_optimal_is_refused_where_only_a_loose_gap_is_reached() -> None:
    loose = optgap.solve("placement/stage-300x80", gap=0.9)
    claimed = loose.model_copy(update={"status": "optimal"})
    assert "'optimal' is not proven" in str(optgap.check("placement/stage-300x80", claimed))
    tight = loose.model_copy(update={"options": {"gap": 0.01}})
    assert "'within_gap' is not proven" in str(optgap.check("placement/stage-300x80", tight))


def test_a_plan_that_reaches_anothers_bound_is_proven() -> None:
    table = optgap.compare(FIG6, ["bottleneck", "ipa"], gap=0.5)
    assert list(table["gap_kind"]) == ["proven", "proven"]


def test_a_batch_counts_as_proven_what_is(tmp_path: Path, optgap_command) -> None:
    (tmp_path / "s.toml").write_text(
        'name = "s"\ngap = 0.9\nmethods = ["exact", "ipa"]\n'
        '[[instances]]\nfiles = ["placement/stage-300x80"]\n'
    )
    lines = optgap_command("bench", tmp_path / "s.toml", "--workers", "1", "--json").json["summary"]
    assert [line["proven"] for line in lines] == [0, 0]


def test_a_method_that_refuses_is_a_row_with_the_reason(optgap_command) -> None:
    ended = optgap_command("compare", "cold_stock/figure-6-case-1", "--json")
    rows = {row["method"]: row for row in ended.json}
    assert (ended.code, rows["exact"]["status"]) == (0, "optimal")
    assert "needs the machines in use before day 0" in rows["constant-percentage"]["message"]
    ended = optgap_command(
        "compare", "placement/fig6", "--methods", "ipa", "--methods", "exec:nosuch"
    )
    assert (ended.code, "there is no such program" in ended.out) == (2, True)


def test_a_comparison_of_refusals_alone_fails(optgap_command) -> None:
    assert optgap_command("compare", "placement/fig6", "--methods", "exec:nosuch").code == 2


@pytest.mark.parametrize(
    "wrong", [{"time_limit": "10"}, {"gap": "1%"}, {"seed": 1.5}, {"memory_limit": "8 apples"}]
)
def test_limits_of_a_wrong_type_are_refused_before_any_method(wrong) -> None:
    for verb in (optgap.solve, optgap.compare):
        with pytest.raises(optgap.InputError, match=next(iter(wrong))):
            verb(FIG6, "ipa", **wrong)
    with pytest.raises(optgap.InputError, match="must"):
        optgap.compare(FIG6, ["exact"], options={"tightened": "perhaps"})


ARRAYS = {"machine": np.array([2, 0])}
SCALARS = {"machine": (np.int64(2), np.int32(0))}


@pytest.mark.parametrize("decision", [ARRAYS, SCALARS], ids=["array", "scalars"])
def test_numpy_is_accepted_wherever_a_decision_goes_in(decision) -> None:
    assert optgap.check(FIG6, decision).objective == 16
    assert assert_feasible(FIG6, decision) == 16
    outcome = optgap.solve(FIG6, lambda instance: decision)
    assert (outcome.objective, outcome.decision) == (16, {"machine": [2, 0]})
    begun = optgap.solve(FIG6, "exact", start=decision)
    assert begun.status == "optimal"
    document = {**optgap.solve(FIG6, "ipa").model_dump(), "decision": decision}
    assert optgap.check(FIG6, document).objective == 16


def test_what_is_no_plain_data_is_named() -> None:
    assert "machine: is not plain data: set" in str(
        optgap.check(FIG6, {"machine": {0, 2}}).violations[0]
    )
    nothing = optgap.solve(FIG6, lambda instance: None)
    assert (nothing.stopped, "returned None instead of a decision" in nothing.message) == (
        "error",
        True,
    )


def endless(instance):
    while True:
        pass


def test_an_endless_function_ends_with_its_time() -> None:
    outcome = optgap.solve(FIG6, endless, time_limit=0.5)
    assert (outcome.stopped, outcome.decision) == ("time_limit", None)
    assert "gave no decision within 0." in outcome.message


def test_a_function_that_cannot_be_sent_is_watched() -> None:
    import threading

    lock = threading.Lock()

    def endless(instance):
        while lock:
            pass

    def plan(instance):
        return {"machine": [2, 0]} if lock else None

    with pytest.warns(UserWarning, match="endless runs in this process"):
        outcome = optgap.solve(FIG6, endless, time_limit=0.5)
    assert (outcome.stopped, outcome.decision) == ("time_limit", None)
    with pytest.warns(UserWarning, match="cannot be sent"):
        assert optgap.solve(FIG6, plan, time_limit=5).objective == 16


def test_a_function_in_a_process_of_its_own_cannot_end_this_one() -> None:
    import os

    outcome = optgap.solve(FIG6, lambda instance: os._exit(3), time_limit=5)
    assert (outcome.stopped, "exit code 3" in outcome.message) == ("error", True)
    assert optgap.solve(FIG6, everything_on_machine_2, time_limit=5).objective == 16


WRONG = {
    "solve(None)": lambda: optgap.solve(None),
    "solve(DataFrame)": lambda: optgap.solve(pd.DataFrame()),
    "solve(method)": lambda: optgap.solve(FIG6, 3),
    "hunt(method)": lambda: optgap.hunt("placement", 3),
    "prove(function)": lambda: optgap.prove(FIG6, "nowhere", everything_on_machine_2),
    "prove(model)": lambda: optgap.prove(object(), "nowhere"),
    "front(instance)": lambda: optgap.front(FIG6, ["a", "b"]),
    "save(DataFrame)": lambda: optgap.save(pd.DataFrame(), "x.json"),
    "generate(-1)": lambda: optgap.generate("placement", -1),
    "start": lambda: optgap.solve(FIG6, start=7),
    "load(path, form)": lambda: optgap.load("placement/fig6", type(optgap.load("stage/fig4"))),
    "replaced(capcity)": lambda: FIG6.replaced(capcity=[1, 1, 1]),
    "replaced(capacity)": lambda: FIG6.replaced(latency=-FIG6.latency),
    "model_copy(capcity)": lambda: FIG6.model_copy(update={"capcity": [1, 1, 1]}),
    "model_copy(capacity)": lambda: optgap.solve(FIG6.model_copy(update={"capacity": [1]})),
    "model_copy(latency)": lambda: optgap.compare(
        FIG6.model_copy(update={"latency": -FIG6.latency}), "ipa"
    ),
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG.keys())
def test_what_python_gets_wrong_is_said_as_on_the_command_line(call) -> None:
    with pytest.raises(optgap.InputError) as refused:
        call()
    assert all(fault.place and fault.rule for fault in refused.value.faults)


def test_an_instance_goes_in_as_document_path_or_itself() -> None:
    document = document_of(FIG6)
    assert optgap.load(document) == FIG6
    assert optgap.solve(document).objective == 16
    assert optgap.compare(document, "ipa")["objective"].tolist() == [16]
    assert optgap.load("placement/fig6", Placement).machines == 3


def test_a_start_is_a_solution_in_any_form(tmp_path: Path) -> None:
    outcome = optgap.solve(FIG6, "ipa")
    optgap.save(outcome, tmp_path / "s.json")
    for start in (outcome, outcome.decision, tmp_path / "s.json", str(tmp_path / "s.json")):
        assert optgap.solve(FIG6, start=start).objective == 16


@pytest.mark.parametrize("name", optgap.problem_names())
def test_replacing_nothing_changes_nothing(name: str) -> None:
    for source in bundled_names(name)[:2]:
        instance = optgap.load(source)
        assert instance.replaced() == instance
        named = instance.model_copy(update={"name": "other"})
        assert (named.checked(), named.checked().name) == (instance, "other")


def test_the_solver_of_a_front_has_one_name() -> None:
    model = pyo.ConcreteModel()
    model.x = pyo.Var(bounds=(0, 3), domain=pyo.Integers)
    model.up, model.down = pyo.Objective(expr=model.x), pyo.Objective(expr=-model.x)
    assert len(optgap.front(model, ["up", "down"], solver="scip").points) == 4
    with pytest.warns(FutureWarning, match="solver"):
        assert len(optgap.front(model, ["up", "down"], engine="highs").points) == 4


@pytest.mark.parametrize("suffix", [".jpg", ".tex", ""])
def test_a_picture_is_what_its_name_says(tmp_path: Path, suffix: str) -> None:
    picture = optgap.solve(FIG6).plot()
    with pytest.raises(optgap.InputError, match=r"must end in \.svg, \.pdf, \.png"):
        picture.save(tmp_path / f"a{suffix}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ("a.py:f,exec:./g", ["a.py:f", "exec:./g"]),
        ("exec:./g,a.py:f", ["exec:./g", "a.py:f"]),
        ("exec:./g,ipa", ["exec:./g", "ipa"]),
        ("exec:./g --sizes 1,2,ipa", ["exec:./g --sizes 1,2", "ipa"]),
    ],
)
def test_lists_of_methods_split_alike(listed: str, names: list[str]) -> None:
    assert split_methods(listed) == names


@pytest.mark.parametrize("method", ["mysched.py", "mysched:plan"])
def test_a_file_without_its_function_is_explained(optgap_command, method: str) -> None:
    ended = optgap_command("solve", "placement/fig6", "--method", method)
    assert (ended.code, "file.py:function" in ended.err) == (2, True)


def test_a_batch_notices_a_changed_module_and_runs_a_label_again(
    optgap_command, tmp_path: Path
) -> None:
    (tmp_path / "lib.py").write_text("RULE = [0, 1]\n")
    (tmp_path / "mine.py").write_text(
        "import lib\ndef plan(instance):\n    return {'machine': lib.RULE}\n"
    )
    suite = tmp_path / "s.toml"
    suite.write_text(
        'name = "s"\nmethods = ["mine.py:plan", "ipa"]\n[[instances]]\nfiles = ["placement/fig6"]\n'
    )
    command = ("bench", suite, "--workers", "1", "--json")
    ended = optgap_command(*command, "--csv", tmp_path / "r.csv", "--latex", tmp_path / "r.tex")
    assert ended.json["known_before"] == 0
    assert "1.5" in (tmp_path / "r.csv").read_text()
    assert r"\toprule" in (tmp_path / "r.tex").read_text()
    (tmp_path / "lib.py").write_text("RULE = [2, 0]\n")
    ended = optgap_command(*command)
    assert (ended.json["known_before"], ended.json["summary"][0]["worst_gap"]) == (1, 0)
    assert optgap_command(*command, "--again", "ipa").json["known_before"] == 1
    assert optgap_command(*command, "--again", "ipb").code == 2
    refused = optgap_command("report", suite)
    assert (refused.code, "is a suite" in refused.err) == (2, True)


def test_bench_and_export_are_functions(tmp_path: Path) -> None:
    assert optgap.export(FIG6, tmp_path / "m.mps")["variables"] > 0
    assert (tmp_path / "m.mps").read_text().startswith("NAME")
    with pytest.raises(optgap.InputError, match=r"must end in \.mps"):
        optgap.export(FIG6, tmp_path / "m.txt")
    (tmp_path / "s.toml").write_text(
        'name = "s"\nmethods = ["ipa", "fuxi"]\n[[instances]]\nfiles = ["placement/fig6"]\n'
    )
    table = optgap.bench(tmp_path / "s.toml", workers=1)
    assert table["method"].tolist() == ["ipa", "fuxi"]
    assert table["objective"].tolist() == [16, 24]
    table.report(tmp_path / "r.html")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("placement/infeasible", "2 instances (0, 2) can run only on machine 1, with room for 1"),
        ("cluster_ratio/infeasible", "the lower bounds of"),
        ("queue_config/infeasible", "one of the 3 queues with jobs gets none of the 2 containers"),
        ("macroq/tiny-infeasible", "the required jobs need 2 mips at least"),
        ("stage/infeasible", "need more of resource 0"),
    ],
)
def test_the_default_method_says_why_there_is_no_plan(source: str, words: str) -> None:
    outcome = optgap.solve(source)
    assert outcome.status == "infeasible"
    assert words in outcome.message
    assert optgap.solve(source, solver="scip,highs").bound_kind is not None


def test_a_suite_is_no_file_of_results(tmp_path: Path) -> None:
    refused = CliRunner().invoke(app, ["report", str(tmp_path / "suite.toml")]).exception
    assert isinstance(refused, optgap.InputError) and "run it with optgap bench" in str(refused)


def diet(cost: float = 2.0, fixed: bool = False) -> pyo.ConcreteModel:
    model = pyo.ConcreteModel(name="diet")
    model.x = pyo.Var([1, 2], domain=pyo.Integers, bounds=(0, 9))
    model.row = pyo.Constraint(expr=3 * model.x[1] + 2 * model.x[2] >= 7)
    model.cost = pyo.Objective(expr=cost * model.x[1] + model.x[2])
    if fixed:
        model.x[1].fix(1)
        model.x[2].fix(2)
    return model


def test_a_pyomo_model_goes_in_as_it_is() -> None:
    outcome = optgap.solve(diet())
    assert (outcome.problem, outcome.status, outcome.objective) == ("linear_model", "optimal", 4)
    assert len(optgap.compare(diet())) == 1
    assert [each.bound for each in optgap.sweep(diet(), "row", [3, 7])] == [2, 4]


@pytest.mark.parametrize("model", [diet(fixed=True), diet(cost=0.0)])
def test_a_model_without_a_choice_is_proven(model: pyo.ConcreteModel, tmp_path: Path) -> None:
    proven = optgap.prove(model, tmp_path / "proof")
    assert (proven.status, proven.bound_kind) == ("optimal", "model-certified")
    assert not optgap.verify(tmp_path / "proof").violations


def test_the_options_of_a_generator_are_listed(optgap_command) -> None:
    words = " ".join(optgap_command("methods", "macrow").out.split())
    assert "optgap generate macrow --set: shape=lsd (lsd or dac), jobs=None, pes=None" in words
    assert "Shares restricted of the PEs are bound by a license" in words
    small = optgap_command("generate", "macrow", "--seed", 1, "--set", "pes=10", "--set", "nodes=2")
    assert small.code == 0 and len(small.json["pes"]) == 10


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("compare placement/fig6 --methods ipa bottleneck", "names of methods with commas"),
        ("solve placement/nope", "of that name (known: fig6, hunted-fuxi"),
        ("solve placement/fig7", "did you mean 'placement/fig6'?"),
        ("solve nonsense", "optgap show PROBLEM lists the instances of a problem"),
        ("bench placement/fig6", "placement/fig6: there is no such suite"),
        ("solve placement/fig6 --gap 5", "from 0 to below 1: 0.05 allows a gap of 5% (found 5.0)"),
    ],
)
def test_a_wrong_word_is_told_with_its_remedy(optgap_command, command: str, words: str) -> None:
    ended = optgap_command(*command.split())
    assert ended.code == 2
    assert words in ended.err and len(ended.err) < 400


def test_no_time_at_all_has_a_message(optgap_command) -> None:
    ended = optgap_command("solve", "placement/stage-300x80", "--time-limit", 0, "--json")
    assert (ended.code, ended.json["status"]) == (4, "unknown")
    assert ended.json["message"] == "no plan was found within the time limit"


def test_an_explanation_is_json_like_all_results() -> None:
    explained = optgap.explain("placement/infeasible")
    assert json.loads(explained.model_dump_json(indent=1)) == explained.as_document()
