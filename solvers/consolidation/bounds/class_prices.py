"""A bound by the prices of the mix: of resources per class of machines, and charges for domains.

No plan costs less than what all items pay at their cheapest class, less what machines earn beyond
their own price, less what the rules allow for nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.arrays import BoolArray, FloatArray
from ....core.run import Run
from ....instances.consolidation import Consolidation, RuleBook
from ..patterns.flavours import pinned_items
from ..patterns.half_devices import halves_of
from .class_mix import Classes, ClassPrices, DomainRow, classes_of, mix_of, rows_of_domains
from .size_bounds import PackingBound


def class_bound(instance: Consolidation, run: Run) -> tuple[int, dict[str, Any]] | None:
    """Return the units of the objective that the prices of the program prove, and the proof."""
    pinned, book = pinned_items(instance), instance.rule_book
    if pinned.all() or not _stays_within_masks(instance, pinned):
        return None
    classes = classes_of(instance, pinned, book)
    mix = mix_of(classes, book, run)
    if mix is None or mix.prices is None:
        return None
    return _prove(instance, classes, mix.prices, book, pinned)


class ClassMix(NamedTuple):
    """A mix without regard to rules: per class its items, machines and prices, and its bound."""

    classes: Classes
    items: FloatArray
    machines: FloatArray
    price: FloatArray  # per class and resource
    bound: PackingBound | None  # which the prices prove


def certified_mix(instance: Consolidation, pinned: BoolArray, run: Run) -> ClassMix | None:
    """Return the mix of a program that knows no rules, with its bound; quick at any size."""
    book, none = instance.rule_book, np.zeros(0, dtype=np.int64)
    bare = book._replace(
        kind=none, rule=none, role=none, start=np.zeros_like(book.start), domain=book.domain[:0]
    )
    classes = classes_of(instance, pinned, bare)
    mix = None if pinned.all() else mix_of(classes, bare, run)
    if mix is None or mix.prices is None:
        return None
    found = ClassMix(classes, mix.items, mix.machines, mix.prices.price, None)
    if not _stays_within_masks(instance, pinned):
        return found
    return found._replace(bound=PackingBound(*_prove(instance, classes, mix.prices, bare, pinned)))


def _stays_within_masks(instance: Consolidation, pinned: BoolArray) -> bool:
    """Return whether all that may move may also be sent where it runs."""
    masks, row_of = instance.masks
    runs = np.flatnonzero((instance.home >= 0) & ~pinned)
    return bool(masks[row_of[runs], instance.home[runs]].all())


def _prove(
    instance: Consolidation,
    classes: Classes,
    prices: ClassPrices,
    book: RuleBook,
    pinned: BoolArray,
) -> tuple[int, dict[str, Any]]:
    """Return the units of the objective that prices prove, and the proof."""
    price, rows = prices.price, list(rows_of_domains(classes, book))
    charges = _charges(rows, prices.charge)
    pays = price @ classes.size.T.astype(np.float64)
    free = 0.0
    for row in rows:
        if row.sign > 0:  # once per domain
            own = charges[row.rule][row.domain]
            pays[np.ix_(row.classes, row.groups)] += own
            fixed = float(book.most[row.rule]) - row.side
            free += max(0.0, own) * float(book.most[row.rule]) - own * fixed
    cheapest = np.where(classes.may, pays, np.inf).min(axis=0)
    earned = (price * classes.room).sum(axis=1)
    beyond = np.where(classes.price > 0, np.maximum(0.0, earned - classes.price), earned)
    value = float(classes.count @ cheapest - classes.sites @ beyond) - free
    sure = instance.kept.copy()
    sure[instance.home[pinned]] = True
    units = int(np.ceil(value - 1e-6 * (1.0 + abs(value)))) + int(instance.price[sure].sum())
    levels = list(dict.fromkeys(rule.at for rule in instance.rules or () if rule.kind != "at_once"))
    return units, _document(instance, classes, price, charges, book, levels)


def _charges(rows: list[DomainRow], duals: FloatArray) -> dict[int, dict[int, float]]:
    """Return charges per rule and domain; those of a spread sum to 0 at most."""
    found: dict[int, dict[int, float]] = {}
    capped = {row.rule for row in rows if row.capped}
    for row, dual in zip(rows, duals.tolist(), strict=True):
        own = found.setdefault(row.rule, {})
        own[row.domain] = own.get(row.domain, 0.0) + row.sign * dual
    for r, own in found.items():
        excess = 0.0 if r in capped else max(0.0, sum(own.values()))
        for d in own:
            own[d] -= excess * (1 + 1e-9) / len(own) + (0.0 if r in capped else 1e-15)
    return found


def _document(
    instance: Consolidation,
    classes: Classes,
    price: FloatArray,
    charges: dict[int, dict[int, float]],
    book: RuleBook,
    levels: list[str],
) -> dict[str, Any]:
    places = [r for r, rule in enumerate(instance.rules or ()) if rule.kind != "at_once"]
    rules: dict[str, dict[str, float]] = {}
    for r, own in charges.items():
        level = levels[book.level[r]]
        sites = zip(book.domain[book.level[r]].tolist(), instance.sites, strict=True)
        name = {d: (site.labels or {}).get(level) for d, site in sites}
        if any(abs(value) > 1e-12 for value in own.values()):
            rules[str(places[r])] = {str(name[d]): value for d, value in own.items()}
    return {
        "kind": "class-prices",
        **({"devices": halves_of(instance).threshold} if instance.devices else {}),
        "class": classes.class_of.tolist(),
        "price": price.tolist(),
        "rules": rules,
    }
