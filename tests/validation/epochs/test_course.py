"""Courses over epochs: curves for microq, metrics, infeasible epochs, and going on."""

import json
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import linprog

import optgap
from optgap.core.faults import InputError
from optgap.core.run import Run
from optgap.instances.application import application_from, example
from optgap.instances.application.handover import chosen_of
from optgap.instances.macroq import generate
from optgap.solvers.macroq import component_curves
from optgap.validation.epochs import (
    RunsFile,
    Settings,
    baseline_metrics,
    course,
    metrics_of,
)
from optgap.validation.epochs.baselines import fair_shares

QUICK = Settings(macrow="exact", macrow_seconds=5.0, microq="exact", microw="exact")


def one_pe(name: str, least: float, most: float, worth: float) -> dict:
    pe = {"name": "p", "min_mips": least, "max_mips": most}
    stream = {"name": "out", "pe": "p", "resource": [{"mips": 1.0}], "weight": worth}
    graph = {"name": "t1", "pes": [pe], "streams": [stream]}
    return {"name": name, "rank": 1, "templates": [graph]}


def on_two_nodes(*jobs: dict, **rest: object) -> dict:
    nodes = [{"name": f"n{k}", "mips": 10.0, "cluster": "c"} for k in (1, 2)]
    pes = {f"{job['name']}/p": {"max_nodes": 1} for job in jobs}
    return {
        "application": 1,
        "name": "two-nodes",
        "macroq": {"jobs": list(jobs)},
        "nodes": nodes,
        "pes": pes,
        "micro_epochs": 2,
        **rest,
    }


@pytest.mark.parametrize("seed", range(8))
def test_curves_are_exact_and_so_is_what_lies_between(seed: int) -> None:
    """At random mips the interpolated plan is feasible and worth what a linear program finds."""
    instance = generate(seed, jobs=3, pes=9, reads=0.6, load=0.5, ranks=1)
    outcome = optgap.solve(instance)
    chosen, _ = chosen_of(instance, outcome.decision)
    graph, rng = instance.graph, np.random.default_rng(seed)
    for curve in component_curves(instance, chosen, Run("maximize")):
        assert curve.exact
        slopes = np.diff(curve.importance) / np.diff(curve.mips)
        assert (np.diff(slopes) <= 1e-9 * slopes.max()).all()
        for at in rng.uniform(curve.mips[0], curve.mips[-1], 5):
            given = [np.interp(at, curve.mips, column) for column in curve.pacing.T]
            assert sum(given) == pytest.approx(at)
            mips = np.zeros(len(graph.pes))
            mips[list(curve.pes)] = given
            rates = graph.rates(mips, chosen)
            worth = sum(
                graph.streams[s].worth(rates[s])
                for s in range(len(graph.streams))
                if graph.streams[s].pe in curve.pes
            )
            said = np.interp(at, curve.mips, curve.importance)
            assert worth == pytest.approx(said, rel=1e-7)
            assert said == pytest.approx(most_by_program(instance, curve.pes, at), rel=1e-6)


def most_by_program(instance, pes, total: float) -> float:
    """Return the most importance of a component by one linear program of its own."""
    graph = instance.graph
    streams = [s for s, stream in enumerate(graph.streams) if stream.pe in pes]
    column = {("g", p): k for k, p in enumerate(pes)}
    for s in streams:
        column["r", s] = len(column)
        column["v", s] = len(column)
    cost, rows, sides = np.zeros(len(column)), [], []
    bounds = [(0.0, None)] * len(column)
    for p in pes:
        bounds[column["g", p]] = (graph.pes[p].least, graph.pes[p].most)

    def add(entries: list, side: float) -> None:
        row = np.zeros(len(column))
        for key, value in entries:
            row[column[key]] += value
        rows.append(row)
        sides.append(side)

    for s in streams:
        stream = graph.streams[s]
        cost[column["v", s]] = -1.0
        if stream.rate is None:
            add([(("v", s), 1.0), (("r", s), -stream.weight)], 0.0)
        else:
            points = list(zip(stream.rate, stream.value, strict=True))
            bounds[column["v", s]] = (0.0, float(stream.value[-1]))
            for (a, b), (c, d) in pairwise(points):
                slope = (d - b) / (c - a)
                add([(("v", s), 1.0), (("r", s), -slope)], b - slope * a)
        for limit in stream.limits:
            read = [(("r", i), -c) for i, c in limit.inputs if ("r", i) in column]
            add([(("r", s), 1.0), (("g", stream.pe), -limit.mips), *read], limit.primal)
    add([(("g", p), 1.0) for p in pes], total)
    return -linprog(cost, np.array(rows), np.array(sides), bounds=bounds).fun


