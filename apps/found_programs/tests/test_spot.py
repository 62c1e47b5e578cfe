"""Spot: the simulator's rule, hindsight, one observation at a time."""

import csv
import itertools

import pytest

import optgap
from optgap_found_programs import spot
from optgap_found_programs.spot import greedy_requests
from optgap_found_programs.task import DATA

with open(DATA / "spot" / "hindsight_test.csv", newline="") as stream:
    ROWS = list(csv.DictReader(stream))


def test_hindsight_and_greedy_over_the_test_split() -> None:
    references = spot.references()
    assert len(references) == len(ROWS) == 1080
    mean = sum(reference.bound for reference in references) / 1080
    assert mean == pytest.approx(81.543, abs=5e-4)
    costs = []
    for reference, row in zip(references, ROWS, strict=True):
        requests = greedy_requests(reference.instance)
        verdict = spot.problem.judge(reference.instance, {"requests": requests})
        assert verdict.feasible
        assert verdict.objective == pytest.approx(float(row["greedy"]), abs=1e-6)
        costs.append(verdict.objective)
    assert spot.score(costs) == pytest.approx(-96.515, abs=5e-4)


@pytest.mark.parametrize("k", range(7, 1080, 119))
def test_shipped_optima_are_certified_again(k: int) -> None:
    reference = spot.references()[k]
    claim = {"cost": round(reference.bound * 60_000)}
    assert not spot.problem.check_certificate(reference.instance, claim, reference.bound)
    assert spot.problem.check_certificate(reference.instance, claim, reference.bound + 1e-3)
    assert spot.problem.check_certificate(
        reference.instance, {"cost": claim["cost"] + 1}, reference.bound
    )


@pytest.mark.parametrize("overhead", [200, 600, 900, 1300])
@pytest.mark.parametrize("seed", range(3))
def test_hindsight_agrees_with_all_requests(seed: int, overhead: int) -> None:
    drawn = spot.generate(seed, hours=1, slack=1, overhead=overhead, share=0.5)
    instance = drawn.model_copy(update={"work": 2400, "deadline": 4800})
    best = None
    for letters in itertools.product("NSO", repeat=8):
        verdict = spot.problem.judge(instance, {"requests": "".join(letters)})
        if verdict.feasible and (best is None or verdict.objective < best):
            best = verdict.objective
    outcome = optgap.solve(instance, "hindsight")
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")
    assert outcome.objective == pytest.approx(best, abs=1e-12)


def test_one_rule_at_a_time() -> None:
    def check(requests: str, trace: str = "000", **fields):
        fields = {"work": 1200, "deadline": 1800, "overhead": 600} | fields
        instance = spot.SpotTrace(name="x", trace=trace, **fields)
        verdict = spot.problem.judge(instance, {"requests": requests})
        return verdict.objective if verdict.feasible else verdict.violations[0].constraint

    assert check("SSS") == pytest.approx(3 * 0.9731 / 6)
    assert check("OOO") == pytest.approx(3 * 3.06 / 6)
    assert check("SSO") == "work"  # a change of kind
    assert check("SNS", work=600) == "work"  # a pause ends the machine
    assert check("SSS", "010") == "spot"
    assert check("NOOO", "0000") == "deadline"
    assert check("NOOO", "0000", deadline=2400) == pytest.approx(3 * 3.06 / 6)
    assert check("SSX") == "decision"


def test_the_seed_is_the_greedy_of_the_simulator(judged, seed) -> None:
    names = [reference.instance.name for reference in spot.references()[3:1080:180]]
    found = judged("spot", seed("spot"), instances=names)
    assert found.correct
    stored = [float(row["greedy"]) for row in ROWS[3:1080:180]]
    assert [row.objective for row in found.rows] == pytest.approx(stored, abs=1e-6)
    assert found.score == pytest.approx(-sum(stored) / len(stored), abs=1e-6)


def strategy(body: str, extra: str = "") -> str:
    lines = "\n".join(f"        {line}" for line in body.strip().splitlines())
    return f"""
from sky_spot.strategies.strategy import Strategy
from sky_spot.utils import ClusterType

class Solution(Strategy):
    NAME = "forged"
{extra}
    def _step(self, last_cluster_type, has_spot):
        honest = ClusterType.SPOT if has_spot else ClusterType.NONE
        if sum(self.task_done_time) >= self.task_duration:
            honest = ClusterType.NONE
{lines}
"""


PEEK = """
import inspect
def play(strategy):
    frame = inspect.currentframe()
    while "ask" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["ask"]
"""

FORGERIES = {
    "clears the history": "self.env.cluster_type_histroy.clear()\nreturn honest",
    "says that it is done": "self.task_done_time.append(10**9)\nreturn honest",
    "no restart overhead": "self.restart_overhead = 0\nreturn honest",
    "a later deadline": "self.deadline = 10**9\nreturn ClusterType.NONE",
    "spot where there is none": "self.env._has_spot = True\nreturn ClusterType.SPOT",
    "reads the trace of the spec": "raise OSError(open('trace.json').read())",
    "no kind of machine": "return 'free'",
    "free machines": "import sky_spot.utils as u\nu.COSTS.clear()\nreturn honest",
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_no_forgery_raises_a_score(forgery: str, judged, seed) -> None:
    honest = judged("spot", strategy("return honest"))
    found = judged("spot", strategy(FORGERIES[forgery]))
    assert found.score <= honest.score
    if not found.correct:
        assert found.score == -100_000.0  # a cost of 0 would be the best of all
        assert judged("spot", strategy(FORGERIES[forgery]), score="gap").score == 0.0


def test_nobody_sees_the_trace_before_deciding(judged) -> None:
    """A program that asks ahead, to decide afterwards, is held to what it asked."""
    body = """
ask = play(self)
seen = [has_spot] + [ask("N") for _ in range(20)]
return ClusterType.SPOT if seen[0] else ClusterType.NONE"""
    found = judged("spot", PEEK + strategy(body))
    assert {row.status for row in found.rows} == {"garbage"}


def test_a_program_is_not_given_the_trace_or_its_name() -> None:
    reference = spot.references()[0]
    assert set(spot.task.document(reference.instance)) == {"work", "deadline", "overhead", "tick"}


def test_a_strategy_in_the_form_of_gepa(judged) -> None:
    text = strategy("return honest").replace("class Solution", "class EvolveSingleRegionStrategy")
    assert judged("spot", text).correct
