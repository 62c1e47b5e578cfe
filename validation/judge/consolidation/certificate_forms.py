"""The forms of proofs that no plan of `consolidation` uses fewer machines, or cheaper ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from ....core.schema import Count, NonNegative, Part, Positive
from ..forms import Certificate

Names = Mapping[str, tuple[str, ...]]
Whole = Annotated[int, Field(ge=0, le=2**40)]
Tree = dict[str, Any]  # a `PairFork`, a `PlaceFork` or a leaf of `PricedItems`, read step by step


class HomelessItem(Certificate):
    """An item fits on no machine on which it may be."""

    NAMES: ClassVar[Names] = {"item": ("items",)}
    kind: Literal["homeless"] = "homeless"
    item: str


class CrowdedMachine(Certificate):
    """The items that may be nowhere else do not fit on their machine together."""

    NAMES: ClassVar[Names] = {"machine": ("machines",)}
    kind: Literal["crowded"] = "crowded"
    machine: str


class ResourceWeights(Certificate):
    """Machines must hold the weighted sum of all demands."""

    AXES: ClassVar[Names] = {"weights": ("resources",)}
    kind: Literal["weights"] = "weights"
    weights: list[NonNegative]


class CoverWeights(Certificate):
    """The weighted sum of all demands must be covered by what costs least for its room."""

    AXES: ClassVar[Names] = {"weights": ("resources",)}
    kind: Literal["cover"] = "cover"
    weights: list[NonNegative]


class SizeThreshold(Certificate):
    """Items that leave no room for one of at least the threshold count 1, others their share."""

    NAMES: ClassVar[Names] = {"resource": ("resources",)}
    kind: Literal["threshold"] = "threshold"
    resource: str
    threshold: Positive


class SizeThresholds(Certificate):
    """The same with several resources; the shares are those of one of them."""

    NAMES: ClassVar[Names] = {"resource": ("resources",), "thresholds": ("resources",)}
    kind: Literal["thresholds"] = "thresholds"
    thresholds: dict[str, Positive]
    resource: str


class BudgetSpent(Certificate):
    """The budget empties no more machines; nothing else has to be said."""

    kind: Literal["budget"] = "budget"


class ApartItems(Certificate):
    """The number of a rule that keeps items apart on machines."""

    kind: Literal["apart"] = "apart"
    rule: Count


class DeviceThreshold(Certificate):
    """One resource that comes in devices, and a threshold of shares."""

    kind: Literal["devices"] = "devices"
    devices: Annotated[dict[str, float], Field(min_length=1, max_length=1)]


class SitePrices(Certificate):
    """The class of every machine, the prices of resources by class, and charges of rules.

    Resources that ``devices`` names have a further price, of half a device.
    """

    AXES: ClassVar[Names] = {"of_class": ("sites",)}
    kind: Literal["class-prices"] = "class-prices"
    of_class: list[Count] = Field(alias="class")
    price: list[list[NonNegative]]
    rules: dict[str, dict[str, float]]
    devices: dict[str, float] | None = None


class PricedItems(Part):
    """Prices of items and of migration cost, in parts of a machine; an item without one has 0.

    ``resources`` are those that are heeded, all unless given.
    """

    scale: Annotated[Whole, Field(gt=0)]
    prices: dict[str, Whole]
    budget_price: Whole
    resources: list[str] | None = None
    devices: dict[str, float] | None = None


class ItemPrices(PricedItems, Certificate):
    """Prices of items: no machine holds more than its most valuable load."""

    NAMES: ClassVar[Names] = {"prices": ("items",), "resources": ("resources",)}
    kind: Literal["prices"] = "prices"


class BranchedPrices(Certificate):
    """A tree of forks; every leaf has prices of its own."""

    kind: Literal["branches"] = "branches"
    tree: Tree


class PairFork(Part):
    """Two items are together, or apart."""

    items: Annotated[list[str], Field(min_length=2, max_length=2)]
    together: Tree
    apart: Tree


class PlaceFork(Part):
    """An item is on one of some machines, or elsewhere."""

    item: str
    machines: list[str]
    there: Tree
    elsewhere: Tree
