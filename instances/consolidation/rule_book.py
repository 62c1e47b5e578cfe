"""The rules of `consolidation` as arrays, and compiled counts per domain that follow moves.

`RuleBook` never changes.  `RuleCounts` has the number of each rule's items in each domain now;
`shift` updates it.  `may_enter` tests quickly whether a machine can take an item.  `holds` tests a
complete rule: moved items must satisfy it, while staying items may break a rule that they break
already now.
"""

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import kernel
from .devices import Devices, takes
from .fields import PackingData
from .masks import domains_of
from .parts import MACHINE, PlacementRule

APART, NOT_WITH, WITH, SPREAD = 0, 1, 2, 3
_KINDS = {"apart": APART, "not_with": NOT_WITH, "with": WITH, "spread": SPREAD}
ITEM, OTHER, BOTH = 0, 1, 2  # roles of an item in a rule


class RuleCounts(NamedTuple):
    """The numbers of rule r's items and ``others`` by domain; r begins at `RuleBook.offset[r]`."""

    mine: IntArray
    others: IntArray
    placed: IntArray  # others of a rule that have a machine
    shares: IntArray  # per site: pieces of each kind on its devices


class RuleBook(NamedTuple):
    """The rules as arrays: kinds, limits or skews, members, and domains."""

    kind: IntArray
    most: IntArray
    level: IntArray  # row in ``domain``
    domain: IntArray  # level, site -> number of the domain, -1 for none
    offset: IntArray  # where the domains of a rule begin in the counts
    counted: BoolArray  # per rule and domain, as the counts: the domains of a spread
    start: IntArray  # roles of item i: start[i] : start[i + 1]
    rule: IntArray
    role: IntArray
    begin: IntArray  # members of rule r: begin[r] : begin[r + 1], first its items
    middle: IntArray  # where its others begin
    member: IntArray
    home: IntArray
    waits_at: IntArray  # the site where a left-out item waits, to which no rule applies
    devices: Devices
    before: RuleCounts  # the counts of the present assignment


def rule_book_of(instance: PackingData, devices: Devices) -> RuleBook:
    """Return the placement rules of an instance as arrays."""
    rules = [rule for rule in instance.rules or () if rule.kind != "at_once"]
    number = instance.item_numbers if rules else {}
    levels = list(dict.fromkeys(rule.at for rule in rules)) or [MACHINE]
    names, domain = _domains(instance, levels)
    widths = [len(names[levels.index(rule.at)]) for rule in rules]
    offset = np.append(0, np.cumsum(widths)).astype(np.int64)
    counted = np.ones(int(offset[-1]), dtype=np.bool_)
    kind = np.array([_KINDS[rule.kind] for rule in rules], dtype=np.int64)
    members: list[int] = []
    begin, middle = [0], []
    roles: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for r, rule in enumerate(rules):
        items = [number[name] for name in rule.items]
        others = [number[name] for name in rule.others or ()]
        members += items
        middle.append(len(members))
        members += others
        begin.append(len(members))
        for i in dict.fromkeys(items + others):
            inside = (i in set(items), i in set(others)) if rule.others else (True, False)
            roles[i].append((r, BOTH if all(inside) else ITEM if inside[0] else OTHER))
        if rule.kind == "spread":
            _count(instance, rule, names[levels.index(rule.at)], counted[offset[r] : offset[r + 1]])
            if int(counted[offset[r] : offset[r + 1]].sum()) > len(items):
                kind[r] = APART  # a domain is empty at any time, so that no other has above skew
    limits = [rule.skew if rule.kind == "spread" else rule.most for rule in rules]
    sizes = np.zeros(len(instance.items), dtype=np.int64)
    sizes[list(roles)] = [len(roles_of_one) for roles_of_one in roles.values()]
    in_order = [role for i in sorted(roles) for role in roles[i]]
    book = RuleBook(
        kind=kind,
        most=np.array(limits, dtype=np.int64),
        level=np.array([levels.index(rule.at) for rule in rules], dtype=np.int64),
        domain=domain,
        offset=offset,
        counted=counted,
        start=np.append(0, np.cumsum(sizes)),
        rule=np.array([r for r, _ in in_order], dtype=np.int64),
        role=np.array([role for _, role in in_order], dtype=np.int64),
        begin=np.array(begin, dtype=np.int64),
        middle=np.array(middle, dtype=np.int64),
        member=np.array(members, dtype=np.int64),
        home=instance.home,
        waits_at=instance.waits_at,
        devices=devices,
        before=_no_counts(int(offset[-1]), len(rules), devices),
    )
    return book._replace(before=counts_of(book, instance.home))


