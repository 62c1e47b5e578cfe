"""The pods that an object would create: its template, with the owner that counts for spreads."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ....core.faults import Fault
from ..kubernetes import Dump

KINDS = ("Pod", "Deployment", "StatefulSet", "ReplicaSet", "Job")
_COMPANIONS = ("Namespace", "PersistentVolume", "PersistentVolumeClaim", "PriorityClass", "Service")
_REFUSED = {
    "CronJob": "is a schedule of Jobs: place its spec.jobTemplate as a Job",
    "DaemonSet": "has one pod for each node, which its controller chooses",
}
_PRIORITIES = {"system-cluster-critical": 2 * 10**9, "system-node-critical": 2 * 10**9 + 1000}
_HASH = "pod-template-hash"
_MOST = 100_000  # replicas


@dataclass
class NewPods:
    """The new pods of an object, as documents, and the objects that come with them."""

    name: str = ""
    pods: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    companions: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    node_name: str | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The names of the new pods, with their namespace."""
        pods = (pod["metadata"] for _, pod in self.pods)
        return [f"{pod['namespace']}/{pod['name']}" for pod in pods]


def new_pods(
    objects: list[tuple[str, Any]], replicas: int | None, dump: Dump, faults: list[Fault]
) -> NewPods:
    """Return the new pods of the one object in a file that has pods; add to ``faults``."""
    made = NewPods()
    wanted = []
    for place, document in objects:
        kind = document.get("kind") if isinstance(document, dict) else None
        if kind in _REFUSED:
            faults.append(Fault.of(f"{place}: kind", _REFUSED[kind], kind))
        elif kind in KINDS:
            wanted.append((place, kind, document))
        elif kind in _COMPANIONS:
            made.companions.append((place, document))
        else:
            known = f"{', '.join(KINDS[:-1])} or {KINDS[-1]}"
            if len(objects) == 1:
                faults.append(Fault.of(f"{place}: kind", f"must be {known}", kind))
            made.notes.append(f"{place}: an object of kind {kind} is ignored")
    if len(wanted) == 1:
        _fill(made, *wanted[0], replicas, dump, faults)
    elif not faults:
        rule = f"must have one object of kind {', '.join(KINDS[:-1])} or {KINDS[-1]}"
        faults.append(Fault.of("POD", rule, len(wanted)))
    return made


def _fill(
    made: NewPods,
    place: str,
    kind: str,
    document: dict[str, Any],
    replicas: int | None,
    dump: Dump,
    faults: list[Fault],
) -> None:
    metadata = _part(document, place, "metadata", faults)
    spec = _part(document, place, "spec", faults)
    own = metadata.get("name") or str(metadata.get("generateName") or "").rstrip("-")
    name = {"name": own or kind.lower(), "namespace": metadata.get("namespace") or "default"}
    made.name = f"{name['namespace']}/{name['name']}"
    template, where = document, place
    if kind != "Pod":
        where = f"{place}: spec.template"
        template = _part(spec, f"{place}: spec", "template", faults)
        spec = _part(template, where, "spec", faults)
    count = _replicas(kind, place, document, replicas, faults)
    stated = template.get("metadata")
    inner: dict[str, Any] = stated if isinstance(stated, dict) else {}
    kept = {key: inner[key] for key in ("labels", "annotations") if inner.get(key)}
    if kind == "Pod" and metadata.get("ownerReferences"):
        kept["ownerReferences"] = metadata["ownerReferences"]
    owner = _owner(kind, name, document, kept)
    if owner is not None:
        made.companions.append((place, owner))
        by = {"kind": owner["kind"], "name": owner["metadata"]["name"], "controller": True}
        kept["ownerReferences"] = [by]
    made.node_name = spec.get("nodeName") or None
    if spec.get("schedulingGates"):
        made.notes.append("its scheduling gates are taken as removed")
    left_out = ("nodeName", "schedulingGates")
    needs = {key: value for key, value in spec.items() if key not in left_out}
    _set_priority(needs, made, dump)
    for number, word in zip(
        range(count), _names(kind, owner or document, name, dump), strict=False
    ):
        pod: dict[str, Any] = {"kind": "Pod", "metadata": {**kept, **name, "name": word}}
        pod["spec"] = dict(needs)
        if kind == "StatefulSet":
            _add_claims(pod, document, word)
        made.pods.append((where if number == 0 else f"{where} (replica {number + 1})", pod))


