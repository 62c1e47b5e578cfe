"""consolidation: pack the items of a cluster onto the minimum number of machines."""

from .devices import Devices, packs, places_of, takes
from .generate import machines_enough
from .instance import Consolidation, overfull
from .masks import domains_of
from .partition import Partition, kinds_of, with_fewest_moves
from .parts import MACHINE, EvictionRisk, Item, Machine, Offer, PlacementRule
from .published import Imported, read_packing, read_roadef, read_trace
from .rule_book import (
    APART,
    BOTH,
    ITEM,
    NOT_WITH,
    OTHER,
    SPREAD,
    WITH,
    RuleBook,
    RuleCounts,
    all_hold,
    counts_of,
    holds,
    is_concerned,
    may_enter,
    rules_hold,
    shift,
)

__all__ = [
    "APART",
    "BOTH",
    "ITEM",
    "MACHINE",
    "NOT_WITH",
    "OTHER",
    "SPREAD",
    "WITH",
    "Consolidation",
    "Devices",
    "EvictionRisk",
    "Imported",
    "Item",
    "Machine",
    "Offer",
    "Partition",
    "PlacementRule",
    "RuleBook",
    "RuleCounts",
    "all_hold",
    "counts_of",
    "domains_of",
    "holds",
    "is_concerned",
    "kinds_of",
    "machines_enough",
    "may_enter",
    "overfull",
    "packs",
    "places_of",
    "read_packing",
    "read_roadef",
    "read_trace",
    "rules_hold",
    "shift",
    "takes",
    "with_fewest_moves",
]
