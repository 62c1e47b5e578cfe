"""A scheduler by the filters of the judge of the tests, which knows nothing of optgap.

`kubernetes_judge.py` says which filters of Kubernetes a pod passes on a node; here the same is
asked many times, so that what never changes is asked once: nodes that a pod may use, pods that keep
each other off, mates, members of spreads.  A test compares every answer with the judge's own.
"""

from __future__ import annotations

import random
import runpy
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parents[2] / "tests" / "support"
JUDGE = runpy.run_path(str(_FOLDER / "kubernetes_judge.py"))
_SCORED = ("cpu", "memory")
_UNSAID = {"cpu": 0.1, "memory": 200 * 2**20}  # what a pod without requests counts in scores


Spread = tuple[list[str], str, set[str], int]


class JudgedScheduler:
    """A cluster in which pods are evicted, and placed wherever the filters let them."""

    def __init__(self, dump: dict[str, Any]) -> None:
        self.judge = JUDGE["Judge"](dump, {})
        self.nodes = list(self.judge.nodes)
        self.closed: set[str] = set()
        pods, judge = self.judge.pods, self.judge
        asked = {name: {r: JUDGE["request"](pod, r) for r in _SCORED} for name, pod in pods.items()}
        self.demand = {
            name: (*(int(1000 * each[r]) for r in _SCORED), 1) for name, each in asked.items()
        }
        self.asks = {
            name: tuple(float(each[r] or _UNSAID[r]) for r in _SCORED)
            for name, each in asked.items()
        }
        has = {node: record["status"]["allocatable"] for node, record in judge.nodes.items()}
        self.capacity = {
            node: (*(int(1000 * JUDGE["amount"](each[r])) for r in _SCORED), int(each["pods"]))
            for node, each in has.items()
        }
        self.fit = {
            name: {node for node in self.nodes if not any(judge.unfit(name, node))} for name in pods
        }
        self.domain: dict[str, dict[str, str]] = {}  # topology key -> node -> domain
        self.keeps_off = {name: self._keeps_off(name) for name in pods}
        self.mates = {name: self._mates(name) for name in pods}
        self.spreads = {name: self._spreads(name) for name in pods}
        self.begin()

    def begin(self) -> None:
        """Put every pod where it runs in the dump."""
        self.where: dict[str, str | None] = {}
        self.load = {node: [0, 0, 0] for node in self.nodes}
        self.taken = {node: [0.0, 0.0] for node in self.nodes}
        for name, node in self.judge.before.items():
            self.where[name] = None
            if node is not None:
                self._shift(name, node, 1)

    def evict(self, name: str) -> None:
        """Take a pod off its node, if it has one."""
        node = self.where[name]
        if node is not None:
            self._shift(name, node, -1)

    def put(self, name: str, node: str) -> None:
        """Let a pod run on a node."""
        self._shift(name, node, 1)

    def _shift(self, name: str, node: str, sign: int) -> None:
        self.where[name] = node if sign > 0 else None
        if node in self.load:
            for r, amount in enumerate(self.demand[name]):
                self.load[node][r] += sign * amount
            for r, share in enumerate(self.asks[name]):
                self.taken[node][r] += sign * share

    def allowed(self, name: str, node: str) -> bool:
        """Whether a node takes a pod now, beside all pods that run."""
        if node in self.closed or node not in self.fit[name]:
            return False
        rooms = zip(self.load[node], self.demand[name], self.capacity[node], strict=True)
        if any(asks > 0 and load + asks > has for load, asks, has in rooms):
            return False
        return (
            not any(self._meets(other, node, key) for other, key in self.keeps_off[name])
            and all(
                any(self._meets(mate, node, key) for mate in mates)
                for mates, key in self.mates[name]
            )
            and all(self._even(spread, node) for spread in self.spreads[name])
        )

    def _meets(self, other: str, node: str, key: str | None) -> bool:
        """Whether another pod runs in the same domain, or on the same node."""
        there = self.where[other]
        if there is None or key is None:
            return there == node
        domain = self.domain[key]
        return node in domain and domain[node] == domain.get(there)

    def _even(self, spread: Spread, node: str) -> bool:
        members, key, domains, room = spread
        of, count = self.domain[key], dict.fromkeys(domains, 0)
        if of.get(node) not in count:
            return False
        for other in members:
            there = of.get(self.where[other] or "")
            if there in count:
                count[there] += 1
        return count[of[node]] - min(count.values()) <= room

    def place(self, name: str, rng: random.Random, scored: bool) -> bool:
        """Place a pod on the best node by score, or on any; return whether one takes it."""
        nodes = [node for node in self.nodes if self.allowed(name, node)]
        if not nodes:
            return False
        if scored:
            value = {node: self._score(name, node) for node in nodes}
            best = max(value.values())
            nodes = [node for node in nodes if value[node] == best]
        self.put(name, rng.choice(nodes))
        return True

    def _score(self, name: str, node: str) -> float:
        """Return LeastAllocated and balanced allocation, each from 0 to 100."""
        has = (self.capacity[node][0] / 1000, self.capacity[node][1] / 1000)
        used = [t + a for t, a in zip(self.taken[node], self.asks[name], strict=True)]
        left = [max(0, int((h - u) * 100 / h + 1e-9)) for u, h in zip(used, has, strict=True)]
        shares = [min(1.0, u / h) for u, h in zip(used, has, strict=True)]
        return float(sum(left) // 2 + int((1 - abs(shares[0] - shares[1]) / 2) * 100 + 1e-9))

    def _know(self, key: str) -> str:
        if key not in self.domain:
            labels = {node: self.judge.labels(node) for node in self.nodes}
            self.domain[key] = {n: each[key] for n, each in labels.items() if key in each}
        return key

    def _keeps_off(self, name: str) -> list[tuple[str, str | None]]:
        """Return the pods beside which a pod may not be, and in which domains."""
        judge, found = self.judge, []
        pod = judge.pods[name]
        for other, their in judge.pods.items():
            if other == name:
                continue
            for one, two in ((pod, their), (their, pod)):
                anti = one["spec"].get("affinity", {}).get("podAntiAffinity", {})
                found += [
                    (other, self._know(term["topologyKey"]))
                    for term in anti.get(JUDGE["REQUIRED"], [])
                    if _same_namespace(one, two) and _selects(term, two)
                ]
            if judge.ports(pod) & judge.ports(their):
                found.append((other, None))
        return found

    def _mates(self, name: str) -> list[tuple[list[str], str]]:
        pods = self.judge.pods
        terms = pods[name]["spec"].get("affinity", {}).get("podAffinity", {})
        return [
            (
                [
                    other
                    for other, their in pods.items()
                    if other != name
                    and _same_namespace(pods[name], their)
                    and _selects(term, their)
                ],
                self._know(term["topologyKey"]),
            )
            for term in terms.get(JUDGE["REQUIRED"], [])
        ]

    def _spreads(self, name: str) -> list[Spread]:
        """Return others, key, domains and the skew left without the pod, of every hard spread."""
        pods, found = self.judge.pods, []
        wanted = pods[name]["spec"].get("nodeSelector", {})
        for each in pods[name]["spec"].get("topologySpreadConstraints", []):
            if each["whenUnsatisfiable"] != "DoNotSchedule":
                continue
            key = self._know(each["topologyKey"])
            labels = (self.judge.labels(node) for node in self.nodes)
            domains = {
                of[key]
                for of in labels
                if key in of and all(of.get(k) == v for k, v in wanted.items())
            }
            members = [
                other
                for other, their in pods.items()
                if other != name
                and _same_namespace(pods[name], their)
                and _selects(each, their)
                and "deletionTimestamp" not in their["metadata"]
            ]
            itself = int(_selects(each, pods[name]))
            found.append((members, key, domains, int(each["maxSkew"]) - itself))
        return found


def _same_namespace(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(one["metadata"]["namespace"] == other["metadata"]["namespace"])


def _selects(term: dict[str, Any], pod: dict[str, Any]) -> bool:
    return bool(JUDGE["matches"](term["labelSelector"], pod["metadata"]["labels"]))
