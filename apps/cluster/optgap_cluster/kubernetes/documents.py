"""Read Kubernetes' objects from kubectl's output, and collect all faults.

It reads JSON and YAML, also compressed by gzip, archives of tar, and the autoscaler's snapshot.
"""

import gzip
import io
import sys
import tarfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from pydantic import ValidationError

from optgap.faults import Fault, InputError, agreeing, field_place, quantity
from optgap.files import open_regular

from .karpenter import POOL, NodeClaim, NodePool
from .records import Budget, Claim, KubernetesNode, LabelSelector, Namespace, Pod, Volume
from .streams import Entry, NotReadableError, Window, json_entries, yaml_entries
from .timing import is_rolling_out, wait_of_owner

# the kinds that are read, and the supported versions of each
VERSIONS = {
    "Node": ("v1",),
    "Pod": ("v1",),
    "PodDisruptionBudget": ("policy/v1", "policy/v1beta1"),
    "PersistentVolume": ("v1",),
    "PersistentVolumeClaim": ("v1",),
    "Namespace": ("v1",),
    "NodePool": ("karpenter.sh/v1", "karpenter.sh/v1beta1"),
    "NodeClaim": ("karpenter.sh/v1", "karpenter.sh/v1beta1"),
}
# the record of each kind, and the list of a dump with its records
_RECORDS: dict[str, tuple[type[Any], str]] = {
    "Node": (KubernetesNode, "nodes"),
    "Pod": (Pod, "pods"),
    "PodDisruptionBudget": (Budget, "budgets"),
    "PersistentVolume": (Volume, "volumes"),
    "PersistentVolumeClaim": (Claim, "claims"),
    "Namespace": (Namespace, "namespaces"),
    "NodePool": (NodePool, "pools"),
    "NodeClaim": (NodeClaim, "node_claims"),
}
_LISTS = ("List", *(f"{kind}List" for kind in VERSIONS))
_SUFFIXES = tuple(f".{form}{packed}" for form in ("json", "yaml", "yml") for packed in ("", ".gz"))
_ARCHIVES = (".tar", ".tar.gz", ".tgz")
# keys by which an object without a kind is known
_SIGNS = {"containers": "Pod", "allocatable": "Node", "disruptionsAllowed": "PodDisruptionBudget"}
_GZIP = b"\x1f\x8b"
# controllers whose minReadySeconds and rollouts are read
_CONTROLLERS = ("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController")
_MOST_KINDS = 5  # unread kinds that a note names


