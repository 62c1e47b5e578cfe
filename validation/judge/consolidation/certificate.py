"""Certificates that no plan of `consolidation` uses fewer machines, or costs less.

All numbers are integers, in units of resources and of prices.  The method ``proven`` returns
machines, or units of price; ``None`` if no plan is feasible.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ....core.decimals import as_written, common_unit
from ....core.schema import Count, NonNegative, Positive
from ....instances.consolidation import MACHINE, Consolidation
from ..forms import Certificate, Names
from ..proofs.claims import UnprovenError
from ..verdict import Violation, claim
from .packing import Amounts, PackingInUnits, shares_fit, sizes_and_rooms
from .packing_prices import BranchedPrices, ItemPrices
from .sites import domains_of

# Each machine has prices of its resources, and a rule over wide domains charges or pays an item
# for its domain. For any such prices each plan costs at least the sum of the items' payments on
# their cheapest machines, minus the income of machines beyond their own price, minus the charges
# that the rules allow for free.
_SCALE = 2**80  # prices are rounded down to multiples of its inverse: they hold all the same

Charges = dict[int, dict[str | None, int]]  # what items pay for domains, by the number of a rule


class SitePrices(Certificate):
    """A certificate: prices of resources by class of machine, and charges of rules by domain.

    ``of_class`` has the class of each site.  A resource in ``devices`` has a second price, which is
    per half device.
    """

    AXES: ClassVar[Names] = {"of_class": ("sites",)}
    kind: Literal["class-prices"] = "class-prices"
    of_class: list[Count] = Field(alias="class")
    price: list[list[NonNegative]]
    rules: dict[str, dict[str, float]]
    devices: dict[str, float] | None = None

    def proven(self, packing: PackingInUnits) -> int:
        """Return the lower bound on the objective that the prices prove, in units of price."""
        sizes, rooms = sizes_and_rooms(packing, packing.instance.resources, self.devices)
        if any(k >= len(self.price) for k in self.of_class):
            raise ValueError("it uses a class that does not exist")
        if any(len(row) != len(sizes[0]) for row in self.price):
            raise ValueError("it must have a price for every resource and for half devices")
        rows = [[_whole(value) for value in row] for row in self.price]
        price = [rows[k] for k in self.of_class]
        charges, free = _charges(packing, self.rules)
        paid, more = _payment(packing, sizes, price, charges)
        each = zip(packing.sites, rooms, price, strict=True)
        earned = (_cost(room, row) - more[site.name] for site, room, row in each)
        return packing.least(paid - free, earned, _SCALE)


def _whole(value: float) -> int:
    return floor(Fraction(value) * _SCALE)


def _cost(amounts: Amounts, price: Sequence[int]) -> int:
    return sum(n * value for n, value in zip(amounts, price, strict=True))


def _payment(
    packing: PackingInUnits, sizes: list[Amounts], price: list[list[int]], charges: Charges
) -> tuple[int, dict[str | None, int]]:
    """Return the sum of the items' cheapest payments, and by site the surplus of its items.

    An item's surplus is its payment at its present site minus its cheapest payment, or its toll if
    that is less.
    """
    kind = {
        site.name: (
            tuple(row),
            tuple(of.get(site.domain(packing.rules[r].at), 0) for r, of in charges.items()),
        )
        for site, row in zip(packing.sites, price, strict=True)
    }
    owed: dict[str, tuple[int, ...]] = defaultdict(tuple)
    for k, r in enumerate(charges):
        for name in packing.rules[r].items:
            owed[name] += (k,)
    kinds_of: dict[frozenset[str], frozenset[Any]] = {}
    known: dict[Any, int] = {}
    total, more = 0, defaultdict[str | None, int](int)
    each = zip(packing.names, packing.homes, sizes, packing.may, packing.tolls, strict=True)
    for name, home, size, may, toll in each:
        there = may if home is None else may | {home}
        if there not in kinds_of:
            kinds_of[there] = frozenset(kind[name] for name in there)
        key = size, kinds_of[there], owed[name]
        if key not in known:
            known[key] = min(
                _cost(size, row) + sum(charge[k] for k in owed[name])
                for row, charge in kinds_of[there]
            )
        total += known[key]
        if toll:
            row, charge = kind[str(home)]
            at_home = _cost(size, row) + sum(charge[k] for k in owed[name])
            more[home] += min(toll * _SCALE, at_home - known[key])
    return total, more


def _charges(packing: PackingInUnits, rules: dict[str, dict[str, float]]) -> tuple[Charges, int]:
    """Return the charges by rule and domain, and the sum of limit times charge over charges > 0.

    A rule that is violated now, has no domains of several machines, or appears twice is refused.
    """
    charges: Charges = {}
    free = 0
    for number, values in rules.items():
        r = int(number)
        if not 0 <= r < len(packing.rules) or r in charges:
            raise ValueError(f"rule {number} does not exist, or appears twice")
        rule = packing.rules[r]
        domains, now = domains_of(rule, packing.sites), packing.now(rule)
        if (
            rule.at == MACHINE
            or rule.kind not in ("apart", "spread")
            or not values.keys() <= domains
        ):
            raise ValueError(f"rule {r} has no domains of several machines")
        capped = rule.kind == "apart" or len(domains) > len(rule.items)
        most = rule.most if rule.kind == "apart" else rule.skew
        least = 0 if capped else min(now[value] for value in domains)
        if any(now[value] - least > most for value in domains):
            raise ValueError(f"rule {r} is violated now, so plans may violate it")
        charges[r] = {value: _whole(charge) for value, charge in values.items()}
        own = charges[r].values()
        if capped and any(charge < 0 for charge in own):
            raise ValueError(f"rule {r} is a cap, so its charges must be >= 0")
        if not capped and sum(own) > 0:
            raise ValueError(f"the charges of rule {r} must not sum to more than 0")
        free += most * sum(max(0, charge) for charge in own)
    return charges, free


class HomelessItem(Certificate):
    """A certificate of infeasibility: an item that fits on no machine on which it may run."""

    NAMES: ClassVar[Names] = {"item": ("items",)}
    kind: Literal["homeless"] = "homeless"
    item: str

    def proven(self, packing: PackingInUnits) -> int | None:
        i = packing.number[self.item]
        there = packing.may[i] | {packing.homes[i]}
        return 0 if any(_fit(packing, [i], name) for name in there if name is not None) else None


class CrowdedMachine(Certificate):
    """A certificate of infeasibility: items that must be on a machine do not fit there together."""

    NAMES: ClassVar[Names] = {"machine": ("machines",)}
    kind: Literal["crowded"] = "crowded"
    machine: str

    def proven(self, packing: PackingInUnits) -> int | None:
        pinned = [i for i, pinned in enumerate(packing.pinned) if pinned]
        there = [i for i in pinned if packing.homes[i] == self.machine]
        return 0 if _fit(packing, there, self.machine) else None


class ResourceWeights(Certificate):
    """A certificate: weights of resources; weighted demands need as much weighted capacity.

    The bound is the price of the cheapest machines with enough weighted capacity for all demands.
    """

    AXES: ClassVar[Names] = {"weights": ("resources",)}
    kind: Literal["weights", "cover"]
    weights: list[NonNegative]

    def proven(self, packing: PackingInUnits) -> int | None:
        pairs = zip(self.weights, packing.unit, strict=True)
        weights = [as_written(weight) * unit for weight, unit in pairs]
        worth = {
            amounts: sum((w * n for w, n in zip(weights, amounts, strict=True)), Fraction(0))
            for amounts in {*packing.size, *packing.room}
        }
        needed = sum((worth[size] * n for size, n in Counter(packing.size).items()), Fraction(0))
        return packing.covered(needed, [worth[room] for room in packing.room])


class SizeThresholds(Certificate):
    """Thresholds of resources: items that reach all of them are counted, up to 1 per machine.

    An item that leaves less than a threshold free on the largest machine counts 1. Any other item
    counts its share of one resource. The counts on a machine sum to at most 1: an item that counts
    1 leaves room for no other counted item, and other counts are shares of one resource.
    """

    NAMES: ClassVar[Names] = {"resource": ("resources",), "thresholds": ("resources",)}
    kind: Literal["thresholds"] = "thresholds"
    thresholds: dict[str, Positive]
    resource: str

    def proven(self, packing: PackingInUnits) -> int | None:
        room = [max(amounts) for amounts in zip(*packing.room, strict=True)]
        place = {name: r for r, name in enumerate(packing.instance.resources)}
        filler = place[self.resource]
        least = {
            place[name]: as_written(t) / packing.unit[place[name]]
            for name, t in self.thresholds.items()
        }
        if any(size > Fraction(room[r], 2) for r, size in least.items()):
            raise ValueError("its thresholds must be at most half of the largest room")
        count = Fraction(0)
        for size in packing.size:
            if all(size[r] >= threshold for r, threshold in least.items()):
                alone = any(size[r] > room[r] - threshold for r, threshold in least.items())
                count += 1 if alone else Fraction(size[filler], room[filler])
        return packing.covered(ceil(count), [1] * len(packing.sites))


class SizeThreshold(Certificate):
    """The certificate `SizeThresholds` with a single resource."""

    NAMES: ClassVar[Names] = {"resource": ("resources",)}
    kind: Literal["threshold"] = "threshold"
    resource: str
    threshold: Positive

    def proven(self, packing: PackingInUnits) -> int | None:
        thresholds = {self.resource: self.threshold}
        return SizeThresholds(thresholds=thresholds, resource=self.resource).proven(packing)


class BudgetSpent(Certificate):
    """A certificate: the migration budget can empty only a few machines, the cheapest first.

    A machine is emptied by moving all its items, which is impossible if one item cannot leave.
    """

    kind: Literal["budget"] = "budget"

    def proven(self, packing: PackingInUnits) -> int:
        costs: dict[str, int] = {}
        each, left = packing.cost
        for home, cost in zip(packing.homes, each, strict=True):
            if home is not None:
                costs[home] = costs.get(home, 0) + cost
        emptied = 0
        for cost in sorted(cost for name, cost in costs.items() if name not in packing.anyway):
            if left is not None and (left := left - cost) < 0:
                break
            emptied += 1
        return len(costs) - emptied


class ApartItems(Certificate):
    """A certificate: the index of a rule that allows at most ``most`` of its items per machine.

    The bound is the price of enough machines: first those in use in every plan, then the cheapest.
    """

    kind: Literal["apart"] = "apart"
    rule: Count

    def proven(self, packing: PackingInUnits) -> int | None:
        if self.rule >= len(packing.rules):
            raise ValueError(f"rule {self.rule} does not exist")
        rule = packing.rules[self.rule]
        if rule.kind != "apart" or rule.at != MACHINE:
            raise ValueError("its rule must be of kind apart, on machines")
        if max(packing.now(rule).values(), default=0) > rule.most:
            raise ValueError("its rule is violated now, so plans may violate it")
        needed = ceil(Fraction(len(rule.items), rule.most))
        return packing.covered(needed, [1] * len(packing.sites))


class DeviceThreshold(Certificate):
    """A certificate: a resource with devices, and the least share that counts as half a device."""

    kind: Literal["devices"] = "devices"
    devices: Annotated[dict[str, float], Field(min_length=1, max_length=1)]

    def proven(self, packing: PackingInUnits) -> int | None:
        sizes, rooms = sizes_and_rooms(packing, (), self.devices)
        return packing.covered(sum(size[0] for size in sizes), [room[0] for room in rooms])


_COUNTS = ("weights", "threshold", "thresholds", "budget", "devices")


def certified(
    instance: Consolidation,
    certificate: HomelessItem
    | CrowdedMachine
    | ResourceWeights
    | SizeThreshold
    | SizeThresholds
    | BudgetSpent
    | ApartItems
    | DeviceThreshold
    | SitePrices
    | ItemPrices
    | BranchedPrices,
) -> Fraction | None:
    """Return the proven number or price of machines; ``None`` if infeasibility is proven."""
    packing = PackingInUnits(instance)
    proven = certificate.proven(packing)
    if proven is not None and certificate.kind in _COUNTS:
        if instance.objective == "price" or instance.migration_price:
            raise UnprovenError("it counts machines, but the objective is their price")
        proven = max(1, proven)  # a plan uses a machine at least
    if proven is None or proven > packing.most:
        return None
    return (proven + sum(packing.spared)) * packing.price_unit


def _fit(packing: PackingInUnits, items: list[int], name: str) -> bool:
    """Return false only if capacities or devices prove that items do not fit on a site together."""
    j = next(j for j, site in enumerate(packing.sites) if site.name == name)
    for r, resource in enumerate(packing.instance.resources):
        if sum(packing.size[i][r] for i in items) > packing.room[j][r]:
            return False
        if resource in (packing.instance.devices or ()):
            demands = (packing.instance.items[i].demand[r] for i in items)
            wanted = [as_written(demand) for demand in demands if demand]
            if shares_fit(wanted, int(packing.sites[j].record.capacity[r])) is False:
                return False
    return True


# A claim beside the bound: the minimum of moves.
#
# Each moved item counts its cost in integral units times (number of items + 1), plus 1. A plan of
# equal objective with less cost, or equal cost and fewer moves, has a smaller sum. So the claim is
# proven by a certificate that every plan with a budget of the sum minus 1 is worse.
_Recheck = Callable[[Consolidation, dict[str, Any], float | None], list[Violation]]


def claims_beside(
    instance: Consolidation, objective: float | None, details: Any, recheck: _Recheck
) -> list[Violation]:
    """Return the faults of a certified claim about the fewest moves."""
    if details.get("moves_bound_kind") != "certified":
        return []
    cost, moves = details.get("cost_bound"), details.get("moves_bound")
    numbers = all(type(value) in (int, float) and value >= 0 for value in (cost, moves))
    if not numbers or objective is None:
        return [claim("details.moves_bound_kind", "needs a cost_bound and a moves_bound")]
    if cost == 0 and moves == 0:
        return []  # nothing is less
    if instance.migration_price:
        return [claim("details.moves_bound_kind", "must be missing: the objective contains moves")]
    certificate = details.get("moves_certificate")
    if not isinstance(certificate, dict):
        return [claim("details.moves_bound_kind", "is 'certified' without a certificate")]
    unit = common_unit(as_written(item.migration_cost) for item in instance.items)
    count = len(instance.items) + 1
    costs = (as_written(item.migration_cost) / unit * count + 1 for item in instance.items)
    pairs = zip(instance.items, costs, strict=True)
    items = tuple(item.model_copy(update={"migration_cost": float(c)}) for item, c in pairs)
    budget = as_written(cost) / unit * count + as_written(moves) - 1
    if budget < 0:
        return [claim("details.moves_bound_kind", "is claimed, but the bounds are below one move")]
    less = instance.model_copy(update={"items": items, "migration_budget": float(budget)})
    worse = float(Fraction(as_written(objective)) + PackingInUnits(instance).price_unit)
    faults = recheck(less, certificate, worse)
    if faults and not recheck(less, certificate, None):
        return []  # with less to spend there is no plan at all
    return [claim("details.moves_certificate", fault.message) for fault in faults]
