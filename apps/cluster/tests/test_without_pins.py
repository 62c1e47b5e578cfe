"""Plans without pins, judged by a scheduler written from the Kubernetes documentation."""

import itertools
import json
import random
from pathlib import Path

import numpy as np
import pytest
from clusters import drawn_cluster
from kubernetes_judge import Judge

import optgap
from optgap.core.kernels import kernels_compiled
from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap_cluster.cluster_plan import plan as plan_of
from optgap_cluster.rollout import ManyOrders, without_pins


def sets_that_fail(instance: Consolidation, order: str, replays: int = 300) -> set[str]:
    """Return the single machines that cannot be freed in every replay."""
    orders = ManyOrders(instance, order)
    return {
        instance.machines[j].name
        for j in np.flatnonzero(instance.occupied)
        if orders.tally(np.array([j]), range(replays)).failed
    }


class Cluster:
    """A cluster in which a scheduler of its own places what is evicted, by the judge's filters."""

    def __init__(self, dump: dict, freed: set[str], seed: int) -> None:
        self.dump, self.freed, self.rng = dump, freed, random.Random(seed)
        self.judge = Judge(dump, {})
        self.where = dict(self.judge.where)
        self.evicted: set[str] = set()

    def allowed(self, name: str, node: str) -> bool:
        """Whether node takes a pod now, beside all pods that run."""
        running = [n for n in self.judge.pods if n not in self.evicted or n == name]
        judge = Judge(self.dump, {**self.where, name: node})
        judge.pods = {n: judge.pods[n] for n in running}
        own = [words for words in judge.overfull() if words.startswith(f"{node} ")]
        return not own and not list(judge.misplaced(name))

    def evict(self, name: str) -> None:
        self.evicted.add(name)

    def place(self, name: str) -> bool:
        """Place a pod on any node that takes it; return whether there is one."""
        nodes = [node for node in self.judge.nodes if node not in self.freed]
        self.rng.shuffle(nodes)
        for node in nodes:
            if self.allowed(name, node):
                self.where[name] = node
                self.evicted.discard(name)
                return True
        return False


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("order", ["any", "largest-first"])
def test_what_is_freed_is_freed_in_the_judges_eyes(order: str, seed: int, tmp_path: Path) -> None:
    """Every pod finds a node, in random orders, after every single eviction."""
    instance = drawn_cluster(tmp_path, seed, nodes=8, pods=60)
    dump = json.loads((tmp_path / "dump.json").read_text())
    found = without_pins(instance, [], order, Run("minimize"), replays=300)
    orders = ManyOrders(instance, order)
    size = {item.name: int(orders.size[i]) for i, item in enumerate(instance.items)}
    freed = {instance.machines[j].name for j in found.freed.tolist()}
    rng = random.Random(seed)
    leaving = [item.name for item in instance.items if item.machine in freed]
    rng.shuffle(leaving)
    if order == "largest-first":
        leaving.sort(key=lambda name: -size[name])
    kube = Cluster(dump, freed, seed)
    before = set(kube.judge.overfull())
    for name in leaving:
        kube.evict(name)
        assert place_as_scored(kube, instance, name), name
    assert set(Judge(dump, kube.where).overfull()) <= before
    assert not {kube.where[item.name] for item in instance.items} & freed


def place_as_scored(kube: Cluster, instance: Consolidation, name: str) -> bool:
    """Place a pod on the node with most cpu and memory left in the mean, as a share."""
    usable = {site.name: site.capacity for site in instance.machines}
    demand = {item.name: item.demand for item in instance.items}
    load = {node: np.zeros(2) for node in usable}
    for item in instance.items:
        if item.name not in kube.evicted:
            load[kube.where[item.name]] += np.array(item.demand[:2])
    share = {
        node: ((load[node] + demand[name][:2]) / np.array(usable[node][:2])).mean()
        for node in usable
        if node not in kube.freed
    }
    for node in sorted(share, key=lambda each: (share[each], kube.rng.random())):
        if kube.allowed(name, node):
            kube.where[name] = node
            kube.evicted.discard(name)
            return True
    return False


@pytest.mark.parametrize("order", ["any", "largest-first"])
def test_replays_together_are_replays_one_by_one(order: str, tmp_path: Path) -> None:
    """Compiled or as written, from a state that no replay before has changed."""
    instance = drawn_cluster(tmp_path, 11, nodes=8)
    orders = ManyOrders(instance, order)
    able = np.flatnonzero(instance.occupied)
    failures = 0
    for freed in (able[:1], able[1:3], able[4:6], able[2:6], able[3:]):
        with kernels_compiled("no"):
            late = [seed for seed in range(12) if orders.replay(freed, seed)[1]]
            written = orders.tally(freed, range(12), to_the_end=True)
        with kernels_compiled("yes"):
            assert orders.tally(freed, range(12), to_the_end=True) == written
        assert list(written.failed) == late
        assert orders.tally(freed, range(12), stop_at=1).failed == tuple(late[:1])
        failures += len(late)
    assert 0 < failures < 60


