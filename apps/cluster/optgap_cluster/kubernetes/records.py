"""The fields of Kubernetes' objects that are relevant to scheduling and eviction."""

from functools import cache
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

from optgap.problem import Name

from .quantities import Label, Quantity, Subdomain

_LARGEST = 2**31 - 1  # the largest count in Kubernetes


class KubernetesRecord(BaseModel):
    """A part of a Kubernetes object; unknown keys are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, alias_generator=to_camel)


class KubernetesObject(KubernetesRecord):
    """A complete Kubernetes object, in which null means absent."""

    @model_validator(mode="wrap")
    @classmethod
    def _nulls_are_absent(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return handler(data)
        except ValidationError:
            full = _without_nulls(data)
            if full == data:
                raise
        return handler(full)


def _without_nulls(data: Any) -> Any:
    """Drop keys that are null, except in volumes, where ``emptyDir`` may be null."""
    if isinstance(data, dict):
        return {
            key: value if key == "volumes" else _without_nulls(value)
            for key, value in data.items()
            if value is not None
        }
    return [_without_nulls(value) for value in data] if isinstance(data, list) else data


class Owner(KubernetesRecord):
    """The controller that created a pod."""

    kind: str
    name: str = ""
    controller: bool = True


class Metadata(KubernetesRecord):
    """Name, namespace, labels, annotations and owners of an object."""

    name: Subdomain
    namespace: Label = "default"
    labels: dict[str, str] = Field(default_factory=dict)
    annotations: dict[str, str] = Field(default_factory=dict)
    owner_references: tuple[Owner, ...] = ()
    creation_timestamp: str = ""
    deletion_timestamp: str | None = None


class Condition(KubernetesRecord):
    """A condition of a node or a pod, such as Ready."""

    type: str
    status: str = ""
    reason: str = ""
    last_heartbeat_time: str = ""
    last_transition_time: str = ""


class Taint(KubernetesRecord):
    """A taint of a node: it keeps away the pods that do not tolerate it."""

    key: str
    value: str = ""
    effect: str


class NodeSpec(KubernetesRecord):
    """Taints, and whether the node is cordoned."""

    taints: tuple[Taint, ...] = ()
    unschedulable: bool = False


class Image(KubernetesRecord):
    """An image on a node: its names, and its size."""

    names: tuple[str, ...] = ()
    size_bytes: int = 0


class NodeStatus(KubernetesRecord):
    """The allocatable amounts of a node, its conditions and its images."""

    allocatable: dict[str, Quantity]
    conditions: tuple[Condition, ...] = ()
    images: tuple[Image, ...] = ()


class KubernetesNode(KubernetesObject):
    """A node."""

    metadata: Metadata
    spec: NodeSpec = Field(default_factory=cache(NodeSpec))
    status: NodeStatus

    @property
    def ready(self) -> bool:
        """Whether the node's condition Ready is true or missing."""
        return all(c.status == "True" for c in self.status.conditions if c.type == "Ready")


