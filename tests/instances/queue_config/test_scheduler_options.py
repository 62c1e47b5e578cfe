"""Elastic queues, guarantees, weights, one policy, deadlines, and machines: worked by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.files import document_of
from optgap.instances.queue_config import Queue, QueueConfig, QueuedJob, generate
from optgap.instances.queue_config.instance import weight_vectors
from optgap.instances.queue_config.simulation import Simulator
from optgap.validation.judge.queue_config import execution, simulate

check = optgap.problem_named("queue_config").judge


def job(name: str, queue: str, tasks: list[float], most: int, **more) -> QueuedJob:
    return QueuedJob(name=name, queue=queue, tasks=np.array(tasks), max_containers=most, **more)


def one_queue(containers: int, jobs: list[QueuedJob], **more) -> QueueConfig:
    fields = {"scheduler": "fair", "queues": (Queue(name="q"),), "shares": (1.0,), **more}
    return QueueConfig(name="worked", containers=containers, jobs=tuple(jobs), **fields)


def mean(instance: QueueConfig, policy: str) -> float:
    return check(instance, {"shares": {"q": 1.0}, "policies": {"q": policy}}).objective


def ends(instance: QueueConfig, shares: dict[str, float], policies: dict[str, str]) -> list[float]:
    allocated = simulate(instance, shares, policies)
    return [execution(job, allocated[job.name])[-1] for job in instance.jobs]


def test_the_capacity_scheduler_may_lend_idle_containers() -> None:
    plain = optgap.load("queue_config/fig7-capacity")
    elastic = plain.model_copy(update={"elastic": True})
    setting = ({"q1": 0.4, "q2": 0.6}, {"q1": "fifo", "q2": "fifo"})
    assert ends(plain, *setting) == [6, 4, 8, 8, 12]
    assert ends(elastic, *setting) == [6, 4, 4, 8, 8]
    assert ends(optgap.load("queue_config/fig7-fair"), *setting) == [6, 4, 4, 8, 8]


@pytest.mark.parametrize(("bounds", "first"), [(None, 1), ("containers", 2)])
def test_guaranteed_containers_are_served_first(bounds: str | None, first: int) -> None:
    instance = QueueConfig(
        name="guarantee",
        scheduler="fair",
        containers=5,
        queues=(Queue(name="q1", min_share=0.4 if bounds else 0.0), Queue(name="q2")),
        shares=(0.1, 0.9),
        bounds=bounds,
        jobs=(
            job("a", "q1", [4.0] * 3, 3),
            *(job(name, "q2", [4.0] * 2, 2) for name in ("b", "c", "d")),
        ),
    )
    setting = {"q1": 0.1, "q2": 0.9}, {"q1": "fifo", "q2": "fifo"}
    assert simulate(instance, *setting)["a"][0] == (0.0, first)
    assert ends(instance, *setting) == pytest.approx(
        Simulator.of(instance).completions(np.array([0.1, 0.9]), np.array([0, 0])).tolist()
    )


def test_deadlines_and_remaining_times() -> None:
    policies = ("fifo", "edf", "lrtf")
    one = one_queue(
        1,
        [
            job("a", "q", [10.0], 1, deadline=20.0),
            job("b", "q", [1.0], 1, deadline=30.0),
            job("c", "q", [3.0], 1, deadline=5.0),
        ],
        policies=policies,
    )
    assert mean(one, "fifo") == pytest.approx(35 / 3)
    assert mean(one, "lrtf") == pytest.approx(19 / 3)
    assert mean(one, "edf") == pytest.approx(10)
    two = one_queue(
        2,
        [
            job("a", "q", [5.0, 4.0], 1),
            job("b", "q", [2.0, 4.0], 2),
            job("c", "q", [3.0, 2.0], 2, submitted=1.0),
        ],
        policies=("fifo", "lrtf"),
    )
    assert mean(two, "fifo") == pytest.approx(25 / 3)
    assert mean(two, "lrtf") == pytest.approx(26 / 3)


def test_a_placement_constraint_can_lower_the_mean() -> None:
    machines = ({"name": "m1", "containers": 1}, {"name": "m2", "containers": 1})

    def placed(first: list[str]) -> QueueConfig:
        jobs = [
            job("a", "q", [2.0, 5.0], 2, machines=first),
            job("b", "q", [3.0, 4.0], 2),
            job("c", "q", [4.0, 3.0], 2, submitted=1.0),
        ]
        return one_queue(2, jobs, machines=machines)

    assert mean(placed(["m1", "m2"]), "fifo") == pytest.approx(26 / 3)
    assert mean(placed(["m1"]), "fifo") == pytest.approx(8)


def test_weights_are_divided_by_their_sum_and_proportional_ones_count_once() -> None:
    queues = [Queue(name=f"q{k}") for k in range(4)]
    assert len(weight_vectors((25, 50, 75), queues)) == 79
    instance = one_queue(2, [job("a", "q", [1.0], 1)], shares=None, weights=(1.0, 2.0))
    assert instance.share_grid.tolist() == [[1.0]]


def test_one_policy_serves_all_queues() -> None:
    base = generate(3, jobs=6, queues=2, containers=4)
    instance = base.model_copy(update={"one_policy": True})
    assert instance.grid_size == 3 * len(instance.share_grid)
    mixed = base.decision(1)
    assert len(set(mixed["policies"].values())) == 2
    assert check(instance, mixed).violations[0].constraint == "one_policy"
    assert optgap.solve(instance).objective == optgap.solve(instance, "exhaustive").objective


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.integers(0, 10_000), st.data())
def test_two_simulations_agree_under_every_option(seed, pick, data) -> None:
    """One compiled, one in plain Python, written separately from the same description."""
    rng = np.random.default_rng(seed)
    elastic = data.draw(st.booleans())
    base = generate(seed, jobs=8, queues=int(rng.integers(1, 4)), containers=5)
    bounds = data.draw(st.sampled_from([None, "containers"])) if elastic else None
    placed = data.draw(st.booleans())
    machines = ({"name": "m1", "containers": 2}, {"name": "m2", "containers": 3})
    document = document_of(base) | {
        "elastic": elastic,
        "one_policy": data.draw(st.booleans()),
        "policies": ["fifo", "fair", "drf", "edf", "lrtf"],
    }
    document |= {"bounds": bounds} if bounds else {}
    document |= {"machines": list(machines)} if placed else {}
    for entry in document["jobs"]:
        if rng.random() < 0.7:
            entry["deadline"] = float(rng.integers(1, 60))
        if placed and rng.random() < 0.4:
            entry["machines"] = [str(rng.choice(["m1", "m2"]))]
    document["jobs"][0]["deadline"] = 9.0
    for queue in document["queues"]:
        queue["min_share"] = 0.2 if bounds else 0.0
        queue["max_share"] = 0.9 if bounds else 1.0
    instance = QueueConfig.model_validate(document)
    number = pick % instance.grid_size
    shares, policies = instance.setting(number)
    found = Simulator.of(instance).completions(shares, policies)
    decision = instance.decision(number)
    expected = simulate(instance, decision["shares"], decision["policies"])
    for end, each in zip(found.tolist(), instance.jobs, strict=True):
        own = expected[each.name]
        assert end == (pytest.approx(execution(each, own)[-1]) if own else np.inf)
