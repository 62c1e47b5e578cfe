"""Exact algorithms of large consolidation instances: column generation over machine patterns.

`column_generation` is the method.  `flavours` groups like items (a *flavour*) and like machines (a
*class*); a *pattern* is a number of items per flavour on a machine of a class.  `pricing`,
`pattern_search` and `master` generate patterns; `master` and `tree` make plans of them.
`cheap_bounds` computes bounds without patterns, `first_plans` makes first plans, and `least_moves`
finds plans with fewer migrations.
"""

from .cheap_bounds import cheap_bound, impossible, volume_bound
from .class_mix import Classes, ClassMix, certified_mix, classes_of, wide_levels
from .column_generation import column_generation
from .column_parameters import ColumnParameters
from .count_program import CountProgram
from .first_plans import first_fit
from .flavours import pinned_items, room_left
from .least_moves import (
    BY_FREED_MACHINES,
    FewestMoves,
    FrontPlan,
    cost_of,
    fewest_moves,
    moves_front,
    moves_of,
    spends_the_least,
    spent_at_least,
)
from .slot_patterns import SlotProgram, Slots, slot_program

__all__ = [
    "BY_FREED_MACHINES",
    "ClassMix",
    "Classes",
    "ColumnParameters",
    "CountProgram",
    "FewestMoves",
    "FrontPlan",
    "SlotProgram",
    "Slots",
    "certified_mix",
    "cheap_bound",
    "classes_of",
    "column_generation",
    "cost_of",
    "fewest_moves",
    "first_fit",
    "impossible",
    "moves_front",
    "moves_of",
    "pinned_items",
    "room_left",
    "slot_program",
    "spends_the_least",
    "spent_at_least",
    "volume_bound",
    "wide_levels",
]
