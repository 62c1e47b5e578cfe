"""Division of large clusters into parts of machines in the same domains, solved separately.

No item leaves its part, so it stays in its zone, and rules over zones continue to hold; rules
within a machine apply in the machine's part.  Per part, rounding up wastes less than one machine.
"""

from collections import defaultdict
from collections.abc import Callable

import numpy as np

from ...core.arrays import IntArray
from ...core.records import column
from ...core.run import Run
from ...instances.consolidation import MACHINE, Consolidation, PlacementRule, overfull, rules_hold
from ...solvers.consolidation import wide_levels

LARGE = 1_000  # number of machines from which on solving by parts is worth its loss
_MACHINES = 350  # maximum number of machines in a part

PartSolver = Callable[[Consolidation, Run], IntArray | None]


def solve_in_parts(instance: Consolidation, run: Run, solve: PartSolver) -> IntArray | None:
    """Return a plan of a running cluster, solved part by part; ``None`` if it is not divisible."""
    home = instance.home
    if not _stands_in_parts(instance) or (home < 0).any() or len(overfull(instance, home)):
        return None
    part_of = _parts(instance)
    count, machine = int(part_of.max()) + 1, home.copy()
    rules = _rules_by_part(instance, part_of)
    for number in range(count):
        if run.should_stop():
            break
        seconds = None if run.remaining is None else run.remaining / (count - number)
        machines = np.flatnonzero(part_of == number)
        items = np.flatnonzero(part_of[home] == number)
        if len(items) == 0:
            continue
        part = _part(instance, machines, items, rules[number])
        found = solve(part, run.inner(seconds=seconds, sense="minimize"))
        if found is not None:
            machine[items] = machines[found]
            run.report(
                instance.value_of(instance.units_of(machine)),
                decision=instance.decision(machine),
            )
    return machine if rules_hold(instance.rule_book, machine) else None


def _stands_in_parts(instance: Consolidation) -> bool:
    """Return whether parts are independent: no tight budget, no offer, no spread over machines."""
    joined = any(
        rule.at == MACHINE and (rule.kind == "spread" or rule.domains)
        for rule in instance.rules or ()
        if rule.kind != "at_once"
    )
    offers = len(instance.sites) > len(instance.machines)
    return not (instance.has_tight_budget or joined or offers)


def _parts(instance: Consolidation) -> IntArray:
    """Return each machine's part: machines in the same domains (such as zones), of all sizes."""
    book = instance.rule_book
    keys = book.domain.T[:, wide_levels(book)]
    _, group_of = np.unique(keys, axis=0, return_inverse=True)
    group_of = group_of.reshape(-1)
    part_of, parts = np.empty(len(group_of), dtype=np.int64), 0
    for group in range(int(group_of.max()) + 1):
        members = np.flatnonzero(group_of == group)
        members = members[np.lexsort(instance.usable[members].T)]
        number = -(-len(members) // _MACHINES)
        part_of[members] = parts + np.arange(len(members)) % number
        parts += number
    return part_of


def _rules_by_part(instance: Consolidation, part_of: IntArray) -> list[list[PlacementRule]]:
    """Return, per part, the rules at machine level and the budgets (``at_once``) of its items."""
    part = dict(zip(column(instance.items, "name"), part_of[instance.home], strict=True))
    rules: list[list[PlacementRule]] = [[] for _ in range(int(part_of.max()) + 1)]
    for rule in instance.rules or ():
        if rule.kind != "at_once" and rule.at != MACHINE:
            continue
        items, others = _by_part(rule.items, part), _by_part(rule.others or (), part)
        for number, names in items.items():
            cut = {"items": tuple(names)}
            if rule.others is not None:
                cut["others"] = tuple(others[number])
            if cut.get("others", True):
                rules[number].append(rule.model_copy(update=cut))
    return rules


def _by_part(names: tuple[str, ...], part: dict[str, int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for name in names:
        found[part[name]].append(name)
    return found


def _part(
    instance: Consolidation, machines: IntArray, items: IntArray, rules: list[PlacementRule]
) -> Consolidation:
    """Return the instance of some machines and the items on them."""
    masks, row_of = instance.masks
    names = np.array([instance.machines[j].name for j in machines.tolist()], dtype=object)
    allowed: dict[int, tuple[str, ...] | None] = {}
    for row in np.unique(row_of[items]).tolist():
        mask = masks[row, machines]
        allowed[row] = None if mask.all() else tuple(names[mask])
    rows = row_of[items].tolist()
    pairs = zip(items.tolist(), rows, strict=True)
    return instance.model_copy(
        update={
            "machines": tuple(instance.machines[j] for j in machines.tolist()),
            "items": tuple(
                instance.items[i].model_copy(update={"allowed_machines": allowed[row]})
                for i, row in pairs
            ),
            "rules": tuple(rules) or None,
        }
    )
