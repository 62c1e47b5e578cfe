"""The judge: whatever a method claims, the outcome is true."""

from copy import copy
from itertools import count

import pytest

import optgap
from optgap.core.gaps import gap
from optgap.core.outcome import Answer
from optgap.core.run import Run
from optgap.validation.catalogue import description, problem_named
from optgap.validation.catalogue.method import Method
from optgap.validation.judge.acceptance import judged_outcome
from optgap.validation.judge.verdict import TOO_LARGE, Verdict, Violation

BEST, WORSE = {"machine": [2, 0]}, {"machine": [0, 1]}
PROOF = {"kind": "hall", "threshold": 16, "instances": [1]}


def judged(answer: Answer, **reported):
    run = Run(sense="minimize")
    if reported:
        run.report(**reported)
    entry = problem_named("placement")
    return judged_outcome(entry, optgap.load("placement/fig6"), "mine", answer, run, {})


def test_objective_comes_from_the_checker() -> None:
    outcome = judged(Answer(decision=WORSE))
    assert (outcome.objective, outcome.status, outcome.bound, outcome.gap) == (
        24.0,
        "feasible",
        None,
        None,
    )


def test_a_trace_ends_with_the_result() -> None:
    assert [row[1:] for row in judged(Answer(decision=WORSE)).trace] == [(24.0, None)]
    bound = Answer(stopped="time_limit", bound=3.0, bound_kind="solver")
    assert [row[1:] for row in judged(bound).trace] == [(None, 3.0)]
    assert judged(Answer()).trace == []


def test_optimal_only_where_the_bound_proves_it() -> None:
    assert judged(Answer(decision=BEST, bound=16.0, bound_kind="solver")).status == "optimal"
    assert judged(Answer(decision=BEST, bound=15.9, bound_kind="solver")).status == "feasible"
    assert judged(Answer(decision=WORSE, bound=16.0, bound_kind="solver")).gap == 8 / 24


@pytest.mark.parametrize(
    ("answer", "reported", "words"),
    [
        (Answer(decision={"machine": [0, 0]}), {}, "takes 2 instances"),
        (Answer(decision={"machine": [0]}), {}, "must have 2 entries"),
        (Answer(decision={"machine": [9, 9]}), {}, "(and 1 more)"),
        (Answer(decision=BEST, unbounded=True), {}, "no decision, but contains one"),
        (Answer(decision=BEST, bound=17.0, bound_kind="solver"), {}, "contradicts"),
        (Answer(decision=BEST), {"objective": 12.0}, "the checker computes 16.0"),
        (Answer(decision=BEST, infeasible=True), {}, "no decision, but contains one"),
        (Answer(decision=BEST, bound=16.0, bound_kind="certified"), {}, "without a certificate"),
        (
            Answer(
                decision=BEST,
                bound=16.0,
                bound_kind="certified",
                certificate={**PROOF, "instances": [0]},
            ),
            {},
            "rejects the certificate",
        ),
        (
            Answer(infeasible=True, certificate={**PROOF, "threshold": None}),
            {},
            "rejects the certificate",
        ),
    ],
)
def test_false_claims_become_errors(answer: Answer, reported: dict, words: str) -> None:
    outcome = judged(answer, **reported)
    assert (outcome.status, outcome.stopped) == ("unknown", "error")
    assert outcome.decision is None
    assert words in outcome.message


def test_nothing_in_hand_is_unknown() -> None:
    outcome = judged(Answer(stopped="time_limit", bound=3.0, bound_kind="solver"))
    assert (outcome.status, outcome.objective, outcome.bound, outcome.gap) == (
        "unknown",
        None,
        3.0,
        None,
    )


def test_certified_bound_keeps_its_certificate() -> None:
    answer = Answer(decision=BEST, bound=16.0, bound_kind="certified", certificate=PROOF)
    outcome = judged(answer)
    assert (outcome.status, outcome.certificate, outcome.bound_kind) == (
        "optimal",
        PROOF,
        "certified",
    )


def test_interrupted_method_keeps_its_best() -> None:
    entry = problem_named("placement")

    def method(instance, run):
        run.report(24.0, decision=WORSE)
        run.report(16.0, decision=BEST)
        run.report(24.0, decision=WORSE)
        raise KeyboardInterrupt

    from optgap.validation.running.solve import _run

    run = Run(sense="minimize")
    answer = _run(entry, Method.of(method), None, run, {})
    assert answer.decision == BEST
    assert answer.stopped == "interrupted"