def _no_counts(width: int, rules: int, devices: Devices) -> RuleCounts:
    return RuleCounts(
        np.zeros(width, dtype=np.int64),
        np.zeros(width, dtype=np.int64),
        np.zeros(rules, dtype=np.int64),
        np.zeros((len(devices.number), len(devices.size)), dtype=np.int64),
    )


def _domains(instance: PackingData, levels: list[str]) -> tuple[list[list[str]], IntArray]:
    names: list[list[str]] = []
    domain = np.full((len(levels), len(instance.sites)), -1, dtype=np.int64)
    for row, level in enumerate(levels):
        values = [
            site.name if level == MACHINE else (site.labels or {}).get(level)
            for site in instance.sites
        ]
        known = list(dict.fromkeys(value for value in values if value is not None))
        place = {value: d for d, value in enumerate(known)}
        domain[row] = [-1 if value is None else place[value] for value in values]
        names.append(known)
    return names, domain


def _count(
    instance: PackingData, rule: PlacementRule, names: list[str], counted: BoolArray
) -> None:
    """Mark in ``counted`` which domains in ``names`` belong to a spread rule."""
    among = set(domains_of(instance, rule))
    counted[:] = [name in among for name in names]


def counts_of(book: RuleBook, machine: IntArray) -> RuleCounts:
    """Return the counts of an assignment; -1 means no machine."""
    counts = _no_counts(int(book.offset[-1]), len(book.kind), book.devices)
    concerned = (np.diff(book.start) > 0) | book.devices.wants
    _count_all(book, counts, np.flatnonzero((machine >= 0) & concerned), machine)
    return counts


@kernel(arrays=False)
def _count_all(book: RuleBook, counts: RuleCounts, items: IntArray, machine: IntArray) -> None:
    for i in items:
        shift(book, counts, i, -1, machine[i])


@kernel(arrays=False)
def is_concerned(book: RuleBook, i: int) -> bool:
    """Return whether an item has rules or needs devices."""
    return bool(book.start[i] < book.start[i + 1] or book.devices.wants[i])


@kernel(arrays=False)
def shift(book: RuleBook, counts: RuleCounts, i: int, origin: int, target: int) -> None:
    """Update the counts when item i moves from ``origin`` to ``target``; -1 means no machine."""
    if book.devices.wants[i]:
        for kind in range(len(book.devices.size)):
            if origin >= 0:
                counts.shares[origin, kind] -= book.devices.pieces[i, kind]
            if target >= 0:
                counts.shares[target, kind] += book.devices.pieces[i, kind]
    # start[i] .. start[i + 1] are the rules that item i has a role in
    for k in range(book.start[i], book.start[i + 1]):
        r, role = book.rule[k], book.role[k]
        if role != ITEM:
            counts.placed[r] += int(_is_placed(book, i, target)) - int(_is_placed(book, i, origin))
        for sign in (-1, 1):
            j = origin if sign < 0 else target
            d = book.domain[book.level[r], j] if j >= 0 else -1
            # counts.mine and .others are per domain of a rule, from offset[r] on
            if d >= 0:
                if role != OTHER:
                    counts.mine[book.offset[r] + d] += sign
                if role != ITEM:
                    counts.others[book.offset[r] + d] += sign


@kernel(arrays=False)
def _is_placed(book: RuleBook, i: int, j: int) -> bool:
    """Return whether j is a machine for item i: neither -1 nor the item's waiting place."""
    return bool(j >= 0 and j != book.waits_at[i])


@kernel(arrays=False)
def may_enter(book: RuleBook, counts: RuleCounts, i: int, origin: int, j: int) -> bool:
    """Return whether machine j can take item i, which is on ``origin`` now (-1: on no machine).

    The rules of the item must allow this, and devices must have room for the item's shares.
    """
    if j == book.waits_at[i]:
        return True
    if book.devices.wants[i] and j != origin and not takes(book.devices, counts.shares, i, j):
        return False
    for k in range(book.start[i], book.start[i + 1]):
        r, role = book.rule[k], book.role[k]
        at, kind = book.offset[r], book.kind[r]
        d = book.domain[book.level[r], j]
        # the item itself is counted in the domain from which it comes
        own = origin >= 0 and d >= 0 and book.domain[book.level[r], origin] == d
        if kind == APART:
            if d >= 0 and counts.mine[at + d] - own + 1 > book.most[r]:
                return False
        elif kind == NOT_WITH:
            if d >= 0 and (counts.others if role == ITEM else counts.mine)[at + d] > 0:
                return False
        elif kind == WITH:
            if role != OTHER and not _has_mate(book, counts, r, role, d, own, origin):
                return False
        elif d < 0 or not book.counted[at + d] or _is_skewed(book, counts, r, origin, d):
            return False
    return True


