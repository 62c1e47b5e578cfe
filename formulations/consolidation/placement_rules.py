"""The placement rules of consolidation as families of rows, one family per equation.

A domain is a set of machines, for example those of a zone.  The index of a row is the number of its
rule, among those that are not ``at_once``, and the domain: ``apart[2,zone-a]``.  An item arrives in
a domain if the plan moves it to a machine there, also from another machine of the domain.  A rule
that is violated in a domain now may stay violated if no item arrives there; such a domain has a
binary, which is 1 if an item arrives.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyomo.core as pyo

from ...core.arrays import IntArray
from ...instances.consolidation import MACHINE, Consolidation, PlacementRule, domains_of
from ..algebra import Relation, total

_Place = Callable[[IntArray], float]  # the value of a helper at an assignment
_Row = tuple[str, tuple[Any, ...], Relation]  # family, member after the rule's number, relation


class Helpers:
    """The auxiliary variables of rules, each with a function that computes its value in a plan."""

    def __init__(self, model: pyo.ConcreteModel) -> None:
        self.block = model
        self.block.helper = pyo.VarList()
        self.values: list[_Place] = []

    def add(self, value: _Place, *, whole: bool = True, most: float = 1.0) -> Any:
        """Return a new variable in [0, ``most``]; ``value`` computes its value in a plan."""
        variable = self.block.helper.add()
        variable.domain = pyo.NonNegativeIntegers if whole else pyo.NonNegativeReals
        variable.setub(most)
        self.values.append(value)
        return variable

    def set_values(self, machine: IntArray) -> None:
        """Set every auxiliary variable to its value if item i is on machine ``machine[i]``."""
        for variable, value in zip(self.block.helper.values(), self.values, strict=True):
            variable.set_value(value(machine), skip_validation=True)


class Domain:
    """The machines of a domain, and expressions for the items that are or arrive in the domain."""

    def __init__(self, model: Any, name: str, sites: IntArray) -> None:
        self.model, self.name, self.sites = model, name, sites
        self.home = model.instance.home

    def __contains__(self, i: int) -> bool:
        return bool(self.home[i] in self.sites)

    def all(self, items: list[int]) -> Any:
        """Return the expression for the number of these items in the domain."""
        return total(self.model.x[np.ix_(np.array(items), self.sites)])

    def coming(self, items: list[int]) -> Any:
        """Return the expression for the number of these items that arrive in the domain."""
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
        """Return a function of a plan: 1 if an item is (``coming``: arrives) here, otherwise 0."""

        def value(machine: IntArray) -> float:
            there = np.isin(machine[items], self.sites)
            return float((there & (not coming or machine[items] != self.home[items])).any())

        return value

    def counted(self, items: list[int]) -> _Place:
        """Return a function that counts the items in the domain for an assignment."""
        return lambda machine: float(np.isin(machine[items], self.sites).sum())


FAMILIES = {
    "apart": "(R1) a domain has at most `at_most` items of a rule",
    "apart_come": "(R2) items enter a domain only if c_d is 1",
    "apart_stay": "(R3) a domain that items enter has at most `at_most` items",
    "present": "(R4) an item is in a domain only if its group is present",
    "not_with": "(R5) two groups are not present together",
    "not_with_come": "(R6) no item enters a domain that holds both groups now",
    "with_others": "(R7) an item shares its domain with an item of `others`",
    "emptiest": "(R8) l is at most the number of items in any domain",
    "spread": "(R9) a domain exceeds the emptiest one by at most the skew",
    "spread_come": "(R10) items enter a domain only if c_d is 1",
    "spread_stay": "(R11) a domain that items enter satisfies the skew",
}


def add_rules(model: pyo.ConcreteModel, instance: Consolidation) -> Helpers | None:
    """Add the rows of all rules; return their auxiliary variables, or None if there is no rule."""
    rules = [rule for rule in instance.rules or () if rule.kind != "at_once"]
    if not rules:
        return None
    helpers = Helpers(model)
    number = instance.item_numbers
    for r, rule in enumerate(rules):
        items = [number[name] for name in rule.items]
        others = [number[name] for name in rule.others or ()]
        domains = list(_domains(model, instance, rule))
        for name, member, row in _ROWS[rule.kind](rule, items, others, domains, helpers):
            if row is not True:
                _family(model, name)[(r, *member)] = row
    return helpers


def _family(model: pyo.ConcreteModel, name: str) -> Any:
    """Return the family of rows with a name; the first call creates the family."""
    if model.component(name) is None:
        model.add_component(name, pyo.Constraint(pyo.Any, doc=FAMILIES[name]))
    return model.component(name)


def _domains(model: Any, instance: Consolidation, rule: PlacementRule) -> Iterator[Domain]:
    names: dict[str, list[int]] = {}
    for j, site in enumerate(instance.sites):
        value = site.name if rule.at == MACHINE else (site.labels or {}).get(rule.at)
        if value is not None:
            names.setdefault(value, []).append(j)
    among = set(domains_of(instance, rule)) if rule.kind == "spread" else set(names)
    for name, sites in names.items():
        if name in among:
            yield Domain(model, name, np.array(sites, dtype=np.int64))


def _add_apart(
    rule: PlacementRule, items: list[int], _: list[int], domains: list[Domain], helpers: Helpers
) -> Iterator[_Row]:
    """Limit the items per domain; if none arrives, a present excess over the limit may remain."""
    for domain in domains:
        now = sum(i in domain for i in items)
        d = (domain.name,)
        if now <= rule.most:
            # (R1) Σ_i x_id <= n
            yield "apart", d, domain.all(items) <= rule.most
            continue
        come = helpers.add(domain.has(items, coming=True))
        # (R2) Σ_i coming_id <= n c_d
        yield "apart_come", d, domain.coming(items) <= rule.most * come
        # (R3) Σ_i x_id + (now_d - n) c_d <= now_d
        yield "apart_stay", d, domain.all(items) + (now - rule.most) * come <= now


def _not_with(
    _: PlacementRule,
    items: list[int],
    others: list[int],
    domains: list[Domain],
    helpers: Helpers,
) -> Iterator[_Row]:
    """Forbid ``items`` beside ``others``; where both are now, they may remain if none arrives."""
    for domain in domains:
        both = any(i in domain for i in items) and any(i in domain for i in others)
        mine, theirs = helpers.add(domain.has(items)), helpers.add(domain.has(others))
        for side, group, there in ((0, items, mine), (1, others, theirs)):
            for i in group:
                # (R4) x_id <= p_d, and q_d for the others
                yield "present", (domain.name, side, i), domain.all([i]) <= there
        if not both:
            # (R5) p_d + q_d <= 1
            yield "not_with", (domain.name,), mine + theirs <= 1
            continue
        for side, group, against in ((0, items, theirs), (1, others, mine)):
            come = helpers.add(domain.has(group, coming=True))
            d = (domain.name, side)
            # (R6) Σ_i coming_id <= |I| c_d, and c_d + q_d <= 1
            yield "not_with_come", (*d, "any"), domain.coming(group) <= len(group) * come
            yield "not_with_come", (*d, "none"), come + against <= 1


def _add_with(
    _: PlacementRule, items: list[int], others: list[int], domains: list[Domain], __: Helpers
) -> Iterator[_Row]:
    """Require one of ``others`` beside each item, unless it has none now and does not move."""
    for domain in domains:
        for i in items:
            mates = [k for k in others if k != i]
            if not mates:
                continue
            lacking = i in domain and not any(k in domain for k in mates)
            mine = domain.coming([i]) if lacking else domain.all([i])
            # (R7) x_id <= Σ_k x_kd, or coming_id where i lacks one now
            yield "with_others", (domain.name, i), mine - domain.all(mates) <= 0


def _spread(
    rule: PlacementRule, items: list[int], _: list[int], domains: list[Domain], helpers: Helpers
) -> Iterator[_Row]:
    """Limit the excess over the emptiest domain; if none arrives, a larger present one may stay."""
    now = [sum(i in domain for i in items) for domain in domains]
    counts = [domain.counted(items) for domain in domains]
    most = len(items) // len(domains)
    least = helpers.add(
        lambda machine: min(count(machine) for count in counts), whole=False, most=most
    )
    for domain, before in zip(domains, now, strict=True):
        over, d = before - min(now) - rule.skew, (domain.name,)
        # (R8) Σ_i x_id >= l
        yield "emptiest", d, domain.all(items) - least >= 0
        if over <= 0:
            # (R9) Σ_i x_id - l <= skew
            yield "spread", d, domain.all(items) - least <= rule.skew
            continue
        come = helpers.add(domain.has(items, coming=True))
        # (R10) Σ_i coming_id <= |I| c_d
        yield "spread_come", d, domain.coming(items) - len(items) * come <= 0
        # (R11) Σ_i x_id - l + over_d c_d <= skew + over_d
        yield "spread_stay", d, domain.all(items) - least + over * come <= rule.skew + over


_ROWS: dict[str, Callable[..., Iterator[_Row]]] = {
    "apart": _add_apart,
    "not_with": _not_with,
    "with": _add_with,
    "spread": _spread,
}
