"""The pods that an object would create: its template, with the owner that counts for spreads."""

from itertools import chain, count, islice
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from optgap.problem import Fault

from ..kubernetes import (
    Dump,
    KubernetesObject,
    LabelSelector,
    Metadata,
    Owner,
    Pod,
    PodSpec,
    Subdomain,
)

KINDS = ("Pod", "Deployment", "StatefulSet", "ReplicaSet", "Job")
_KNOWN = f"{', '.join(KINDS[:-1])} or {KINDS[-1]}"
_WITH = ("Namespace", "PersistentVolume", "PersistentVolumeClaim", "PriorityClass", "Service")
_REFUSED = {
    "CronJob": "makes Jobs at given times: place its spec.jobTemplate as a Job",
    "DaemonSet": "has one pod for each node, so that there is nothing to choose",
}
_PRIORITIES = {"system-cluster-critical": 2 * 10**9, "system-node-critical": 2 * 10**9 + 1000}
MOST = 100_000  # replicas


class PodTemplate(KubernetesObject):
    """A pod, or a template of pods or volume claims; its name may be missing."""

    class Named(Metadata):
        """Metadata without a name, or with the beginning of one."""

        name: Subdomain = ""
        generate_name: str = ""

    class Spec(PodSpec):
        """The needs of a pod, with the name of its priority class."""

        priority_class_name: str = ""

    metadata: Named = Field(default_factory=Named)
    spec: Spec


class PodController(KubernetesObject):
    """A controller of pods; a Job has a parallelism instead of replicas."""

    class Pods(KubernetesObject):
        """The template, the number of pods, their selector, and the claims of each pod."""

        class ClaimTemplate(KubernetesObject):
            """A template of volume claims."""

            metadata: Metadata

        template: PodTemplate
        replicas: Annotated[int, Field(ge=1, le=MOST)] = 1
        parallelism: Annotated[int, Field(ge=1, le=MOST)] = 1
        selector: LabelSelector = Field(default_factory=LabelSelector)
        volume_claim_templates: tuple[ClaimTemplate, ...] = ()

    metadata: Metadata
    spec: Pods


class NewPods(NamedTuple):
    """The name of an object, the names of its new pods, their ``nodeName``, and notes."""

    name: str
    pods: tuple[str, ...]
    node_name: str | None
    notes: tuple[str, ...]


def add_new_pods(dump: Dump, objects: list[tuple[str, Any]], replicas: int | None) -> NewPods:
    """Add to a dump the new pods of the one object in a file that has pods; return their names."""
    kinds = [str(each.get("kind")) if isinstance(each, dict) else "" for _, each in objects]
    for (place, document), kind in zip(objects, kinds, strict=True):
        if kind in _WITH:
            dump.add(place, document)
        elif kind in _REFUSED or (kind not in KINDS and len(objects) == 1):
            rule = _REFUSED.get(kind, f"must be {_KNOWN}")
            dump.faults.append(Fault.of(f"{place}: kind", rule, kind))
    wanted = [k for k, kind in enumerate(kinds) if kind in KINDS]
    ignored = [kind for kind in kinds if kind not in (*KINDS, *_WITH)]
    notes = (f"the file has objects that are ignored: {', '.join(ignored)}",) if ignored else ()
    read: list[tuple[str, Any]] = []
    for k in wanted[:1]:
        model = PodTemplate if kinds[k] == "Pod" else PodController
        dump.validate(*objects[k], model, read)
    if len(wanted) != 1 and not dump.faults:
        dump.faults.append(Fault.of("POD", f"must have one object of kind {_KNOWN}", len(wanted)))
    if not read:
        return NewPods("", (), None, notes)
    return _added(dump, kinds[wanted[0]], read[0], replicas, notes)


def _added(
    dump: Dump, kind: str, read: tuple[str, Any], replicas: int | None, notes: tuple[str, ...]
) -> NewPods:
    """Add the new pods, and their owner; a pod that waits under the name of one is the same pod."""
    place, whole = read
    template, space = whole if kind == "Pod" else whole.spec.template, whole.metadata.namespace
    name = whole.metadata.name or getattr(whole.metadata, "generate_name", "").rstrip("-") or "pod"
    owner, number, labels = name, 1 if kind == "Pod" else whole.spec.replicas, dict[str, str]()
    if kind == "Deployment":  # its new template has a new ReplicaSet
        kind, owner, labels = "ReplicaSet", f"{name}-new", {"pod-template-hash": "new"}
    elif kind == "Job":
        labels = {"batch.kubernetes.io/job-name": name, "job-name": name}
        number = whole.spec.parallelism
    own: dict[str, Any] = {"namespace": space, "deletion_timestamp": None}
    own["labels"] = {**template.metadata.labels, **labels}
    if kind != "Pod":
        matched = {**whole.spec.selector.match_labels, **labels}
        selector = whole.spec.selector.model_copy(update={"match_labels": matched})
        dump.selectors[kind, space, owner] = selector
        own["owner_references"] = (Owner(kind=kind, name=owner),)
    spec = template.spec.model_copy(update={"node_name": None, "scheduling_gates": ()})
    known, of_class = {**_PRIORITIES, **dump.priorities}, spec.priority_class_name
    if of_class in known and "priority" not in spec.model_fields_set:
        spec = spec.model_copy(update={"priority": known[of_class]})
    elif of_class and of_class not in known:
        why = "has an unknown value (kubectl get priorityclasses -o json prints it)"
        notes += (f"priorityClassName {of_class} {why}; the priority is {spec.priority}",)
    running = {pod.name for _, pod in dump.pods if pod.spec.node_name}
    numbered = (f"{owner}-{k}" for k in count(0 if kind == "StatefulSet" else 1))
    free = (word for word in numbered if f"{space}/{word}" not in running)
    words = list(islice(chain([name] if kind == "Pod" else [], free), replicas or number))
    names = tuple(f"{space}/{word}" for word in words)
    dump.pods = [pair for pair in dump.pods if pair[1].spec.node_name or pair[1].name not in names]
    claims = [] if kind != "StatefulSet" else whole.spec.volume_claim_templates
    for word in words:
        volumes = tuple(
            {"name": claim, "persistentVolumeClaim": {"claimName": f"{claim}-{word}"}}
            for claim in (each.metadata.name for each in claims)
        )
        needs = spec.model_copy(update={"volumes": (*spec.volumes, *volumes)})
        metadata = template.metadata.model_copy(update={**own, "name": word})
        dump.pods.append((place, Pod(metadata=metadata, spec=needs)))
    return NewPods(f"{space}/{name}", names, template.spec.node_name or None, notes)
