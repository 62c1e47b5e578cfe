"""`auto` runs quick methods first, keeps the best plan and bound, and says who found them."""

import json
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.core.outcome import Answer, Point
from optgap.core.run import Run, TimeUp
from optgap.validation.catalogue.methods.auto import auto
from optgap.validation.judge.acceptance import judged_outcome
from optgap.validation.running import solve
from optgap.validation.running.solve import _with_reports

DRAWN = [
    (name, seed)
    for name in optgap.problem_names()
    if name not in ("resource_plan", "stage", "macrow", "microq")
    for seed in range(4)
]


def draw_instance(name: str, seed: int) -> Any:
    """Return a tiny instance of a problem, drawn from its own ranges."""
    ground = optgap.problem_named(name).ground
    return optgap.generate(name, seed, **ground.draw(np.random.default_rng(seed)))


@pytest.mark.parametrize(("name", "seed"), DRAWN)
def test_it_reaches_the_optimum_of_the_model(name: str, seed: int) -> None:
    instance = draw_instance(name, seed)
    best, exact = optgap.solve(instance), optgap.solve(instance, "exact")
    assert (best.method, best.status) == ("auto", exact.status), best.message
    if exact.objective is not None:
        assert best.objective == pytest.approx(exact.objective, rel=1e-6)
        assert {best.details["plan_by"], best.details["bound_by"]} <= set(best.details["methods"])
    assert not optgap.check(instance, best).violations


@pytest.mark.parametrize("name", ["resource_plan/fig7", "stage/two-machines"])
def test_a_front_is_complete(name: str) -> None:
    best, exact = optgap.solve(name), optgap.solve(name, "exact")
    assert best.front_complete
    assert [p.objectives for p in best.front] == [p.objectives for p in exact.front]


def test_a_solver_alone_means_the_model() -> None:
    for how in ({"solver": "scip"}, {"options": {"tightened": True}}):
        assert optgap.solve("placement/fig6", **how).method == "exact"


class Scripted:
    """A problem of placement whose methods give the answers of a script."""

    polishes, certificate_cost = False, 0.5

    def __init__(self, **answers: Any) -> None:
        self.entry, self.answers = optgap.problem_named("placement"), answers
        self.methods = [SimpleNamespace(name=name) for name in answers]
        self.begun: dict[str, Any] = {}

    def judge(self, instance: Any, decision: Any) -> Any:
        return self.entry.judge(instance, decision)

    def steps(self, _: Any) -> list[str]:
        return list(self.answers)

    def run_method(self, name: str, _: Any, run: Run) -> Answer:
        self.begun[name] = run.start
        answer = self.answers[name]
        if callable(answer):
            answer(run)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def run(self, run: Run | None = None) -> Answer:
        instance = optgap.load("placement/fig6")
        return auto(instance, run or Run("minimize"), self)  # type: ignore[arg-type]


def plans() -> tuple[Any, Any]:
    """Return an optimal plan of ``placement/fig6`` (16) and a worse one."""
    good, bad = (optgap.solve("placement/fig6", m) for m in ("bottleneck", "fuxi"))
    assert good.objective < bad.objective
    return good.decision, bad.decision


def test_the_best_plan_and_the_best_bound_may_come_from_two_methods() -> None:
    good, bad = plans()
    scripted = Scripted(
        first=Answer(decision=good, bound=1.0, bound_kind="certified", certificate={"kind": "a"}),
        second=Answer(decision=bad, bound=2.0, bound_kind="solver", message="half way"),
    )
    answer = scripted.run()
    assert (answer.decision, answer.bound, answer.bound_kind) == (good, 2.0, "solver")
    assert answer.certificate is None
    assert answer.details["plan_by"] == "first" and answer.details["bound_by"] == "second"
    assert scripted.begun == {"first": None, "second": good}
    assert answer.details["ended"] == ["second: half way"]