@pytest.mark.parametrize(
    ("objective", "bound", "sense", "expected"),
    [
        (10.0, 9.0, "minimize", 0.1),
        (10.0, 11.0, "maximize", 0.1),
        (-10.0, -11.0, "minimize", 0.1),
        (10.0, 11.0, "minimize", -0.1),
        (0.0, 0.0, "minimize", 0.0),
        (0.0, -1e-9, "minimize", 1e9),  # in any unit
        (0.0, -1.0, "minimize", 1e9),
        (None, 1.0, "minimize", None),
        (1.0, None, "maximize", None),
    ],
)
def test_gap(objective, bound, sense, expected) -> None:
    assert gap(objective, bound, sense) == (None if expected is None else pytest.approx(expected))


def test_a_plan_may_be_better_than_reported_but_not_worse() -> None:
    """An engine that stops early leaves its maximum above what the plan needs."""
    outcome = judged(Answer(decision=BEST, bound=10.0, bound_kind="solver"), objective=19.0)
    assert (outcome.status, outcome.objective) == ("feasible", 16.0)
    assert outcome.trace[-1][1] == 16.0
    outcome = judged(Answer(decision=BEST), objective=15.0)
    assert (outcome.stopped, outcome.objective) == ("error", None)
    assert "reported 15.0, but the checker computes 16.0" in outcome.message


@pytest.mark.parametrize(
    ("asked", "bound", "status"),
    [
        (0.1, 15.0, "within_gap"),  # a gap of 1/16
        (0.1, 14.0, "feasible"),
        (0.1, 16.0 * (1 - 9e-7), "optimal"),
        (0.1, 16.0 * (1 - 2e-6), "within_gap"),
        (1e-6, 16.0 * (1 - 2e-6), "feasible"),
        (0.0, 16.0 * (1 - 9e-7), "feasible"),
        (0.0, 16.0, "optimal"),
    ],
)
def test_a_gap_that_is_asked_for_is_no_optimum(asked: float, bound: float, status: str) -> None:
    run = Run(sense="minimize", gap=asked)
    answer = Answer(decision=BEST, bound=bound, bound_kind="solver")
    instance = optgap.load("placement/fig6")
    outcome = judged_outcome(problem_named("placement"), instance, "mine", answer, run, {})
    assert outcome.status == status


def test_a_wide_gap_hides_no_contradiction() -> None:
    """A bound beyond the objective is wrong, however large a gap may remain."""
    run = Run(sense="minimize", gap=0.1)
    answer = Answer(decision=BEST, bound=16.8, bound_kind="solver")
    instance = optgap.load("placement/fig6")
    outcome = judged_outcome(problem_named("placement"), instance, "mine", answer, run, {})
    assert outcome.stopped == "error"
    assert "16.8 contradicts the objective 16.0" in outcome.message


def test_what_an_answer_claims_is_checked_as_in_a_document() -> None:
    tree = {"kind": "model-tree", "model_sha256": "0" * 64, "nodes": 1, "cuts": 0}
    answer = Answer(decision=BEST, bound=16.0, bound_kind="certified", certificate=tree)
    assert "does not make a bound 'certified'" in judged(answer).message
    answer = Answer(decision=BEST, bound=16.0, bound_kind="model-certified", certificate=PROOF)
    assert "without a proof of the model" in judged(answer).message


def test_one_plan_of_several_objectives_is_a_front_that_is_not_complete() -> None:
    run = Run(sense="minimize")
    answer = Answer(decision={"option": [0, 1, 0]}, front_complete=True)
    instance = optgap.load("resource_plan/fig8")
    outcome = judged_outcome(problem_named("resource_plan"), instance, "mine", answer, run, {})
    assert [point.objectives for point in outcome.front] == [{"latency": 150.0, "cost": 15.0}]
    assert (outcome.status, outcome.front_complete) == ("feasible", False)


def with_certified_bound(claimed: object) -> Answer:
    """Return a worse plan with an engine's bound, and a certified bound in the details."""
    details = {"certified_bound": claimed}
    return Answer(decision=WORSE, bound=16.0, bound_kind="solver", details=details)