def _part(document: Mapping[str, Any], place: str, key: str, faults: list[Fault]) -> dict[str, Any]:
    part = document.get(key)
    if isinstance(part, dict):
        return part
    if part is None:
        faults.append(Fault(f"{place}: {key}", "required key is missing"))
    else:
        faults.append(Fault.of(f"{place}: {key}", "must be a JSON object", part))
    return {}


def _replicas(
    kind: str, place: str, document: dict[str, Any], asked: int | None, faults: list[Fault]
) -> int:
    """Return the number of new pods: ``asked``, or that of the object."""
    key = "parallelism" if kind == "Job" else "replicas"
    spec = document.get("spec")
    stated = spec.get(key, 1) if isinstance(spec, dict) and kind != "Pod" else 1
    at, count = ("--replicas", asked) if asked is not None else (f"{place}: spec.{key}", stated)
    if isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= _MOST:
        return count
    faults.append(Fault.of(at, f"must be an integer from 1 to {_MOST}", count))
    return 1


def _owner(
    kind: str, name: dict[str, str], document: dict[str, Any], kept: dict[str, Any]
) -> dict[str, Any] | None:
    """Return the controller of the pods; a Deployment has a new ReplicaSet for its new template."""
    spec = document.get("spec")
    selector = spec.get("selector") if isinstance(spec, dict) else None
    if kind == "Pod":
        return None
    if kind == "Deployment":
        _add_labels(kept, {_HASH: "new"})
        kind, name = "ReplicaSet", {**name, "name": f"{name['name']}-new"}
        if isinstance(selector, dict):
            known = selector.get("matchLabels")
            known = known if isinstance(known, dict) else {}
            selector = {**selector, "matchLabels": {**known, _HASH: "new"}}
    elif kind == "Job":
        job = name["name"]
        _add_labels(kept, {"batch.kubernetes.io/job-name": job, "job-name": job})
    return {"kind": kind, "metadata": name, "spec": {"selector": selector}}


def _add_labels(kept: dict[str, Any], labels: dict[str, str]) -> None:
    if isinstance(kept.setdefault("labels", {}), dict):
        kept["labels"] = {**kept["labels"], **labels}


def _set_priority(needs: dict[str, Any], made: NewPods, dump: Dump) -> None:
    """Set the priority of the class, as the API server does."""
    name = needs.get("priorityClassName")
    classes = {**_PRIORITIES, **dump.priorities}
    for _, document in made.companions:
        if document["kind"] == "PriorityClass" and isinstance(document.get("metadata"), dict):
            classes[document["metadata"].get("name")] = document.get("value", 0)
    if name and "priority" not in needs:
        if name in classes:
            needs["priority"] = classes[name]
        else:
            words = f"priorityClassName {name} has an unknown value: priority 0 is assumed"
            made.notes.append(f"{words} (kubectl get priorityclasses -o json prints the values)")


def _names(kind: str, owner: dict[str, Any], name: dict[str, str], dump: Dump) -> Iterator[str]:
    """Yield the names of the new pods; names of running pods are skipped, but not that of a Pod."""
    running = {pod.name for _, pod in dump.pods if pod.spec.node_name}
    word = owner["metadata"]["name"] if kind != "Pod" else name["name"]
    if kind == "Pod":
        yield word
    number = 0 if kind == "StatefulSet" else 1
    while True:
        if f"{name['namespace']}/{word}-{number}" not in running:
            yield f"{word}-{number}"
        number += 1


def _add_claims(pod: dict[str, Any], document: dict[str, Any], word: str) -> None:
    """Add the volumes of a StatefulSet's claim templates."""
    templates, volumes = document["spec"].get("volumeClaimTemplates"), pod["spec"].get("volumes")
    if not isinstance(templates, list) or not isinstance(volumes, list | None):
        return
    parts = [each.get("metadata") for each in templates if isinstance(each, dict)]
    names = [part.get("name") for part in parts if isinstance(part, dict)]
    pod["spec"]["volumes"] = [
        *(volumes or ()),
        *({"name": n, "persistentVolumeClaim": {"claimName": f"{n}-{word}"}} for n in names),
    ]
