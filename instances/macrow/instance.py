"""macrow: choose candidate nodes for processing elements (PEs), balancing nodes and links.

Wolf et al., "The SODA Optimizing Scheduler for System S" (IBM report),
section 5.2, (4)-(28).
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, Strict

from ...core.faults import Fault, near_miss, repeated_names
from ...core.groups import group_heads
from ...core.schema import Count, Instance, Many, Name, NonNegative, Part, Positive, Rule

Pair = Annotated[tuple[Name, Name], Strict(False)]


class Node(Part):
    """A processing node: its mips, its cluster, and restrictions on its PEs."""

    name: Name
    mips: Positive
    cluster: Name
    max_pes: Count | None = None
    integrity_range: Count | None = None
    incompatible_colors: Many[Pair] = ()


class Pe(Part):
    """A PE: its goal, its possible nodes and their number, its integrity level and color.

    ``max_mips`` is the maximum that it can use of any node, as a PE with one thread on a node with
    many cores; ``usable_mips`` overrides it for single nodes.
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
        """Return H_pn, the maximum mips of a node that the PE can use."""
        most = node.mips if self.max_mips is None else min(node.mips, self.max_mips)
        return self.usable_mips.get(node.name, most)

    def may_run_on(self, node: Node) -> bool:
        """Return whether the PE may run on the node (A_pn)."""
        return self.allowed_nodes is None or node.name in self.allowed_nodes


class Stream(Part):
    """The traffic from one PE to another."""

    sender: Name = Field(alias="from")
    receiver: Name = Field(alias="to")
    rate: NonNegative

    @property
    def ends(self) -> tuple[str, str]:
        """The names of the two PEs."""
        return self.sender, self.receiver


class Link(Part):
    """A link between two clusters."""

    name: Name
    between: Pair
    capacity: Positive


class License(Part):
    """A floating license: each candidate node of each of its PEs takes a token."""

    name: Name
    tokens: Count
    pes: Many[Name]


class Risk(Part):
    """Risk levels of candidates, and the limit on their sum."""

    limit: NonNegative
    levels: dict[str, dict[str, NonNegative]]


class Weights(Part):
    """The weights of the four terms of the objective."""

    mean_node: NonNegative = 1.0
    max_node: NonNegative = 1.0
    mean_link: NonNegative = 1.0
    max_link: NonNegative = 1.0


def _unknown(place: str, kind: str, name: str, known: Collection[str]) -> Iterator[Fault]:
    if name not in known:
        yield Fault.of(place, f"is not a {kind} of this instance {near_miss(name, known)}", name)


def _check_list(
    place: str, kind: str, names: Iterable[str], known: Collection[str]
) -> Iterator[Fault]:
    """A list contains known names, each only once."""
    seen: set[str] = set()
    for k, name in enumerate(names):
        yield from _unknown(f"{place}[{k}]", kind, name, known)
        if name in seen:
            yield Fault.of(f"{place}[{k}]", "is already in the list", name)
        seen.add(name)


def distinct_names(
    nodes: tuple[Node, ...],
    pes: tuple[Pe, ...],
    links: tuple[Link, ...],
    licenses: tuple[License, ...],
) -> Iterator[Fault]:
    """Nodes, PEs, links and licenses have distinct names."""
    yield from repeated_names("nodes", (node.name for node in nodes))
    yield from repeated_names("pes", (pe.name for pe in pes))
    yield from repeated_names("links", (link.name for link in links))
    yield from repeated_names("licenses", (held.name for held in licenses))


def sane_nodes(nodes: tuple[Node, ...]) -> Iterator[Fault]:
    """Incompatible colors of a node differ."""
    for i, node in enumerate(nodes):
        for k, (one, other) in enumerate(node.incompatible_colors):
            if one == other:
                place = f"nodes[{i}].incompatible_colors[{k}]"
                yield Fault.of(place, "must name two different colors", one)


