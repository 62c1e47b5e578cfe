"""Where Algorithms 1 and 4 of the stage optimizer fail as printed, on small instances.

Lyu et al., PVLDB 15(11), 2022; line numbers are those of the paper.  Not executable: the proof of
Theorem 5.1 assumes that all latencies differ, but its first step, replacing a machine for k
instances by k machines for one, makes equal columns; only differences within a column are used.
"""

from __future__ import annotations

import numpy as np
import pytest

from optgap.core.run import Run
from optgap.heuristics.placement import ipa, ipa_clustered
from optgap.instances.placement import Placement, column_ordered
from optgap.solvers.placement import bottleneck

Plan = list[tuple[int, int]]
Matrix = list[list[int]]


def best_latencies(
    latency: Matrix, instances: list[int], machines: list[int]
) -> dict[int, tuple[int, int]]:
    """Return cal_bpl: the least latency and its machine for each remaining instance."""
    return {i: min((latency[i][j], j) for j in machines) for i in instances}


def largest(bpl: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Return argmax(BPL_list): any, hence the first, instance of the largest value."""
    i = max(bpl, key=lambda i: bpl[i][0])
    return i, bpl[i][1]


def algorithm_1_to_the_letter(latency: Matrix, room: list[int]) -> Plan:
    """Algorithm 1 with the statements of lines 2 to 14 exactly where they are printed."""
    room = list(room)
    machines, instances, plan = list(range(len(room))), list(range(len(latency))), []
    bpl = best_latencies(latency, instances, machines)
    while True:
        i, j = largest(bpl)  # line 5
        plan.append((i, j))  # line 7
        instances = [k for k in instances if k != i]
        room[j] -= 1
        if not machines and instances:  # line 8
            return []
        if room[j] == 0:  # line 11
            machines.remove(j)
            bpl = best_latencies(latency, instances, machines)
        if not instances:  # line 13
            return plan


def algorithm_1_as_meant(latency: Matrix, room: list[int]) -> Plan:
    """Algorithm 1 over what remains, with any arg max: the first."""
    room = list(room)
    instances, plan = list(range(len(latency))), []
    while instances:
        machines = [j for j in range(len(room)) if room[j] > 0]
        if not machines:
            return []
        i, j = largest(best_latencies(latency, instances, machines))
        plan.append((i, j))
        instances.remove(i)
        room[j] -= 1
    return plan


def value(latency: Matrix, plan: Plan) -> int:
    return max(latency[i][j] for i, j in plan)


def solved(method, latency: Matrix, room: list[int], **more) -> float:
    """Return the maximum latency of what our method decides."""
    instance = Placement(name="test", latency=latency, capacity=np.array(room), **more)
    answer = method(instance, Run("minimize"))
    return float(instance.latency_of(np.array(answer.decision["machine"])).max())


@pytest.mark.erratum(
    paper="stage",
    place="Theorem 5.1 and Algorithm 1, line 5",
    printed=(
        "IPA is optimal under column order; line 5 takes any instance of the largest best latency."
    ),
    wrong=(
        "The proof assumes that no two latencies are equal. On latencies [[1, 1], [1, "
        "2]] with one place each the first of the equal rows gives 2, the optimum is 1."
    ),
    right=(
        "Among equal best latencies serve the row that is larger over all columns; then "
        "the theorem holds."
    ),
)
def test_ties_break_theorem_5_1() -> None:
    """Line 5 leaves open which of the equal BPLs is meant; the first one is wrong here."""
    latency, room = [[1, 1], [1, 2]], [1, 1]
    assert column_ordered(Placement(name="test", latency=latency, capacity=np.array(room)))
    assert value(latency, algorithm_1_as_meant(latency, room)) == 2
    assert solved(ipa, latency, room) == 1 == solved(bottleneck, latency, room)


def test_ties_break_it_on_a_share_of_random_column_ordered_instances() -> None:
    rng = np.random.default_rng(0)
    missed = total = 0
    while total < 500:
        m, n = rng.integers(2, 7, size=2)
        if m > n:
            continue
        latency = np.sort(rng.integers(1, 5, size=(m, n)), axis=0)[rng.permutation(m)].tolist()
        room = [1] * int(n)
        optimum = solved(bottleneck, latency, room)
        missed += value(latency, algorithm_1_as_meant(latency, room)) > optimum
        total += 1
        assert solved(ipa, latency, room) == optimum
    assert 0.03 < missed / total < 0.12


@pytest.mark.erratum(
    paper="stage",
    place="Algorithm 1, line 7",
    printed=(
        "The instance that was sent leaves the instances, but its best latency stays "
        "in the list until a machine closes."
    ),
    wrong=(
        "On [[5, 9], [3, 9]] with room for 2 and 1 the first instance is sent twice and "
        "takes both places."
    ),
    right="Take the instance out of the list of best latencies too.",
)
def test_line_7_leaves_the_instance_in_the_bpl_list() -> None:
    """Until a machine closes, lines 5 and 7 choose the same instance again and waste the room."""
    latency, room = [[5, 9], [3, 9]], [2, 1]
    assert algorithm_1_to_the_letter(latency, room) == [(0, 0), (0, 0), (1, 1)]
    assert solved(ipa, latency, room) == 5


@pytest.mark.erratum(
    paper="stage",
    place="Algorithm 1, lines 8 and 11",
    printed=(
        "Line 11 renews the best latencies when a machine closes, line 8 of the next "
        "round asks whether any machine is left."
    ),
    wrong=("Two instances and one place: best latencies are computed over no machine at all."),
    right="Ask for machines first; with none left there is no plan.",
)
def test_lines_8_and_11_are_in_the_wrong_order() -> None:
    """When the last machine closes, its BPLs are computed before anybody asks if there are any."""
    with pytest.raises(ValueError, match="empty"):
        algorithm_1_to_the_letter([[1], [1]], [1])
    assert algorithm_1_as_meant([[1], [1]], [1]) == []


@pytest.mark.erratum(
    paper="stage",
    place="Algorithm 1, line 11",
    printed="A machine closes when its count becomes 0.",
    wrong="A machine that starts with 0 goes to -1 and takes every instance.",
    right="Machines without room never enter.",
)
def test_line_11_never_closes_a_machine_without_room() -> None:
    """S_j goes from 0 to -1: the machine takes every instance."""
    latency, room = [[1, 5], [1, 5]], [0, 2]
    assert {j for _, j in algorithm_1_to_the_letter(latency[:1], room)} == {0}
    assert solved(ipa, latency, room) == 5


def test_enough_alpha_is_not_enough_room() -> None:
    """α >= ceil(m/n) and four free slots for four instances, and yet β is too small."""
    instance = Placement(
        name="test",
        latency=np.ones((4, 2)),
        default_plan=[1.0],
        available=[[1.0], [3.0]],
        max_per_machine=2,
    )
    assert instance.beta.tolist() == [1, 2]
    assert bottleneck(instance, Run("minimize")).infeasible


def algorithm_4_to_the_letter(
    latency: Matrix, clusters: list[list[int]], groups: list[list[int]], room: list[int]
) -> Plan:
    """Algorithm 4 as printed; ``room`` is s of each group.  A round that sends nothing raises."""
    clusters, groups, room = [list(c) for c in clusters], [list(g) for g in groups], list(room)
    left = [len(cluster) for cluster in clusters]
    machines, instances, plan = list(range(len(groups))), list(range(len(clusters))), []
    bpl = best_latencies(latency, instances, machines)
    while True:
        i, j = largest(bpl)  # line 5
        sent = min(left[i], room[j])  # line 6
        if sent == 0:
            raise RuntimeError("nothing is sent, now and for ever")
        chosen, hosts = clusters[i][:sent], groups[j][:sent]  # lines 7 and 8
        plan += list(zip(chosen, hosts, strict=True))  # line 9
        room[j] -= sent
        left[i] -= sent
        clusters[i], groups[j] = clusters[i][sent:], groups[j][sent:]
        if not machines and instances:  # line 10
            return []
        if left[i] == 0:  # line 13
            instances.remove(i)
        if room[j] == 0:  # line 14
            machines.remove(j)
            bpl = best_latencies(latency, instances, machines)
        if not instances:  # line 15
            return plan


@pytest.mark.erratum(
    paper="stage",
    place="Algorithm 4, line 14",
    printed="The list of best latencies is renewed when a group of machines is full.",
    wrong=(
        "A cluster of instances that is exhausted keeps the largest entry, δ is 0 and "
        "the loop never ends: clusters with latencies 9 and 4, one group with two "
        "places."
    ),
    right="Renew the list when a cluster is exhausted, too.",
)
def test_line_14_is_needed_when_a_cluster_is_exhausted_too() -> None:
    """The exhausted cluster keeps the largest BPL, δ is 0, and Algorithm 4 never ends."""
    with pytest.raises(RuntimeError, match="for ever"):
        algorithm_4_to_the_letter([[9], [4]], [[0], [1]], [[0, 1]], [2])
    assert solved(ipa_clustered, [[9, 9], [4, 4]], [1, 1], input_rows=[9.0, 4.0]) == 9


@pytest.mark.erratum(
    paper="stage",
    place="Algorithm 4, lines 6 to 9",
    printed=(
        "δ is the least of the instances left and the room of the group; δ machines are picked."
    ),
    wrong=(
        "Two instances, one machine with room for two: two distinct machines are wanted,"
        " there is one."
    ),
    right="A machine stays in its group for as long as it has room.",
)
def test_lines_6_and_8_take_room_for_machines() -> None:
    """δ counts room, but δ machines are picked and leave their group after one instance each."""
    with pytest.raises(ValueError, match="shorter"):
        algorithm_4_to_the_letter([[7]], [[0, 1]], [[0]], [2])
    assert solved(ipa_clustered, [[7], [7]], [2], input_rows=[5.0, 5.0]) == 7


def test_both_algorithms_are_right_where_none_of_this_matters() -> None:
    """Fig. 6, and two clusters that each fill one group of machines for one instance."""
    assert algorithm_1_to_the_letter([[8, 12, 10], [16, 24, 20]], [1, 1, 1]) == [(1, 0), (0, 2)]
    plan = algorithm_4_to_the_letter([[2, 4], [3, 9]], [[0, 1], [2]], [[0], [1, 2]], [1, 2])
    assert plan == [(2, 0), (0, 1), (1, 2)]