def test_the_best_certified_bound_stays_beside_an_engines_bound() -> None:
    good, bad = plans()
    proof = {"kind": "hall", "threshold": 16, "instances": [1]}
    answers = {
        "weak": Answer(decision=bad, bound=2.0, bound_kind="certified", certificate=proof),
        "strong": Answer(bound=9.0, bound_kind="certified", certificate=proof),
        "weaker": Answer(bound=3.0, bound_kind="certified", certificate=proof),
        "engine": Answer(decision=bad, bound=15.0, bound_kind="solver"),
    }
    answer = Scripted(**answers).run()
    assert (answer.bound, answer.bound_kind, answer.details["bound_by"]) == (15, "solver", "engine")
    expected = {"bound": 9.0, "by": "strong", "certificate": proof}
    assert answer.details["certified_bound"] == expected
    best = Answer(decision=good, bound=16.0, bound_kind="certified", certificate=proof)
    assert "certified_bound" not in Scripted(**answers, best=best).run().details


@pytest.mark.parametrize("kind", ["certified", "model-certified", "cross-checked"])
def test_of_equal_bounds_the_most_trusted_one_is_kept(kind: Any) -> None:
    good, _ = plans()
    proven = Answer(bound=2.0, bound_kind=kind, certificate={"kind": "a"})
    word = Answer(decision=good, bound=2.0, bound_kind="solver")
    for answers in ({"a": proven, "b": word}, {"a": word, "b": proven}):
        assert Scripted(**answers).run().bound_kind == kind


def test_it_ends_as_soon_as_the_optimum_is_proven() -> None:
    good, _ = plans()
    answer = Scripted(first=Answer(decision=good, bound=16.0, bound_kind="certified"), second=None)
    assert answer.run().details["methods"] == ["first"]


@pytest.mark.parametrize(
    ("ending", "stopped"), [(TimeUp(), "time_limit"), (KeyboardInterrupt(), "interrupted")]
)
def test_what_was_found_before_a_method_is_stopped_is_kept(
    ending: BaseException, stopped: str
) -> None:
    good, _ = plans()
    first = Answer(decision=good, bound=1.0, bound_kind="certified", certificate={"kind": "a"})
    run = Run("minimize")
    answer = Scripted(first=first, second=ending, third=None).run(run)
    assert (answer.decision, answer.bound, answer.stopped) == (good, 1.0, stopped)
    assert answer.certificate == run.answer_so_far("time_limit").certificate == {"kind": "a"}


@pytest.mark.parametrize("is_delivered", [True, False], ids=["delivered", "objective only"])
def test_a_plan_is_named_although_the_time_is_up_while_it_is_checked(is_delivered: bool) -> None:
    """An engine reports values before its plan; the plan of its answer counts."""
    _, bad = plans()
    proof = {"kind": "hall", "threshold": 16, "instances": [1]}
    found = Answer(decision=bad, bound=2.0, bound_kind="certified", certificate=proof)

    class Late(Scripted):
        def judge(self, instance: Any, decision: Any) -> Any:
            raise TimeUp

        def run_method(self, name: str, _: Any, run: Run) -> Answer:
            run.report(24.0, None, bad if is_delivered else None)
            return found

    run = Run("minimize")
    answer = Late(quick=None, exact=None).run(run)
    assert (answer.decision, answer.bound, answer.bound_kind) == (bad, 2.0, "certified")
    assert answer.details["plan_by"] == answer.details["bound_by"] == "quick"
    assert (answer.details["methods"], answer.stopped) == (["quick"], "time_limit")
    entry, instance = optgap.problem_named("placement"), optgap.load("placement/fig6")
    outcome = judged_outcome(entry, instance, "auto", answer, run, {})
    assert (outcome.status, outcome.bound, outcome.bound_kind) == ("feasible", 2.0, "certified")


def test_points_are_kept_if_the_time_is_up_while_a_plan_is_checked() -> None:
    _, bad = plans()

    class Late(Scripted):
        def judge(self, instance: Any, decision: Any) -> Any:
            raise TimeUp

    run = Run("minimize", start=bad)
    run.report_point(Point(objectives={"a": 1.0}, decision=bad))
    with pytest.raises(TimeUp):
        Late(quick=None).run(run)
    assert run.answer_so_far("time_limit").front


