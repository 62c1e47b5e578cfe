"""The script of a plan, run against a stand-in of kubectl: nodes end empty, or open again."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import fake_kubectl
import pytest
from rollout_cluster import FREED, SHELLS, dump_of, node, plan_of, pod, script_of, small_cluster

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation import Consolidation
from optgap_cluster import ClusterPlan, cluster_plan
from optgap_cluster.kubectl import script
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.rollout import OwnerPlan

SHELLCHECK = shutil.which("shellcheck")
# A clock that only kubectl and sleep move: seconds since 1970, the beginning of 2026 at first.
STANDINS = {
    "sleep": 'awk -v "more=$1" \'{ printf "%d", $1 + more }\' "$clock" > "$clock.new" && '
    'mv "$clock.new" "$clock"',
    "date": 'case $* in +%s) cat "$clock" ;; *) exec /bin/date -d "@$(cat "$clock")" "$@" ;; esac',
}
ENDED = {"phase": "Succeeded", "conditions": [{"type": "Ready", "status": "False"}]}


class Runner:
    """A folder with the stand-in, a cluster and the script of its plan."""

    def __init__(self, folder: Path, shell: str, jobs: bool = False) -> None:
        self.folder, self.shell = folder, shell
        fake = folder / "kubectl"
        fake.write_text(f"#!{sys.executable} -IS\n{Path(fake_kubectl.__file__).read_text()}")
        fake.chmod(0o755)
        for name, words in STANDINS.items():
            (folder / name).write_text(f"#!/bin/sh\nclock={folder}/clock\n{words}\n")
            (folder / name).chmod(0o755)
        (folder / "clock").write_text("1767225600")
        self.set(small_cluster(jobs))
        (folder / "run.sh").write_text(script_of(jobs))

    @property
    def state(self) -> dict:
        return json.loads((self.folder / "state.json").read_text())

    def set(self, state: dict | None = None, **changes: object) -> None:
        document = {**(state or self.state), **changes}
        (self.folder / "state.json").write_text(json.dumps(document))

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
        path = f"{self.folder}:{os.environ['PATH']}"
        start = f'echo $$ > "{self.folder}/pid"; exec {self.shell} "{self.folder}/run.sh" "$@"'
        return subprocess.run(
            ["/bin/sh", "-c", start, "run", *arguments],
            env={"PATH": path, "TIMEOUT": "40", "CONTEXT": "test", **variables},
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # nohup ignores it
            capture_output=True,
            text=True,
            check=False,
        )

    def on(self, name: str) -> list[str]:
        """Return the pods on a node that do not end with it."""
        return [
            each["metadata"]["name"]
            for each in self.state["pods"]
            if each["spec"]["nodeName"] == name
            and each["metadata"]["ownerReferences"][0]["kind"] != "DaemonSet"
        ]

    def cordoned(self) -> list[str]:
        return [
            each["metadata"]["name"]
            for each in self.state["nodes"]
            if each["spec"]["unschedulable"]
        ]

    def marked(self) -> list[str]:
        """Return the nodes with the mark of the script."""
        known = [each["metadata"] for each in self.state["nodes"]]
        return [each["name"] for each in known if each["annotations"].get("optgap/cordoned")]

    def empty_or_open(self) -> bool:
        return all(not self.on(name) or name not in self.cordoned() for name in FREED)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path, SHELLS[0])


def test_the_script_waits_longer_than_the_scheduler_before_it_gives_up() -> None:
    script = Path(cluster_plan.__file__).with_name("run_plan.sh")
    default = re.search(r"TIMEOUT=\$\{TIMEOUT:-(\d+)\}", script.read_text())
    assert default is not None
    assert int(default[1]) > 300  # after which kube-scheduler retries pods without an event


@pytest.mark.parametrize("shell", SHELLS)
def test_all_nodes_are_free_and_a_second_start_evicts_nothing(shell: str, tmp_path: Path) -> None:
    runner = Runner(tmp_path, shell)
    ended = runner.run()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [runner.on(name) for name in FREED] == [[], []]
    assert runner.cordoned() == ["n1", "n2"]
    assert sorted(runner.state["evictions"]) == [
        "shop/api-0", "shop/api-1", "shop/db-0", "shop/web-1", "shop/web-2",
    ]  # fmt: skip
    assert "2 nodes become free, 5 pods are evicted" in ended.stdout
    assert (
        "every pod found a place in 1000 of 1000 random orders of this simulation of kube-"
        in ended.stdout
    )
    assert "n1, providerID aws:///zone/n1" in ended.stdout
    assert "delete the instance by its providerID" in ended.stdout
    again = runner.run()
    assert (again.returncode, again.stderr) == (0, "")
    assert "0 pods evicted" in again.stdout
    assert len(runner.state["evictions"]) == 5


def test_the_script_waits_for_every_owner(runner: Runner) -> None:
    runner.run(PARALLEL="1")
    calls = runner.state["calls"]
    steps = [k for k, call in enumerate(calls) if call.startswith("create --raw")]
    first = [calls[k].split("/pods/")[1].partition("-")[0] for k in steps]
    for k, (owner, follower) in enumerate(pairwise(first)):
        looks = [call for call in calls[steps[k] + 1 : steps[k + 1]] if "get pods" in call]
        assert len(looks) > 2 or owner == follower, (owner, follower)


def test_a_refusal_by_a_budget_is_tried_again(runner: Runner) -> None:
    runner.set(budgets=[{"owner": "api", "min_available": 2}, {"owner": "db", "min_available": 0}])
    ended = runner.run()
    assert (ended.returncode, ended.stderr) == (0, "")
    tries = [call for call in runner.state["calls"] if "/pods/api-" in call]
    assert len(tries) > 2
    assert len(runner.state["evictions"]) == 5


def test_a_budget_that_never_gives_way_keeps_its_nodes_only(runner: Runner) -> None:
    """The only db is on n2, which is opened again; n1 becomes free all the same."""
    runner.set(budgets=[{"owner": "db", "min_available": 1}])
    ended = runner.run()
    assert (ended.returncode, runner.cordoned(), runner.on("n1")) == (1, ["n1"], [])
    assert "n2: a budget does not let pods of shop/StatefulSet/db go" in ended.stderr
    assert "n1, providerID aws:///zone/n1" in ended.stdout
    runner.set(small_cluster(), budgets=[{"owner": "web", "min_available": 3}])
    ended = runner.run()
    assert (ended.returncode, runner.cordoned()) == (1, [])
    assert "a budget does not let pods of shop/ReplicaSet/web go (" in ended.stderr
    assert "violate the pod's disruption budget" in ended.stderr
    assert runner.empty_or_open()


def test_two_budgets_on_a_pod_end_it_with_1(runner: Runner) -> None:
    runner.set(budgets=[{"owner": "api", "min_available": 0}] * 2)
    ended = runner.run()
    assert ended.returncode == 1
    assert "more than one PodDisruptionBudget" in ended.stderr
    assert runner.empty_or_open()


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("owner", ["web", "db"])
def test_a_pod_that_stays_pending_opens_the_nodes_of_its_owner(
    tmp_path: Path, owner: str, shell: str
) -> None:
    runner = Runner(tmp_path, shell)
    runner.set(stuck=[owner])
    ended = runner.run(PARALLEL="1")
    assert ended.returncode == 1
    assert f"/{owner} are not back" in ended.stderr
    assert runner.empty_or_open()
    assert runner.cordoned() == ([] if owner == "web" else ["n1"])
    evicted = len(runner.state["evictions"])
    again = runner.run()  # the pod is still Pending: nothing more is evicted
    assert again.returncode == 2
    assert len(runner.state["evictions"]) == evicted
    assert runner.empty_or_open()


def test_nodes_that_are_not_ready_take_nothing(runner: Runner) -> None:
    state = runner.state
    for each in state["nodes"][2:]:
        each["status"]["conditions"][0]["status"] = "False"
    runner.set(state)
    ended = runner.run()
    assert ended.returncode == 2
    assert "node n3 is not Ready" in ended.stdout
    assert "1 pod of shop/StatefulSet/db on n2: no open node has room" in ended.stdout
    assert runner.cordoned() == [] and runner.state["evictions"] == []
    assert runner.run(IGNORE_OWNERS="1", IGNORE_READINESS="1").returncode == 2
    assert runner.state["evictions"] == []
    assert runner.run(IGNORE_ROOM="1").returncode == 1
    assert runner.empty_or_open()


def test_pods_that_a_dead_node_does_not_end_keep_it_from_being_free(runner: Runner) -> None:
    state = runner.state
    state["nodes"][0]["status"]["conditions"][0]["status"] = "False"
    runner.set(state)
    ended = runner.run()
    assert ended.returncode == 1
    assert "is on n1" in ended.stderr
    assert runner.cordoned() == ["n2"] and runner.on("n2") == []


@pytest.mark.parametrize("share", [0.3, 0.5, 0.6, 0.7, 0.9])
def test_killed_between_two_calls_it_goes_on(runner: Runner, share: float) -> None:
    runner.run()
    evicted = sorted(name.rpartition("-")[0] for name in runner.state["evictions"])
    runner.set(small_cluster(), kill_at=round(share * runner.state["tick"]))
    assert runner.run().returncode == -9
    held = runner.state.get("lease") is not None
    ended = runner.run()
    assert (ended.returncode, "is that run alive?" in ended.stderr) == (0, held)
    assert [runner.on(name) for name in FREED] == [[], []]
    assert runner.cordoned() == ["n1", "n2"]
    assert sorted(name.rpartition("-")[0] for name in runner.state["evictions"]) == evicted


TRANSIENT = [
    "Unable to connect to the server: EOF",
    "Error from server: etcdserver: request timed out",
    "Error from server (InternalError): etcdserver: leader changed",
]


@pytest.mark.parametrize("fault", TRANSIENT)
@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
def test_a_server_that_fails_for_a_moment_is_asked_again(
    runner: Runner, share: float, fault: str
) -> None:
    runner.run()
    first = round(share * runner.state["tick"])
    runner.set(small_cluster(), broken_at=[first, first + 1], fault=fault)
    ended = runner.run()
    assert ended.returncode == 0
    assert f"failed, again after 2 s: {fault}" in ended.stderr
    assert f"failed, again after 4 s: {fault}" in ended.stderr
    assert [runner.on(name) for name in FREED] == [[], []]
    assert len(runner.state["evictions"]) == 5


@pytest.mark.parametrize("share", [0.1, 0.6, 0.8])
def test_a_server_that_is_gone_ends_it(runner: Runner, share: float) -> None:
    """The nodes cannot be opened, so that --undo is named; afterwards a new start goes on."""
    runner.run()
    runner.set(small_cluster(), dead_at=round(share * runner.state["tick"]))
    ended = runner.run()
    assert ended.returncode == (2 if share == 0.1 else 3)
    assert ("--undo" in ended.stderr) == (ended.returncode == 3)
    closed = runner.marked()
    runner.set(dead_at=10**9)
    undone = runner.run("--undo")
    assert undone.returncode == 0
    assert runner.cordoned() == []
    words = f"open again: {' '.join(closed) or 'no node, none was closed by the plan'}"
    assert undone.stdout.splitlines()[-1] == words
    assert runner.run().returncode == 0
    assert [runner.on(name) for name in FREED] == [[], []]


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize(("share", "code"), [(0.2, 2), (0.55, 2), (0.8, 3)])
def test_signals_open_the_nodes_that_are_not_empty(
    runner: Runner, number: str, share: float, code: int
) -> None:
    runner.run()
    at = round(share * runner.state["tick"])
    runner.set(small_cluster(), kill_at=at, signal=number)
    ended = runner.run()
    assert (ended.returncode, "stop: interrupted" in ended.stderr) == (code, True)
    assert runner.empty_or_open()
    assert runner.state.get("lease") is None
    assert runner.run().returncode == 0
    assert len(runner.state["evictions"]) == 5


def test_steps_of_a_wave_are_under_way_together(runner: Runner) -> None:
    """PARALLEL limits them; an owner of which two steps are under way is waited for once."""
    most = {}
    for parallel in ("1", "2", "5"):
        runner.set(small_cluster())
        ended = runner.run(PARALLEL=parallel)
        assert ended.returncode == 0
        running, seen = set(), []
        for line in ended.stdout.splitlines():
            if match := re.match(r"\S+Z step (\d+) (of 4: |is done)", line):
                (running.add if "of" in match[2] else running.discard)(match[1])
                seen.append(len(running))
        most[parallel] = max(seen)
        assert not running
    assert most == {"1": 1, "2": 2, "5": 4}


def test_looks_are_at_the_namespaces_of_steps(runner: Runner) -> None:
    """All pods are asked for four times: in the beginning, before the cordon, in the end twice."""
    runner.set(budgets=[{"owner": "web", "min_available": 3}])
    assert runner.run().returncode == 1
    calls = [call.partition(" --no-headers")[0] for call in runner.state["calls"]]
    assert calls.count("--request-timeout=30s get pods -A") == 4
    assert calls.count("--request-timeout=30s get pods -n shop") > 7
    runner.set(small_cluster(), selectors=True)
    assert runner.run().returncode == 0
    calls = [call.partition(" --no-headers")[0] for call in runner.state["calls"]]
    assert calls.count("--request-timeout=30s get pods -n shop") == 1  # before the first wave
    assert calls.count("--request-timeout=30s get pods -n shop -l owner=web") > 1


def test_missing_permissions_are_named_before_any_change(runner: Runner) -> None:
    runner.set(denied=["create pods --subresource=eviction -n shop", "delete leases"])
    ended = runner.run()
    assert (ended.returncode, runner.cordoned()) == (2, [])
    assert "kubectl auth can-i create pods --subresource=eviction -n shop" in ended.stdout
    assert "kubectl auth can-i delete leases.coordination.k8s.io -n default" in ended.stdout
    assert "permissions are missing" in ended.stderr
    dry = runner.run(DRY_RUN="1")
    assert (dry.returncode, "not allowed:" in dry.stdout) == (0, True)
    assert runner.state.get("lease") is None


def test_where_nothing_was_evicted_the_code_is_2(runner: Runner) -> None:
    runner.set(forbidden=True)
    ended = runner.run()
    assert (ended.returncode, runner.cordoned()) == (2, [])
    assert "cannot evict shop/" in ended.stderr and "(Forbidden)" in ended.stderr
    assert "done: 0 pods evicted" in ended.stderr


def lease(holder: str) -> dict:
    spec = {"holderIdentity": holder, "renewTime": "2026-01-01T00:00:00.000000Z"}
    return {"kind": "Lease", "metadata": {"name": "optgap-plan"}, "spec": spec}


def test_a_run_that_renews_its_lease_excludes_another(runner: Runner) -> None:
    runner.set(lease=lease("laptop-1-2"), holder_renews=True)
    for arguments in ((), ("--undo",)):
        ended = runner.run(*arguments)
        assert ended.returncode == 2
        assert (
            "another run is under way, and holds the Lease optgap-plan: laptop-1-2" in ended.stderr
        )
    assert (
        runner.cordoned() == [] and runner.state["lease"]["spec"]["holderIdentity"] == "laptop-1-2"
    )


def test_a_lease_that_nobody_renews_is_taken_over(runner: Runner) -> None:
    runner.set(lease=lease("laptop-1-2"))
    ended = runner.run()
    assert ended.returncode == 0
    assert "is that run alive? it has 60 s" in ended.stderr
    assert runner.state["lease"] is None


def test_two_runs_at_once_exclude_each_other(runner: Runner) -> None:
    """Both start together; one of them does it all, and the other evicts nothing.

    The clock is real: on one that both move, the waiting run would make the other one late.
    """
    for name in STANDINS:
        (runner.folder / name).unlink()
    with ThreadPoolExecutor() as pool:
        both = list(pool.map(lambda _: runner.run(POLL="0.2", TIMEOUT="300"), range(2)))
    done = [ended for ended in both if ended.returncode == 0]
    assert len(runner.state["evictions"]) == 5
    assert (
        sorted(re.findall(r"(\d) pods evicted; free", " ".join(e.stdout for e in done)))[-1] == "5"
    )
    assert all("another run is under way" in e.stderr for e in both if e.returncode == 2)
    assert {ended.returncode for ended in both} <= {0, 2}


@pytest.mark.parametrize("pods", [2, 9])
def test_targets_that_filled_up_since_stop_it_before_the_first_eviction(
    runner: Runner, pods: int
) -> None:
    """With two more pods all find another node with room; with nine there is none for the last."""
    state = runner.state
    state["pods"] += [pod("web", f"web-more-{k}", ("n4", "n3")[k % 2]) for k in range(pods)]
    state["pods"] += [pod("api", f"api-more-{k}", "n4") for k in range(3)]
    runner.set(state)
    ended = runner.run()
    if pods == 2:
        assert (ended.returncode, ended.stderr) == (0, "")
    else:
        assert "1 pod of shop/ReplicaSet/web on n1: no open node has room" in ended.stdout
        assert (ended.returncode, "there is too little room" in ended.stderr) == (2, True)
        assert runner.cordoned() == [] and runner.state["evictions"] == []


def test_requests_of_live_pods_count_with_sidecars_and_overhead(runner: Runner) -> None:
    """A node is full by the requests of an init container, of a sidecar, and of the pod itself."""
    state = runner.state
    for each in state["pods"]:
        if each["metadata"]["name"] == "web-3":
            each["spec"]["initContainers"] = [
                {"resources": {"requests": {"cpu": "2500m"}}, "restartPolicy": "Always"},
                {"resources": {"requests": {"cpu": "1"}}},
            ]
            each["spec"]["overhead"] = {"cpu": "3"}  # 6.5 of n3's 8 with its container
        if each["metadata"]["name"] == "api-2":
            each["spec"]["resources"] = {"requests": {"cpu": "6500m"}}
    runner.set(state)
    ended = runner.run()
    assert ended.returncode == 2
    assert "shop/StatefulSet/db on n2: no open node has room" in ended.stdout


def test_a_dry_run_changes_nothing(runner: Runner) -> None:
    runner.set(budgets=[{"owner": "db", "min_available": 1}])
    before = runner.state
    ended = runner.run(DRY_RUN="1", CONTEXT="")
    assert (ended.returncode, ended.stderr) == (0, "")
    after = runner.state
    reads = ("get ", "auth can-i ", "config ", "create --raw /api/v1/namespaces/shop/pods/")
    calls = [call.removeprefix("--request-timeout=30s ") for call in after["calls"]]
    assert all(call.startswith(reads) for call in calls)
    assert {**after, "tick": 0, "calls": []} == before
    assert "would run: kubectl cordon -- n1 n2" in ended.stdout
    assert "would evict: shop/web-1\n" in ended.stdout
    assert "would evict: shop/db-0, but the server refuses it now: " in ended.stdout


def test_no_change_before_the_context_is_named(runner: Runner) -> None:
    ended = runner.run(CONTEXT="")
    assert (ended.returncode, "CONTEXT=test sh FILE" in ended.stderr) == (2, True)
    assert runner.run("--undo", CONTEXT="").returncode == 2
    assert runner.cordoned() == [] and runner.state["evictions"] == []


@pytest.mark.parametrize(("limit", "evicted"), [("4", [3, 4]), ("1", [0, 1])])
def test_evictions_are_limited_by_a_number_and_by_a_check(
    runner: Runner, limit: str, evicted: list[int]
) -> None:
    ended = runner.run(MAX_EVICTIONS=limit)
    assert ended.returncode == (3 if runner.state["evictions"] else 2)
    assert f"more than MAX_EVICTIONS={limit} pods" in ended.stderr
    assert len(runner.state["evictions"]) in evicted and runner.empty_or_open()
    runner.set(small_cluster())
    checked = runner.run(CHECK="exit 1")
    assert (checked.returncode, "CHECK failed: exit 1" in checked.stderr) == (2, True)
    assert runner.run(CHECK="exit 0", MAX_EVICTIONS="5").returncode == 0


def test_a_rollout_elsewhere_and_of_the_plan_is_the_same_cluster(runner: Runner) -> None:
    """Another ReplicaSet of the same Deployment is no new owner."""
    state = runner.state
    for revision in ("aa", "bb"):
        for each in state["pods"]:
            if each["metadata"]["ownerReferences"][0]["kind"] == "ReplicaSet":
                name = each["metadata"]["ownerReferences"][0]["name"].partition("-")[0]
                each["metadata"]["ownerReferences"][0]["name"] = f"{name}-{revision}"
                each["metadata"]["labels"] = {"pod-template-hash": revision}
        if revision == "aa":
            (runner.folder / "run.sh").write_text(script(plan_of(state, runner.folder)))
    runner.set(state)
    assert "owner shop Deployment web 3" in (runner.folder / "run.sh").read_text()
    ended = runner.run()
    assert (ended.returncode, ended.stderr, runner.cordoned()) == (0, "", ["n1", "n2"])


def test_undo_opens_what_the_plan_closed_and_nothing_else(runner: Runner) -> None:
    state = runner.state
    state["nodes"][1]["spec"]["unschedulable"] = True  # by somebody else
    runner.set(state, stuck=["web"])
    ended = runner.run(PARALLEL="1")
    assert ended.returncode == 1
    assert "cordoned by others, and left so: n2" in " ".join(ended.stdout.split())
    assert runner.cordoned() == ["n2"]
    runner.set(stuck=[])
    assert runner.run().returncode == 0
    assert runner.cordoned() == ["n1", "n2"]
    undone = runner.run("--undo")
    assert (undone.returncode, undone.stdout.splitlines()[-1]) == (0, "open again: n1")
    assert runner.cordoned() == ["n2"]
    assert "none was closed by the plan" in runner.run("--undo").stdout


def changed(state: dict, what: str) -> dict:
    """Return a cluster that is another than that of the dump."""
    if what == "node n4 is gone":
        del state["nodes"][3]
        state["pods"] = [each for each in state["pods"] if each["spec"]["nodeName"] != "n4"]
    elif what == "owner shop ReplicaSet shop is new":
        state["pods"].append(pod("shop", "shop-1", "n3"))
    elif what == "owner shop StatefulSet db is gone":
        state["pods"].pop()
    else:
        assert what == "node n1 has more pods of shop ReplicaSet web than the plan moves"
        state["pods"].append(pod("web", "web-9", "n1"))
    return state


@pytest.mark.parametrize(
    "what",
    [
        "node n4 is gone",
        "owner shop ReplicaSet shop is new",
        "owner shop StatefulSet db is gone",
        "node n1 has more pods of shop ReplicaSet web than the plan moves",
    ],
)
def test_another_cluster_than_the_dumps_stops_it(runner: Runner, what: str) -> None:
    runner.set(changed(runner.state, what))
    ended = runner.run()
    assert ended.returncode == 2
    assert what in ended.stdout
    assert "IGNORE_OWNERS=1" in ended.stderr
    assert runner.cordoned() == [] and runner.state["evictions"] == []
    forced = runner.run(IGNORE_OWNERS="1")
    assert forced.returncode == (1 if "more pods" in what else 0)
    assert runner.empty_or_open()


def test_a_node_that_joined_stops_nothing(runner: Runner) -> None:
    """It is named; pods may come to it, and the nodes of the plan become empty all the same."""
    state = runner.state
    state["nodes"].append(node("n5"))
    runner.set(state)
    ended = runner.run()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "node n5 is new: pods may come to it, too" in ended.stdout
    assert runner.empty_or_open()


def of_job(state: dict) -> list[dict]:
    return [each for each in state["pods"] if each["metadata"]["name"].startswith("report-")]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("ended", ["finished", "removed", "half"])
def test_jobs_that_ended_stop_nothing(ended: str, shell: str, tmp_path: Path) -> None:
    runner = Runner(tmp_path, shell, jobs=True)
    state = runner.state
    for each in of_job(state)[: 1 if ended == "half" else None]:
        each["status"] = {**ENDED}
        if ended == "removed":
            state["pods"].remove(each)
    runner.set(state)
    done = runner.run()
    assert (done.returncode, done.stderr) == (0, "")
    assert len(runner.state["evictions"]) == 5  # no finished pod is evicted


@pytest.mark.parametrize("at", [1, 25, 45, 60])
def test_a_job_may_end_while_the_script_waits(at: int, tmp_path: Path) -> None:
    """Its mates that finish count as ready; where the Job itself is gone nobody waits for it."""
    runner = Runner(tmp_path, SHELLS[0], jobs=True)
    state = runner.state
    for each in of_job(state):
        each["ends_at"] = at
    runner.set(state)
    done = runner.run()
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("node", "code"), [("n3", 0), ("n1", 2)])
def test_a_new_job_counts_where_a_node_is_to_be_free(runner: Runner, node: str, code: int) -> None:
    state = runner.state
    state["pods"].append(pod("cron-1", "cron-1-x", node, "Job"))
    runner.set(state)
    assert runner.run().returncode == code


def test_autoscalers_are_named(runner: Runner) -> None:
    state = runner.state
    metadata = {"namespace": "karpenter", "name": "karpenter"}
    state["nodes"][0]["metadata"]["labels"]["karpenter.sh/nodepool"] = "spot"
    runner.set(state, deployments=[{"apiVersion": "apps/v1", "metadata": metadata}])
    ended = runner.run(DRY_RUN="1")
    assert "kubectl -n karpenter scale deployment karpenter --replicas=0" in ended.stdout
    assert "Karpenter makes nodes of the pool spot" in ended.stdout


def test_nodes_of_offers_come_first(runner: Runner) -> None:
    plan = plan_of(small_cluster(), runner.folder)
    zone, paid = "topology.kubernetes.io/zone", "karpenter.sh/capacity-type"
    wanted = {zone: "a", paid: "spot", "disk": "ssd"}
    new = {"offer": "large", "type": "m5.large", "labels": wanted, "count": 1}
    plan = OwnerPlan.model_validate_json(json.dumps({**plan.model_dump(), "create": [new]}))
    (runner.folder / "run.sh").write_text(script(plan))
    ended = runner.run()
    assert ended.returncode == 2
    words = (
        f"create 1 with node.kubernetes.io/instance-type=m5.large, {zone}=a, {paid}=spot, disk=ssd"
    )
    assert f"{words} (offer large), wait for Ready" in ended.stdout
    assert runner.state["evictions"] == [] and runner.cordoned() == []
    eks = "eks.amazonaws.com/capacityType"
    labels = (
        {**wanted, paid: "on-demand"},
        {zone: "a", eks: "SPOT"},
        {zone: "a", eks: "SPOT", "disk": "ssd"},
    )
    for code, each in zip((2, 2, 0), labels, strict=True):
        state = runner.state
        state["nodes"].append(node(f"fresh-{len(state['nodes'])}"))
        state["nodes"][-1]["metadata"]["labels"] |= each
        runner.set(state)
        assert runner.run().returncode == code


def test_bad_words_end_it_before_kubectl_is_asked(runner: Runner) -> None:
    assert runner.run("--und").returncode == 2
    assert runner.run("--undo", "n1").returncode == 2
    for key, word in (("TIMEOUT", "soon"), ("PARALLEL", "0"), ("POLL", "-1"), ("PATIENCE", "0")):
        ended = runner.run(**{key: word})
        assert (ended.returncode, "must be integers" in ended.stderr) == (2, True)
    assert runner.state["calls"] == []


def test_names_and_notes_are_data(runner: Runner) -> None:
    plan = plan_of(small_cluster(), runner.folder)
    bad = "it's $(touch pwned) `touch pwned`'; touch pwned; '\ncordon n3 \\"
    document = {**plan.model_dump(), "notes": [bad]}
    text = script(OwnerPlan.model_validate_json(json.dumps(document)))
    (runner.folder / "run.sh").write_text(text)
    ended = runner.run(DRY_RUN="1")
    assert "it's $(touch pwned) `touch pwned`'; touch pwned; ' cordon n3" in ended.stdout
    assert "n1 n2\n" in ended.stdout
    assert not (Path.cwd() / "pwned").exists()


@pytest.mark.parametrize("owner", ["ReplicaSet/$(id)", "ReplicaSet", "a b/c", "X/", None])
def test_owners_that_kubernetes_has_not_are_refused(tmp_path: Path, owner: str | None) -> None:
    (tmp_path / "dump.json").write_text(json.dumps(dump_of(small_cluster())))
    now = read_cluster([tmp_path / "dump.json"]).instance
    items = [item.model_copy(update={"owner": owner}) for item in now.items]
    now = now.model_copy(update={"items": tuple(items)})
    where = {item.name: {"n1": "n3"}.get(item.machine, item.machine) for item in now.items}
    plan = ClusterPlan(now, {"machine": where})
    with pytest.raises(InputError, match="owner"):
        plan.steps()


@pytest.mark.skipif(SHELLCHECK is None, reason="shellcheck is not installed")
def test_shellcheck_is_silent(tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_text(script(plan_of(small_cluster(), tmp_path)))
    checked = subprocess.run(
        [str(SHELLCHECK), tmp_path / "run.sh"], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stdout) == (0, "")


def test_the_commands_print_both_formats(optgap_command, tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_text(json.dumps(dump_of(small_cluster())))
    now, then = tmp_path / "now.json", tmp_path / "then.json"
    assert optgap_command("import", "kubernetes", tmp_path / "dump.json", "-o", now).code == 0
    where = {item.name: "n3" for item in optgap.load(now).items}
    then.write_text(json.dumps({"machine": where}))
    printed = optgap_command("plan", now, then, "--format", "json")
    assert printed.code == 0
    plan = OwnerPlan.model_validate_json(printed.out)
    assert plan.cordon == ("n1", "n2", "n4") and plan.replay is None
    assert sum(step.evict for step in plan.steps) == 6
    text = optgap_command("plan", now, then, "--format", "sh")
    assert text.code == 0
    assert text.out == script(plan)
    assert "replay: none was made" in text.out
    schema = optgap_command("plan", "--plan-schema").json
    assert set(schema["required"]) <= set(printed.json) == set(schema["properties"])


SWAP = {"i1": (7, "m1"), "i2": (6, "m2"), "i3": (4, "m3"), "i4": (5, "m3")}
SWAPPED = {"i1": "m2", "i2": "m1", "i3": "m1", "i4": "m2"}


def swap(folder: Path, more: dict[str, int]) -> tuple[Path, Path]:
    """Write a cluster and a plan: m3 becomes free only if i1 and i2 change places on it."""
    rooms = {"m1": 10, "m2": 12, "m3": 10, **more}
    pods = {**SWAP, **{f"i{name}": (2, name) for name in more}}
    document = {
        "problem": "consolidation",
        "version": 1,
        "name": "swap",
        "resources": ["memory"],
        "machines": [{"name": name, "capacity": [room]} for name, room in rooms.items()],
        "items": [
            {"name": name, "demand": [size], "machine": at, "owner": f"ReplicaSet/r{name}"}
            for name, (size, at) in pods.items()
        ],
    }
    (folder / "now.json").write_text(json.dumps(document))
    then = {**SWAPPED, **dict.fromkeys((f"i{name}" for name in more), "m5")}
    (folder / "then.json").write_text(json.dumps({"machine": then}))
    return folder / "now.json", folder / "then.json"


def test_a_plan_that_needs_a_stop_has_no_script(optgap_command, tmp_path: Path) -> None:
    now, then = swap(tmp_path, {})
    assert optgap_command("plan", now, then).code == 0
    ended = optgap_command("plan", now, then, "--format", "sh")
    assert (ended.code, ended.out) == (4, "")
    assert "no script can be written for this plan\n" in ended.err
    assert "3 moves would be blocked without stops on a third node" in ended.err
    assert "--method no-pins --set order=any" in ended.err
    document = optgap_command("plan", now, then, "--format", "json")
    assert (document.code, document.json["complete"]) == (4, False)


def test_a_plan_that_needs_a_stop_has_a_script_of_what_it_frees_before(
    optgap_command, tmp_path: Path
) -> None:
    """m4 becomes free at once."""
    now, then = swap(tmp_path, {"m4": 4, "m5": 4})
    ended = optgap_command("plan", now, then, "--format", "sh")
    assert ended.code == 0
    note = "this plan is partial: it frees 1 machine of 2; 4 moves remain for a later plan"
    assert note in ended.err and note in ended.out
    plan = optgap_command("plan", now, then, "--format", "json").json
    assert (plan["complete"], plan["cordon"]) == (True, ["m4"])
    assert [(step["owner"], step["node"]) for step in plan["steps"]] == [("rim4", "m4")]
    page = tmp_path / "p.html"
    first = ("plan", now, then, "--stop-after", "1", "--order", "drain", "--html", page, "--json")
    assert optgap_command(*first).json["freed"] == ["m4"]
    text = page.read_text()
    assert "The solution frees 1 node more" in text and "but the waves of this plan do not" in text
    assert "<b>5 → 4</b>" in text


def tight_cluster(seed: int) -> dict[str, Any]:
    """Return three or four machines that are nearly full."""
    rng = random.Random(seed)
    machines = [
        {"name": f"m{j}", "capacity": [rng.randint(8, 14)]} for j in range(rng.randint(3, 4))
    ]
    room = [machine["capacity"][0] for machine in machines]
    items = []
    for i in range(rng.randint(5, 9)):
        size = rng.randint(2, 8)
        if able := [j for j in range(len(room)) if room[j] >= size]:
            j = rng.choice(able)
            room[j] -= size
            items.append({"name": f"i{i}", "demand": [size], "machine": f"m{j}"})
    head = {"problem": "consolidation", "version": 1, "name": "tight", "resources": ["cpu"]}
    return {**head, "machines": machines, "items": items}


def fewest_blocked(document: dict[str, Any], target: dict[str, str]) -> int:
    """Return how many moves are left in the best order of moves straight to their targets."""
    room = {each["name"]: each["capacity"][0] for each in document["machines"]}
    items = {each["name"]: (each["demand"][0], each["machine"]) for each in document["items"]}
    moves = [name for name, (_, at) in items.items() if target[name] != at]

    def left(done: frozenset[str]) -> int:
        free = dict(room)
        for name, (size, at) in items.items():
            free[target[name] if name in done else at] -= size
        able = [n for n in moves if n not in done and items[n][0] <= free[target[n]]]
        return min((left(done | {name}) for name in able), default=len(moves) - len(done))

    return left(frozenset())


@pytest.mark.parametrize("seed", [4, 65, 148])
def test_a_plan_without_stops_has_the_fewest_blocked_moves(seed: int) -> None:
    instance = Consolidation.model_validate(tight_cluster(seed))
    outcome = optgap.solve(instance, "exact")
    blocked = fewest_blocked(tight_cluster(seed), outcome.decision["machine"])
    assert len(optgap.plan(instance, outcome, most_moves=0).blocked) == blocked > 0


@pytest.mark.parametrize("shell", SHELLS)
def test_a_pod_that_tolerates_cordons_stays_without_pins(shell: str, tmp_path: Path) -> None:
    """With targets the script says that the pod needs a pin; without pins its node stays in use."""
    runner = Runner(tmp_path, shell)
    state = runner.state
    network = pod("network", "network-0", "n2")
    network["spec"]["tolerations"] = [{"operator": "Exists"}]
    state["pods"].append(network)
    runner.set(state)
    pinned = script(plan_of(state, tmp_path))
    assert "pin: 1 of shop/ReplicaSet/network from n2 to n4" in pinned
    assert "moves, tolerates cordons and may come back to a closed node" in pinned
    (tmp_path / "run.sh").write_text(pinned)
    ended = runner.run()
    assert ended.returncode == 1 and "shop/network" in ended.stderr.split("given up: ")[1], (
        ended.stderr
    )

    runner.set(state)
    now = read_cluster([tmp_path / "dump.json"]).instance
    found = optgap.solve(now, "no-pins", options={"order": "any", "replays": 50})
    assert "n2" not in found.details["freed_without_pins"]
    plan = ClusterPlan(now, found, order="waves")
    (tmp_path / "run.sh").write_text(script(plan.steps(plan.simulate())))
    ended = runner.run()
    assert ended.returncode == 0, ended.stderr
    used = {
        each["spec"]["nodeName"]
        for each in runner.state["pods"]
        if fake_kubectl.owner_of(each) != "agent"
    }
    assert used.isdisjoint(found.details["freed_without_pins"]) and plan.waves.cordoned


@pytest.fixture
def corridor(runner: Runner, tmp_path: Path) -> Runner:
    """db fits on n4 only, where web would go: it has more room; n5 is cordoned by somebody else."""
    state = {**small_cluster(), "nodes": [node(f"n{k}") for k in (1, 2, 3, 4, 5)]}
    state["nodes"][4]["spec"]["unschedulable"] = True
    state["pods"] = [
        pod("web", "web-0", "n1"),
        pod("db", "db-0", "n2", "StatefulSet", 4),
        *(pod("x", "x-0", "n3", cpu=6), pod("y", "y-0", "n4", cpu=4)),
    ]
    (tmp_path / "dump.json").write_text(json.dumps(dump_of(state)))
    now = read_cluster([tmp_path / "dump.json"]).instance
    where = {"shop/web-0": "n3", "shop/db-0": "n4", "shop/x-0": "n3", "shop/y-0": "n4"}
    plan = ClusterPlan(now, {"machine": where}, order="drain")
    replay = plan.simulate(time_limit=60)
    assert (replay.corridors, len(plan.waves.waves)) == (200, 2)
    (tmp_path / "run.sh").write_text(script(plan.steps(replay)))
    runner.set(state)
    return runner


def test_corridors_send_pods_to_their_targets(corridor: Runner) -> None:
    before = corridor.state
    ended = corridor.run()
    assert ended.returncode == 0 and "with corridors: while a wave runs" in ended.stdout
    assert (corridor.on("n3"), corridor.on("n4")) == (["x-0", "web-new26"], ["y-0", "db-0"])
    assert corridor.cordoned() == ["n1", "n2", "n5"] and corridor.marked() == ["n1", "n2"]
    corridor.set(before)
    assert corridor.run(CORRIDORS="0").returncode == 1
    assert (corridor.on("n2"), corridor.cordoned()) == (["db-0"], ["n1", "n5"])
    assert not any(" n4" in call for call in corridor.state["calls"] if "cordon" in call)


@pytest.mark.parametrize("number", ["SIGINT", "SIGKILL"])
def test_nodes_of_a_corridor_are_opened_whatever_ends_it(corridor: Runner, number: str) -> None:
    before = corridor.state
    corridor.run()
    calls = [k for k, call in enumerate(corridor.state["calls"]) if call.endswith(" n4")]
    corridor.set(before, kill_at=calls[0] + 6, signal=number)
    ended = corridor.run()
    assert ended.returncode and ("n4" in corridor.cordoned()) == (number == "SIGKILL")
    halfway = corridor.state
    corridor.run("--undo")
    assert (corridor.cordoned(), corridor.marked()) == (["n5"], [])
    corridor.set(halfway)
    assert (corridor.run().returncode, corridor.cordoned()) == (0, ["n1", "n2", "n5"])
