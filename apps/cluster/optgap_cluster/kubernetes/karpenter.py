"""Karpenter's NodePools and NodeClaims: nodes that it does not disrupt, limits, and offers."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache

from pydantic import Field

from optgap.faults import agreeing, quantity

from .price_lists import OfferedType
from .quantities import Quantity
from .records import (
    AffinityTerm,
    Expression,
    KubernetesNode,
    KubernetesObject,
    KubernetesRecord,
    Metadata,
)
from .selectors import term_holds

POOL = "karpenter.sh/nodepool"
_REASONS = ("Underutilized", "Empty")  # reasons that consolidation has for a disruption


class Disruption(KubernetesRecord):
    """The rules that limit when and how many nodes of a pool Karpenter may disrupt."""

    class Budget(KubernetesRecord):
        """A limit on disrupted nodes, a number or share; with a schedule it holds only at times."""

        nodes: str = "10%"
        schedule: str | None = None
        reasons: tuple[str, ...] = ()

    consolidation_policy: str = "WhenEmptyOrUnderutilized"
    consolidate_after: str = "0s"
    budgets: tuple[Budget, ...] = (Budget(),)


class NodePool(KubernetesObject):
    """A NodePool: the nodes that Karpenter may create and disrupt."""

    class Spec(KubernetesRecord):
        """Disruption rules, limits and weight of a pool, and the requirements of its nodes."""

        class Template(KubernetesRecord):
            """The template of a pool's nodes."""

            class Spec(KubernetesRecord):
                """The requirements on the labels of a pool's nodes."""

                requirements: tuple[Expression, ...] = ()

            spec: Spec = Field(default_factory=cache(Spec))

        disruption: Disruption = Field(default_factory=cache(Disruption))
        limits: dict[str, Quantity] = Field(default_factory=dict)
        weight: int = 0
        template: Template = Field(default_factory=cache(Template))

    metadata: Metadata
    spec: Spec = Field(default_factory=cache(Spec))

    @property
    def name(self) -> str:
        """The name of the pool."""
        return self.metadata.name


class NodeClaim(KubernetesObject):
    """A NodeClaim: a node that Karpenter created for a pool."""

    class Status(KubernetesRecord):
        """The name of the created node."""

        node_name: str = ""

    metadata: Metadata
    status: Status = Field(default_factory=cache(Status))


def with_pools(
    nodes: Sequence[KubernetesNode], claims: Sequence[NodeClaim]
) -> Iterator[KubernetesNode]:
    """Yield the nodes; a node without the label of its pool gets the label from its NodeClaim."""
    pool_of = {claim.status.node_name: claim.metadata.labels.get(POOL) for claim in claims}
    for node in nodes:
        pool, labels = pool_of.get(node.metadata.name), node.metadata.labels
        if pool is None or POOL in labels:
            yield node
            continue
        metadata = node.metadata.model_copy(update={"labels": {**labels, POOL: pool}})
        yield node.model_copy(update={"metadata": metadata})


def reason_not_disrupted(pool: NodePool) -> str | None:
    """Return why Karpenter never disrupts occupied nodes of a pool; None if it may disrupt them."""
    rules = pool.spec.disruption
    if rules.consolidate_after == "Never":
        return f"NodePool {pool.name} has consolidateAfter: Never"
    if rules.consolidation_policy == "WhenEmpty":
        return f"NodePool {pool.name} has consolidationPolicy: WhenEmpty"
    if any(
        budget.schedule is None
        and (not budget.reasons or _REASONS[0] in budget.reasons)
        and budget.nodes.removesuffix("%") == "0"
        for budget in rules.budgets
    ):
        return f"NodePool {pool.name} has a disruption budget of 0 nodes"
    return None


