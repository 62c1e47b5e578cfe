"""The rules between items and machines, each judged from the raw fields of the file.

A rule that is broken now may stay broken where nobody moves.  So whatever moved (or is new) must
keep its rules, and no move may break a rule for others or make it worse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ....instances.consolidation import MACHINE, Consolidation, PlacementRule
from ..verdict import Violation

_Labels = dict[str, dict[str, str]]


class Sites:
    """The machines of a file and those offered, by name, and where every item runs now."""

    def __init__(self, instance: Consolidation) -> None:
        self.machines: dict[str, Any] = {machine.name: machine for machine in instance.machines}
        self.offered: set[str] = set()
        for offer in instance.offers or ():
            for k in range(min(offer.at_most, len(instance.items))):
                name = f"{offer.called}#{k + 1}"
                self.machines[name] = offer
                self.offered.add(name)
        self.now = {item.name: item.machine for item in instance.items}

    def domain(self, level: str, machine: str | None) -> str | None:
        """Return the domain in which a machine lies, if any."""
        if machine is None or level == MACHINE:
            return machine
        labels: dict[str, str] = self.machines[machine].labels or {}
        return labels.get(level)


def rule_violations(
    instance: Consolidation, machine: dict[str, str], sites: Sites
) -> list[Violation]:
    """Return every rule that a decision breaks, or that its moves make worse."""
    return [
        *_fixed_faults(instance, machine),
        *(
            violation
            for number, rule in enumerate(instance.rules or ())
            for violation in _JUDGES[rule.kind](rule, rule.named(number), machine, sites)
        ),
    ]


def broken_now(instance: Consolidation) -> list[Violation]:
    """Return the rules that are broken before anything moves; no fault, but worth a note."""
    sites = Sites(instance)
    where = {name: machine for name, machine in sites.now.items() if machine is not None}
    sites.now = dict.fromkeys(sites.now)  # judged as if all had just come
    broken: list[Violation] = []
    for number, rule in enumerate(instance.rules or ()):
        if rule.kind != "at_once":
            broken += _JUDGES[rule.kind](rule, rule.named(number), where, sites)
    return broken


def _fixed_faults(instance: Consolidation, machine: dict[str, str]) -> Iterator[Violation]:
    """A fixed item stays."""
    for item in instance.items:
        if item.fixed and machine[item.name] != item.machine:
            message = f"is fixed to {item.machine}, but goes to {machine[item.name]}"
            yield Violation("fixed", item.name, None, message)


def _moves(name: str, machine: dict[str, str], sites: Sites) -> bool:
    return machine[name] != sites.now[name]


def _by_domain(
    names: tuple[str, ...], level: str, machine: dict[str, str], sites: Sites
) -> dict[str, list[str]]:
    items: dict[str, list[str]] = {}
    for name in names:
        domain = sites.domain(level, machine.get(name))
        if domain is not None:
            items.setdefault(domain, []).append(name)
    return items


def _apart(
    rule: PlacementRule, source: str, machine: dict[str, str], sites: Sites
) -> Iterator[Violation]:
    """A domain to which an item moves has at most so many of them."""
    for domain, names in _by_domain(rule.items, rule.at, machine, sites).items():
        over = len(names) - (1 if rule.at_most is None else rule.at_most)
        if over > 0 and any(_moves(name, machine, sites) for name in names):
            message = f"{len(names)} of its items are in {domain}: {_list_words(names)}"
            yield Violation("apart", source, float(over), message)


def _not_with(
    rule: PlacementRule, source: str, machine: dict[str, str], sites: Sites
) -> Iterator[Violation]:
    """No item is in a domain with one of the others, if either moved."""
    others = _by_domain(rule.others or (), rule.at, machine, sites)
    for domain, names in _by_domain(rule.items, rule.at, machine, sites).items():
        both = names + others.get(domain, [])
        if len(both) > len(names) and any(_moves(name, machine, sites) for name in both):
            message = f"{_list_words(names)} and {_list_words(others[domain])} are in {domain}"
            yield Violation("not_with", source, None, message)


def _with(
    rule: PlacementRule, source: str, machine: dict[str, str], sites: Sites
) -> Iterator[Violation]:
    """An item is beside one of the others, if it moved or was beside one before."""
    after = _by_domain(rule.others or (), rule.at, machine, sites)
    now = {name: where for name, where in sites.now.items() if where is not None}
    before = _by_domain(rule.others or (), rule.at, now, sites)

    def beside(name: str, where: dict[str, str], others: dict[str, list[str]]) -> bool:
        domain = sites.domain(rule.at, where.get(name))
        if domain is None:
            return False
        mates = set(rule.others or ()) - {name}
        return not mates or bool(mates & set(others.get(domain, ())))

    for name in rule.items:
        if name not in machine or beside(name, machine, after):
            continue
        if _moves(name, machine, sites) or beside(name, now, before):
            message = f"{name} is on {machine[name]} with none of {_list_words(rule.others or ())}"
            yield Violation("with", source, None, message)


def _spread_faults(
    rule: PlacementRule, source: str, machine: dict[str, str], sites: Sites
) -> Iterator[Violation]:
    """No domain has too many more than the emptiest, unless it had so before and none came."""
    domains = _domains(rule, sites)
    skew = 1 if rule.max_skew is None else rule.max_skew
    after = _by_domain(rule.items, rule.at, machine, sites)
    now = {name: where for name, where in sites.now.items() if where is not None}
    before = Counter({d: len(n) for d, n in _by_domain(rule.items, rule.at, now, sites).items()})
    least = min(len(after.get(domain, ())) for domain in domains)
    least_before = min(before[domain] for domain in domains)
    for domain in domains:
        names = after.get(domain, [])
        came = any(_moves(name, machine, sites) for name in names)
        most = skew if came else max(skew, before[domain] - least_before)
        over = len(names) - least - most
        if over > 0:
            message = f"{domain} has {len(names)}, the emptiest domain {least}"
            yield Violation("spread", source, float(over), message)
    for name in rule.items:
        moved = name in machine and _moves(name, machine, sites)
        if moved and sites.domain(rule.at, machine[name]) not in domains:
            message = f"{name} moves to {machine[name]}, which is in no domain"
            yield Violation("spread", source, None, message)


def _domains(rule: PlacementRule, sites: Sites) -> set[str]:
    if rule.domains is not None:
        return set(rule.domains)
    if rule.at == MACHINE:
        return set(sites.machines)
    running = (name for name in sites.machines if name not in sites.offered)
    return {each for name in running if (each := sites.domain(rule.at, name)) is not None}


def _at_once(
    rule: PlacementRule, source: str, machine: dict[str, str], sites: Sites
) -> Iterator[Violation]:
    """Where none may be moved at a time, none is moved; waves of a plan see to all else."""
    if rule.at_most != 0:
        return
    for name in rule.items:
        if sites.now[name] is not None and _moves(name, machine, sites):
            yield Violation("at_once", source, None, f"{name} moves, and none may")


def _list_words(names: Any) -> str:
    several = list(names)
    return ", ".join(several[:3]) + (f" and {len(several) - 3} more" if len(several) > 3 else "")


_JUDGES: dict[str, Callable[[PlacementRule, str, dict[str, str], Sites], Iterator[Violation]]] = {
    "apart": _apart,
    "not_with": _not_with,
    "with": _with,
    "spread": _spread_faults,
    "at_once": _at_once,
}
