"""The rules between items and machines as rows of the integer program.

A rule that is broken in a domain now may stay so while nobody comes there.  Such domains have a
binary of their own, which is 1 where an item comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyomo.environ as pyo

from ...core.arrays import IntArray
from ...instances.consolidation import MACHINE, Consolidation, PlacementRule, domains_of
from ..algebra import Relation, total

_Place = Callable[[IntArray], float]  # the value of a helper at an assignment


class Helpers:
    """Variables that only rules need, and their values at an assignment, to start from."""

    def __init__(self, model: pyo.ConcreteModel) -> None:
        self.block = model
        self.block.helper = pyo.VarList()
        self.values: list[_Place] = []

    def add(self, value: _Place, *, whole: bool = True, most: float = 1.0) -> Any:
        """Return a new variable from 0 to ``most``."""
        variable = self.block.helper.add()
        variable.domain = pyo.NonNegativeIntegers if whole else pyo.NonNegativeReals
        variable.setub(most)
        self.values.append(value)
        return variable

    def set_values(self, machine: IntArray) -> None:
        """Give every helper its value at an assignment."""
        for variable, value in zip(self.block.helper.values(), self.values, strict=True):
            variable.set_value(value(machine), skip_validation=True)


class Domain:
    """The sites of a domain; sums of x over them, of all items or only of those that come."""

    def __init__(self, model: Any, sites: IntArray) -> None:
        self.model, self.sites = model, sites
        self.home = model.instance.home

    def __contains__(self, i: int) -> bool:
        return bool(self.home[i] in self.sites)

    def all(self, items: list[int]) -> Any:
        """Return the number of these items in the domain."""
        return total(self.model.x[np.ix_(np.array(items), self.sites)])

    def coming(self, items: list[int]) -> Any:
        """Return the number of these items in the domain that are not where they are now."""
        parts = []
        away = [i for i in items if i not in self]
        if away:
            parts.append(self.model.x[np.ix_(np.array(away), self.sites)])
        for i in items:
            others = self.sites[self.sites != self.home[i]]
            if i in self and len(others):
                parts.append(self.model.x[np.ix_(np.array([i]), others)])
        return total(*parts)

    def has(self, items: list[int], coming: bool = False) -> _Place:
        """Return whether any of the items is (or comes) there, as a function of the assignment."""

        def value(machine: IntArray) -> float:
            there = np.isin(machine[items], self.sites)
            return float((there & (not coming or machine[items] != self.home[items])).any())

        return value

    def counted(self, items: list[int]) -> _Place:
        """Return how many of the items are there, as a function of the assignment."""
        return lambda machine: float(np.isin(machine[items], self.sites).sum())


def add_rules(model: pyo.ConcreteModel, instance: Consolidation) -> Helpers | None:
    """Add the rows of all rules; None where there are none."""
    rules = [rule for rule in instance.rules or () if rule.kind != "at_once"]
    if not rules:
        return None
    helpers = Helpers(model)
    model.rules = pyo.ConstraintList(doc="the rules between items and machines")
    number = {item.name: i for i, item in enumerate(instance.items)}
    for rule in rules:
        items = [number[name] for name in rule.items]
        others = [number[name] for name in rule.others or ()]
        domains = list(_domains(model, instance, rule))
        for row in _ROWS[rule.kind](rule, items, others, domains, helpers):
            if row is not True:
                model.rules.add(row)
    return helpers


def _domains(model: Any, instance: Consolidation, rule: PlacementRule) -> Iterator[Domain]:
    names: dict[str, list[int]] = {}
    for j, site in enumerate(instance.sites):
        value = site.name if rule.at == MACHINE else (site.labels or {}).get(rule.at)
        if value is not None:
            names.setdefault(value, []).append(j)
    among = set(domains_of(instance, rule)) if rule.kind == "spread" else set(names)
    for name, sites in names.items():
        if name in among:
            yield Domain(model, np.array(sites, dtype=np.int64))


def _apart(
    rule: PlacementRule, items: list[int], _: list[int], domains: list[Domain], helpers: Helpers
) -> Iterator[Relation]:
    """At most so many of the items are in a domain; where there are more now, none comes."""
    for domain in domains:
        now = sum(i in domain for i in items)
        if now <= rule.most:
            yield domain.all(items) <= rule.most
            continue
        come = helpers.add(domain.has(items, coming=True))
        yield domain.coming(items) <= rule.most * come
        yield domain.all(items) + (now - rule.most) * come <= now


def _not_with(
    _: PlacementRule,
    items: list[int],
    others: list[int],
    domains: list[Domain],
    helpers: Helpers,
) -> Iterator[Relation]:
    """A domain has items, or others, or none of both; where both are now, neither comes."""
    for domain in domains:
        both = any(i in domain for i in items) and any(i in domain for i in others)
        mine, theirs = helpers.add(domain.has(items)), helpers.add(domain.has(others))
        for group, there in ((items, mine), (others, theirs)):
            for i in group:
                yield domain.all([i]) <= there
        if not both:
            yield mine + theirs <= 1
            continue
        for group, against in ((items, theirs), (others, mine)):
            come = helpers.add(domain.has(group, coming=True))
            yield domain.coming(group) <= len(group) * come
            yield come + against <= 1


def _with(
    _: PlacementRule, items: list[int], others: list[int], domains: list[Domain], __: Helpers
) -> Iterator[Relation]:
    """An item in a domain has one of the others there, unless it lacks one now and stays."""
    for domain in domains:
        for i in items:
            mates = [k for k in others if k != i]
            if not mates:
                continue
            lacking = i in domain and not any(k in domain for k in mates)
            mine = domain.coming([i]) if lacking else domain.all([i])
            yield mine - domain.all(mates) <= 0


def _spread(
    rule: PlacementRule, items: list[int], _: list[int], domains: list[Domain], helpers: Helpers
) -> Iterator[Relation]:
    """No domain has more than the skew above the emptiest; where one has now, none comes."""
    now = [sum(i in domain for i in items) for domain in domains]
    counts = [domain.counted(items) for domain in domains]
    most = len(items) // len(domains)
    least = helpers.add(
        lambda machine: min(count(machine) for count in counts), whole=False, most=most
    )
    for domain, before in zip(domains, now, strict=True):
        over = before - min(now) - rule.skew
        yield domain.all(items) - least >= 0
        if over <= 0:
            yield domain.all(items) - least <= rule.skew
            continue
        come = helpers.add(domain.has(items, coming=True))
        yield domain.coming(items) - len(items) * come <= 0
        yield domain.all(items) - least + over * come <= rule.skew + over


_ROWS: dict[str, Callable[..., Iterator[Relation]]] = {
    "apart": _apart,
    "not_with": _not_with,
    "with": _with,
    "spread": _spread,
}
