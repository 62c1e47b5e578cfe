"""Reading Kubernetes' objects from what kubectl prints, with everything wrong at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ....core.faults import Fault, InputError
from ....core.reading import read_text
from ....core.schema import field_place
from .records import Budget, Claim, KubernetesNode, Namespace, Pod, Volume

# the kinds that are read, and the versions of each that are understood
VERSIONS = {
    "Node": ("v1",),
    "Pod": ("v1",),
    "PodDisruptionBudget": ("policy/v1", "policy/v1beta1"),
    "PersistentVolume": ("v1",),
    "PersistentVolumeClaim": ("v1",),
    "Namespace": ("v1",),
}
_LISTS = ("List", *(f"{kind}List" for kind in VERSIONS))


class Dump:
    """All objects of some files with their places, and everything wrong with them."""

    def __init__(self) -> None:
        self.nodes: list[tuple[str, KubernetesNode]] = []
        self.pods: list[tuple[str, Pod]] = []
        self.budgets: list[tuple[str, Budget]] = []
        self.volumes: list[tuple[str, Volume]] = []
        self.claims: list[tuple[str, Claim]] = []
        self.namespaces: list[tuple[str, Namespace]] = []
        self.unread: set[str] = set()  # names of nodes with faults
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
        if kind in _LISTS:
            items = document.get("items")
            if not isinstance(items, list):
                self.faults.append(Fault.of(f"{place}: items", "must be a list", items))
                return
            inner = None if kind == "List" else kind.removesuffix("List")
            for k, item in enumerate(items):
                self._add(f"{place}: items[{k}]", item, inner)
            return
        if kind not in VERSIONS:
            *most, last = VERSIONS
            known = f"{', '.join(most)}, {last} or a List"
            self.faults.append(Fault.of(f"{place}: kind", f"must be {known}", kind))
            return
        version = document.get("apiVersion", VERSIONS[kind][0])
        if version not in VERSIONS[kind]:
            rule = f"must be {' or '.join(VERSIONS[kind])} for a {kind}"
            self.faults.append(Fault.of(f"{place}: apiVersion", rule, version))
            return
        model, found = self._kept(kind)
        self._validate(place, document, model, found)

    def _kept(self, kind: str) -> tuple[type[Any], list[Any]]:
        """Return the record of a kind, and where those of the kind are kept."""
        kept: dict[str, tuple[type[Any], list[Any]]] = {
            "Node": (KubernetesNode, self.nodes),
            "Pod": (Pod, self.pods),
            "PodDisruptionBudget": (Budget, self.budgets),
            "PersistentVolume": (Volume, self.volumes),
            "PersistentVolumeClaim": (Claim, self.claims),
            "Namespace": (Namespace, self.namespaces),
        }
        return kept[kind]

    def _validate(self, place: str, document: Any, model: type[Any], found: list[Any]) -> None:
        try:
            found.append((place, model.model_validate(document)))
        except ValidationError as error:
            details = error.errors(include_url=False)
            if model is KubernetesNode:
                metadata = document.get("metadata")
                self.unread.add(str(metadata.get("name") if isinstance(metadata, dict) else None))
            for detail in details:
                if detail["type"] == "too_short" and _inside(detail["loc"], details):
                    continue  # empty only because its entries have faults
                at = f"{place}: {field_place(detail['loc'])}"
                if detail["type"] == "missing":
                    self.faults.append(Fault(at, "required key is missing"))
                else:
                    rule = detail["msg"].removeprefix("Value error, ")
                    rule = rule.replace("Input should", "must")
                    if detail["type"].startswith("int_"):
                        rule = "must be a whole number of at most 10 digits"
                    self.faults.append(Fault.of(at, rule, detail["input"]))


def _inside(place: tuple[Any, ...], details: list[Any]) -> bool:
    """Return whether another fault lies inside a place."""
    inner = (detail["loc"] for detail in details)
    return any(len(each) > len(place) and each[: len(place)] == place for each in inner)


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