def nodes_to_keep(
    nodes: Sequence[KubernetesNode], pools: Sequence[NodePool], occupied: Collection[int]
) -> tuple[dict[int, str], list[str]]:
    """Return the nodes that Karpenter would not disrupt, with reasons, and notes on the pools."""
    kept: dict[int, str] = {}
    notes: list[str] = []
    for pool in pools:
        own = [j for j, node in enumerate(nodes) if node.metadata.labels.get(POOL) == pool.name]
        reason = reason_not_disrupted(pool)
        if reason is not None and pool.spec.disruption.consolidate_after != "Never":
            own = [j for j in own if j in occupied]  # an empty node may go by itself
        if reason is not None:
            kept |= dict.fromkeys(own, reason)
            words = agreeing(len(own), "are kept (--evictable autoscaler ignores this rule)")
            notes.append(f"{reason}: {quantity(len(own), 'node')} {words}")
            continue
        limits = [budget for budget in pool.spec.disruption.budgets if budget.schedule is None]
        later = len(pool.spec.disruption.budgets) - len(limits)
        texts = [f"at most {budget.nodes} of its nodes at once" for budget in limits]
        texts += [f"{quantity(later, 'budget')} with a schedule"] if later else []
        wait = pool.spec.disruption.consolidate_after
        texts += [f"a node only {wait} after its pods have changed"] if wait.strip("0hms") else []
        if own and texts:
            budgets = "; ".join(texts)
            notes.append(f"NodePool {pool.name}: plans ignore its limits of disruption: {budgets}")
    return kept, notes


def limited_offers(
    offers: Sequence[OfferedType], nodes: Sequence[KubernetesNode], pools: Sequence[NodePool]
) -> tuple[list[OfferedType], list[str]]:
    """Return the offers with numbers of nodes within the limits of the pools, and notes.

    Among the pools that allow an offer and have room left, that of largest weight creates it.
    """
    if not pools:
        return list(offers), []
    within: list[OfferedType] = []
    notes: list[str] = []
    for offer in offers:
        allowing = [pool for pool in pools if _allows(pool, offer.node)]
        if not allowing:
            notes.append(f"offer {offer.name}: no NodePool allows such nodes")
            within.append(offer)
            continue
        rooms = [(_nodes_within(pool, offer, nodes), pool) for pool in allowing]
        rooms.sort(key=lambda each: (each[0] == 0, -each[1].spec.weight, each[1].name))
        most, pool = rooms[0]
        if most is None or most >= offer.at_most:
            within.append(offer)
        elif most > 0:
            within.append(offer._replace(at_most=most))
        if most is not None and most < offer.at_most:
            left = f"at most {most}" if most else "none"
            notes.append(f"offer {offer.name}: the limits of NodePool {pool.name} allow {left}")
        else:
            weight = f" (weight {pool.spec.weight})" if len(allowing) > 1 else ""
            notes.append(f"offer {offer.name}: NodePool {pool.name}{weight} makes such nodes")
    return within, notes


def _allows(pool: NodePool, node: KubernetesNode) -> bool:
    """Return whether a pool's requirements allow a node; a missing label is allowed."""
    known = [e for e in pool.spec.template.spec.requirements if e.key in node.metadata.labels]
    return not known or term_holds(AffinityTerm(match_expressions=tuple(known)), node)


def _nodes_within(
    pool: NodePool, offer: OfferedType, nodes: Sequence[KubernetesNode]
) -> int | None:
    """Return how many more nodes of an offer a pool's limits allow; None without limits."""
    own = [node for node in nodes if node.metadata.labels.get(POOL) == pool.name]
    rooms = []
    for resource, limit in pool.spec.limits.items():
        size = offer.node.status.allocatable.get(resource, Fraction(0))
        used = sum((n.status.allocatable.get(resource, Fraction(0)) for n in own), Fraction(0))
        if resource == "nodes":
            size, used = Fraction(1), Fraction(len(own))
        if size > 0:
            rooms.append(max(0, int((limit - used) / size)))
    return min(rooms, default=None)
