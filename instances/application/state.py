"""What an application is at one epoch: its events up to then, applied."""

from __future__ import annotations

from dataclasses import dataclass

from ..macrow import Node
from .document import Application


@dataclass(frozen=True)
class Present:
    """The nodes that are up, the jobs that are there, rates and weights as they are now."""

    up: tuple[str, ...]
    jobs: tuple[str, ...]
    primal: dict[str, float]
    value_weights: dict[str, float]

    def nodes(self, application: Application) -> list[Node]:
        """Return the nodes that are up."""
        return [node for node in application.nodes if node.name in self.up]


def present_at(application: Application, macro: int, micro: int) -> Present:
    """Return what is there at a macro and micro epoch.

    A job that arrives before it leaves for the first time is not there at the start.
    """
    events = sorted(application.events, key=lambda event: (event.macro, event.micro))
    names = [str(job["name"]) for job in application.macroq["jobs"]]
    first: dict[str, str] = {}
    for event in events:
        for job in event.arrive:
            first.setdefault(job, "arrive")
        for job in event.leave:
            first.setdefault(job, "leave")
    jobs = {name for name in names if first.get(name) != "arrive"}
    up = {node.name for node in application.nodes}
    primal = dict(application.macroq.get("primal", {}))
    weights: dict[str, float] = {}
    for event in events:
        if (event.macro, event.micro) > (macro, micro):
            break
        up = (up - set(event.down)) | set(event.up)
        jobs = (jobs - set(event.leave)) | set(event.arrive)
        primal |= event.primal
        weights |= event.value_weights
    return Present(
        tuple(node.name for node in application.nodes if node.name in up),
        tuple(name for name in names if name in jobs),
        primal,
        weights,
    )