def test_an_incumbent_that_an_engine_does_not_deliver_is_no_claim() -> None:
    """The engine had reported a better value, but was stopped before its plan was read."""
    _, bad = plans()

    def engine(run: Run) -> None:
        run.report(16.0)
        raise TimeUp

    entry, instance, run = (
        optgap.problem_named("placement"),
        optgap.load("placement/fig6"),
        Run("minimize"),
    )
    answer = Scripted(first=Answer(decision=bad), second=engine).run(run)
    outcome = judged_outcome(entry, instance, "auto", answer, run, {})
    assert (outcome.status, outcome.decision) == ("feasible", bad)
    alone = Run("minimize", start=bad)
    alone.report(16.0)
    kept = _with_reports(alone.answer_so_far("time_limit"), alone)
    outcome = judged_outcome(entry, instance, "exact", kept, alone, {})
    assert (outcome.status, outcome.decision) == ("feasible", bad)


def test_a_refusal_is_the_answer_where_nothing_else_is_known() -> None:
    refusal = optgap.InputError("too large", [optgap.Fault("memory", "does not fit")])
    with pytest.raises(optgap.InputError, match="does not fit"):
        Scripted(first=refusal).run()
    good, _ = plans()
    answer = Scripted(first=Answer(decision=good), second=refusal).run()
    assert answer.decision == good
    assert answer.details["ended"] == ["second: memory: does not fit"]


def test_a_plan_that_is_denied_to_exist_is_confronted() -> None:
    good, _ = plans()
    answer = Scripted(first=Answer(decision=good), second=Answer(infeasible=True)).run()
    assert answer.infeasible and answer.decision == good


def test_a_start_is_a_plan_in_hand() -> None:
    good, bad = plans()
    answer = Scripted(only=Answer(decision=bad)).run(Run("minimize", start=good))
    assert (answer.decision, answer.details["plan_by"]) == (good, "start")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("utility", {"jobs": 3000, "cores": 6000}),
        ("eviction", {"residents": 20_000}),
        ("cold_stock", {"days": 400}),
        ("cluster_ratio", {"groups": 500, "containers": 5000}),
        ("microq", {"components": 150, "nodes": 100, "candidates": 5, "load": 0.8}),
    ],
)
def test_large_instances_have_a_plan_and_a_certified_bound(name: str, size: dict[str, int]) -> None:
    outcome = optgap.solve(optgap.generate(name, 1, **size), time_limit=20, gap=1e-3)
    assert (outcome.bound_kind, outcome.stopped) == ("certified", "complete")
    assert outcome.gap is not None and outcome.gap <= 1e-3


def test_many_linear_latencies_are_proven_at_once() -> None:
    instance = optgap.generate(
        "placement", 1, instances=20_000, machines=6000, linear=True, groups=40
    )
    outcome = optgap.solve(instance)
    assert (outcome.status, outcome.details["methods"]) == ("optimal", ["bottleneck"])


@pytest.mark.parametrize(
    ("name", "method", "size"),
    [
        ("microq", "rounded", {}),
        ("microw", "direct", {}),
        ("adaptive_config", "static-fifo", {"groups": 20, "jobs": 6, "containers": 60}),
        ("utility", "threshold", {}),
        ("eviction", "rounded", {}),
    ],
)
def test_a_plan_is_reported_before_its_bound(name: str, method: str, size: dict[str, int]) -> None:
    """A method that is stopped then has a plan; the reported value is the checker's."""
    instance, first = optgap.generate(name, 0, **size), []

    def listen(run: Run) -> None:
        if run.decision is not None and not first:
            first.append((run.objective, run.bound, run.decision))

    optgap.solve(instance, method, listener=listen)
    objective, bound, decision = first[0]
    verdict = optgap.problem_named(name).judge(instance, decision)
    assert verdict.feasible and bound is None
    assert verdict.objective == pytest.approx(objective)


def test_a_crash_loses_no_plan_and_is_told() -> None:
    good, bad = plans()
    exact = Answer(decision=good, bound=16.0, bound_kind="solver")
    answer = Scripted(first=Answer(decision=bad), second=ZeroDivisionError("of all"), exact=exact)
    told = answer.run()
    assert (told.decision, told.bound) == (good, 16.0)
    (defect,) = told.details["defects"]
    assert defect.startswith("second: ZeroDivisionError: of all (test_auto.py, line ")
    assert told.message == f"a defect of optgap: {defect}"
    with pytest.raises(ZeroDivisionError):
        Scripted(first=ZeroDivisionError("of all")).run()