def test_a_set_that_holds_with_the_largest_first_only(
    cluster,
) -> None:
    """The small pod may take the room of the large one, unless the large one goes first."""
    machines = {"n0": 10, "n1": 10, "n2": 10}
    items = {"large": (6, "n0"), "small": (3, "n0"), "a": (4, "n1"), "b": (7, "n2")}
    instance = cluster(machines, items)
    assert "n0" in sets_that_fail(instance, "any")
    assert "n0" not in sets_that_fail(instance, "largest-first")


def test_solve_and_plan_without_pins(optgap_command, tmp_path: Path, cluster) -> None:
    """Beside the plan with pins stands the one without, and the price of it."""
    items = {"x": (2, "n2"), "y": (3, "n2"), "a": (5, "n0"), "b": (6, "n1")}
    instance = cluster({"n0": 10, "n1": 10, "n2": 10}, items)
    optgap.save(instance, tmp_path / "now.json")
    now, then = tmp_path / "now.json", tmp_path / "then.json"
    options = ("--set", "order=any", "--set", "replays=50")
    solved = optgap_command("solve", now, "--method", "no-pins", *options, "-o", then)
    assert solved.code == 0
    document = json.loads(then.read_text())
    assert document["details"]["freed_without_pins"] == ["n0"]
    assert document["details"]["claim"] == "replayed"
    assert document["details"]["proven_without_pins"] == []
    ended = optgap_command("plan", now, then, "--simulate", "default", "--no-pins", "any")
    assert "holds without pins in 1000 of 1000 random orders" in ended.out
    assert "without pins, in any order: 1 machine becomes free, 1 move" in ended.out
    assert "machines that become free only with pins: " in ended.out
    as_json = optgap_command("plan", now, then, "--simulate", "default", "--json").json
    assert (as_json["simulation"]["holds"], as_json["simulation"]["replays"]) == (True, 1000)
    wrong = optgap_command("solve", now, "--method", "no-pins", "--set", "order=some")
    assert wrong.code == 2


def test_a_plan_with_pins_is_not_said_to_hold(optgap_command, tmp_path: Path, cluster) -> None:
    """Least allocated: a and b go to the emptier m4, so that c of 8 finds no place."""
    items = {"a": (2, "m1"), "b": (2, "m1"), "c": (8, "m2"), "d": (2, "m3"), "e": (3, "m4")}
    instance = cluster(dict.fromkeys(("m1", "m2", "m3", "m4"), 10), items)
    optgap.save(instance, tmp_path / "now.json")
    where = {"a": "m3", "b": "m3", "c": "m4", "d": "m3", "e": "m3"}
    (tmp_path / "then.json").write_text(json.dumps({"machine": where}))
    files = (tmp_path / "now.json", tmp_path / "then.json")
    ended = optgap_command("plan", *files, "--simulate", "default")
    assert "holds with 2 pins in 200 of 200 random orders of this simulation" in ended.out
    found = optgap_command("plan", *files, "--simulate", "default", "--json").json["simulation"]
    assert (found["holds"], found["holds_with_its_pins"]) == (False, True)
    assert found["pinned"]


def test_largest_first_leaves_in_waves_of_one_size(optgap_command, tmp_path: Path, cluster) -> None:
    items = {"s": (1, "n2"), "l": (3, "n2"), "t": (1, "n2"), "a": (5, "n0")}
    instance = cluster({"n0": 10, "n1": 10, "n2": 10}, items)
    plan = plan_of(
        instance,
        {"machine": {"s": "n0", "t": "n0", "l": "n0", "a": "n0"}},
        order="largest-first",
        close_empty=True,
    )
    assert [[move.item for move in wave.moves] for wave in plan.waves] == [["l"], ["s", "t"]]
    assert plan.cordoned == ("n2", "n1")


def test_a_pod_that_waits_is_placed_where_no_machine_becomes_free(cluster) -> None:
    items = {"a": (6, "n0"), "b": (6, "n1"), "waits": (3, None)}
    instance = cluster({"n0": 10, "n1": 10}, items)
    found = optgap.solve(instance, "no-pins")
    assert (found.status, found.objective, found.details["claim"]) == (
        "optimal",
        2,
        "nothing moves",
    )


def test_what_is_reserved_counts_in_scores(cluster) -> None:
    """Of n1 a quarter is left after x has come, of n2 a third; beside what is reserved a half."""
    items = {"x": (1, "n0"), "a": (1, "n1"), "b": (1, "n2")}
    instance = cluster({"n0": 4, "n1": 4, "n2": 3}, items)
    ends = []
    for reserved in (None, (4.0,)):
        machines = tuple(
            each.model_copy(update={"reserved": reserved}) if each.name == "n1" else each
            for each in instance.machines
        )
        orders = ManyOrders(instance.model_copy(update={"machines": machines}), "any")
        ends.append(int(orders.replay(np.array([0]), 0)[0].machine[0]))
    assert ends == [1, 2]