class Dump:
    """All objects in some files with their places, and all faults in these files."""

    def __init__(self) -> None:
        self.nodes: list[tuple[str, KubernetesNode]] = []
        self.pods: list[tuple[str, Pod]] = []
        self.budgets: list[tuple[str, Budget]] = []
        self.volumes: list[tuple[str, Volume]] = []
        self.claims: list[tuple[str, Claim]] = []
        self.namespaces: list[tuple[str, Namespace]] = []
        self.pools: list[tuple[str, NodePool]] = []
        self.node_claims: list[tuple[str, NodeClaim]] = []
        self.templates: list[tuple[str, str, KubernetesNode]] = []  # place, node group, node
        self.others: Counter[str] = Counter()  # objects of kinds that are not read
        self.until_available: dict[str, float] = {}  # minReadySeconds of owners
        self.selectors: dict[tuple[str, str, str], LabelSelector] = {}  # of owners
        self.services: list[tuple[str, dict[str, str]]] = []  # namespaces and selectors
        self.priorities: dict[str, Any] = {}  # values of priority classes
        self.rollouts: set[str] = set()  # owners that have not updated all their pods
        self.unread: set[str] = set()  # names of nodes with faults
        self.notes: list[str] = []
        self.faults: list[Fault] = []
        self._kindless: list[tuple[str, Any]] = []  # entries of a list without a kind
        self._in_folder = False  # where documents of other programs are no fault
        self._uids: set[str] = set()
        self._repeated = 0  # objects whose uid has been read before

    def read(self, paths: Iterable[Path]) -> None:
        """Read the given files, the JSON and YAML files in given folders, and stdin for ``-``."""
        for path in paths:
            if str(path) == "-":
                self._read_stream("standard input", sys.stdin.buffer)
                continue
            files = [path]
            self._in_folder = path.is_dir()
            if self._in_folder:
                files = sorted(file for file in path.rglob("*") if file.name.endswith(_SUFFIXES))
                if not files:
                    self.faults.append(Fault(str(path), "contains no *.json or *.yaml file"))
            for file in files:
                self._read_file(file)
        if self._repeated:
            many = quantity(self._repeated, "object")
            words = agreeing(self._repeated, "are repeated with the same uid and count once")
            self.notes.append(f"{many} {words}")
        if self.others:
            kinds = [f"{kind} ({count})" for kind, count in self.others.most_common(_MOST_KINDS)]
            more = ", …" if len(self.others) > _MOST_KINDS else ""
            many = quantity(sum(self.others.values()), "object")
            what = f"{many} of other kinds {agreeing(sum(self.others.values()), 'are not read')}"
            self.notes.append(f"{what}: {', '.join(kinds)}{more}")

    def _read_file(self, file: Path) -> None:
        try:
            with open_regular(file) as stream:
                read = self._read_archive if file.name.endswith(_ARCHIVES) else self._read_stream
                read(file.name, stream)
        except InputError as error:
            self.faults += [Fault(str(file), fault.rule, fault.value) for fault in error.faults]

    def _read_archive(self, name: str, stream: BinaryIO) -> None:
        """Read the JSON and YAML files in an archive, as those in a folder."""
        self._in_folder = True
        try:
            text = io.BufferedReader(cast("Any", _Unpacked(stream)))
            with tarfile.open(fileobj=text, mode="r|") as archive:
                for member in archive:
                    packed = archive.extractfile(member)
                    if packed is not None and member.name.endswith(_SUFFIXES):
                        self._read_stream(f"{name}: {member.name}", cast("BinaryIO", packed))
        except (tarfile.TarError, EOFError, gzip.BadGzipFile, zlib.error):
            self.faults.append(Fault(name, "is not an archive of tar, or is cut off"))

    def _read_stream(self, name: str, stream: BinaryIO) -> None:
        self._kindless = []
        try:
            for entry in _entries(stream):
                place = f"{name} document {entry.document + 1}" if entry.document else name
                if entry.key:
                    self._add_entry(f"{place}: {entry.key}[{entry.number}]", entry)
                else:
                    self._add_document(place, entry.value)
        except NotReadableError as error:
            fault = error.fault
            self.faults.append(Fault(f"{name}{fault.place}", fault.rule, fault.value))
        except (EOFError, gzip.BadGzipFile, zlib.error):
            self.faults.append(Fault(name, "is not a gzip file, or is cut off"))

    def read_apart(self, path: Path) -> list[tuple[str, Any]]:
        """Return the objects in a file, or in stdin for ``-``, with their places; add none."""
        apart = _Apart()
        apart.read([path])
        self.faults += apart.faults
        return apart.objects

    def absent(self) -> Iterator[str]:
        """Yield notes on kinds of objects that plans depend on, but the dump does not contain."""
        if not self.budgets and not any("disruption budgets" in note for note in self.notes):
            yield (
                "the dump contains no PodDisruptionBudget, so plans respect none (kubectl get pdb "
                "-A -o json prints them)"
            )
        pooled = sum(POOL in node.metadata.labels for _, node in self.nodes)
        if pooled and not self.pools:
            words = agreeing(pooled, "are of NodePools that the dump does not contain")
            yield (
                f"{quantity(pooled, 'node')} {words}, so Karpenter's rules for them are not known "
                "(kubectl get nodepools,nodeclaims -o json prints them)"
            )

    def _add_entry(self, place: str, entry: Entry) -> None:
        """Add an entry of a list; keep an entry without a kind until the list's kind is known."""
        value = entry.value
        if entry.key == "NodeList":
            self._add_snapshot_node(place, value)
        elif isinstance(value, dict) and value.get("kind") is None:
            self._kindless.append((place, value))
        else:
            self.add(place, value)

    def _add_document(self, place: str, document: Any) -> None:
        """Add a document without its list entries, then the kept entries, with the list's kind."""
        kindless, self._kindless = self._kindless, []
        kind = document.get("kind") if isinstance(document, dict) else None
        if isinstance(document, dict) and kind is None and "NodeList" in document:
            self._add_snapshot(place, document)
            return
        is_object = isinstance(document, dict) and (
            kind or "items" in document or _kind_of(document)
        )
        if self._in_folder and not is_object and not isinstance(document, list):
            self.others["documents without a kind"] += 1
            return
        self.add(place, document)
        for at, item in kindless:
            self.add(at, item, None if kind == "List" else str(kind).removesuffix("List"))

    def _add_snapshot(self, place: str, document: dict[str, Any]) -> None:
        """Add all parts of the autoscaler's debugging snapshot except its nodes."""
        if document.get("Error"):
            self.notes.append(f"the autoscaler reports in its snapshot: {document['Error']}")
        self.notes.append(
            "a snapshot of the autoscaler contains no disruption budgets and no volumes "
            "(kubectl get pdb,pv,pvc -A -o json prints them)"
        )
        self._add_pods(place, document, "UnscheduledPodsCanBeScheduled")
        templates = document.get("TemplateNodes")
        for group, template in templates.items() if isinstance(templates, dict) else ():
            at = f"{place}: TemplateNodes.{group}"
            node = template.get("Node") if isinstance(template, dict) else None
            read: list[tuple[str, KubernetesNode]] = []
            self.validate(f"{at}.Node", node, KubernetesNode, read)
            self.templates += [(where, group, each) for where, each in read]

    def _add_snapshot_node(self, place: str, entry: Any) -> None:
        if not isinstance(entry, dict) or not isinstance(entry.get("Node"), dict):
            self.faults.append(Fault.of(place, "must be a JSON object with a Node", entry))
            return
        self.add(f"{place}.Node", entry["Node"], "Node")
        self._add_pods(place, entry, "Pods")

    def _add_pods(self, place: str, record: dict[str, Any], key: str) -> None:
        pods = record.get(key)
        if pods is not None and not isinstance(pods, list):
            self.faults.append(Fault.of(f"{place}: {key}", "must be a list", pods))
            return
        for k, pod in enumerate(pods or ()):
            self.add(f"{place}: {key}[{k}]", pod, "Pod")

    def add(self, place: str, document: Any, kind: str | None = None) -> None:
        """Add an object, or the objects of a list; ``kind`` is that of an object without one."""
        if isinstance(document, list):
            document = {"kind": "List", "items": document}
        if not isinstance(document, dict):
            self.faults.append(Fault.of(place, "must be a JSON object with a kind", document))
            return
        kind = document.get("kind", kind or _kind_of(document))
        if kind in _LISTS:
            self._add_list(place, document, kind)
            return
        if isinstance(kind, str) and kind and kind not in VERSIONS:
            if not kind.endswith("List") or "items" not in document:
                self._add_other(kind, document)
            return
        if not isinstance(kind, str) or kind not in VERSIONS:
            *most, last = VERSIONS
            known = f"{', '.join(most)}, {last} or a List"
            self.faults.append(Fault.of(f"{place}: kind", f"must be {known}", kind))
            return
        metadata = document.get("metadata")
        uid = metadata.get("uid") if isinstance(metadata, dict) else None
        if uid in self._uids:
            self._repeated += 1
            return
        self._uids |= {uid} if isinstance(uid, str) else set()
        version = document.get("apiVersion", VERSIONS[kind][0])
        if version not in VERSIONS[kind]:
            rule = f"must be {' or '.join(VERSIONS[kind])} for a {kind}"
            self.faults.append(Fault.of(f"{place}: apiVersion", rule, version))
            return
        model, entries = _RECORDS[kind]
        self.validate(place, document, model, getattr(self, entries))

    def _add_other(self, kind: str, document: dict[str, Any]) -> None:
        """Record facts of controllers, Services and priority classes; count other objects."""
        metadata, spec = document.get("metadata"), document.get("spec")
        if kind == "Service" and isinstance(metadata, dict) and isinstance(spec, dict):
            selector = spec.get("selector")
            if isinstance(selector, dict):
                self.services.append((str(metadata.get("namespace", "default")), selector))
            return
        if kind == "PriorityClass" and isinstance(metadata, dict):
            self.priorities[str(metadata.get("name"))] = document.get("value", 0)
            return
        if kind not in _CONTROLLERS:
            self.others[kind] += 1
            return
        self.until_available.update(wait_of_owner(kind, document))
        self._add_selector(kind, metadata, spec)
        if kind in ("Deployment", "StatefulSet") and is_rolling_out(document):
            assert isinstance(metadata, dict)
            space = metadata.get("namespace", "default")
            self.rollouts.add(f"{kind} {space}/{metadata.get('name')}")

    def _add_selector(self, kind: str, metadata: Any, spec: Any) -> None:
        """Record the selector of a controller, by which its pods are spread by default."""
        if not isinstance(metadata, dict) or not isinstance(spec, dict):
            return
        selector = spec.get("selector")
        if kind == "ReplicationController":
            selector = {"matchLabels": selector}
        with suppress(ValidationError):
            name = str(metadata.get("name"))
            owner = kind, str(metadata.get("namespace", "default")), name
            self.selectors[owner] = LabelSelector.model_validate(selector)

    def _add_list(self, place: str, document: dict[str, Any], kind: str) -> None:
        items = document.get("items")
        if not isinstance(items, list):
            self.faults.append(Fault.of(f"{place}: items", "must be a list", items))
            return
        inner = None if kind == "List" else kind.removesuffix("List")
        for k, item in enumerate(items):
            self.add(f"{place}: items[{k}]", item, inner)

    def validate(self, place: str, document: Any, model: type[Any], found: list[Any]) -> None:
        """Add a record with its place to ``found``; or add its faults."""
        try:
            found.append((place, model.model_validate(document)))
        except ValidationError as error:
            details = error.errors(include_url=False)
            if model is KubernetesNode:
                metadata = document.get("metadata") if isinstance(document, dict) else None
                self.unread.add(str(metadata.get("name") if isinstance(metadata, dict) else None))
            for detail in details:
                place_of, size = detail["loc"], len(detail["loc"])
                if detail["type"] == "too_short" and any(
                    len(other["loc"]) > size and other["loc"][:size] == place_of
                    for other in details
                ):
                    continue  # empty only because its entries have faults
                at = f"{place}: {field_place(detail['loc'])}"
                if detail["type"] == "missing":
                    self.faults.append(Fault(at, "required key is missing"))
                else:
                    rule = detail["msg"].removeprefix("Value error, ")
                    rule = rule.replace("Input should", "must")
                    if detail["type"].startswith("int_"):
                        rule = "must be an integer of at most 10 digits"
                    self.faults.append(Fault.of(at, rule, detail["input"]))


