"""The compiled simulation against the checker's own, the paper's figures, and printed errors."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.instances.queue_config import QueueConfig, QueuedJob, generate
from optgap.instances.queue_config.simulation import Simulator
from optgap.validation.judge.queue_config import execution, simulate

check = optgap.problem_named("queue_config").judge

SHARES = {"q1": 0.4, "q2": 0.6}


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.integers(0, 10_000),
    st.integers(1, 4),
    st.sampled_from(["fair", "capacity"]),
    st.sampled_from([0.0, 2.0, 8.0]),
    st.integers(0, 10_000),
)
def test_two_simulations_agree(seed, queues, scheduler, mean_gap, pick) -> None:
    """One compiled, one in plain Python, written separately from the same description."""
    instance = generate(
        seed, jobs=8, queues=queues, containers=5, scheduler=scheduler, mean_gap=mean_gap
    )
    number = pick % instance.grid_size
    mean = Simulator.of(instance).grid_latencies(instance, np.array([number]))[0]
    verdict = check(instance, instance.decision(number))
    if verdict.objective is None:
        assert verdict.violations[0].constraint == "starved"
        assert math.isinf(mean)
    else:
        assert mean == pytest.approx(verdict.objective, rel=1e-12)


def first_round(name: str, policy: str) -> dict[str, int]:
    instance = optgap.load(f"queue_config/{name}")
    given = simulate(instance, SHARES, {"q1": policy, "q2": policy})
    return {
        job: sum(count for moment, count in allocations if moment == 0)
        for job, allocations in given.items()
    }


def test_fig_7a_capacity_scheduler_with_fifo() -> None:
    """Two containers are q1's, three q2's; one of q1's is not used by anybody."""
    expected = {"j1": 1, "j2": 2, "j3": 1, "j4": 0, "j5": 0}
    assert first_round("fig7-capacity", "fifo") == expected


def test_fig_7b_fair_scheduler_with_fifo() -> None:
    """q1 asks for one container only; the other four go to the two first jobs of q2."""
    assert first_round("fig7-fair", "fifo") == {"j1": 1, "j2": 2, "j3": 2, "j4": 0, "j5": 0}


def test_fig_7c_fair_scheduler_with_fair_queues() -> None:
    """The four containers go to the four jobs of q2, one each."""
    assert first_round("fig7-fair", "fair") == {"j1": 1, "j2": 1, "j3": 1, "j4": 1, "j5": 1}


FIVE = QueuedJob(name="v", queue="q1", tasks=[6, 6, 3, 3, 3, 3, 3], max_containers=3)
ALLOCATIONS = [(0.0, 1), (3.0, 1), (7.0, 1)]


def test_fig_5_containers_come_one_after_the_other() -> None:
    """Task 1 on container 1 at 0, task 2 on container 2 at 3; from 6 on containers take over."""
    begins = execution(FIVE, ALLOCATIONS)
    assert begins == [0, 3, 6, 7, 9, 9, 10, 13]


def algorithm_2_as_printed(job: QueuedJob, allocations: list[tuple[float, int]]) -> float:
    """Return the end by Algorithm 2 with its max in line 14 and k <= |Task|."""
    free: list[float] = []
    k, tasks = 0, [*job.tasks.tolist()]
    for i, (moment, count) in enumerate(allocations):
        following = allocations[i + 1][0] if i + 1 < len(allocations) else math.inf
        free += [moment] * count
        while max(free) < following and k <= len(tasks):
            first = free.index(min(free))
            free[first] += tasks[k]  # k = |Task| is one too many
            k += 1
    return max(free)


@pytest.mark.erratum(
    paper="adaptive",
    place="Algorithm 2, line 14, the count",
    printed="k ≤ |Task_v|, with k counting from 0.",
    wrong="One task more is assigned than there is.",
    right="k < |Task_v|.",
)
def test_algorithm_2_as_printed_runs_out_of_tasks() -> None:
    with pytest.raises(IndexError):
        algorithm_2_as_printed(FIVE, ALLOCATIONS)