class Expression(KubernetesRecord):
    """A condition on a label, or on a field, of a node."""

    key: str
    operator: Literal["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]
    values: tuple[str, ...] = ()


class AffinityTerm(KubernetesRecord):
    """Conditions of which all must hold; an empty list matches no node."""

    match_expressions: tuple[Expression, ...] = ()
    match_fields: tuple[Expression, ...] = ()


class NodeSelector(KubernetesRecord):
    """Alternative terms of which at least one must hold."""

    node_selector_terms: tuple[AffinityTerm, ...]


class PreferredNodes(KubernetesRecord):
    """Nodes that a pod prefers, and the weight of this preference."""

    weight: int = 0
    preference: AffinityTerm = Field(default_factory=cache(AffinityTerm))


class NodeAffinity(KubernetesRecord):
    """The nodes that a pod requires, and those that it prefers."""

    required: NodeSelector | None = Field(
        default=None, alias="requiredDuringSchedulingIgnoredDuringExecution"
    )
    preferred: tuple[PreferredNodes, ...] = Field(
        default=(), alias="preferredDuringSchedulingIgnoredDuringExecution"
    )


class LabelExpression(KubernetesRecord):
    """A condition on the labels of a pod or a namespace."""

    key: str
    operator: Literal["In", "NotIn", "Exists", "DoesNotExist"]
    values: tuple[str, ...] = ()


class LabelSelector(KubernetesRecord):
    """Conditions on labels of which all must hold; an empty list matches everything."""

    match_labels: dict[str, str] = Field(default_factory=dict)
    match_expressions: tuple[LabelExpression, ...] = ()


class PodTerm(KubernetesRecord):
    """Pods that must, or must not, be in the same domain of a topology key."""

    topology_key: Name
    label_selector: LabelSelector | None = None
    namespaces: tuple[str, ...] = ()
    namespace_selector: LabelSelector | None = None
    match_label_keys: tuple[str, ...] = ()
    mismatch_label_keys: tuple[str, ...] = ()


class WeightedPodTerm(KubernetesRecord):
    """A term of pods that are preferred nearby, or apart, and the weight of this preference."""

    weight: int = 0
    pod_affinity_term: PodTerm

    @property
    def key(self) -> str:
        """The topology key of the term."""
        return self.pod_affinity_term.topology_key


class PodTerms(KubernetesRecord):
    """The pod terms that a pod requires, and those that it prefers."""

    required: tuple[PodTerm, ...] = Field(
        default=(), alias="requiredDuringSchedulingIgnoredDuringExecution"
    )
    preferred: tuple[WeightedPodTerm, ...] = Field(
        default=(), alias="preferredDuringSchedulingIgnoredDuringExecution"
    )


class Affinity(KubernetesRecord):
    """The node affinity, pod affinity and anti-affinity of a pod."""

    node_affinity: NodeAffinity = Field(default_factory=cache(NodeAffinity))
    pod_affinity: PodTerms = Field(default_factory=cache(PodTerms))
    pod_anti_affinity: PodTerms = Field(default_factory=cache(PodTerms))


class SpreadConstraint(KubernetesRecord):
    """A limit on how unevenly pods are spread over the domains of a topology key."""

    max_skew: Annotated[int, Field(ge=1, le=_LARGEST)]
    topology_key: Name
    when_unsatisfiable: Literal["DoNotSchedule", "ScheduleAnyway"]
    label_selector: LabelSelector | None = None
    min_domains: Annotated[int, Field(ge=1, le=_LARGEST)] | None = None
    match_label_keys: tuple[str, ...] = ()
    node_affinity_policy: Literal["Honor", "Ignore"] = "Honor"
    node_taints_policy: Literal["Honor", "Ignore"] = "Ignore"


class Toleration(KubernetesRecord):
    """A taint that a pod tolerates."""

    key: str = ""
    operator: Literal["Exists", "Equal"] = "Equal"
    value: str = ""
    effect: str = ""


class Resources(KubernetesRecord):
    """Requests and limits; a limit without a request also counts as the request."""

    requests: dict[str, Quantity] = Field(default_factory=dict)
    limits: dict[str, Quantity] = Field(default_factory=dict)


class Port(KubernetesRecord):
    """A port of a container; a host port is occupied on the node."""

    host_port: Annotated[int, Field(ge=0, le=65535)] = 0
    container_port: int = 0
    protocol: str = "TCP"
    host_ip: Annotated[str, Field(alias="hostIP")] = ""


class Probe(KubernetesRecord):
    """A readiness or startup probe: its delay, its period and its success threshold."""

    initial_delay_seconds: Annotated[int, Field(ge=0, le=_LARGEST)] = 0
    period_seconds: Annotated[int, Field(ge=0, le=_LARGEST)] = 10
    success_threshold: Annotated[int, Field(ge=0, le=_LARGEST)] = 1

    def yes_after(self, begin: int) -> int:
        """Return the second of the first possible success, if probing starts at ``begin``."""
        asked = max(begin, self.initial_delay_seconds)
        return asked + self.period_seconds * self.success_threshold


class Container(KubernetesRecord):
    """A container; an init container that always restarts is a sidecar."""

    name: str = ""
    image: str = ""
    resources: Resources = Field(default_factory=cache(Resources))
    restart_policy: str = ""
    readiness_probe: Probe | None = None
    startup_probe: Probe | None = None
    ports: tuple[Port, ...] = ()


def _sources(volume: dict[str, Any]) -> dict[str, Any]:
    for key in ("emptyDir", "hostPath", "persistentVolumeClaim", "ephemeral"):
        if not isinstance(volume.get(key), dict | None):
            raise ValueError(f"must have an object under {key}")
    return volume


class PodSpec(KubernetesRecord):
    """The needs of a pod, and the nodes on which it may be."""

    containers: tuple[Container, ...] = Field(min_length=1)
    init_containers: tuple[Container, ...] = ()
    overhead: dict[str, Quantity] = Field(default_factory=dict)
    resources: Resources = Field(default_factory=cache(Resources))
    node_name: str | None = None
    node_selector: dict[str, str] = Field(default_factory=dict)
    affinity: Affinity = Field(default_factory=cache(Affinity))
    tolerations: tuple[Toleration, ...] = ()
    volumes: tuple[Annotated[dict[str, Any], AfterValidator(_sources)], ...] = ()
    topology_spread_constraints: tuple[SpreadConstraint, ...] = ()
    priority: Annotated[int, Field(ge=-_LARGEST - 1, le=_LARGEST)] = 0
    termination_grace_period_seconds: Annotated[int, Field(ge=0, le=_LARGEST)] = 30
    preemption_policy: str = "PreemptLowerPriority"
    scheduler_name: str = "default-scheduler"
    scheduling_gates: tuple[Any, ...] = ()
    resource_claims: tuple[Any, ...] = ()
    host_network: bool = False


class ContainerStatus(KubernetesRecord):
    """The resources that a node has allocated to a container; an in-place resize changes them."""

    name: str = ""
    allocated_resources: dict[str, Quantity] = Field(default_factory=dict)
    resources: Resources = Field(default_factory=cache(Resources))


class PodStatus(KubernetesRecord):
    """The phase and conditions of a pod, and its containers' statuses."""

    phase: str = ""
    start_time: str = ""
    conditions: tuple[Condition, ...] = ()
    container_statuses: tuple[ContainerStatus, ...] = ()
    init_container_statuses: tuple[ContainerStatus, ...] = ()


class Pod(KubernetesObject):
    """A pod."""

    metadata: Metadata
    spec: PodSpec
    status: PodStatus = Field(default_factory=cache(PodStatus))

    @property
    def name(self) -> str:
        """The pod's name with its namespace."""
        return f"{self.metadata.namespace}/{self.metadata.name}"

    @property
    def leaves(self) -> bool:
        """Whether the pod is being deleted; it still counts on its node."""
        return self.metadata.deletion_timestamp is not None


class BudgetSpec(KubernetesRecord):
    """A selector of pods, and how many of them must be available, or may be unavailable."""

    selector: LabelSelector | None = None
    min_available: int | str | None = None
    max_unavailable: int | str | None = None


class BudgetStatus(KubernetesRecord):
    """The number of evictions that a budget allows now."""

    disruptions_allowed: Annotated[int, Field(ge=0, le=_LARGEST)] | None = None


class Budget(KubernetesObject):
    """A PodDisruptionBudget."""

    metadata: Metadata
    spec: BudgetSpec = Field(default_factory=cache(BudgetSpec))
    status: BudgetStatus = Field(default_factory=cache(BudgetStatus))


class Volume(KubernetesObject):
    """A PersistentVolume, with the nodes that can reach it."""

    class Spec(KubernetesRecord):
        """The node affinity of a volume."""

        class Nodes(KubernetesRecord):
            """The nodes that a volume requires."""

            required: NodeSelector | None = None

        node_affinity: Nodes = Nodes()
        local: dict[str, Any] | None = None
        host_path: dict[str, Any] | None = None

    metadata: Metadata
    spec: Spec = Field(default_factory=cache(Spec))


class Claim(KubernetesObject):
    """A PersistentVolumeClaim, with the volume bound to it."""

    class Spec(KubernetesRecord):
        """The name of the volume, and its access modes."""

        volume_name: str = ""
        access_modes: tuple[str, ...] = ()

    metadata: Metadata
    spec: Spec = Field(default_factory=cache(Spec))


class Namespace(KubernetesObject):
    """A namespace and its labels."""

    class Named(Metadata):
        """The name of a namespace: a DNS label, without dots."""

        name: Label

    metadata: Named
