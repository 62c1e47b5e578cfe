"""The fields of Kubernetes' nodes and pods that a scheduler needs, and reading them from files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.alias_generators import to_camel

from ....core.faults import Fault, InputError
from ....core.reading import read_text
from ....core.schema import Name, field_place
from .quantities import Quantity

NOT_MODELLED_KINDS = ("PodDisruptionBudget",)


class _Record(BaseModel):
    """A record with more keys than are read; null is as good as absent."""

    model_config = ConfigDict(extra="ignore", frozen=True, alias_generator=to_camel)

    @model_validator(mode="before")
    @classmethod
    def _nulls_are_absent(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {key: value for key, value in data.items() if value is not None}
        return data


class Owner(_Record):
    """The controller that made a pod."""

    kind: str


class Metadata(_Record):
    """Names and labels."""

    name: Name
    namespace: str = "default"
    labels: dict[str, str] = {}
    annotations: dict[str, str] = {}
    owner_references: tuple[Owner, ...] = ()


class Taint(_Record):
    """A taint of a node: it keeps away the pods that do not tolerate it."""

    key: str
    value: str = ""
    effect: str


class NodeSpec(_Record):
    """Taints, and whether the node is cordoned."""

    taints: tuple[Taint, ...] = ()
    unschedulable: bool = False


class NodeStatus(_Record):
    """The amounts that a node offers to pods."""

    allocatable: dict[str, Quantity]


class KubernetesNode(_Record):
    """A node."""

    metadata: Metadata
    spec: NodeSpec = NodeSpec()
    status: NodeStatus


class Expression(_Record):
    """A condition on a label, or on a field of a node."""

    key: str
    operator: Literal["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]
    values: tuple[str, ...] = ()


class AffinityTerm(_Record):
    """Conditions that must all hold; without any it holds for no node."""

    match_expressions: tuple[Expression, ...] = ()
    match_fields: tuple[Expression, ...] = ()


class NodeSelector(_Record):
    """Alternatives: at least one term must hold."""

    node_selector_terms: tuple[AffinityTerm, ...]


class NodeAffinity(_Record):
    """The nodes that a pod requires, and those that it prefers."""

    required: NodeSelector | None = Field(
        default=None, alias="requiredDuringSchedulingIgnoredDuringExecution"
    )
    preferred: tuple[Any, ...] = Field(
        default=(), alias="preferredDuringSchedulingIgnoredDuringExecution"
    )


class Affinity(_Record):
    """The pods near which a pod wants to be."""

    node_affinity: NodeAffinity = NodeAffinity()
    pod_affinity: dict[str, Any] = {}
    pod_anti_affinity: dict[str, Any] = {}


class Toleration(_Record):
    """A taint that a pod tolerates."""

    key: str = ""
    operator: Literal["Exists", "Equal"] = "Equal"
    value: str = ""
    effect: str = ""


class Resources(_Record):
    """Requests and limits; a limit without a request is a request, too."""

    requests: dict[str, Quantity] = {}
    limits: dict[str, Quantity] = {}


class Container(_Record):
    """A container; one that is started first and goes on always is a sidecar."""

    resources: Resources = Resources()
    restart_policy: str = ""
    ports: tuple[dict[str, Any], ...] = ()


class PodSpec(_Record):
    """The needs of a pod, and the nodes on which it may be."""

    containers: tuple[Container, ...] = Field(min_length=1)
    init_containers: tuple[Container, ...] = ()
    overhead: dict[str, Quantity] = {}
    resources: Resources = Resources()
    node_name: str | None = None
    node_selector: dict[str, str] = {}
    affinity: Affinity = Affinity()
    tolerations: tuple[Toleration, ...] = ()
    volumes: tuple[dict[str, Any], ...] = ()
    topology_spread_constraints: tuple[Any, ...] = ()
    scheduling_gates: tuple[Any, ...] = ()
    resource_claims: tuple[Any, ...] = ()
    host_network: bool = False


class PodStatus(_Record):
    """How far a pod is."""

    phase: str = ""


class Pod(_Record):
    """A pod."""

    metadata: Metadata
    spec: PodSpec
    status: PodStatus = PodStatus()

    @property
    def name(self) -> str:
        """The pod's name with its namespace."""
        return f"{self.metadata.namespace}/{self.metadata.name}"


class Dump:
    """All nodes and pods of some files with their places, and everything wrong with them."""

    def __init__(self) -> None:
        self.nodes: list[tuple[str, KubernetesNode]] = []
        self.pods: list[tuple[str, Pod]] = []
        self.left_out: dict[str, int] = {}
        self.faults: list[Fault] = []

    def read(self, paths: Iterable[Path]) -> None:
        """Read files, and all ``*.json`` of folders."""
        for path in paths:
            files = sorted(path.glob("*.json")) if path.is_dir() else [path]
            if not files:
                self.faults.append(Fault(str(path), "holds no *.json file"))
            for file in files:
                self._read_file(file)

    def _read_file(self, file: Path) -> None:
        try:
            text = read_text(file, encoding="utf-8-sig")
        except InputError as error:
            self.faults += [Fault(str(file), fault.rule, fault.value) for fault in error.faults]
            return
        try:
            for k, document in enumerate(_documents(text)):
                self._add(f"{file.name}" if k == 0 else f"{file.name} document {k + 1}", document)
        except (json.JSONDecodeError, RecursionError) as error:
            where = ""
            if isinstance(error, json.JSONDecodeError):
                where = f" line {error.lineno}, column {error.colno}"
            reason = getattr(error, "msg", "nested too deeply")
            self.faults.append(Fault(f"{file.name}{where}", f"is not JSON, or cut off: {reason}"))

    def _add(self, place: str, document: Any, kind: str | None = None) -> None:
        if not isinstance(document, dict):
            self.faults.append(Fault.of(place, "must be a JSON object with a kind", document))
            return
        kind = document.get("kind", kind)
        if kind in ("List", "NodeList", "PodList"):
            items = document.get("items")
            if not isinstance(items, list):
                self.faults.append(Fault.of(f"{place}: items", "must be a list", items))
                return
            inner = None if kind == "List" else kind.removesuffix("List")
            for k, item in enumerate(items):
                self._add(f"{place}: items[{k}]", item, inner)
        elif kind == "Node":
            self._validate(place, document, KubernetesNode, self.nodes)
        elif kind == "Pod":
            self._validate(place, document, Pod, self.pods)
        elif kind in NOT_MODELLED_KINDS:
            self.left_out[kind] = self.left_out.get(kind, 0) + 1
        else:
            self.faults.append(Fault.of(f"{place}: kind", "must be Node, Pod or a List", kind))

    def _validate(self, place: str, document: Any, model: type[Any], found: list[Any]) -> None:
        try:
            found.append((place, model.model_validate(document)))
        except ValidationError as error:
            for detail in error.errors(include_url=False):
                at = f"{place}: {field_place(detail['loc'])}"
                if detail["type"] == "missing":
                    self.faults.append(Fault(at, "required key is missing"))
                else:
                    rule = detail["msg"].removeprefix("Value error, ")
                    rule = rule.replace("Input should", "must")
                    self.faults.append(Fault.of(at, rule, detail["input"]))


def _documents(text: str) -> Iterator[Any]:
    """Yield the JSON documents that stand one after the other in a text."""
    decoder, at = json.JSONDecoder(), _after_space(text, 0)
    while at == 0 or at < len(text):
        document, end = decoder.raw_decode(text, at)
        yield document
        at = _after_space(text, end)


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at