@pytest.mark.erratum(
    paper="adaptive",
    place="Algorithm 2, line 14, the condition",
    printed="The container that is free last has to be free before the next moment.",
    wrong=(
        "A task of 10 on the first container keeps the second one idle until 9, though "
        "three tasks of 2 wait."
    ),
    right="The container that is free first.",
)
def test_algorithm_2_with_max_leaves_a_container_idle() -> None:
    """From 0 on container 1 works until 10, past the next moment 9, and container 2 is free.

    The printed max looks at container 1 and begins nothing more; with min tasks 2 to 4 begin.
    """
    job = QueuedJob(name="v", queue="q1", tasks=[10, 2, 2, 2], max_containers=3)
    allocations = [(0.0, 2), (9.0, 1)]
    assert execution(job, allocations) == [0, 0, 2, 4, 10]
    free = [0.0, 0.0]
    begins = []
    k = 0
    while max(free) < 9.0 and k < len(job.tasks):  # the printed condition of line 14
        first = free.index(min(free))
        begins.append(free[first])
        free[first] += float(job.tasks[k])
        k += 1
    assert begins == [0.0]
    assert max(execution(job, allocations)[:-1]) < 9


def algorithm_1_as_printed(durations: list[float]) -> float:
    """Return the mean latency of one-task jobs on one container by Algorithm 1 as printed."""
    moment, latencies = 0.0, []
    for duration in durations:
        latencies.append(max(moment, 0.0) + duration)  # lines 6 to 8
        released = 1  # the one container of the job that ends first, line 12
        moment = released  # line 13: the moment becomes R*, and not t*
    return sum(latencies) / len(latencies)


@pytest.mark.erratum(
    paper="adaptive",
    place="Algorithm 1, line 13",
    printed="The next allocation moment becomes the resources of the job that ends first.",
    wrong=(
        "Two jobs of 5 seconds on one container: the second begins at 1 (one container), not at 5."
    ),
    right="The moment is the completion time t*.",
)
def test_algorithm_1_as_printed_takes_containers_for_seconds() -> None:
    """The second job begins when the first ends, at 5; as printed it begins at 1."""
    jobs = [{"name": name, "queue": "q", "tasks": [5], "max_containers": 1} for name in "ab"]
    instance = QueueConfig(
        name="x", scheduler="fair", containers=1, queues=[{"name": "q"}], shares=[1.0], jobs=jobs
    )
    assert simulate(instance, {"q": 1.0}, {"q": "fifo"}) == {"a": [(0.0, 1)], "b": [(5.0, 1)]}
    assert check(instance, instance.decision(0)).objective == (5 + 10) / 2
    assert algorithm_1_as_printed([5, 5]) == (5 + 6) / 2


@pytest.mark.erratum(
    paper="adaptive",
    place="Algorithm 1, line 6",
    printed="The waiting time is max(t_M - b_v, 0).",
    wrong="A job may hold a container before it is submitted.",
    right="A job is served from its submission on.",
)
def test_no_job_is_served_before_it_is_submitted() -> None:
    """Line 6 takes max(t_M - b, 0): as printed, job b would hold the container from 0 on."""
    jobs = [
        {"name": "b", "queue": "q", "submitted": 4.0, "tasks": [1], "max_containers": 1},
        {"name": "a", "queue": "q", "submitted": 1.0, "tasks": [2], "max_containers": 1},
        {"name": "z", "queue": "q", "submitted": -3.0, "tasks": [1], "max_containers": 1},
    ]
    instance = QueueConfig(
        name="x", scheduler="fair", containers=1, queues=[{"name": "q"}], shares=[1.0], jobs=jobs
    )
    ends = Simulator.of(instance).completions(np.array([1.0]), np.array([0]))
    assert ends.tolist() == [5, 3, 1]
    assert check(instance, instance.decision(0)).objective == (1 + 2 + 4) / 3


def test_most_of_a_queue_limits_sharing() -> None:
    capped = optgap.load("queue_config/fig7-fair")
    fields = {key: getattr(capped, key) for key in type(capped).model_fields}
    queues = [{"name": "q1"}, {"name": "q2", "max_share": 0.6}]
    limited = QueueConfig(**{**fields, "queues": queues})
    given = simulate(limited, SHARES, {"q1": "fifo", "q2": "fifo"})
    assert sum(a[0][1] for job, a in given.items() if job != "j1" and a[0][0] == 0) == 3


def test_alone_is_a_lower_bound() -> None:
    for seed in range(15):
        instance = generate(seed, jobs=10, containers=4)
        simulator = Simulator.of(instance)
        for number in range(0, instance.grid_size, 7):
            ends = simulator.completions(*instance.setting(number))
            submitted = np.array([job.submitted for job in instance.jobs])
            assert (ends - submitted >= simulator.alone() - 1e-9).all()
