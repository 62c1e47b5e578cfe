"""The search for patterns against all of them, and the bound that it proves."""

import itertools

import numpy as np
import pytest

from optgap.instances.consolidation import Consolidation
from optgap.solvers.consolidation import ColumnParameters
from optgap.solvers.consolidation.flavours import Flavours
from optgap.solvers.consolidation.master import columns_within
from optgap.solvers.consolidation.pattern_search import Surrogate, candidates, multipliers, search
from optgap.solvers.consolidation.pricing import SCALE, Prices, most_together, price_patterns
from optgap.solvers.consolidation.room_table import no_table, room_table


def draw_knapsack(
    seed: int, resources: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return sizes, values and copies of six flavours, and the room of a machine."""
    rng = np.random.default_rng(seed)
    size = rng.integers(0, 9, size=(6, resources)) * 10 ** int(rng.integers(0, 16))
    return (
        size,
        rng.integers(1, 10**9, 6),
        rng.integers(0, 4, 6),
        size.max(axis=0) + size.sum(axis=0) // 2,
    )


def every_worth(
    size: np.ndarray, value: np.ndarray, copies: np.ndarray, room: np.ndarray, clash: np.ndarray
) -> dict[int, int]:
    """Return the best worth of the patterns without each flavour's predecessors."""
    found: dict[int, int] = {}
    for numbers in itertools.product(*(range(each + 1) for each in copies.tolist())):
        pattern = np.array(numbers)
        inside = np.flatnonzero(pattern)
        met = clash.shape[0] and clash[np.ix_(inside, inside)].any()
        if len(inside) and (pattern @ size <= room).all() and not met:
            found[int(inside[0])] = max(found.get(int(inside[0]), 0), int(pattern @ value))
    return found


@pytest.mark.parametrize("resources", [1, 2, 4])
@pytest.mark.parametrize("clashing", [False, True])
def test_the_best_pattern_of_every_first_flavour(resources: int, clashing: bool) -> None:
    for seed in range(40):
        size, value, copies, room = draw_knapsack(seed, resources)
        rates = multipliers(size, value, copies, room)
        surrogate = Surrogate.of(rates, room, int(value.max()))
        stock = candidates(np.arange(6), size, value, copies, surrogate)
        clash = np.zeros((6 if clashing else 0,) * 2, dtype=np.bool_)
        if clashing:
            clash[0, 1:3] = clash[1:3, 0] = True
        met = clash[np.ix_(stock.flavour, stock.flavour)] if clashing else clash
        best = every_worth(stock.size, stock.value, stock.copies, room, met)
        rest, deepest = int(surrogate.weights(room)), most_together(stock, room)
        rows, worths, depths, ceiling, nodes = search(
            room, rest, stock, no_table(), clash, 0, True, 10**6, 10**6, deepest
        )
        assert {int(rows[k, 0]): int(worths[k]) for k in np.flatnonzero(depths)} == best
        assert (ceiling, nodes >= 0) == (max(best.values(), default=0), True)
        for limit in range(4):  # cut off, it still bounds
            for most, each in ((limit, 10**6), (10**6, limit)):
                *_, cut, spent = search(
                    room, rest, stock, no_table(), clash, 0, True, most, each, deepest
                )
                assert spent < 0 or cut == ceiling  # a search that is cut off says so
                assert cut >= ceiling


@pytest.mark.parametrize("resources", [1, 2, 3, 5])
def test_a_table_bounds_what_rooms_hold(resources: int) -> None:
    parameters = ColumnParameters(table_cells=12)
    for seed in range(40):
        size, value, copies, room = draw_knapsack(seed, resources)
        rates = multipliers(size, value, copies, room)
        stock = candidates(np.arange(6), size, value, copies, Surrogate.of(rates, room, 10**9))
        table = room_table(stock, room, rates, parameters)
        rng = np.random.default_rng(seed)
        for less in (room, room * rng.random(resources), room * rng.random(resources)):
            rest = less.astype(np.int64)
            apart = np.zeros((0, 0), dtype=np.bool_)
            best = every_worth(stock.size, stock.value, stock.copies, rest, apart)
            bound = table.most_in(rest)
            assert bound >= max(best.values(), default=0)


def test_a_table_with_a_cell_for_each_unit_is_exact() -> None:
    parameters = ColumnParameters(table_cells=20)
    for seed in range(40):
        rng = np.random.default_rng(seed)
        size, room = rng.integers(0, 9, (6, 3)), rng.integers(9, 20, 3)
        value, copies = rng.integers(1, 10**9, 6), rng.integers(0, 4, 6)
        rates = multipliers(size, value, copies, room)
        stock = candidates(np.arange(6), size, value, copies, Surrogate.of(rates, room, 10**9))
        apart = np.zeros((0, 0), dtype=np.bool_)
        best = every_worth(stock.size, stock.value, stock.copies, room, apart)
        assert room_table(stock, room, rates, parameters).most_in(room) == max(
            best.values(), default=0
        )


@pytest.mark.parametrize("resources", [2, 3, 5])
def test_a_table_changes_no_pattern(resources: int) -> None:
    parameters = ColumnParameters(table_cells=12)
    saved = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        size, room = rng.integers(1, 60, (14, resources)), np.full(resources, 90)
        value, copies = rng.integers(1, 10**9, 14), rng.integers(1, 3, 14)
        rates = multipliers(size, value, copies, room)
        surrogate = Surrogate.of(rates, room, 10**9)
        stock = candidates(np.arange(14), size, value, copies, surrogate)
        rest, deepest = int(surrogate.weights(room)), most_together(stock, room)
        apart, lower = np.zeros((0, 0), dtype=np.bool_), room - rng.integers(0, 9, resources)
        table = room_table(stock, room, rates, parameters)
        for machine in (room, lower):
            plain, bounded = (
                search(machine, rest, stock, t, apart, 0, True, 10**6, 10**6, deepest)
                for t in (no_table(), table.within(machine))
            )
            assert bounded[1].tolist() == plain[1].tolist()  # the worth behind each first candidate
            assert bounded[3] == plain[3]
            saved += plain[4] - bounded[4]
    assert saved > 0


def test_no_table_is_filled_where_that_takes_too_long() -> None:
    size, value, copies, room = draw_knapsack(1, 2)
    stock = candidates(np.arange(6), size, value, copies, Surrogate.of(np.ones(2), room, 10**9))
    rates, few = np.ones(2, dtype=np.int64), ColumnParameters(table_steps=10**6)
    assert room_table(stock, room, rates, ColumnParameters()).most_in(room) < 2**62
    assert room_table(stock, room, rates, few).most_in(room) == 2**62


def alike(demands: list[list[int]], room: int) -> Consolidation:
    """Return machines enough for each item to have one."""
    resources = [f"r{r}" for r in range(len(demands[0]))]
    capacity = [room] * len(resources)
    return Consolidation.model_validate(
        {
            "name": "alike",
            "resources": resources,
            "machines": [{"name": f"m{j}", "capacity": capacity} for j in range(len(demands))],
            "items": [{"name": f"i{i}", "demand": demand} for i, demand in enumerate(demands)],
        }
    )


def test_prices_in_proportion_prove_the_bound_of_farley() -> None:
    """Three items of 6 in 10, each for 2 machines: no machine needs more than 1, so 3 machines."""
    flavours = Flavours.of(alike([[6], [6], [6]], 10))
    sides = (flavours.count, flavours.machines, 0)
    found = price_patterns(flavours, Prices.rounded(np.array([2.0]), 0.0), np.zeros(1), sides)
    assert 3 * SCALE - 3 <= found.bound <= 3 * SCALE
    assert found.prices.item[0] <= SCALE


def test_patterns_with_worthless_items_are_not_left_out() -> None:
    """Where an item has the price 0, the patterns that hold it are listed all the same."""
    flavours = Flavours.of(alike([[5], [4], [3], [1]], 10))
    price = np.zeros(4)
    price[np.flatnonzero(flavours.size[:, 0] == 5)] = 1.0
    found = columns_within(flavours, Prices.rounded(price, 0.0), 0, 100, lambda: False)
    loads = {tuple(sorted(flavours.size[p > 0, 0].tolist())) for _, p in found or []}
    assert loads == {(1, 4, 5), (1, 3, 5)}


def test_a_round_has_as_many_patterns_of_a_flavour_as_its_parameters_say() -> None:
    rng = np.random.default_rng(5)
    flavours = Flavours.of(alike(rng.integers(1, 9, (30, 2)).tolist(), 20))
    prices = Prices.rounded(rng.random(len(flavours.size)), 0.0)
    sides = (flavours.count, flavours.machines, 0)
    few, many = (
        price_patterns(
            flavours, prices, np.zeros(1), sides, parameters=ColumnParameters(flavour_patterns=most)
        )
        for most in (1, 6)
    )
    assert few.bound == many.bound
    assert 0 < len(few.patterns) < len(many.patterns)