def test_a_course_hands_down_and_achieves() -> None:
    application = example("srcsink", nodes=2, events=False)
    records = list(course(application, QUICK))
    assert [(r["macro"], r.get("micro")) for r in records] == [
        (0, None),
        (0, 0),
        (0, 1),
        (0, 2),
        (1, None),
        (1, 0),
        (1, 1),
        (1, 2),
    ]
    assert all(record["status"] == "done" for record in records)
    promised = records[0]["promised"]
    assert records[1]["metrics"]["importance"] == pytest.approx(promised, rel=1e-6)
    assert records[1]["metrics"]["prediction_error"] == pytest.approx(0, abs=1e-6)
    assert records[1]["metrics"]["utilisation"] == pytest.approx(1)


def test_what_macroq_promises_no_node_can_hold() -> None:
    """x needs 12 mips on one node, and nodes have 10: macroW says so, or microQ is infeasible."""
    document = on_two_nodes(
        one_pe("x", 12.0, 12.0, 1.0), one_pe("y", 8.0, 8.0, 1.0), one_pe("z", 8.0, 8.0, 0.9)
    )
    records = list(course(application_from(document, "x"), QUICK))
    assert records[0]["promised"] == pytest.approx(20)
    assert "macroW" in records[0]["message"]
    micro = records[1]
    assert micro["fraction"] == {}


def test_an_epoch_that_becomes_infeasible_names_the_pe_and_goes_on() -> None:
    document = on_two_nodes(
        one_pe("x", 6.0, 8.0, 1.0),
        one_pe("y", 6.0, 8.0, 1.0),
        events=[{"macro": 0, "micro": 1, "down": ["n1"]}, {"macro": 1, "micro": 1, "up": ["n1"]}],
    )
    application = application_from(document, "down")
    records = list(course(application, QUICK))
    before, broken = records[1], records[2]
    assert before["status"] == "done"
    lost = next(p for p, row in before["fraction"].items() if "n1" in row)
    assert broken["status"] == "infeasible"
    assert broken["message"].startswith(f"PE {lost} needs 6 mips, but its available candidates")
    other = next(p for p in before["fraction"] if p != lost)
    assert broken["fraction"][other] == before["fraction"][other]
    assert "n1" not in broken["fraction"].get(lost, {})
    assert broken["metrics"]["importance"] == pytest.approx(8)
    assert records[5]["status"] == "done"  # n1 is up again


def test_lag() -> None:
    """With a lag of 1 a job that arrives waits for the next macro epoch; with 0 it runs at once."""
    jobs = (one_pe("x", 1.0, 5.0, 1.0), one_pe("y", 1.0, 5.0, 1.0))
    for lag, expected in ((0, {"x", "y"}), (1, {"x"})):
        document = on_two_nodes(*jobs, lag=lag, events=[{"macro": 1, "arrive": ["y"]}])
        records = list(course(application_from(document, "lag"), QUICK))
        first = next(r for r in records if (r["macro"], r.get("micro")) == (1, 0))
        assert {p.partition("/")[0] for p in first["fraction"]} == expected
        last = records[-1]
        assert {p.partition("/")[0] for p in last["fraction"]} == {"x", "y"}