def sane_pes(nodes: tuple[Node, ...], pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """A PE refers to known nodes, uses at most their mips, and has min_nodes <= max_nodes."""
    mips = {node.name: node.mips for node in nodes}
    for i, pe in enumerate(pes):
        yield from _check_list(f"pes[{i}].allowed_nodes", "node", pe.allowed_nodes or (), mips)
        for name, usable in pe.usable_mips.items():
            place = f"pes[{i}].usable_mips.{name}"
            yield from _unknown(place, "node", name, mips)
            if usable > mips.get(name, usable):
                yield Fault.of(place, f"must not exceed the node's {mips[name]:.15g} mips", usable)
        if pe.max_nodes is not None and pe.max_nodes < pe.min_nodes:
            rule = f"must not be less than min_nodes, {pe.min_nodes}"
            yield Fault.of(f"pes[{i}].max_nodes", rule, pe.max_nodes)


def known_stream_ends(pes: tuple[Pe, ...], streams: tuple[Stream, ...]) -> Iterator[Fault]:
    """A stream connects two different PEs, and is the only one in its direction."""
    known = {pe.name for pe in pes}
    first: dict[tuple[str, str], int] = {}
    for k, stream in enumerate(streams):
        yield from _unknown(f"streams[{k}].from", "PE", stream.sender, known)
        yield from _unknown(f"streams[{k}].to", "PE", stream.receiver, known)
        if stream.sender == stream.receiver:
            yield Fault.of(f"streams[{k}]", "must join two different PEs", stream.sender)
        if stream.ends in first:
            rule = f"joins the PEs of streams[{first[stream.ends]}]; add up the rates in one stream"
            yield Fault.of(f"streams[{k}]", rule, list(stream.ends))
        first.setdefault(stream.ends, k)


def tree_of_links(nodes: tuple[Node, ...], links: tuple[Link, ...]) -> Iterator[Fault]:
    """The links, if any, form a tree over the clusters of the nodes."""
    clusters = list(dict.fromkeys(node.cluster for node in nodes))
    joined = {cluster: {cluster} for cluster in clusters}
    sound = True
    for k, link in enumerate(links):
        faults = list(_check_list(f"links[{k}].between", "cluster", link.between, clusters))
        if not faults and joined[link.between[0]] is joined[link.between[1]]:
            faults = [
                Fault.of(f"links[{k}]", "closes a cycle; links must be a tree", list(link.between))
            ]
        yield from faults
        sound = sound and not faults
        if not faults:
            both = joined[link.between[0]] | joined[link.between[1]]
            joined.update(dict.fromkeys(both, both))
    if links and sound and len(joined[clusters[0]]) < len(clusters):
        apart = [cluster for cluster in clusters if cluster not in joined[clusters[0]]]
        yield Fault.of("links", f"must join all clusters; not joined to {clusters[0]}", apart)


def known_license_holders(pes: tuple[Pe, ...], licenses: tuple[License, ...]) -> Iterator[Fault]:
    """A license has known PEs, each only once."""
    known = {pe.name for pe in pes}
    for k, held in enumerate(licenses):
        yield from _check_list(f"licenses[{k}].pes", "PE", held.pes, known)


def known_risks(nodes: tuple[Node, ...], pes: tuple[Pe, ...], risk: Risk | None) -> Iterator[Fault]:
    """Risk levels belong to known PEs and nodes."""
    names_of_pes, names_of_nodes = ({each.name for each in parts} for parts in (pes, nodes))
    for name, levels in {} if risk is None else risk.levels.items():
        yield from _unknown(f"risk.levels.{name}", "PE", name, names_of_pes)
        for node in levels:
            yield from _unknown(f"risk.levels.{name}.{node}", "node", node, names_of_nodes)


def known_previous(
    nodes: tuple[Node, ...], pes: tuple[Pe, ...], previous: dict[str, tuple[str, ...]] | None
) -> Iterator[Fault]:
    """Previous candidates belong to known PEs and nodes."""
    names_of_pes, names_of_nodes = ({each.name for each in parts} for parts in (pes, nodes))
    for name, before in {} if previous is None else previous.items():
        yield from _unknown(f"previous.{name}", "PE", name, names_of_pes)
        yield from _check_list(f"previous.{name}", "node", before, names_of_nodes)


def changes_from_something(
    pes: tuple[Pe, ...],
    previous: dict[str, tuple[str, ...]] | None,
    max_total_change: int | None,
) -> Iterator[Fault]:
    """Changes are limited only if there are previous candidates."""
    if previous is not None:
        return
    limited = [(f"pes[{i}].max_change", pe.max_change) for i, pe in enumerate(pes)]
    for place, limit in [*limited, ("max_total_change", max_total_change)]:
        if limit is not None:
            yield Fault.of(
                place, "limits changes from `previous`, but `previous` is missing", limit
            )


def consistent_pairs(
    pes: tuple[Pe, ...], colocated: tuple[Pair, ...], exlocated: tuple[Pair, ...]
) -> Iterator[Fault]:
    """Pairs consist of two different known PEs, and no colocated PEs are exlocated."""
    known = {pe.name for pe in pes}
    sound = True
    for key, pairs in (("colocated", colocated), ("exlocated", exlocated)):
        for k, pair in enumerate(pairs):
            faults = list(_check_list(f"{key}[{k}]", "PE", pair, known))
            sound = sound and not faults
            yield from faults
    if sound:
        together = group_heads(known, colocated)
        for k, (one, other) in enumerate(exlocated):
            if together[one] == together[other]:
                rule = "separates PEs that `colocated` keeps together"
                yield Fault.of(f"exlocated[{k}]", rule, [one, other])


RULES = (
    distinct_names,
    sane_nodes,
    sane_pes,
    known_stream_ends,
    tree_of_links,
    known_license_holders,
    known_risks,
    known_previous,
    changes_from_something,
    consistent_pairs,
)


class MacroW(Instance):
    """Nodes in clusters, PEs with goals, streams, a tree of links, and optional constraints."""

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
        """The names of the clusters, in the order in which the nodes name them."""
        return tuple(dict.fromkeys(node.cluster for node in self.nodes))

    def link_sides(self) -> dict[str, frozenset[str]]:
        """Return, for each link, the clusters on the side of the link's first end."""
        sides = {}
        for link in self.links:
            side = {link.between[0]}
            others = [other.between for other in self.links if other is not link]
            for _ in others:
                side |= {end for ends in others if side & set(ends) for end in ends}
            sides[link.name] = frozenset(side)
        return sides


@dataclass(frozen=True)
class ConstraintFamily:
    """A family of constraints: equations, name, whether it is used, and how to drop it."""

    equations: str
    words: str
    in_force: Callable[[MacroW], bool]
    without_family: Callable[[MacroW], dict[str, Any]]


def _pe_family(field: str, absent: Any) -> tuple[Callable[[MacroW], bool], Callable[..., Any]]:
    def asked(instance: MacroW) -> bool:
        return any(getattr(pe, field) != absent for pe in instance.pes)

    def without_family(instance: MacroW) -> dict[str, tuple[Pe, ...]]:
        return {"pes": tuple(pe.model_copy(update={field: absent}) for pe in instance.pes)}

    return asked, without_family


def _of_nodes(field: str, absent: Any) -> tuple[Callable[[MacroW], bool], Callable[..., Any]]:
    def asked(instance: MacroW) -> bool:
        return any(getattr(node, field) != absent for node in instance.nodes)

    def without_family(instance: MacroW) -> dict[str, tuple[Node, ...]]:
        return {"nodes": tuple(n.model_copy(update={field: absent}) for n in instance.nodes)}

    return asked, without_family


def _of_all(field: str, absent: Any) -> tuple[Callable[[MacroW], bool], Callable[..., Any]]:
    def asked(instance: MacroW) -> bool:
        return bool(getattr(instance, field) != absent)

    return asked, lambda instance: {field: absent}


FAMILIES: dict[str, ConstraintFamily] = {
    "allowed_nodes": ConstraintFamily(
        "(12)", "the lists of allowed nodes", *_pe_family("allowed_nodes", None)
    ),
    "licenses": ConstraintFamily("(13)", "the tokens of licenses", *_of_all("licenses", ())),
    "integrity": ConstraintFamily(
        "(14)-(15)", "the integrity ranges", *_of_nodes("integrity_range", None)
    ),
    "risk": ConstraintFamily("(16)", "the risk limit", *_of_all("risk", None)),
    "colors": ConstraintFamily(
        "(17)-(18)", "the incompatible colors", *_of_nodes("incompatible_colors", ())
    ),
    "fairness": ConstraintFamily("(19)", "the required mips", *_pe_family("fairness", 0.0)),
    "max_total_change": ConstraintFamily(
        "(22)", "the limit on all changes", *_of_all("max_total_change", None)
    ),
    "max_change": ConstraintFamily(
        "(23)", "the limits on the changes of a PE", *_pe_family("max_change", None)
    ),
    "max_pes": ConstraintFamily("(24)", "the PE limit of a node", *_of_nodes("max_pes", None)),
    "min_nodes": ConstraintFamily(
        "(25)", "the minimum number of candidates", *_pe_family("min_nodes", 0)
    ),
    "max_nodes": ConstraintFamily(
        "(26)", "the maximum number of candidates", *_pe_family("max_nodes", None)
    ),
    "colocated": ConstraintFamily("(27)", "colocation", *_of_all("colocated", ())),
    "exlocated": ConstraintFamily("(28)", "exlocation", *_of_all("exlocated", ())),
}


def in_force(instance: MacroW) -> list[str]:
    """Return the names of the families that an instance uses, in the order of the equations."""
    return [name for name, family in FAMILIES.items() if family.in_force(instance)]


def drop_family(instance: MacroW, family: str) -> MacroW:
    """Return the instance without a family of constraints."""
    return instance.model_copy(update=FAMILIES[family].without_family(instance))


def only(instance: MacroW, names: Iterable[str]) -> MacroW:
    """Return the instance restricted to some PEs, without references to all other PEs."""
    kept = set(names)
    licenses = tuple(
        License(name=held.name, tokens=held.tokens, pes=tuple(p for p in held.pes if p in kept))
        for held in instance.licenses
    )
    risk, previous = instance.risk, instance.previous
    if risk is not None:
        levels = {p: level for p, level in risk.levels.items() if p in kept}
        risk = Risk(limit=risk.limit, levels=levels)
    if previous is not None:
        previous = {p: had for p, had in previous.items() if p in kept}
    return instance.model_copy(
        update={
            "pes": tuple(pe for pe in instance.pes if pe.name in kept),
            "streams": tuple(s for s in instance.streams if kept >= set(s.ends)),
            "licenses": licenses,
            "risk": risk,
            "previous": previous,
            "colocated": tuple(pair for pair in instance.colocated if kept >= set(pair)),
            "exlocated": tuple(pair for pair in instance.exlocated if kept >= set(pair)),
        }
    )
