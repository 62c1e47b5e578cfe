"""Rules between the fields of a macrow instance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.faults import Fault, near_miss, repeated_names
from .components import License, Link, Node, Pair, Pe, Risk, Stream


def merged_names(names: Iterable[str], pairs: Iterable[Pair]) -> dict[str, str]:
    """Return for each name the first name of all that pairs join it with."""
    first = {name: name for name in names}
    order = {name: k for k, name in enumerate(first)}
    for one, other in pairs:
        ends = {first[one], first[other]}
        keep = min(ends, key=order.__getitem__)
        first = {name: keep if head in ends else head for name, head in first.items()}
    return first


def _unknown(place: str, kind: str, name: str, known: Iterable[str]) -> Iterator[Fault]:
    names = set(known)
    if name not in names:
        yield Fault.of(place, f"is no {kind} of this instance {near_miss(name, names)}", name)


def _check_list(
    place: str, kind: str, names: Iterable[str], known: Iterable[str]
) -> Iterator[Fault]:
    """A list holds known names, each of them once."""
    known = set(known)
    seen: set[str] = set()
    for k, name in enumerate(names):
        yield from _unknown(f"{place}[{k}]", kind, name, known)
        if name in seen:
            yield Fault.of(f"{place}[{k}]", "stands in the list already", name)
        seen.add(name)


def distinct_names(
    nodes: tuple[Node, ...],
    pes: tuple[Pe, ...],
    links: tuple[Link, ...],
    licenses: tuple[License, ...],
) -> Iterator[Fault]:
    """No two nodes, PEs, links or licenses share a name."""
    yield from repeated_names("nodes", (node.name for node in nodes))
    yield from repeated_names("pes", (pe.name for pe in pes))
    yield from repeated_names("links", (link.name for link in links))
    yield from repeated_names("licenses", (held.name for held in licenses))


def sane_nodes(nodes: tuple[Node, ...]) -> Iterator[Fault]:
    """Incompatible are two different colors."""
    for i, node in enumerate(nodes):
        for k, (one, other) in enumerate(node.incompatible_colors):
            if one == other:
                place = f"nodes[{i}].incompatible_colors[{k}]"
                yield Fault.of(place, "must name two different colors", one)


def sane_pes(nodes: tuple[Node, ...], pes: tuple[Pe, ...]) -> Iterator[Fault]:
    """A PE names known nodes, uses no more of one than there is, and has min <= max nodes."""
    mips = {node.name: node.mips for node in nodes}
    for i, pe in enumerate(pes):
        yield from _check_list(f"pes[{i}].allowed_nodes", "node", pe.allowed_nodes or (), mips)
        for name, usable in pe.usable_mips.items():
            place = f"pes[{i}].usable_mips.{name}"
            yield from _unknown(place, "node", name, mips)
            if usable > mips.get(name, usable):
                yield Fault.of(place, f"must not exceed the node's {mips[name]:g} mips", usable)
        if pe.max_nodes is not None and pe.max_nodes < pe.min_nodes:
            rule = f"must not be less than min_nodes, {pe.min_nodes}"
            yield Fault.of(f"pes[{i}].max_nodes", rule, pe.max_nodes)


def known_stream_ends(pes: tuple[Pe, ...], streams: tuple[Stream, ...]) -> Iterator[Fault]:
    """A stream joins two different PEs, and no other stream does so in its direction."""
    known = {pe.name for pe in pes}
    first: dict[tuple[str, str], int] = {}
    for k, stream in enumerate(streams):
        yield from _unknown(f"streams[{k}].from", "PE", stream.sender, known)
        yield from _unknown(f"streams[{k}].to", "PE", stream.receiver, known)
        if stream.sender == stream.receiver:
            yield Fault.of(f"streams[{k}]", "must join two different PEs", stream.sender)
        if stream.ends in first:
            rule = f"joins the PEs of streams[{first[stream.ends]}]; give one sum of the rates"
            yield Fault.of(f"streams[{k}]", rule, list(stream.ends))
        first.setdefault(stream.ends, k)


def tree_of_links(nodes: tuple[Node, ...], links: tuple[Link, ...]) -> Iterator[Fault]:
    """Links, where there are any, form a tree over the clusters of the nodes."""
    clusters = list(dict.fromkeys(node.cluster for node in nodes))
    joined = {cluster: {cluster} for cluster in clusters}
    sound = True
    for k, link in enumerate(links):
        faults = list(_check_list(f"links[{k}].between", "cluster", link.between, clusters))
        if not faults and joined[link.between[0]] is joined[link.between[1]]:
            faults = [
                Fault.of(f"links[{k}]", "closes a cycle; links form a tree", list(link.between))
            ]
        yield from faults
        sound = sound and not faults
        if not faults:
            both = joined[link.between[0]] | joined[link.between[1]]
            joined.update(dict.fromkeys(both, both))
    if links and sound and len(joined[clusters[0]]) < len(clusters):
        apart = [cluster for cluster in clusters if cluster not in joined[clusters[0]]]
        yield Fault.of("links", f"must join all clusters; {clusters[0]} does not reach", apart)


def known_license_holders(pes: tuple[Pe, ...], licenses: tuple[License, ...]) -> Iterator[Fault]:
    """A license names known PEs, each once."""
    known = {pe.name for pe in pes}
    for k, held in enumerate(licenses):
        yield from _check_list(f"licenses[{k}].pes", "PE", held.pes, known)


def known_risks(nodes: tuple[Node, ...], pes: tuple[Pe, ...], risk: Risk | None) -> Iterator[Fault]:
    """Risk levels belong to known PEs and nodes."""
    for name, levels in {} if risk is None else risk.levels.items():
        yield from _unknown(f"risk.levels.{name}", "PE", name, (pe.name for pe in pes))
        for node in levels:
            place = f"risk.levels.{name}.{node}"
            yield from _unknown(place, "node", node, (node.name for node in nodes))


def known_previous(
    nodes: tuple[Node, ...], pes: tuple[Pe, ...], previous: dict[str, tuple[str, ...]] | None
) -> Iterator[Fault]:
    """Previous candidates belong to known PEs and nodes."""
    for name, before in {} if previous is None else previous.items():
        yield from _unknown(f"previous.{name}", "PE", name, (pe.name for pe in pes))
        yield from _check_list(f"previous.{name}", "node", before, (node.name for node in nodes))


def changes_from_something(
    pes: tuple[Pe, ...],
    previous: dict[str, tuple[str, ...]] | None,
    max_total_change: int | None,
) -> Iterator[Fault]:
    """Only changes from previous candidates can be limited."""
    if previous is not None:
        return
    limited = [(f"pes[{i}].max_change", pe.max_change) for i, pe in enumerate(pes)]
    for place, limit in [*limited, ("max_total_change", max_total_change)]:
        if limit is not None:
            yield Fault.of(place, "limits changes from `previous`, which is missing", limit)


def consistent_pairs(
    pes: tuple[Pe, ...], colocated: tuple[Pair, ...], exlocated: tuple[Pair, ...]
) -> Iterator[Fault]:
    """Pairs are of two different known PEs, and no colocated PEs are exlocated."""
    known = [pe.name for pe in pes]
    sound = True
    for key, pairs in (("colocated", colocated), ("exlocated", exlocated)):
        for k, pair in enumerate(pairs):
            faults = list(_check_list(f"{key}[{k}]", "PE", pair, known))
            sound = sound and not faults
            yield from faults
    if sound:
        together = merged_names(known, colocated)
        for k, (one, other) in enumerate(exlocated):
            if together[one] == together[other]:
                rule = "parts PEs that `colocated` keeps together"
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