def test_budgets_pay_only_where_a_job_is_left_out() -> None:
    users = {"u": {"budget": 1000.0, "jobs": ["x"]}, "v": {"budget": 900.0, "jobs": ["y"]}}
    jobs = (one_pe("x", 12.0, 20.0, 1.0), one_pe("y", 12.0, 20.0, 1.0))
    ranks = {"manager": "budget", "users": users}
    document = on_two_nodes(*jobs, ranks=ranks, lag=0, seconds=10.0)
    document["pes"] = {}
    application = application_from(document, "budgets")
    settings = QUICK.model_copy(update={"macro_epochs": 3})
    macros = [record for record in course(application, settings) if "micro" not in record]
    assert macros[0]["ranks"] == {"x": 2, "y": 3}
    assert set(macros[0]["decision"]["jobs"]) == {"x"}
    assert macros[1]["left"] == {"u": pytest.approx(800.0), "v": 900.0}
    assert set(macros[1]["decision"]["jobs"]) == {"y"}
    assert macros[2]["left"]["v"] == pytest.approx(700.0)


def test_affinity_and_utilisation_by_hand() -> None:
    """p on n1, q half on n1 and half on n2: half of the traffic stays on a node."""
    application = example("srcsink", nodes=2, events=False)
    from optgap.instances.application import macroq_of, present_at

    instance = macroq_of(application, present_at(application, 0, 0))
    power = {"n1": 11000.0, "n2": 11000.0}
    fractions = {"j1/src": {"n1": 0.5}, "j1/sink": {"n1": 0.25, "n2": 0.25}}
    found = metrics_of(instance, [0], fractions, power)
    assert found["affinity"] == pytest.approx(0.5)
    assert found["ingest"] == pytest.approx(55)
    assert found["importance"] == pytest.approx(44)
    assert found["utilisation"] == pytest.approx(0.5)


def test_fair_shares() -> None:
    assert fair_shares(np.array([1.0, 9.0, 9.0]), 10.0) == [1.0, 4.5, 4.5]
    assert fair_shares(np.array([2.0, 3.0]), 10.0) == [2.0, 3.0]


@pytest.mark.parametrize("rule", ["random", "round-robin"])
def test_baselines_of_7_2(rule: str) -> None:
    found = baseline_metrics(example("srcsink", nodes=3, events=False), rule)
    assert found["ingest"] == pytest.approx(110)
    assert found["importance"] == pytest.approx(88)


def without_seconds(records: list) -> list:
    return [{k: v for k, v in record.items() if k != "seconds"} for record in records]


def test_an_interrupted_course_resumes(tmp_path) -> None:
    application = example("srcsink", nodes=2)
    settings = QUICK.model_copy(update={"macro_epochs": 2})
    whole = list(course(application, settings))
    path = tmp_path / "runs.jsonl"
    with RunsFile(path, application, settings) as runs:
        for record in whole[:4]:
            runs.append(record)
    with path.open("ab") as stream:
        stream.write(b'{"macro": 1, "sta')  # torn by a kill
    with RunsFile(path, application, settings) as runs:
        assert len(runs.records) == 4
        for record in course(application, settings, list(runs.records)):
            runs.append(record)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert without_seconds(lines[1:]) == without_seconds(json.loads(json.dumps(whole)))


def test_a_file_of_another_course_is_refused(tmp_path) -> None:
    path = tmp_path / "runs.jsonl"
    with RunsFile(path, example("srcsink"), QUICK):
        pass
    with pytest.raises(InputError, match="another application or other settings"):
        RunsFile(path, example("srcsink", nodes=4), QUICK).__enter__()
    path.write_text("notes\n")
    with pytest.raises(InputError, match="is not a file of a course"):
        RunsFile(path, example("srcsink"), QUICK).__enter__()


def test_an_interrupt_ends_the_course_and_is_no_record(monkeypatch) -> None:
    """A method that is interrupted returns its best; the course passes the interrupt on."""
    import sys

    module = sys.modules[course.__module__]
    whole = module.solve

    def interrupted(instance, method, **limits):
        outcome = whole(instance, method, **limits)
        stopped = "interrupted" if outcome.problem == "microw" else outcome.stopped
        return outcome.model_copy(update={"stopped": stopped})

    monkeypatch.setattr(module, "solve", interrupted)
    epochs = course(example("srcsink", nodes=2), QUICK)
    assert next(epochs)["status"] == "done"  # the plan
    with pytest.raises(KeyboardInterrupt):
        next(epochs)
