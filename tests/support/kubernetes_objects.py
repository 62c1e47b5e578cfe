"""Nodes, pods and rules as objects of Kubernetes, and the instance that the importer reads."""

import json
from pathlib import Path
from typing import Any

from optgap.instances.consolidation import Consolidation
from optgap_cluster.kubernetes import read_cluster

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
HOST, ZONE = "kubernetes.io/hostname", "topology.kubernetes.io/zone"


def node(name: str, **labels: str) -> dict[str, Any]:
    allocatable = {"cpu": "8", "memory": "32Gi", "pods": "110"}
    labels = {HOST: name, **{key.replace("zone", ZONE): v for key, v in labels.items()}}
    return {
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "status": {"allocatable": allocatable},
    }


def pod(name: str, on: str | None, app: str = "", ns: str = "default", **spec: Any) -> Any:
    return {
        "kind": "Pod",
        "metadata": {
            "name": name,
            "namespace": ns,
            "labels": {"app": app} if app else {},
            "ownerReferences": [{"kind": "ReplicaSet", "name": app or name}],
            **spec.pop("metadata", {}),
        },
        "spec": {"containers": [{"name": "c"}], **({"nodeName": on} if on else {}), **spec},
    }


def imported(tmp_path: Path, *objects: Any, **how: Any) -> Consolidation:
    path = tmp_path / "dump.json"
    path.write_text(json.dumps({"kind": "List", "items": list(objects)}))
    return read_cluster([path], **how).instance


def apart(app: str, key: str = HOST, **more: Any) -> dict[str, Any]:
    return {"podAntiAffinity": {REQUIRED: [term(app, key, **more)]}}


def near(app: str, key: str = HOST, **more: Any) -> dict[str, Any]:
    return {"podAffinity": {REQUIRED: [term(app, key, **more)]}}


def term(app: str, key: str, **more: Any) -> dict[str, Any]:
    return {"labelSelector": {"matchLabels": {"app": app}}, "topologyKey": key, **more}


def spread(app: str, **more: Any) -> list[dict[str, Any]]:
    return [
        {
            "maxSkew": 1,
            "topologyKey": ZONE,
            "whenUnsatisfiable": "DoNotSchedule",
            "labelSelector": {"matchLabels": {"app": app}},
            **more,
        }
    ]


def port(number: int, ip: str = "", protocol: str = "TCP") -> list[dict[str, Any]]:
    listed = {"hostPort": number, "containerPort": 80, "protocol": protocol, "hostIP": ip}
    return [{"name": "c", "ports": [listed]}]


def budget(app: str, allowed: int | None = None, **spec: Any) -> dict[str, Any]:
    selector = {"matchLabels": {"app": app}}
    status = {} if allowed is None else {"disruptionsAllowed": allowed}
    return {
        "kind": "PodDisruptionBudget",
        "metadata": {"name": app, "namespace": "default"},
        "spec": {"selector": selector, **spec},
        "status": status,
    }


NODES = [node("n1", zone="a"), node("n2", zone="a"), node("n3", zone="b")]
