"""Small Kubernetes clusters for the tests of `optgap place`."""

import random
from typing import Any

ZONE = "topology.kubernetes.io/zone"


def node(name: str, cpu: str = "4", zone: str = "a", **spec: Any) -> dict[str, Any]:
    """Return a node; ``labels`` and ``allocatable`` are added to its own."""
    labels = {"kubernetes.io/hostname": name, ZONE: zone, **spec.pop("labels", {})}
    amounts = {"cpu": cpu, "memory": "8Gi", "pods": "10", **spec.pop("allocatable", {})}
    return {
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "spec": spec,
        "status": {"allocatable": amounts},
    }


def pod(name: str, cpu: str = "1", on: str | None = None, **spec: Any) -> dict[str, Any]:
    """Return a pod of the ReplicaSet that its name begins with; ``labels`` replace its own."""
    app = name.partition("-")[0]
    owner = {"kind": "ReplicaSet", "name": app, "controller": True}
    metadata = {"name": name, "labels": spec.pop("labels", {"app": app})}
    metadata |= {"ownerReferences": [owner], "annotations": spec.pop("annotations", {})}
    start = {"startTime": spec.pop("start")} if "start" in spec else {}
    requests = {"cpu": cpu, **spec.pop("requests", {})}
    container = {"name": "c", "resources": {"requests": requests}, "ports": spec.pop("ports", [])}
    place = {} if on is None else {"nodeName": on}
    return {
        "kind": "Pod",
        "metadata": metadata,
        "spec": {"containers": [container], **place, **spec},
        "status": start,
    }


def workload(kind: str, name: str, replicas: int, like: dict[str, Any]) -> dict[str, Any]:
    """Return an object with the template of a pod."""
    template = {"metadata": {"labels": like["metadata"]["labels"]}, "spec": like["spec"]}
    selector = {"matchLabels": like["metadata"]["labels"]}
    spec = {"replicas": replicas, "selector": selector, "template": template}
    return {"kind": kind, "metadata": {"name": name}, "spec": spec}


def budget(app: str, allowed: int) -> dict[str, Any]:
    """Return a disruption budget over the pods of an app."""
    spec = {"selector": {"matchLabels": {"app": app}}, "maxUnavailable": allowed}
    return {"kind": "PodDisruptionBudget", "metadata": {"name": app}, "spec": spec}


def dump(*objects: dict[str, Any]) -> dict[str, Any]:
    """Return objects as kubectl prints them."""
    return {"kind": "List", "items": list(objects)}


def anti_affinity(app: str, key: str = "kubernetes.io/hostname") -> dict[str, Any]:
    """Return the affinity of a pod that must avoid the pods of an app."""
    term = {"topologyKey": key, "labelSelector": {"matchLabels": {"app": app}}}
    return {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}


def near(app: str, key: str = ZONE) -> dict[str, Any]:
    """Return the affinity of a pod that must be near a pod of an app."""
    return {"podAffinity": anti_affinity(app, key)["podAntiAffinity"]}


def spread(app: str, key: str = ZONE, **more: Any) -> dict[str, Any]:
    """Return a mandatory spread constraint over the pods of an app."""
    selector = {"matchLabels": {"app": app}}
    words = {"topologyKey": key, "whenUnsatisfiable": "DoNotSchedule", "maxSkew": 1}
    return {**words, "labelSelector": selector, **more}


def random_cluster(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a dump of three or four nodes, and a pod with random restrictions."""
    dice = random.Random(seed)
    nodes = [
        node(f"n{k}", str(dice.choice((2, 3, 4))), "ab"[k % 2]) for k in range(dice.choice((3, 4)))
    ]
    restrictions: dict[str, dict[str, Any]] = {
        app: dice.choice(
            [
                {},
                {},
                {"affinity": anti_affinity(app)},
                {"affinity": anti_affinity(dice.choice("xyz"), ZONE)},
                {"affinity": near(dice.choice("xyz"))},
                {"topologySpreadConstraints": [spread(app)]},
                {"topologySpreadConstraints": [spread(app), spread(app, "kubernetes.io/hostname")]},
                {"ports": [{"hostPort": 80}]},
            ]
        )
        for app in "xyz"
    }
    pods = []
    for each in nodes:
        free = int(each["status"]["allocatable"]["cpu"])
        while free > 0 and dice.random() < 0.8:
            size = dice.randint(1, min(2, free))
            app = dice.choice("xyz")
            name = f"{app}-{len(pods)}"
            pods.append(pod(name, str(size), each["metadata"]["name"], **restrictions[app]))
            free -= size
    budgets = [budget(app, dice.choice((0, 1, 2))) for app in "xyz" if dice.random() < 0.4]
    app = dice.choice("xyz")
    new = pod(f"{app}-new", str(dice.choice((1, 2, 3))), **restrictions[app])
    return dump(*nodes, *pods, *budgets), new