def test_the_exit_code_of_a_crash_with_a_plan(optgap_command, monkeypatch) -> None:
    def broken(*_: object) -> Answer:
        raise ZeroDivisionError("of all things")

    entry = optgap.problem_named("microw")
    method = replace(entry.method_named("flow-lp"), function=broken)
    usual = type(entry).method_named
    monkeypatch.setattr(
        type(entry),
        "method_named",
        lambda self, name: method if name == "flow-lp" else usual(self, name),
    )
    ended = optgap_command("solve", "microw/hunted-keep", "--json")
    assert ended.code == 70
    assert json.loads(ended.out)["decision"] is not None
    assert "ZeroDivisionError: of all things" in json.loads(ended.out)["message"]


@pytest.mark.parametrize("last", [Answer(stopped="time_limit"), optgap.InputError("large", [])])
def test_an_unproven_claim_that_there_is_no_plan_needs_the_model(last: Any) -> None:
    denial = Answer(infeasible=True, message="too full")
    proven = Answer(infeasible=True, bound_kind="model-certified", certificate={"kind": "t"})
    answer = Scripted(first=denial, between=None, exact=proven).run()
    assert answer == replace(proven, details=answer.details)
    assert answer.details["methods"] == ["first", "exact"]
    if isinstance(last, optgap.InputError):
        last = optgap.InputError("large", [optgap.Fault("memory", "does not fit")])
    without_model = Scripted(first=denial)
    without_model.methods = without_model.entry.methods
    for unsure in (Scripted(first=denial, exact=last).run(), without_model.run()):
        assert not unsure.infeasible
        assert unsure.message == "there is no plan, according to first alone: too full"


def test_a_wrong_claim_that_there_is_no_plan_is_a_defect() -> None:
    good, _ = plans()
    exact = Answer(decision=good, bound=16.0, bound_kind="solver")
    answer = Scripted(first=Answer(infeasible=True, message="too full"), exact=exact).run()
    assert (answer.decision, answer.bound, answer.infeasible) == (good, 16.0, False)
    assert answer.details["defects"] == ["first claims that there is no plan, but there is one"]


def test_no_problem_calls_infeasible_what_one_method_says() -> None:
    seen = set()
    for path in sorted(Path(__file__).parents[3].glob("instances/data/*/*.json")):
        name = path.parent.name
        if "infeasible" not in path.stem and name not in ("microw", "macrow", "adaptive_config"):
            continue
        if path.stat().st_size > 3000:
            continue
        instance = optgap.load(path)
        outcome = optgap.solve(instance, time_limit=20)
        if outcome.status == "infeasible":
            seen.add(name)
            assert outcome.bound_kind in ("certified", "model-certified", "cross-checked"), path
    assert {"microw", "macrow"} <= seen


def test_time_is_left_for_the_judge() -> None:
    """The judge takes 1 s for a plan, half of this for a certificate, and a quarter to be safe.

    It may use 15% of the limit after its end, and at most 40% before.
    """
    good, bad = plans()
    clock = [0.0]

    class Slow(Scripted):
        def judge(self, instance: Any, decision: Any) -> Any:
            clock[0] += 1.0
            return super().judge(instance, decision)

    class Timed(Run):
        seconds = property(lambda _: clock[0])

    run = Timed("minimize", time_limit=5.0)
    Slow(first=Answer(decision=bad), second=Answer(decision=good)).run(run)
    assert (run.judging, run.remaining, run.overdue) == (1.875, 1.875, False)
    run.reserve(2.0, 2.0)
    assert (run.judging, run.remaining) == (2.5, 1.25)
    run.reserve(9.0)
    clock[0] = 3.6
    assert (run.judging, run.overdue) == (2.75, True)


def test_a_long_reading_leaves_time_for_the_quick_method() -> None:
    instance = optgap.load("eviction/four-databases")
    late = solve(instance, time_limit=1, begun=perf_counter() - 9.0)
    assert late.objective is not None and late.stopped == "time_limit"
    assert list(late.details["methods"]) == ["rounded"]
    spent = {0.1: 0.0, 0.9: 1.5, 9.0: 9.0}
    assert {each: Run("minimize", 1.0, spent=each).least_for_quick for each in spent} == spent
    run = Run("minimize", 1.0, spent=9.0)
    run.report(1.0, None, {"evicted": []})
    assert run.least_for_quick == 1.5
