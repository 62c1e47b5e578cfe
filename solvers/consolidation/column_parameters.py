"""The parameters of column generation, which all of its steps share."""

from pydantic import Field

from ...core.parameters import Parameters
from ...core.schema import Count, NonNegative, Positive, PositiveCount, PositiveShare, Share


class ColumnParameters(Parameters):
    """The parameters of `column_generation`; a share is a part of the time that still remains."""

    dives: Count = Field(default=16, description="maximum number of dives; later ones are random")
    patterns: Count = Field(
        default=1_500,
        description="maximum number of patterns listed to close the gap; 0 lists none",
    )
    branches: Count = Field(
        default=200, description="maximum number of branches if there is no time limit"
    )
    annealing_share: Share = Field(
        default=0.1,
        description="share of the remaining time for the first annealing; two later ones get "
        "2 and 4 times this share",
    )
    columns_share: Share = Field(
        default=0.3, description="share of the remaining time for columns before the dives"
    )
    columns_share_under_rules: Share = Field(
        default=0.4, description="share of the time for columns if there are rules or prices"
    )
    refill_share: Share = Field(
        default=0.75, description="share of the remaining time for refilling the best plan"
    )
    closing_share: Share = Field(
        default=0.1, description="share of the remaining time for each integer program over columns"
    )
    closing_seconds: NonNegative = Field(
        default=60.0, description="time limit of an integer program over columns, in seconds"
    )

    home_share: Share = Field(
        default=0.25, description="share of the remaining time for the bound by machine prices"
    )
    home_pairs: Count = Field(
        default=300_000, description="maximum number of pairs (kind, machine) for that bound"
    )

    search_nodes: PositiveCount = Field(
        default=2_000_000, description="nodes of a thorough search for the patterns of a machine"
    )
    round_nodes: PositiveCount = Field(default=40_000_000, description="nodes of a pricing round")
    first_item_share: Share = Field(
        default=0.05, description="maximum share of a search's nodes that have the same first item"
    )
    flavour_patterns: PositiveCount = Field(default=6, description="patterns per flavour and round")
    varied_classes: Count = Field(
        default=40, description="classes per round that return a pattern for every first item"
    )
    quick_classes: Count = Field(
        default=20, description="number of machine classes from which on no search is thorough"
    )
    enough_columns: Share = Field(
        default=0.025, description="new columns, as a share of the flavours, that end a round"
    )
    table_cells: PositiveCount = Field(default=102, description="cells per axis of a room table")
    table_coarse_cells: PositiveCount = Field(default=16, description="cells per compared axis")
    table_axes: PositiveCount = Field(default=200, description="choices of axes that are compared")
    table_steps: Count = Field(
        default=2_000_000_000, description="maximum number of steps to fill a room table"
    )

    annealing_flavours: Count = Field(default=80, description="minimum flavours for annealing")
    annealing_steps: PositiveCount = Field(
        default=4_000, description="steps per item in the first attempt"
    )
    annealing_growth: float = Field(
        default=1.6, ge=1.0, description="factor by which the steps grow after a failed attempt"
    )
    annealing_total: Count = Field(
        default=20_000_000, description="maximum steps of all attempts before column generation"
    )
    annealing_excess: NonNegative = Field(
        default=1.0,
        description="annealing ends if an attempt exceeds the capacity by more machines than this",
    )
    annealing_swaps: PositiveCount = Field(default=9, description="exchanges of two items per move")
    annealing_hot: Positive = Field(
        default=0.02, description="initial temperature, in mean item sizes"
    )
    annealing_cold: Positive = Field(default=0.003, description="final temperature")

    dive_columns: Count = Field(default=4, description="columns per flavour that a dive uses")
    dive_rounds: Count = Field(default=30, description="maximum rounds of pricing per step")
    dive_sure: PositiveShare = Field(default=0.95, description="value at which a column is fixed")
    dive_share: Share = Field(
        default=0.025, description="share of the remaining fractional columns that one step fixes"
    )
    dive_noise: NonNegative = Field(default=0.2, description="relative noise of later dives")

    branch_columns: Count = Field(default=2, description="columns per flavour for a branch")
    branch_pairs: PositiveCount = Field(default=8, description="pairs of items tried for a branch")
    branch_dives: PositiveCount = Field(default=6, description="branches between dives")
    branch_penalty: Positive = Field(
        default=2.0, description="initial price of leaving out an item"
    )
    proof_leaves: Count = Field(default=2_000, description="maximum leaves of a certificate")

    refill_tries: Count = Field(default=60, description="failed refills that end refilling")
    refill_seconds: Positive = Field(default=2.0, description="time limit of one refill (seconds)")
    refill_items: PositiveCount = Field(default=90, description="maximum items of one refill")
    refill_machines: PositiveCount = Field(default=14, description="machines of one refill")
    refill_offers: Count = Field(default=3, description="empty machines per kind in a refill")

    slot_pairs: Count = Field(
        default=200_000, description="maximum number of pairs (segment, group) for slots"
    )
    slot_rounds: Count = Field(default=200, description="maximum rounds of pricing for slots")
    slot_penalty: Positive = Field(default=2.0, description="price of an item without a slot")
    slot_narrow: NonNegative = Field(default=0.02, description="price of a slot that is too narrow")
    slot_dive_rounds: Count = Field(default=2, description="rounds of pricing per step of a dive")
    slot_dive_share: Share = Field(
        default=0.125, description="share of the fractional patterns rounded up per step"
    )
    slot_seconds: Positive = Field(default=60.0, description="time limit of each slot program")
    slot_gap: NonNegative = Field(default=1e-3, description="relative gap of each slot program")
    slot_part: NonNegative = Field(
        default=0.2, description="absolute gap of a slot program, per largest machine price"
    )
    slot_near: NonNegative = Field(
        default=0.2, description="maximum reduced cost of patterns to try, per machine price"
    )
    slot_apart: Count = Field(default=6, description="rounds that add rows to keep items apart")

    @property
    def efforts(self) -> tuple[int, int, int]:
        """The node limits of the three kinds of pattern search: quick, careful, and thorough."""
        nodes = self.search_nodes
        return max(1, nodes // 100), max(1, nodes // 10), nodes


DEFAULTS = ColumnParameters()
