"""The tool `place` of `optgap mcp`."""

from collections.abc import Callable
from typing import Any

from . import placement
from .placement import FixKind


def place_tool(server: Any) -> Callable[..., dict[str, Any]]:
    """Return the tool; ``server`` has the folder of its files, and the limit of a call."""

    def place(
        pod: str | dict[str, Any],
        cluster: str | dict[str, Any] | list[str | dict[str, Any]],
        replicas: int | None = None,
        fix: FixKind = "evictions",
        offers: str | None = None,
        time_limit: float | None = None,
    ) -> dict[str, Any]:
        """Say whether a Kubernetes cluster would admit a pod that does not exist yet, and where.

        `pod` is a Pod, Deployment, StatefulSet, ReplicaSet or Job, `cluster` a dump of kubectl get
        -o json: documents or files. The answer has a verdict per node with
        the code of each rule that refuses it, and what would admit the pod.
        """
        parts = [pod, *(cluster if isinstance(cluster, list) else [cluster])]
        new, *dumps = (server.file(part) if isinstance(part, str) else part for part in parts)
        prices, limit = offers and server.file(offers), server.limit(time_limit)
        limits: dict[str, Any] = {"replicas": replicas, "offers": prices, "time_limit": limit}
        return placement.place(new, dumps, fix=fix, **limits).as_document()

    return place