class _Apart(Dump):
    """All objects in some files, whatever their kinds."""

    def __init__(self) -> None:
        super().__init__()
        self.objects: list[tuple[str, Any]] = []

    def add(self, place: str, document: Any, kind: str | None = None) -> None:
        """Keep an object, or the objects of a list."""
        if isinstance(document, dict) and isinstance(document.get("items"), list):
            for k, item in enumerate(document["items"]):
                self.add(f"{place}: items[{k}]", item)
        else:
            self.objects.append((place, document))


def _kind_of(document: dict[str, Any]) -> str | None:
    """Return the kind of an object without one, from a key that only this kind has."""
    parts = [part for part in (document.get("spec"), document.get("status")) if part]
    keys = {key for part in parts if isinstance(part, dict) for key in part}
    return next((kind for key, kind in _SIGNS.items() if key in keys), None)


def _entries(stream: BinaryIO) -> Iterator[Entry]:
    """Yield the entries of a stream of JSON or YAML, compressed or not."""
    buffered = stream if hasattr(stream, "peek") else io.BufferedReader(cast("Any", stream))
    window = Window(_reader(buffered))
    window.skip_warnings()
    first = window.peek()
    if first == "":
        raise NotReadableError("", "is empty")
    if first in "{[":
        return json_entries(window)

    return yaml_entries(window.rest())


