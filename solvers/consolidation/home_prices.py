"""A bound for priced migrations, from prices of the resources of each machine.

A machine that stays in use keeps its items or pays for their moves.  Its remaining capacity may
fit no item that leaves another machine.  Hence the program has separate columns for every machine.
It ignores the rules.  Its prices are re-checked like those of classes (see `class_mix`).
"""

from typing import Any

import numpy as np
from scipy.sparse import coo_array

from ...core.arrays import BoolArray, FloatArray
from ...core.run import Run
from ...instances.consolidation import Consolidation
from .class_mix import solve_linear, units_of_bound
from .column_parameters import DEFAULTS, ColumnParameters
from .flavours import pinned_items, room_left


def home_bound(
    instance: Consolidation, run: Run, parameters: ColumnParameters = DEFAULTS
) -> tuple[int, dict[str, Any]] | None:
    """Return the lower bound that prices per machine prove (in units), and its certificate."""
    pinned = pinned_items(instance)
    if not instance.toll or instance.devices or pinned.all():
        return None
    program = _HomeProgram(instance, pinned)
    few = len(program.sent) <= parameters.home_pairs
    price = program.solve(run, parameters.home_share) if few else None
    if price is None:
        return None
    sites = np.arange(len(instance.sites)).tolist()
    document = {"kind": "class-prices", "class": sites, "price": price.tolist(), "rules": {}}
    return program.bound_units(price), document


class _HomeProgram:
    """The linear program: items that stay at home, items moved to each machine, machines in use.

    Items of a kind have the same demand, migration cost and allowed machines.
    """

    def __init__(self, instance: Consolidation, pinned: BoolArray) -> None:
        self.instance = instance
        masks, row_of = instance.masks
        keys = np.column_stack([instance.demand, instance.toll * instance.cost, row_of])[~pinned]
        kinds, kind, self.count = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
        self.size, self.toll, self.may = kinds[:, :-2], kinds[:, -2], masks[kinds[:, -1]]
        residents = np.zeros(self.may.shape, dtype=np.int64)
        home, runs = instance.home[~pinned], instance.home[~pinned] >= 0
        np.add.at(residents, (kind.reshape(-1)[runs], home[runs]), 1)
        self.stay, self.sent = np.argwhere(residents), np.argwhere(self.may)
        self.at_home = residents[tuple(self.stay.T)]
        self.room = room_left(instance, np.where(pinned, instance.home, -1))
        self.sure = instance.in_use(instance.home[pinned])

    def solve(self, run: Run, share: float) -> FloatArray | None:
        """Return the dual prices (machines x resources); None if the time is too short."""
        kinds, machines = self.may.shape
        scale = np.maximum(1, self.room.max(axis=0)).astype(np.float64)
        placed = np.concatenate([self.stay, self.sent])
        columns = len(placed) + machines
        used = len(placed) + np.arange(machines)
        number = np.arange(len(scale))
        rows = [placed[:, 1:] * len(scale) + number, np.arange(machines * len(scale))]
        places = [np.repeat(np.arange(len(placed)), len(scale)), np.repeat(used, len(scale))]
        values = [self.size[placed[:, 0]] / scale, -self.room / scale]
        stays = machines * len(scale) + np.arange(len(self.stay))  # no more than run there, if used
        rows += [stays, stays]
        places += [np.arange(len(self.stay)), used[self.stay[:, 1]]]
        values += [np.ones(len(self.stay)), -self.at_home.astype(np.float64)]
        where = tuple(np.concatenate([each.ravel() for each in part]) for part in (rows, places))
        entries = np.concatenate([each.ravel() for each in values])
        room = coo_array((entries, where), shape=(len(stays) + machines * len(scale), columns))
        every = coo_array(
            (np.ones(len(placed)), (placed[:, 0], np.arange(len(placed)))), shape=(kinds, columns)
        )
        unit = float(max(1, self.instance.full_price.max(initial=1)))
        cost = np.zeros(columns)
        cost[len(self.stay) : len(placed)] = self.toll[self.sent[:, 0]] / unit
        cost[used] = self.instance.full_price / unit
        bounds = np.column_stack([np.zeros(columns), np.full(columns, np.inf)])
        bounds[used] = np.column_stack([self.sure, np.ones(machines)])
        limit = {} if run.remaining is None else {"time_limit": max(0.1, share * run.remaining)}
        side = np.zeros(room.shape[0])
        found = solve_linear(
            cost, room, side, every, self.count, bounds, method="highs", options=limit
        )
        if found.status != 0:
            return None
        duals = -np.asarray(found.ineqlin.marginals)[: machines * len(scale)]
        prices: FloatArray = np.maximum(0.0, duals.reshape(machines, -1)) * unit / scale
        return prices

    def bound_units(self, price: FloatArray) -> int:
        """Return the lower bound that prices prove, in units of the objective.

        An item pays the price of its cheapest machine. A running item adds the price of its
        move or, if that is less, the amount by which its home is dearer than the cheapest machine.
        """
        instance, (kind, home) = self.instance, self.stay.T
        pays = self.size.astype(np.float64) @ price.T
        at_home = pays[kind, home]
        cheapest = np.where(self.may, pays, np.inf).min(axis=1)
        np.minimum.at(cheapest, kind, at_home)
        earned = (price * self.room).sum(axis=1)
        more = np.minimum(self.toll[kind], at_home - cheapest[kind])
        np.subtract.at(earned, home, self.at_home * more)
        beyond = np.where(self.sure, earned, np.maximum(0.0, earned - instance.price))
        value = float(self.count @ cheapest - beyond.sum())
        return units_of_bound(value) + int(instance.price[self.sure].sum())