@kernel(arrays=False)
def _has_mate(
    book: RuleBook, counts: RuleCounts, r: int, role: int, d: int, own: bool, origin: int
) -> bool:
    """Return whether domain d has one of rule r's ``others``; the first of them needs none."""
    if d < 0:
        return False
    if role == ITEM:
        return bool(counts.others[book.offset[r] + d] > 0)
    alone = counts.placed[r] - (origin >= 0) == 0
    return bool(alone or counts.others[book.offset[r] + d] - own > 0)


@kernel(arrays=False)
def _is_skewed(book: RuleBook, counts: RuleCounts, r: int, origin: int, d: int) -> bool:
    """Return whether domain d, after a move to it, exceeds the emptiest domain too much."""
    at = book.offset[r]
    left = book.domain[book.level[r], origin] if origin >= 0 else -1
    least: int = 2**62
    for e in range(book.offset[r + 1] - at):
        if book.counted[at + e]:
            least = min(least, counts.mine[at + e] - (e == left) + (e == d))
    return bool(counts.mine[at + d] - (d == left) + 1 - least > book.most[r])


@kernel(arrays=False)
def holds(book: RuleBook, counts: RuleCounts, machine: IntArray, r: int) -> bool:
    """Return whether rule r holds; staying items may break it, unless moves have worsened this."""
    at, kind = book.offset[r], book.kind[r]
    domain, most = book.domain[book.level[r]], book.most[r]
    least, least_before = 0, 0
    if kind == SPREAD:
        least, least_before = _emptiest(book, counts, r), _emptiest(book, book.before, r)
        # a domain may be above the skew only if it was no better before
        for d in range(book.offset[r + 1] - at):
            over = counts.mine[at + d] - least
            worse = over > book.before.mine[at + d] - least_before
            if book.counted[at + d] and over > most and worse:
                return False
    # member[begin[r] .. middle[r]] are the rule's items, the others follow
    for k in range(book.begin[r], book.begin[r + 1]):
        i = book.member[k]
        j, stays = machine[i], machine[i] == book.home[i]
        # who stays breaks nothing, unless its mates have left it
        if not _is_placed(book, i, j) or (stays and kind != WITH):
            continue
        d = domain[j]
        if kind == APART:
            if d >= 0 and counts.mine[at + d] > most:
                return False
        elif kind == NOT_WITH:
            against = counts.others if k < book.middle[r] else counts.mine
            if d >= 0 and against[at + d] > 0:
                return False
        elif kind == SPREAD:
            if d < 0 or not book.counted[at + d] or counts.mine[at + d] - least > most:
                return False
        elif k < book.middle[r] and not _mated(book, counts, r, i, d):
            was = domain[book.home[i]] if book.home[i] >= 0 else -1
            if not stays or _mated(book, book.before, r, i, was):
                return False
    return True


@kernel(arrays=False)
def _emptiest(book: RuleBook, counts: RuleCounts, r: int) -> int:
    least: int = 2**62
    for e in range(book.offset[r], book.offset[r + 1]):
        if book.counted[e]:
            least = min(least, counts.mine[e])
    return least


@kernel(arrays=False)
def _mated(book: RuleBook, counts: RuleCounts, r: int, i: int, d: int) -> bool:
    """Return whether d has one of rule r's ``others`` besides item i, or i is their only one."""
    if d < 0:
        return False
    itself, several = 0, book.begin[r + 1] - book.middle[r]
    for k in range(book.start[i], book.start[i + 1]):
        if book.rule[k] == r and book.role[k] == BOTH:
            itself = 1
    return bool(several == itself or counts.others[book.offset[r] + d] > itself)


@kernel(arrays=False)
def all_hold(book: RuleBook, counts: RuleCounts, machine: IntArray, items: IntArray) -> bool:
    """Return whether all rules of the given items hold."""
    for i in items:
        for k in range(book.start[i], book.start[i + 1]):
            if not holds(book, counts, machine, book.rule[k]):
                return False
    return True


def rules_hold(book: RuleBook, machine: IntArray) -> bool:
    """Return whether all rules hold in an assignment of all items."""
    counts = counts_of(book, machine)
    return all(holds(book, counts, machine, r) for r in range(len(book.kind)))
