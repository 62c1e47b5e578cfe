"""Formulas of the stage optimizer as printed, failing on stages that the corrected ones solve."""

import itertools

import numpy as np
import pytest

import optgap
from optgap.core.run import Run
from optgap.heuristics.placement import clusters_and_groups, ipa_clustered
from optgap.instances.placement import Placement
from optgap.instances.stage import Stage

check = optgap.problem_named("stage").judge


def stage(**fields) -> Stage:
    return Stage(name="small", weights=[1.0], **fields)


def points(outcome) -> list[tuple[float, float]]:
    return [tuple(point.objectives.values()) for point in outcome.front or []]


def pooled(instance: Stage, size: int) -> bool:
    """Return whether Eq. 8's Σ B' Θ' <= Σ_r U_r holds for so many instances with Θ0."""
    return size * instance.configurations[0, 0] <= instance.available[:, 0].sum()


@pytest.mark.erratum(
    paper="stage",
    place="Eq. 8",
    printed="Clustered plan A gives a group of machines the sum of their resources.",
    wrong='Two machines of 3 cores "hold" three instances of 2 cores.',
    right="Counts are packed on single machines; what does not fit is repaired or dropped.",
)
def test_erratum_pooled_machines_hold_what_none_holds() -> None:
    instance = stage(
        configurations=[[2.0]],
        latency={"linear": {"work": [[4.0]] * 3, "per_work": [1.0, 1.0], "fixed": [0.0, 0.0]}},
        available=[[3.0], [3.0]],
        input_rows=[1.0, 1.0, 1.0],
        machine_group=[0, 0],
    )
    assert pooled(instance, 3)
    plans = itertools.product((0, 1), repeat=3)
    assert not any(
        check(instance, {"machine": list(p), "configuration": [0] * 3}).feasible for p in plans
    )
    assert not optgap.solve(instance, "plan-a").front


@pytest.mark.erratum(
    paper="stage",
    place="Eq. 10",
    printed="Clustered plan B prices Θ'_i and checks the machine of the representative.",
    wrong="Two equal instances on machines of 4 and 2 cores: it says (4, 32); no plan does that.",
    right="The capacity of every machine counts, and every member's own latency and cost.",
)
def test_erratum_the_representatives_machine_speaks_for_all() -> None:
    seconds = [[10.0, 10.0], [4.0, 4.0]]
    instance = stage(
        configurations=[[2.0], [4.0]],
        latency=[seconds, seconds],
        available=[[4.0], [2.0]],
        max_per_machine=1,
        input_rows=[1.0, 1.0],
        machine_group=[0, 0],
    )
    size, cores, printed = 2, 4.0, seconds[1][0]
    assert cores <= instance.available[0, 0]  # the representative's machine
    assert (printed, printed * cores * size) == (4, 32)
    assert points(optgap.solve(instance, "exact")) == [(10, 36)]
    assert points(optgap.solve(instance, "plan-b")) == [(10, 40)]


@pytest.mark.erratum(
    paper="stage",
    place="Appendix D.2 (6)",
    printed="The machine clusters' rooms are s_1 to s_m', as many as there are instance clusters.",
    wrong="With one instance cluster and three machine clusters Algorithm 4 reads beyond the list.",
    right="There are as many rooms as machine clusters, n'.",
)
def test_erratum_rooms_of_machine_clusters() -> None:
    instance = Placement(
        name="three groups",
        latency=[[3.0, 2.0, 1.0]] * 3,
        capacity=[1, 1, 1],
        input_rows=[5.0, 5.0, 5.0],
        machine_group=[0, 1, 2],
    )
    cluster, group = clusters_and_groups(instance)
    clusters, groups = len(set(cluster.tolist())), len(set(group.tolist()))
    assert (clusters, groups) == (1, 3)
    rooms = [1] * clusters  # s = [s_1, …, s_m']
    with pytest.raises(IndexError):
        [rooms[j] for j in range(groups)]
    assert sorted(ipa_clustered(instance, Run("minimize")).decision["machine"]) == [0, 1, 2]


@pytest.mark.erratum(
    paper="stage",
    place="Definition 5.3",
    printed="An instance keeps the options that no other beats in latency and cost.",
    wrong="A slower and dearer option that is smaller may be the only one that still fits.",
    right="An option may go only if another of its instance and machine is also no larger.",
)
def test_erratum_a_filter_without_demands_loses_the_front() -> None:
    instance = stage(
        configurations=[[1.0], [2.0]],
        latency=[[[10.0], [4.0]]] * 2,
        available=[[3.0]],
    )
    options = [(10.0, 10.0), (4.0, 8.0)]
    kept = [
        k for k, (t, c) in enumerate(options) if not any(o[0] < t and o[1] < c for o in options)
    ]
    assert kept == [1]
    both = {"machine": [0, 0], "configuration": [1, 1]}
    assert not check(instance, both).feasible
    assert points(optgap.solve(instance, "exact")) == [(10, 18)]
    assert points(optgap.solve(instance, "priced")) == [(10, 18)]


@pytest.mark.erratum(
    paper="stage",
    place="Appendix E.1",
    printed="The instance with the most rows represents the latency of its cluster.",
    wrong="Where machines only look alike, 100 rows at 0.1 s are faster than 90 at 0.2 s.",
    right="A point states the largest latency of all members, each on its own machine.",
)
def test_erratum_most_rows_are_not_the_slowest() -> None:
    rows, per_row = np.array([100.0, 90.0]), np.array([0.1, 0.2])
    assert rows.argmax() != (rows * per_row).argmax()
    instance = stage(
        configurations=[[1.0]],
        latency=(rows[:, None] * per_row)[:, None, :],
        available=[[1.0], [1.0]],
        input_rows=rows,
        machine_group=[0, 0],
    )
    outcome = optgap.solve(instance, "ipa-raa", options={"clusters": "fast-mci"})
    decision = outcome.front[0].decision
    representative = float(instance.seconds(0, 0, decision["machine"][0]))
    slowest = max(float(instance.seconds(i, 0, decision["machine"][i])) for i in range(2))
    assert points(outcome)[0][0] == slowest
    assert representative <= slowest
    printed = instance.seconds(np.arange(2), 0, np.arange(2))
    assert printed[0] < printed.max()


@pytest.mark.erratum(
    paper="stage",
    place="Appendix F.1 (4)",
    printed="A stage has 85 to 1224 instances in the mean.",
    wrong="By Table 1 these are instances of a job: 35.45 times 2.40 stages, 505.51 times 2.42.",
    right="A stage has 35 to 506 instances in the mean.",
)
def test_erratum_instances_per_job_are_not_per_stage() -> None:
    assert round(35.45 * 2.40) == 85
    assert round(505.51 * 2.42) in (1223, 1224)
