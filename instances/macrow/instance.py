"""macrow: choose candidate nodes for processing elements (PEs), balancing nodes and links.

Wolf et al., "The SODA Optimizing Scheduler for System S" (IBM report),
section 5.2, (4)-(28).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from ...core.schema import Count, Instance, Many, Name, Rule
from .components import License, Link, Node, Pair, Pe, Risk, Stream, Weights
from .rules import RULES


class MacroW(Instance):
    """Nodes in clusters, PEs with goals, streams, a tree of links, and the constraints in force."""

    RULES: ClassVar[tuple[Rule, ...]] = RULES

    problem: Literal["macrow"] = "macrow"
    nodes: Annotated[Many[Node], Field(min_length=1)]
    pes: Annotated[Many[Pe], Field(min_length=1)]
    streams: Many[Stream] = ()
    links: Many[Link] = ()
    licenses: Many[License] = ()
    risk: Risk | None = None
    previous: dict[str, Many[Name]] | None = None
    max_total_change: Count | None = None
    colocated: Many[Pair] = ()
    exlocated: Many[Pair] = ()
    weights: Weights = Weights()

    @property
    def clusters(self) -> tuple[str, ...]:
        """The clusters of the nodes, in the order in which they appear."""
        return tuple(dict.fromkeys(node.cluster for node in self.nodes))

    def link_sides(self) -> dict[str, frozenset[str]]:
        """Return for each link the clusters on the side of its first end: k_e1."""
        sides = {}
        for link in self.links:
            side = {link.between[0]}
            others = [other.between for other in self.links if other is not link]
            for _ in others:
                side |= {end for ends in others if side & set(ends) for end in ends}
            sides[link.name] = frozenset(side)
        return sides