def test_a_certified_bound_beside_a_tighter_one_is_re_checked() -> None:
    claimed = {"bound": 12.0, "by": "mine", "certificate": PROOF}
    outcome = judged(with_certified_bound(claimed))
    assert (outcome.bound, outcome.bound_kind, outcome.status) == (16.0, "solver", "feasible")
    assert outcome.details["certified_bound"] == claimed
    assert outcome.certified_words == "12 by mine (gap 50.00%)"
    assert "12 by mine (gap 50.00%)" in outcome._repr_html_()
    instance = optgap.load("placement/fig6")
    checked = optgap.check(instance, outcome)
    assert not checked.violations
    assert not any("certified_bound" in words for words in checked.unchecked)
    forged = {**outcome.details, "certified_bound": {**claimed, "bound": 16.5}}
    [fault] = optgap.check(instance, outcome.model_copy(update={"details": forged})).violations
    assert "the claimed bound is 16.5" in fault.message


@pytest.mark.parametrize(
    ("claimed", "words"),
    [
        ({"bound": 16.5, "by": "mine", "certificate": PROOF}, "the claimed bound is 16.5"),
        ({"bound": 16.0, "certificate": {**PROOF, "instances": [0]}}, "rejects a claim beside"),
        ({"bound": 16.0, "by": "mine"}, "needs a bound and its certificate"),
        ({"bound": None, "certificate": PROOF}, "needs a bound and its certificate"),
        (16.0, "needs a bound and its certificate"),
    ],
)
def test_a_false_certificate_beside_the_bound_is_not_shown(claimed: object, words: str) -> None:
    outcome = judged(with_certified_bound(claimed))
    assert (outcome.status, outcome.stopped) == ("unknown", "error")
    assert outcome.message is not None and words in outcome.message
    assert outcome.certified_words is None


def test_a_certificate_beside_the_bound_that_nobody_can_re_check_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = [Violation(TOO_LARGE, "certificate", None, "its numbers are too large")]
    kind = type(problem_named("placement"))  # older pytest leaves what it sets on an object
    monkeypatch.setattr(kind, "check_certificate", lambda *_: large)
    claimed = {"bound": 12.0, "by": "mine", "certificate": PROOF}
    outcome = judged(with_certified_bound(claimed))
    assert (outcome.objective, outcome.bound, outcome.status) == (24.0, 16.0, "feasible")
    assert "certified_bound" not in outcome.details and outcome.certified_words is None


@pytest.mark.parametrize("where", ["check_certificate", "claims_beside"])
def test_an_interrupt_during_the_check_of_a_certificate_keeps_the_plan(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It proves nothing; if there is none, or at a second interrupt, the run ends."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(optgap.problem_named("placement")), where, interrupt)
    if where == "claims_beside":  # asked about every answer: the second interrupt
        for method in ("bottleneck", "fuxi"):
            with pytest.raises(KeyboardInterrupt):
                optgap.solve("placement/fig6", method)
        return
    outcome = optgap.solve("placement/fig6", "bottleneck")
    assert (outcome.stopped, outcome.bound_kind, outcome.details["certificate"]) == (
        "interrupted",
        "solver",
        "unchecked: its check was interrupted",
    )
    assert optgap.check("placement/fig6", outcome.decision).objective == 16


def test_a_check_that_is_too_late_leaves_the_plan_and_an_unchecked_certificate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as slow:
        slow.setattr(
            type(problem_named("placement")),
            "check_certificate",
            lambda *_: sum(0 for _ in count()),
        )
        outcome = optgap.solve("placement/fig6", "bottleneck", time_limit=0.1)
        full = optgap.load("placement/fig6").replaced(capacity=[1, 0, 0])
        denied = optgap.solve(full, "bottleneck", time_limit=0.1)
    assert (outcome.status, outcome.bound_kind, outcome.details["certificate"]) == (
        "feasible",
        "solver",
        "unchecked: its check was too late",
    )
    assert (denied.status, optgap.check(full, denied).certificate) == ("unknown", "valid")
    assert optgap.check("placement/fig6", outcome).certificate == "valid"


def test_the_verdict_on_a_large_decision_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = optgap.generate("cluster_ratio", 1, groups=10_000, containers=120_000)
    plan = optgap.solve(instance, "greedy").decision
    fewer = {"containers": {**plan["containers"], next(iter(plan["containers"])): 1}}
    judge, counted = problem_named("cluster_ratio").judge, count()
    monkeypatch.setattr(description, "verdict_of", lambda *_: Verdict(objective=next(counted)))
    assert [judge(instance, each).objective for each in (dict(plan), fewer, fewer)][1:] == [0, 0]
    extension = copy(problem_named("cluster_ratio"))
    extension.name = "cluster_ratio with a rule"
    assert extension.judge(instance, fewer).objective == 1, "another problem has its own verdict"
