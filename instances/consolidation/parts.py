"""The parts of a `consolidation` instance: machines, items, offers of machines, and rules.

A rule applies to *domains*: the machines with one value of a label, or single machines for the
level ``machine``.  A machine without the label is in no domain.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field

from ...core.faults import Fault, near_miss, repeated_names
from ...core.records import column
from ...core.schema import Count, Many, Name, NonNegative, Part, PositiveCount, Share

RuleKind: TypeAlias = Literal["apart", "not_with", "with", "spread", "at_once"]
EvictionRisk: TypeAlias = Literal[
    "job", "only-replica", "rollout", "local-data", "lost-place", "preemption"
]
MACHINE = "machine"  # the level at which each machine is a separate domain
MOST_OFFERED = 10_000  # maximum number of machines of one offer

# the keys of each kind beside kind, items and from: those that it must have, and may have
_KEYS: dict[RuleKind, tuple[set[str], set[str]]] = {
    "apart": (set(), {"level", "at_most"}),
    "not_with": ({"others"}, {"level"}),
    "with": ({"others"}, {"level"}),
    "spread": ({"level"}, {"max_skew", "domains"}),
    "at_once": ({"at_most"}, set()),
}
_OWN = ("others", "level", "at_most", "max_skew", "domains")


class Machine(Part):
    """A machine: its capacity in each resource, and the usable share of each."""

    name: Name
    capacity: Many[NonNegative]
    reserved: Many[NonNegative] | None = None  # beside the capacity; only schedulers' scores ask
    limit: Many[Share] | None = None
    labels: dict[str, str] | None = None
    price: NonNegative | None = None
    type: str | None = None
    pool: str | None = None  # name of the machines that are created and removed together
    keep: bool | None = None  # it counts as in use even if no item is on it
    reason: Name | None = None  # the reason why it is kept, in words


class Item(Part):
    """An item to place (a database instance, a pod, a virtual machine), running or requested."""

    name: Name
    demand: Many[NonNegative]
    machine: str | None = None
    migration_cost: NonNegative = 1.0
    allowed_machines: Many[str] | None = None  # machines, and offers by their names
    fixed: bool | None = None  # it never moves
    optional: bool | None = None  # it may be left out, if there is no place for all
    tolerates_cordon: bool | None = None  # a scheduler may send it to a machine that is cordoned
    seconds: NonNegative | None = None  # seconds that a move takes: to stop, and to start again
    owner: Name | None = None  # its controller, which starts it again: kind/name
    reason: Name | None = None  # why it is fixed, or allowed on these machines only
    eviction_risks: Many[EvictionRisk] | None = None  # risks of moving it


class PlacementRule(Part):
    """A rule between items; its kind determines which of the keys it has.

    ``apart``: at most ``at_most`` of the items in a domain.  ``not_with``: no item in a domain with
    one of the others.  ``with``: each item in a domain with one of the others.  ``spread``: no
    domain has over ``max_skew`` items more than the domain with the fewest.  ``at_once``: at most
    ``at_most`` of the items move in one wave of a plan.
    """

    kind: RuleKind
    items: Annotated[Many[Name], Field(min_length=1)]
    others: Annotated[Many[Name], Field(min_length=1)] | None = None
    level: Name | None = None
    at_most: Count | None = None
    max_skew: PositiveCount | None = None
    domains: Annotated[Many[str], Field(min_length=1)] | None = None
    stated_by: Annotated[str | None, Field(alias="from")] = None

    @property
    def at(self) -> str:
        """The level of the domains to which the rule applies; by default single machines."""
        return self.level or MACHINE

    @property
    def most(self) -> int:
        """The maximum number of items in a domain, or of moves in a wave."""
        return 1 if self.at_most is None else self.at_most

    @property
    def skew(self) -> int:
        """The maximum skew between domains."""
        return self.max_skew or 1

    def named(self, number: int) -> str:
        """Return the source of the rule, or else its place in the file."""
        return self.stated_by or f"rules[{number}]"

    def among(self, kept: Container[str]) -> Self | None:
        """Return the rule for the kept items only; None if no item, or no other item, is left."""
        cut = {"items": tuple(name for name in self.items if name in kept)}
        if self.others is not None:
            cut["others"] = tuple(name for name in self.others if name in kept)
        return self.model_copy(update=cut) if all(cut.values()) else None


class Offer(Part):
    """A machine type of which machines may be created at a price: ``name#1``, ``name#2``, …

    The name defaults to the type.
    """

    type: Name
    name: Name | None = None
    capacity: Many[NonNegative]
    limit: Many[Share] | None = None
    labels: dict[str, str] | None = None
    price: NonNegative
    at_most: Annotated[int, Field(gt=0, le=MOST_OFFERED)] = 1

    @property
    def called(self) -> str:
        """The name of the offer."""
        return self.name or self.type


def offers_agree(
    resources: tuple[str, ...],
    machines: tuple[Machine, ...],
    offers: tuple[Offer, ...] | None,
    objective: str | None,
) -> Iterator[Fault]:
    """Offers have distinct names and sizes by resource, and require the objective ``price``."""
    if offers and objective != "price":
        yield Fault("offers", 'are only valid with "objective": "price"')
    if objective == "price":
        for j, machine in enumerate(machines):
            if machine.price is None:
                rule = 'required key is missing: "objective": "price" needs it'
                yield Fault(f"machines[{j}].price", rule)
    yield from repeated_names("offers", (offer.called for offer in offers or ()))
    known = {machine.name for machine in machines}
    for k, offer in enumerate(offers or ()):
        for size in ("capacity", "limit"):
            amounts = getattr(offer, size)
            if amounts is not None and len(amounts) != len(resources):
                rule = f"must have {len(resources)} entries, one per resource"
                yield Fault.of(f"offers[{k}].{size}", rule, len(amounts))
        for name in sorted(known):
            stem, _, number = name.rpartition("#")
            if name == offer.called or (stem == offer.called and number.isdigit()):
                yield Fault.of(f"offers[{k}].name", "is already the name of a machine", name)


def fixed_items_run(items: Sequence[Item]) -> Iterator[Fault]:
    """A fixed item runs on a machine."""
    for i, item in enumerate(items) if any(column(items, "fixed")) else ():
        if item.fixed and item.machine is None:
            yield Fault(f"items[{i}].fixed", "is true, but the item has no machine")


def rules_agree(
    machines: tuple[Machine, ...],
    items: Sequence[Item],
    offers: tuple[Offer, ...] | None,
    rules: tuple[PlacementRule, ...] | None,
) -> Iterator[Fault]:
    """Rules have the keys of their kind, and refer to known items and domains."""
    known = set(column(items, "name")) if rules else set()
    values: dict[str, set[str]] = {}
    for labels in (*(m.labels for m in machines), *(offer.labels for offer in offers or ())):
        for label, value in (labels or {}).items():
            values.setdefault(label, set()).add(value)
    for k, rule in enumerate(rules or ()):
        place = f"rules[{k}]"
        yield from _key_faults(place, rule)
        yield from _names(place, rule, known)
        yield from _levels(place, rule, values, {machine.name for machine in machines})


def _key_faults(place: str, rule: PlacementRule) -> Iterator[Fault]:
    must, may = _KEYS[rule.kind]
    for key in _OWN:
        stated = getattr(rule, key) is not None
        if key in must and not stated:
            yield Fault(f"{place}.{key}", f"required key is missing: {rule.kind} needs it")
        elif stated and key not in must | may:
            yield Fault.of(
                f"{place}.{key}", f"is not a key of kind {rule.kind}", getattr(rule, key)
            )
    if rule.kind == "apart" and rule.at_most == 0:
        yield Fault.of(f"{place}.at_most", "must be at least 1", 0)


def _names(place: str, rule: PlacementRule, known: set[str]) -> Iterator[Fault]:
    for key in ("items", "others"):
        names = getattr(rule, key) or ()
        for n, name in enumerate(names):
            if name not in known:
                yield Fault.of(
                    f"{place}.{key}[{n}]",
                    f"is not an item of the file {near_miss(name, known)}",
                    name,
                )
        if len(set(names)) < len(names):
            first = next(name for n, name in enumerate(names) if name in names[:n])
            yield Fault.of(f"{place}.{key}", "names an item more than once", first)
    if rule.kind == "not_with" and (both := sorted(set(rule.items) & set(rule.others or ()))):
        rule_ = "is also in `items`; to keep items apart, use the kind `apart`"
        yield Fault.of(f"{place}.others", rule_, both[0])


def _levels(
    place: str, rule: PlacementRule, values: dict[str, set[str]], machines: set[str]
) -> Iterator[Fault]:
    if rule.at != MACHINE and rule.at not in values:
        hint = near_miss(rule.at, {MACHINE, *values})
        yield Fault.of(f"{place}.level", f"no machine has this label {hint}", rule.at)
        return
    known = machines if rule.at == MACHINE else values[rule.at]
    for n, domain in enumerate(rule.domains or ()):
        if domain not in known:
            yield Fault.of(f"{place}.domains[{n}]", "contains no machine", domain)
