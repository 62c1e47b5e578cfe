"""Broken files of the allocation problems, one per fault and named after it."""

from pathlib import Path

import pytest

from optgap.instances.faults import InputError
from optgap.validation.library import load

BROKEN = Path(__file__).parents[1] / "data" / "broken"

EXPECTED = {
    "cluster_ratio": {
        "curve-too-long": "groups[1].latency: must have 1 entries, one per amount",
        "curve-too-short": "groups[0].latency: must have 3 entries, one per amount from lower",
        "empty-curve": "groups[1].latency: must not be empty",
        "empty-group-name": "groups[1].name: String should have at least 1 character",
        "fractional-bound": "groups[0].upper: must be a valid integer (found 3.5)",
        "groups-no-list": "groups: must be a valid tuple",
        "negative-containers": "containers: must be greater than or equal to 0 (found -1)",
        "negative-latency": "groups[0].latency[1]: must be a finite number >= 0 (found -4.0)",
        "negative-lower": "groups[0].lower: must be greater than or equal to 0 (found -1)",
        "no-containers": "containers: required key is missing",
        "no-groups": "groups: Tuple should have at least 1 item",
        "no-upper-bound": "groups[1].upper: required key is missing",
        "null-latency": "groups[0].latency[1]: must be a finite number >= 0 (found None)",
        "repeated-group": "groups[1].name: is the name of groups[0] already (found 'a')",
        "text-latency": "groups[0].latency[1]: must be a finite number >= 0 (found '4')",
        "unknown-key-of-a-group": "groups[0].wieght: unknown key (found 2)",
        "upper-below-lower": "groups[0].upper: must be >= lower (4) (found 3)",
    },
    "utility": {
        "convergence-without-history": "jobs[0].convergence: needs a history",
        "curve-too-long": "jobs[0].gain: must have 3 entries, for 0 to max_cores cores (found 4)",
        "curve-too-short": "jobs[0].gain: must have 3 entries, for 0 to max_cores cores (found 2)",
        "empty-history": "jobs[1].history: must not be empty",
        "gain-and-history": "jobs[1]: give one of 'gain' and 'history'",
        "gain-for-max-min": "jobs[0].gain: objective 'max-min' asks for 'loss'",
        "history-before-zero": "jobs[1].history[0]: iterations must grow, from 0 or later",
        "history-goes-back": "jobs[1].history[2]: iterations must grow, from 0 or later",
        "history-of-triples": "jobs[1].history: must hold pairs of iteration and loss (found 3)",
        "history-too-short": "jobs[1].history: must have at least 4 points to fit a curve to",
        "history-without-convergence": "jobs[1].convergence: required key is missing",
        "history-without-cpu-seconds": "jobs[1].iteration_cpu_seconds: required key is missing",
        "loss-for-max-sum": "jobs[0].loss: objective 'max-sum' asks for 'gain'",
        "more-least-than-most": "jobs[0].max_cores: must be >= min_cores (3) (found 2)",
        "nan-in-history": "jobs[1].history[1][1]: must be a finite number (found NaN)",
        "negative-gain": "jobs[0].gain[1]: must be a finite number >= 0 (found -0.4)",
        "negative-least": "jobs[0].min_cores: must be greater than or equal to 0 (found -1)",
        "no-jobs": "jobs: Tuple should have at least 1 item",
        "nothing-to-predict-from": "jobs[0]: give one of 'gain' and 'history' (found [])",
        "repeated-job": "jobs[1].name: is the name of jobs[0] already (found 'a')",
        "unknown-convergence": "jobs[1].convergence: must be 'sublinear', 'superlinear' or",
        "unknown-objective": "objective: must be 'max-sum' or 'max-min' (found 'max')",
        "zero-epoch": "epoch: must be greater than 0 (found 0)",
        "zero-weight": "jobs[0].weight: must be greater than 0 (found 0)",
    },
    "queue_config": {
        "bounds-that-leave-no-shares": "shares: no choice for 2 queues within their bounds sums",
        "job-without-tasks": "jobs[0].tasks: must not be empty (found [])",
        "most-below-least": "queues[0].max_share: must be >= min_share (0.1) (found 0.05)",
        "negative-memory": "jobs[0].memory: must be greater than 0 (found -1)",
        "no-container-for-a-job": "jobs[0].max_containers: must be greater than or equal to 1",
        "no-containers": "containers: must be greater than or equal to 1 (found 0)",
        "no-jobs": "jobs: Tuple should have at least 1 item",
        "no-queues": "queues: Tuple should have at least 1 item",
        "no-shares": "shares: Tuple should have at least 1 item",
        "policies-of-the-capacity-scheduler": "policies: the capacity scheduler has 'fifo' only",
        "repeated-job": "jobs[1].name: is the name of jobs[0] already (found 'a')",
        "repeated-policy": "policies: lists a policy twice",
        "repeated-queue": "queues[1].name: is the name of queues[0] already (found 'q1')",
        "repeated-share": "shares: lists a share twice (found [0.5, 0.5])",
        "share-above-one": "shares[1]: must be less than or equal to 1 (found 1.5)",
        "shares-that-never-sum-to-one": "shares: no choice for 2 queues within their bounds sums",
        "task-of-no-duration": "jobs[0].tasks[1]: must be a finite number > 0 (found 0.0)",
        "unknown-policy": "policies[1]: must be 'fifo', 'fair' or 'drf' (found 'lrtf')",
        "unknown-queue": "jobs[0].queue: is no queue of this instance (did you mean 'q2'?)",
        "unknown-scheduler": "scheduler: must be 'capacity' or 'fair' (found 'mesos')",
        "zero-share": "shares[0]: must be greater than 0 (found 0)",
    },
}

CASES = [(problem, fault) for problem, faults in EXPECTED.items() for fault in faults]


@pytest.mark.parametrize(("problem", "fault"), CASES, ids=lambda value: value)
def test_broken_file(problem: str, fault: str) -> None:
    path = BROKEN / problem / f"{fault}.json"
    with pytest.raises(InputError) as caught:
        load(path)
    assert EXPECTED[problem][fault] in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("problem", EXPECTED)
def test_every_broken_file_has_its_message(problem: str) -> None:
    assert {path.stem for path in (BROKEN / problem).glob("*.json")} == set(EXPECTED[problem])