def _reader(stream: BinaryIO) -> Callable[[int], bytes]:
    """Return the function that reads a stream, unpacked if it is compressed."""
    is_packed = cast("Any", stream).peek(len(_GZIP))[: len(_GZIP)] == _GZIP
    return _unpacked(stream) if is_packed else stream.read


class _Unpacked(io.RawIOBase):
    """The text of a stream, unpacked if it is compressed, for programs that read files."""

    def __init__(self, stream: BinaryIO) -> None:
        self._read = _reader(stream)

    def readable(self) -> bool:
        """Return that the stream can be read."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read the next bytes into a buffer; return their number."""
        piece = self._read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


_MOST_TIMES = 300  # maximum compression ratio; equal pods reach a hundred
_SMALL = 1 << 26  # bytes of a text whose ratio is not limited


class _Counted:
    """A binary stream that counts the bytes read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self.count = stream, 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        read = self._stream.read(size)
        self.count += len(read)
        return read


def _unpacked(stream: BinaryIO) -> Callable[[int], bytes]:
    """Return a function that reads and unpacks gzip, and fails if the text is suspiciously long."""
    packed = _Counted(stream)
    text = _Counted(cast("Any", gzip.GzipFile(fileobj=cast("Any", packed))))

    def read(size: int) -> bytes:
        piece = text.read(size)
        if text.count > max(_SMALL, _MOST_TIMES * packed.count):
            raise NotReadableError(
                "", f"is more than {_MOST_TIMES} times as long as its compressed form: unpack it"
            )
        return piece

    return read
