"""The parts of a macrow instance: nodes, PEs, streams, links, and the names in constraints."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, Strict

from ...core.schema import Count, Many, Name, NonNegative, Part, Positive

Pair = Annotated[tuple[Name, Name], Strict(False)]


class Node(Part):
    """A processing node: its power, its cluster, and whom it takes."""

    name: Name
    mips: Positive
    cluster: Name
    max_pes: Count | None = None
    integrity_range: Count | None = None
    incompatible_colors: Many[Pair] = ()


class Pe(Part):
    """A PE: its goal, where and on how many nodes it may run, its integrity and color.

    ``max_mips`` is the most that it can use of any node, as a PE of one thread does on nodes of
    many cores; ``usable_mips`` says so for single nodes.
    """

    name: Name
    goal: NonNegative
    fairness: NonNegative = 1.0
    min_nodes: Count = 1
    max_nodes: Count | None = None
    integrity: int | None = None
    color: Name | None = None
    allowed_nodes: Many[Name] | None = None
    max_mips: Positive | None = None
    usable_mips: dict[str, NonNegative] = Field(default_factory=dict)
    max_change: Count | None = None

    def usable(self, node: Node) -> float:
        """Return H_pn, the most mips of a node that the PE can use."""
        most = node.mips if self.max_mips is None else min(node.mips, self.max_mips)
        return self.usable_mips.get(node.name, most)

    def may_run_on(self, node: Node) -> bool:
        """Return A_pn, whether the node is matched to the PE."""
        return self.allowed_nodes is None or node.name in self.allowed_nodes


class Stream(Part):
    """The traffic from one PE to another."""

    sender: Name = Field(alias="from")
    receiver: Name = Field(alias="to")
    rate: NonNegative

    @property
    def ends(self) -> tuple[str, str]:
        """The two PEs."""
        return self.sender, self.receiver


class Link(Part):
    """A link between two clusters."""

    name: Name
    between: Pair
    capacity: Positive


class License(Part):
    """A floating license: every candidate node of one of its PEs takes a token."""

    name: Name
    tokens: Count
    pes: Many[Name]


class Risk(Part):
    """The risk of candidates, and how much there may be of it in sum."""

    limit: NonNegative
    levels: dict[str, dict[str, NonNegative]]


class Weights(Part):
    """The weights of the four summands of the objective."""

    mean_node: NonNegative = 1.0
    max_node: NonNegative = 1.0
    mean_link: NonNegative = 1.0
    max_link: NonNegative = 1.0
