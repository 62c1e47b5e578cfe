"""A small cluster for the script of a plan, as Kubernetes' objects, its plan and its script."""

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path

from optgap_cluster import ClusterPlan
from optgap_cluster.kubectl import script
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.rollout import OwnerPlan

SHELLS = [shell for shell in ("dash", "bash") if shutil.which(shell)] or ["sh"]
FREED = ("n1", "n2")


def pod(owner: str, name: str, node: str | None, kind: str = "ReplicaSet", cpu: int = 1) -> dict:
    metadata = {
        "name": name,
        "namespace": "shop" if kind != "DaemonSet" else "kube-system",
        "uid": f"uid-{name}",
        "deletionTimestamp": None,
        "ownerReferences": [{"kind": kind, "name": owner, "controller": True}],
    }
    condition = {"type": "Ready", "status": "True" if node else "False"}
    container = {"name": "c", "resources": {"requests": {"cpu": str(cpu)}}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": metadata,
        "spec": {"nodeName": node, "cpu": cpu, "containers": [container]},
        "status": {"phase": "Running" if node else "Pending", "conditions": [condition]},
    }


def node(name: str, cpu: int = 8) -> dict:
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": name,
            "labels": {"node.kubernetes.io/instance-type": "m5.large"},
            "annotations": {},
        },
        "spec": {"unschedulable": None, "providerID": f"aws:///zone/{name}"},
        "status": {
            "allocatable": {"cpu": str(cpu), "memory": "8Gi", "pods": "110"},
            "conditions": [{"type": "Ready", "status": "True"}],
        },
        "cpu": cpu,
    }


def small_cluster(jobs: bool = False) -> dict:
    """Return four nodes: what is on n1 and n2 fits on n3 and n4."""
    pods = [pod("agent", f"agent-{k}", f"n{k}", "DaemonSet", 0) for k in (1, 2, 3, 4)]
    pods += [pod("web", f"web-{k}", f"n{k}") for k in (1, 2, 3)]
    pods += [pod("api", f"api-{k}", n) for k, n in enumerate(("n1", "n1", "n4"))]
    pods += [pod("db", "db-0", "n2", "StatefulSet", 2)]
    if jobs:
        pods += [pod("report", f"report-{k}", n, "Job") for k, n in enumerate(("n1", "n3", "n4"))]
    return {
        "tick": 0,
        "calls": [],
        "evictions": [],
        "budgets": [],
        "stuck": [],
        "deployments": [],
        "nodes": [node(f"n{k}") for k in (1, 2, 3, 4)],
        "pods": pods,
    }


def dump_of(state: dict) -> dict:
    """Return the cluster as kubectl prints it."""
    return {"kind": "List", "items": [*state["nodes"], *state["pods"]]}


def plan_of(state: dict, folder: Path) -> OwnerPlan:
    """Return the plan that frees n1 and n2."""
    (folder / "dump.json").write_text(json.dumps(dump_of(state)))
    now = read_cluster([folder / "dump.json"]).instance
    to = {"n1": "n3", "n2": "n4"}
    where = {item.name: to.get(item.machine, item.machine) for item in now.items}
    plan = ClusterPlan(now, {"machine": where})
    assert plan.waves.cordoned == FREED and not plan.waves.blocked
    return plan.steps(plan.simulate())


@cache
def script_of(jobs: bool) -> str:
    """Return the script that frees n1 and n2."""
    with tempfile.TemporaryDirectory() as folder:
        return script(plan_of(small_cluster(jobs), Path(folder)))