@pytest.mark.parametrize("order", ["any", "largest-first"])
def test_an_overfull_machine_is_freed(order: str, cluster) -> None:
    """n0 holds 12 of 10: nothing is right before it is freed, and n2 with it would be too much."""
    items = {"a": (6, "n0"), "b": (6, "n0"), "c": (3, "n1"), "d": (2, "n2")}
    instance = cluster({"n0": 10, "n1": 10, "n2": 10}, items)
    found = optgap.solve(instance, "no-pins", options={"order": order})
    assert (found.objective, found.details["freed_without_pins"]) == (2, ["n0"])
    assert found.details["claim"] == "replayed"


@pytest.mark.parametrize(
    ("items", "more", "why"),
    [
        (
            {"a": (6, "n0"), "b": (6, "n0"), "c": (4, "n1")},
            {},
            " in all replays within the time limit",
        ),
        (
            {"a": (6, "n0"), "b": (6, "n0"), "c": (2, "n1")},
            {"migration_budget": 1},
            " within the budget for migrations",
        ),
        (
            {"back": (6, "n0"), "b": (6, "n0"), "c": (2, "n1")},
            {},
            ": a node is kept, or one of its pods stays or may return",
        ),
    ],
)
def test_an_overfull_machine_that_stays_has_a_reason(
    items: dict, more: dict, why: str, cluster
) -> None:
    """A plan with targets moves one item of n0; without pins only whole machines are emptied."""
    instance = tolerating(cluster({"n0": 10, "n1": 10}, items, **more))
    assert optgap.solve(instance, "exact").status == "optimal"
    found = optgap.solve(instance, "no-pins", time_limit=10.0)
    assert (found.decision, found.status, found.stopped) == (None, "unknown", "complete")
    assert found.message == f"n0 is overfull now, and no plan without pins relieves it{why}"


def tolerating(instance: Consolidation) -> Consolidation:
    """Return the instance in which items called back tolerate cordons."""
    items = tuple(
        item.model_copy(update={"tolerates_cordon": True}) if item.name == "back" else item
        for item in instance.items
    )
    return instance.model_copy(update={"items": items})


HEURISTICS = ("karpenter", "drain-best-fit", "vro-offline-diagonal")


@pytest.mark.parametrize("order", ["any", "largest-first"])
@pytest.mark.parametrize("seed", range(20, 26))
def test_no_limit_is_too_short_for_a_heuristics_plan(order: str, seed: int, tmp_path: Path) -> None:
    """Its machines that pods can leave are free, though the time is up before the search begins."""
    instance = drawn_cluster(tmp_path, seed, nodes=12, pods=100)
    orders = ManyOrders(instance, order)
    for method in HEURISTICS:
        start = instance.numbers(optgap.solve(instance, method).decision)
        freed = np.flatnonzero(instance.occupied & ~instance.in_use(start))
        late = Run("minimize", time_limit=0.0)
        found = without_pins(instance, [start], order, late, replays=20)
        assert not orders.tally(found.freed, range(20)).failed
        assert len(found.freed) >= len(left_by_giving_back(orders, freed)), method
        if not orders.tally(freed, range(300)).failed:
            assert set(found.freed.tolist()) == set(freed.tolist())


def left_by_giving_back(orders: ManyOrders, freed: np.ndarray) -> np.ndarray:
    """Return the machines that are left if every pod that waits keeps its own."""
    for seed in itertools.chain(range(20), range(20)):
        state, late = orders.replay(freed, seed)
        while late and len(freed):
            waits = orders.instance.home[state.machine[: len(orders.instance.home)] < 0]
            fewer = freed[~np.isin(freed, waits)]
            freed = fewer if len(fewer) < len(freed) else freed[:-1]
            state, late = orders.replay(freed, seed)
    return freed


@pytest.mark.parametrize("order", ["any", "largest-first"])
def test_more_than_a_heuristic_frees_of_many_machines(order: str, tmp_path: Path) -> None:
    instance = drawn_cluster(tmp_path, 2, nodes=80, pods=500)
    start = instance.numbers(optgap.solve(instance, "karpenter").decision)
    run = Run("minimize", time_limit=0.0)
    least = without_pins(instance, [start], order, run, replays=20)
    found = without_pins(instance, [start], order, Run("minimize"), replays=100)
    assert len(found.freed) > len(least.freed) > 0
    assert (found.claim, found.replays) == ("replayed", 100)
    assert found.machine is not None
    assert not np.isin(found.machine, found.freed).any()
